import { partsOfPath, withExtension } from '#contract/document.ts'
import type { Language } from '#contract/languages.ts'
import { textsIn } from '#server/texts.ts'
import type { DocumentType } from './types.ts'

/** The fields of a record that make a file name. */
export interface Named {
  date: string
  number?: string | undefined
  name?: string | undefined
  fileName?: string | undefined
}

const wordFor = (type: DocumentType, language: Language) => textsIn(language).text(`documents.fileName.${type}`)

/** File name of a PDF that the server renders. */
export const renderedName = (type: DocumentType, { number, date }: Named, language: Language): string =>
  `${wordFor(type, language)}-${number?.trim().replace(/\.+$/, '') || date}.pdf`

/** File name of a file that the practice uploaded, with the extension of its media type. */
export const uploadedName = (
  document: DocumentType,
  { fileName, name, date }: Named,
  { language, type }: { language: Language; type: string },
): string => withExtension(bareName(fileName) || name?.trim() || `${wordFor(document, language)}-${date}`, type)

/** Without the folders of a path. */
const bareName = (fileName = '') => partsOfPath(fileName).at(-1) ?? ''
