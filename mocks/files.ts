import { fileOf } from '#server/files/send.ts'
import type { Files } from '#server/ports.ts'

export function memoryFiles(): Files & { stored: Map<string, Uint8Array>; modified: Map<string, Date> } {
  const stored = new Map<string, Uint8Array>()
  /** Modification times that a test has set; all other files have been modified now. */
  const modified = new Map<string, Date>()
  return {
    stored,
    modified,
    put: (key, content) => Promise.resolve(void stored.set(key, content.slice())),
    get(key) {
      const bytes = stored.get(key)
      return Promise.resolve(bytes && fileOf(new Blob([bytes.slice()])))
    },
    sizeOf: (key) => Promise.resolve(stored.get(key)?.length),
    remove: (key) => Promise.resolve(void stored.delete(key)),
    async *list() {
      for (const key of stored.keys()) yield { key, modified: modified.get(key) ?? new Date() }
    },
  }
}
