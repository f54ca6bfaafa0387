import { DEFAULT_LANGUAGE, type Language, isLanguage } from '#src/lib/constants.ts'

export const THEMES = ['system', 'light', 'dark'] as const
type Theme = (typeof THEMES)[number]

/** How the kit is looked at. It stands in the address, so that what one sees can be sent to somebody. */
export interface Settings {
  theme: Theme
  language: Language
  /** All of it in a window as wide as a phone. */
  narrow: boolean
  /** Without the kit's own list and switches: in such a window. */
  bare: boolean
  /** One part as the whole page, by its name. */
  only: string
}

export function readSettings(search: string): Settings {
  const query = new URLSearchParams(search)
  const language = query.get('language')
  return {
    theme: THEMES.find((theme) => theme === query.get('theme')) ?? 'system',
    language: isLanguage(language) ? language : DEFAULT_LANGUAGE,
    narrow: query.has('narrow'),
    bare: query.has('bare'),
    only: query.get('only') ?? '',
  }
}

export function addressOf({ theme, language, narrow, bare, only }: Settings): string {
  const query = new URLSearchParams({
    ...(theme !== 'system' && { theme }),
    ...(language !== DEFAULT_LANGUAGE && { language }),
    ...(narrow && { narrow: '' }),
    ...(bare && { bare: '' }),
    ...(only && { only }),
  })
  return `/tools/kit/?${query.toString()}`
}
