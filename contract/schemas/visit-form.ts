import type { InferType } from 'yup'
import { array, code, count, flag, isoDate, lines, object, requiredText, text, uuid } from './fields.ts'

export const visitFormSchema = object({
  uuid: uuid().required('required'),
  date: isoDate().required('required'),
  number: code(),
  patientUuid: uuid(),
  patientName: text(),
  appointmentUuid: uuid().meta({ description: 'Appointment of the visit. Absent: found by animal and day.' }),
  veterinarian: text(),
  reason: lines(2000),
  findings: lines(10_000),
  diagnosis: lines(4000),
  treatment: lines(10_000),
  advice: lines(10_000),
  medication: array(
    object({ product: requiredText(), dosage: lines(500), days: count(10_000), mayRepeat: flag() }),
  ).max(200, 'tooMany'),
  followUpDate: isoDate(),
  fileName: code(255),
  mimeType: code(100),
  sizeBytes: count(1e12),
  url: code(2000),
})
export type VisitForm = InferType<typeof visitFormSchema>
