import { REMINDER_STATUSES, REMINDER_TYPES } from '../reminder.ts'
import { flag, isoDate, isoDateTime, object, oneOf, requiredText, text, uuid } from './fields.ts'

export const reminderSchema = object({
  uuid: uuid().required('required'),
  date: isoDate().required('required'),
  active: flag().required('required'),
  type: oneOf(REMINDER_TYPES),
  description: requiredText(500),
  status: oneOf(REMINDER_STATUSES),
  patientUuid: uuid(),
  patientName: text(),
  sentAt: isoDateTime(),
  completedDate: isoDate(),
  productName: text(),
  note: text(2000),
})
