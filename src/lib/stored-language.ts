import { DEFAULT_LANGUAGE, LANGUAGE_STORAGE, type Language, isLanguage } from './constants.ts'
import { deviceStorage } from './storage.ts'

/** The language that was chosen last on this device; else that of the browser, for whom a card was shared with. */
export function storedLanguage(): Language {
  const stored = deviceStorage.getItem(LANGUAGE_STORAGE)?.replaceAll('"', '')
  if (isLanguage(stored)) return stored
  return location.pathname === '/card' && !navigator.language.startsWith('nl') ? 'en' : DEFAULT_LANGUAGE
}
