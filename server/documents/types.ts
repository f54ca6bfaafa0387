import { DOCUMENT_KEYS } from '#server/files/keys.ts'

/** The records that have a file; part of URLs and storage keys. */
export const DOCUMENT_TYPES = ['invoice', 'visit-form', 'attachment'] as const
export type DocumentType = (typeof DOCUMENT_TYPES)[number]
/** Those that are drawn from their record where no file was uploaded. */
export type RenderedType = Exclude<DocumentType, 'attachment'>

export interface DocumentId {
  type: DocumentType
  uuid: string
}

/** Storage key; with the type, as a uuid is unique per table only. */
export const documentKey = ({ type, uuid }: DocumentId): string => `${DOCUMENT_KEYS}${type}-${uuid}`
