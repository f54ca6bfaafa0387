import type { InferType } from 'yup'
import { MAX_QUESTIONS } from '../visit.ts'
import { appointmentSchema } from './appointment.ts'
import { anyText, isoDateTime, lines, listOf, number, object, optionalObject, text, timestamp, uuid } from './fields.ts'
import { listedInvoiceSchema } from './invoice.ts'
import { visitFormSchema } from './visit-form.ts'

export const visitQuestions = () =>
  optionalObject({ text: anyText(), changedAt: timestamp().required('required') }).meta({
    description: 'Questions of the owner for the veterinarian; absent without questions.',
  })

/** Response of GET /clients/{clientId}/appointments/{appointmentId}: the appointment and what belongs to it. */
export const visitSchema = appointmentSchema
  .shape({
    questions: visitQuestions(),
    visitForms: listOf(visitFormSchema).meta({ description: 'Visit forms of this appointment, newest first.' }),
    invoices: listOf(listedInvoiceSchema).meta({ description: 'Invoices of this appointment, newest first.' }),
  })
  .meta({ title: 'Visit' })
export type Visit = InferType<typeof visitSchema>
export type VisitQuestions = NonNullable<Visit['questions']>

/** Body of PUT /clients/{clientId}/appointments/{appointmentId}/questions. */
export const questionsBodySchema = object({
  text: lines(MAX_QUESTIONS).defined().meta({ description: 'Empty: removes the questions.' }),
  changedAt: isoDateTime().meta({ description: '`changedAt` of the questions that were read; absent without any.' }),
}).meta({ title: 'VisitQuestionsBody' })
export type QuestionsBody = InferType<typeof questionsBodySchema>

/** Entry of GET /practice/{practiceId}/appointment-questions. */
export const appointmentQuestionsSchema = object({
  number: number().integer().required().meta({
    description: 'Increases with each change of any questions of the practice; the parameter after compares with it.',
  }),
  appointmentUuid: uuid().required('required'),
  clientUuid: uuid().required('required'),
  clientNumber: text(),
  text: anyText().meta({ description: 'Empty: the owner has removed the questions.' }),
  changedAt: timestamp().required('required'),
}).meta({ title: 'AppointmentQuestions' })
export type AppointmentQuestions = InferType<typeof appointmentQuestionsSchema>
