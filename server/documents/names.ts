import { partsOfPath } from '#contract/file-name.ts'
import { withExtension } from '#contract/file-type.ts'
import type { Language } from '#contract/languages.ts'
import type { DocumentType } from './types.ts'

/** The fields of a record that make a file name. */
export interface Named {
  date: string
  number?: string | undefined
  name?: string | undefined
  fileName?: string | undefined
}

const WORDS: Record<Language, Record<DocumentType, string>> = {
  nl: { invoice: 'factuur', 'visit-form': 'visiteformulier', attachment: 'bijlage' },
  en: { invoice: 'invoice', 'visit-form': 'visit-form', attachment: 'attachment' },
}

/** File name of a PDF that the server renders. */
export const renderedName = (type: DocumentType, { number, date }: Named, language: Language): string =>
  `${WORDS[language][type]}-${number?.trim().replace(/\.+$/, '') || date}.pdf`

/** File name of a file that the practice uploaded, with the extension of its media type. */
export const uploadedName = (
  document: DocumentType,
  { fileName, name, date }: Named,
  { language, type }: { language: Language; type: string },
): string => withExtension(bareName(fileName) || name?.trim() || `${WORDS[language][document]}-${date}`, type)

/** Without the folders of a path. */
const bareName = (fileName = '') => partsOfPath(fileName).at(-1) ?? ''
