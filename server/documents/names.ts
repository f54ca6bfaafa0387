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
  `${WORDS[language][type]}-${number?.trim() || date}.pdf`

/** File name of a file that the practice uploaded. */
export const uploadedName = (type: DocumentType, { fileName, name, date }: Named, language: Language): string =>
  fileName?.trim() || name?.trim() || `${WORDS[language][type]}-${date}`
