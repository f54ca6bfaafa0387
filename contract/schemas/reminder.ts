import type { InferType } from 'yup'
import { REMINDER_STATUSES, REMINDER_TYPES } from '../reminder.ts'
import { flag, isoDate, isoDateTime, lines, object, oneOf, requiredLines, text, uuid } from './fields.ts'

export const reminderSchema = object({
  uuid: uuid().required('required'),
  date: isoDate().required('required').meta({ description: 'Due date.' }),
  active: flag().required('required').meta({ description: 'True: not done, cancelled or expired.' }),
  type: oneOf(REMINDER_TYPES),
  description: requiredLines(500),
  status: oneOf(REMINDER_STATUSES),
  patientUuid: uuid(),
  patientName: text(),
  sentAt: isoDateTime(),
  completedDate: isoDate(),
  productName: text(),
  note: lines(2000),
  bookedFor: isoDateTime().meta({ description: 'Start of the appointment for it, if any.' }),
}).meta({ title: 'Reminder' })
export type Reminder = InferType<typeof reminderSchema>
