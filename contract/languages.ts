export const LANGUAGES = ['nl', 'en'] as const
export type Language = (typeof LANGUAGES)[number]
export const LOCALES = { nl: 'nl-NL', en: 'en-GB' } as const satisfies Record<Language, string>
export const DEFAULT_LANGUAGE: Language = 'nl'

export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.some((language) => language === value)
}
