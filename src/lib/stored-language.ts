import { DEFAULT_LANGUAGE, LANGUAGE_STORAGE, type Language, isLanguage } from './constants.ts'
import { deviceStorage } from './storage.ts'

/** The language that was chosen last on this device. */
export function storedLanguage(): Language {
  const stored = deviceStorage.getItem(LANGUAGE_STORAGE)?.replaceAll('"', '')
  return isLanguage(stored) ? stored : DEFAULT_LANGUAGE
}
