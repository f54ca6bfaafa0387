/**
 * A browser storage that never throws. What cannot be written (private mode, quota, denied) lives in memory until the
 * page is left.
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
