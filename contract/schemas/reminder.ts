import type { InferType } from 'yup'
import { REMINDER_STATUSES, REMINDER_TYPES } from '../reminder.ts'
import { flag, isoDate, isoDateTime, lines, object, oneOf, requiredLines, text, uuid } from './fields.ts'

export const reminderSchema = object({
  uuid: uuid().required('required'),
  /** When it is due. */
  date: isoDate().required('required'),
  /** Not done, cancelled or expired. */
  active: flag().required('required'),
  type: oneOf(REMINDER_TYPES),
  description: requiredLines(500),
  status: oneOf(REMINDER_STATUSES),
  patientUuid: uuid(),
  patientName: text(),
  sentAt: isoDateTime(),
  completedDate: isoDate(),
  productName: text(),
  note: lines(2000),
  /** When the appointment for it begins, where the server knows of one. */
  bookedFor: isoDateTime(),
}).meta({ title: 'Reminder' })
export type Reminder = InferType<typeof reminderSchema>
