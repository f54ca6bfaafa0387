import type { InferType } from 'yup'
import { appointmentSchema } from './appointment.ts'
import { count, flag, listOf, object, requiredText, uuid } from './fields.ts'
import { formTaskSchema } from './form.ts'
import { visitQuestions } from './visit.ts'

const named = { uuid: uuid().required('required'), name: requiredText() }

/** Appointment of a client as the practice lists it. */
export const practiceAppointmentSchema = appointmentSchema
  .shape({
    client: object(named).required(),
    animals: listOf(object(named)).meta({ description: 'Known animals among `patientUuids`, in the same order.' }),
    openForms: count().required('required').meta({ description: 'Forms that the client still has to complete.' }),
    completeForms: count().required('required'),
    hasQuestions: flag().required('required').meta({ description: 'Whether the owner wrote questions for the visit.' }),
    withdrawnForms: count().required('required').meta({ description: 'Consents that the client withdrew.' }),
  })
  .meta({ title: 'PracticeAppointment' })
export type PracticeAppointment = InferType<typeof practiceAppointmentSchema>

export const practiceAppointmentDetailSchema = practiceAppointmentSchema
  .shape({
    questions: visitQuestions(),
    forms: listOf(formTaskSchema).meta({ description: 'Forms of this appointment, the oldest first.' }),
  })
  .meta({ title: 'PracticeAppointmentDetail' })
export type PracticeAppointmentDetail = InferType<typeof practiceAppointmentDetailSchema>
