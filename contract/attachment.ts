import type { IsoDate } from './fields.ts'

export const ATTACHMENT_TYPES = ['lab-results', 'treatment-plans', 'agreements', 'attachments'] as const
export type AttachmentType = (typeof ATTACHMENT_TYPES)[number]

export interface Attachment {
  uuid: string
  date: IsoDate
  type?: AttachmentType | undefined
  name?: string | undefined
  fileName?: string | undefined
  mimeType?: string | undefined
  sizeBytes?: number | undefined
  patientUuid?: string | undefined
  patientName?: string | undefined
  author?: string | undefined
  url?: string | undefined
  expiresDate?: IsoDate | undefined
}
