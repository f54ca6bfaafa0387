import { DOCUMENT_KEYS } from '#server/files/store.ts'
import { partsOfPath, withExtension } from '#contract/document.ts'
import type { Language } from '#contract/languages.ts'
import { textsIn } from '#server/texts.ts'

/** The records that have a file; part of URLs and storage keys. */
export const DOCUMENT_TYPES = ['invoice', 'visit-form', 'attachment'] as const
export type DocumentType = (typeof DOCUMENT_TYPES)[number]
/** Types that are rendered from their record if no file was uploaded. */
export type RenderedType = Exclude<DocumentType, 'attachment'>

export interface DocumentId {
  type: DocumentType
  uuid: string
}

/** Returns a storage key. The type is part of the key because a uuid is unique per table only. */
export const documentKey = ({ type, uuid }: DocumentId): string => `${DOCUMENT_KEYS}${type}-${uuid}`

export interface NamedRecord {
  date: string
  number?: string | undefined
  name?: string | undefined
  fileName?: string | undefined
}

const wordFor = (type: DocumentType, language: Language) => textsIn(language).text(`documents.fileName.${type}`)

/** File name of a PDF that the server renders, or of another format. */
export const renderedName = (
  type: DocumentType,
  { number, date }: NamedRecord,
  language: Language,
  extension = 'pdf',
): string => `${wordFor(type, language)}-${number?.trim().replace(/\.+$/, '') || date}.${extension}`

/** File name of a file that the practice uploaded, with the extension of its media type. */
export const uploadedName = (
  document: DocumentType,
  { fileName, name, date }: NamedRecord,
  { language, type }: { language: Language; type: string },
): string => withExtension(bareName(fileName) || name?.trim() || `${wordFor(document, language)}-${date}`, type)

const bareName = (fileName = '') => partsOfPath(fileName).at(-1) ?? ''
