import type { InferType } from 'yup'
import { flag, isoDate, isoDateTime, object, oneOf, requiredText, text, uuid } from './fields.ts'

export const reminderSchema = object({
  uuid: uuid().required('required'),
  /** When it is due. */
  date: isoDate().required('required'),
  /** Not done, cancelled or expired. */
  active: flag().required('required'),
  type: oneOf([
    'VACCINATION',
    'DEWORMING',
    'PARASITES',
    'DENTAL',
    'CHECK_UP',
    'LAB',
    'MEDICATION',
    'INSURANCE',
    'FARM_PLAN',
    'OTHER',
  ]),
  description: requiredText(500),
  status: oneOf(['OPEN', 'SENT', 'DONE', 'CANCELLED', 'EXPIRED']),
  patientUuid: uuid(),
  patientName: text(),
  sentAt: isoDateTime(),
  completedDate: isoDate(),
  productName: text(),
  note: text(2000),
})
export type Reminder = InferType<typeof reminderSchema>
