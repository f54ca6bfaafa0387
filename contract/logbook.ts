import type { InferType } from 'yup'
import { count, isoDate, number, object, oneOf, requiredText, text, uuid } from './fields.ts'

/** What was done, delivered or found on one animal or herd. A withdrawal period of 0 is a value, not an absence. */
export const logbookEntrySchema = object({
  uuid: uuid(),
  date: isoDate().required('required'),
  kind: oneOf(['TREATMENT', 'DELIVERY', 'VACCINATION', 'VISIT', 'LAB', 'NOTE']),
  description: requiredText(2000),
  veterinarian: text(),
  productName: text(),
  registrationNumber: text(50),
  channel: oneOf(['UDD', 'UDA', 'URA', 'VRIJ']),
  batchNumber: text(50),
  expiryDate: isoDate(),
  quantity: number().min(0, 'invalidNumber').max(1e9, 'invalidNumber'),
  unit: text(50),
  indication: text(500),
  dosage: text(500),
  route: text(),
  durationDays: count(10_000),
  withdrawalMeatDays: count(10_000).nullable(),
  withdrawalMilkDays: count(10_000).nullable(),
  withdrawalMilkHours: count(100_000).nullable(),
  animals: text(500),
  location: text(),
  supplier: text(),
})
export type LogbookEntry = InferType<typeof logbookEntrySchema>
