export const LANGUAGES = ['nl', 'en'] as const
export type Language = (typeof LANGUAGES)[number]
/** Default and fallback, spec §9. */
export const DEFAULT_LANGUAGE: Language = 'nl'

export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.some((language) => language === value)
}
