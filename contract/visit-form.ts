import type { IsoDate } from './fields.ts'

export interface VisitForm {
  uuid: string
  date: IsoDate
  number?: string | undefined
  patientUuid?: string | undefined
  patientName?: string | undefined
  veterinarian?: string | undefined
  reason?: string | undefined
  findings?: string | undefined
  diagnosis?: string | undefined
  treatment?: string | undefined
  advice?: string | undefined
  medication?: { product: string; dosage?: string | undefined; days?: number | undefined }[] | undefined
  followUpDate?: IsoDate | undefined
  fileName?: string | undefined
  mimeType?: string | undefined
  sizeBytes?: number | undefined
  url?: string | undefined
}
