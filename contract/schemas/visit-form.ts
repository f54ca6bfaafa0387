import { array, count, isoDate, object, requiredText, text, uuid } from './fields.ts'

export const visitFormSchema = object({
  uuid: uuid().required('required'),
  date: isoDate().required('required'),
  number: text(50),
  patientUuid: uuid(),
  patientName: text(),
  veterinarian: text(),
  reason: text(2000),
  findings: text(10_000),
  diagnosis: text(4000),
  treatment: text(10_000),
  advice: text(10_000),
  medication: array(object({ product: requiredText(), dosage: text(500), days: count(10_000) })).max(200, 'tooMany'),
  followUpDate: isoDate(),
  fileName: text(255),
  mimeType: text(100),
  sizeBytes: count(1e12),
  url: text(2000),
})
