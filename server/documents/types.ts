import { DOCUMENT_KEYS } from '#server/files/keys.ts'

/** What a client has a file of. As a part of addresses and keys. */
export type PaperKind = 'invoice' | 'visit-form' | 'attachment'

export interface PaperId {
  kind: PaperKind
  uuid: string
}

/** Of the kind as well: a uuid belongs to one practice among the records of its kind only. */
export const paperKey = ({ kind, uuid }: PaperId): string => `${DOCUMENT_KEYS}${kind}-${uuid}`
