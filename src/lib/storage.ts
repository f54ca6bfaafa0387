import { DEFAULT_LANGUAGE, type Language, isLanguage } from '#contract/languages.ts'
import { LANGUAGE_STORAGE } from './constants.ts'

/**
 * Browser storage that never throws. A value that cannot be written (private mode, quota, denied access) is kept in memory until
 * the page is left.
 */
export interface SafeStorage {
  getItem(name: string): string | null
  setItem(name: string, value: string): void
  removeItem(name: string): void
}

function attempt<T>(run: () => T): T | null {
  try {
    return run()
  } catch {
    return null
  }
}

function safe(open: () => Storage): SafeStorage {
  const unwritten = new Map<string, string>()
  return {
    getItem: (name) => unwritten.get(name) ?? attempt(() => open().getItem(name)),
    setItem(name, value) {
      const written = attempt(() => {
        open().setItem(name, value)
        return true
      })
      if (written) {
        unwritten.delete(name)
      } else {
        attempt(() => open().removeItem(name))
        unwritten.set(name, value)
      }
    },
    removeItem(name) {
      unwritten.delete(name)
      attempt(() => open().removeItem(name))
    },
  }
}

export const tabStorage = safe(() => sessionStorage)
export const deviceStorage = safe(() => localStorage)

/** Returns the language chosen on this device. Without a choice, a shared card uses the language of the browser. */
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
