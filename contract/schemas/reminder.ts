import { REMINDER_STATUSES, REMINDER_TYPES } from '../reminder.ts'
import { flag, isoDate, isoDateTime, lines, object, oneOf, requiredLines, text, uuid } from './fields.ts'

export const reminderSchema = object({
  uuid: uuid().required('required'),
  date: isoDate().required('required'),
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
})
