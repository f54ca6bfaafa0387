import { DEFAULT_LANGUAGE, type Language, isLanguage } from '#contract/languages.ts'
import { LANGUAGE_STORAGE } from './constants.ts'
import { deviceStorage } from './storage.ts'

/** The language chosen on this device; for a shared card, without a choice, that of the browser. */
export function storedLanguage(): Language {
  const chosen = chosenLanguage()
  if (chosen) return chosen
  return location.pathname === '/card' && !navigator.language.startsWith('nl') ? 'en' : DEFAULT_LANGUAGE
}

function chosenLanguage(): Language | undefined {
  const stored = deviceStorage.getItem(LANGUAGE_STORAGE)?.replaceAll('"', '')
  return isLanguage(stored) ? stored : undefined
}

export const hasChosenLanguage = (): boolean => chosenLanguage() !== undefined
