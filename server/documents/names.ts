import type { Language } from '#contract/languages.ts'
import type { PaperKind } from './types.ts'

/** As much of a record as its file is called by. */
export interface Named {
  date: string
  number?: string | undefined
  name?: string | undefined
  fileName?: string | undefined
}

const WORDS: Record<Language, Record<PaperKind, string>> = {
  nl: { invoice: 'factuur', 'visit-form': 'visiteformulier', attachment: 'bijlage' },
  en: { invoice: 'invoice', 'visit-form': 'visit-form', attachment: 'attachment' },
}

/** What a paper is called that is drawn here. */
export const drawnName = (kind: PaperKind, { number, date }: Named, language: Language): string =>
  `${WORDS[language][kind]}-${number?.trim() || date}.pdf`

/** What a file of the practice's own is called. */
export const storedName = (kind: PaperKind, { fileName, name, date }: Named, language: Language): string =>
  fileName?.trim() || name?.trim() || `${WORDS[language][kind]}-${date}`
