import type { InferType } from 'yup'
import { ATTACHMENT_TYPES } from '../document.ts'
import { code, count, isoDate, object, oneOf, text, uuid } from './fields.ts'

export const attachmentSchema = object({
  uuid: uuid().required('required'),
  date: isoDate().required('required'),
  type: oneOf(ATTACHMENT_TYPES),
  name: text(255),
  fileName: code(255),
  mimeType: code(100),
  sizeBytes: count(1e12),
  patientUuid: uuid(),
  patientName: text(),
  author: text(),
  url: code(2000),
  expiresDate: isoDate(),
}).meta({ title: 'Attachment' })
export type Attachment = InferType<typeof attachmentSchema>
