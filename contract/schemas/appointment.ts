import type { InferType } from 'yup'
import { APPOINTMENT_STATUSES } from '../appointment.ts'
import { array, count, isoDateTime, lines, object, oneOf, requiredLines, text, uuid } from './fields.ts'

export const appointmentSchema = object({
  uuid: uuid().required('required'),
  start: isoDateTime().required('required'),
  durationMinutes: count(10_080).min(1, 'invalidNumber').required('required'),
  patientUuids: array(uuid().required('required'))
    .max(200, 'tooMany')
    .required('required')
    .meta({ description: 'Empty: the appointment is for the client without an animal.' }),
  reason: requiredLines(500),
  place: text(),
  veterinarian: text(),
  preparation: lines(2000).meta({ description: 'Preparation by the owner.' }),
  status: oneOf(APPOINTMENT_STATUSES).required('required'),
  reminderUuid: uuid().meta({ description: 'The reminder that the appointment is for.' }),
  reminderUuids: array(uuid().required('required'))
    .max(200, 'tooMany')
    .meta({ description: 'All reminders that the appointment is for, if there are several.' }),
}).meta({ title: 'Appointment' })
export type Appointment = InferType<typeof appointmentSchema>
