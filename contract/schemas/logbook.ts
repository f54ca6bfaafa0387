import type { InferType } from 'yup'
import { LOGBOOK_KINDS, MEDICINE_CHANNELS } from '../logbook.ts'
import { code, count, flag, isoDate, lines, number, object, oneOf, requiredLines, text, uuid } from './fields.ts'

/** A treatment, delivery or finding of one animal or herd. A withdrawal period of 0 is a value, not a missing value. */
export const logbookEntrySchema = object({
  uuid: uuid(),
  date: isoDate().required('required'),
  kind: oneOf(LOGBOOK_KINDS),
  description: requiredLines(2000),
  veterinarian: text(),
  productName: text(),
  registrationNumber: code(),
  channel: oneOf(MEDICINE_CHANNELS),
  batchNumber: code(),
  expiryDate: isoDate(),
  quantity: number().min(0, 'invalidNumber').max(1e9, 'invalidNumber'),
  unit: text(50),
  indication: lines(500),
  dosage: lines(500),
  route: text(),
  durationDays: count(10_000),
  withdrawalMeatDays: count(10_000).nullable(),
  withdrawalMilkDays: count(10_000).nullable(),
  withdrawalMilkHours: count(100_000).nullable(),
  withdrawalEggDays: count(10_000).nullable(),
  animals: lines(500),
  location: text(),
  supplier: text(),
  mayRepeat: flag(),
}).meta({ title: 'LogbookEntry' })
export type LogbookEntry = InferType<typeof logbookEntrySchema>

export const patientLogbookEntrySchema = logbookEntrySchema
  .shape({ patientUuid: uuid().required('required') })
  .meta({ title: 'PatientLogbookEntry' })
export type PatientLogbookEntry = InferType<typeof patientLogbookEntrySchema>
