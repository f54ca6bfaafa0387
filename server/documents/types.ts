import { DOCUMENT_KEYS } from '#server/files/keys.ts'

/** The records that have a file; part of URLs and storage keys. */
export type DocumentType = 'invoice' | 'visit-form' | 'attachment'

export interface DocumentId {
  type: DocumentType
  uuid: string
}

/** Storage key; with the type, as a uuid is unique per table only. */
export const documentKey = ({ type, uuid }: DocumentId): string => `${DOCUMENT_KEYS}${type}-${uuid}`
