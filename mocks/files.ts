import { sha256 } from '#server/http/keys.ts'
import { ProblemError } from '#server/http/problem.ts'
import { fileOf } from '#server/files/send.ts'
import type { ArrivingFile, Files } from '#server/ports.ts'

export function memoryFiles(): Files & { stored: Map<string, Uint8Array>; modified: Map<string, Date> } {
  const stored = new Map<string, Uint8Array>()
  /** Modification times that a test has set; all other files have been modified now. */
  const modified = new Map<string, Date>()
  return {
    stored,
    modified,
    put: async (key, content) => void stored.set(key, await wholeOf(content)),
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

/** Returns a copy of the content of a file, after all its parts have arrived and been accepted. */
export async function wholeOf(content: Uint8Array | ArrivingFile): Promise<Uint8Array<ArrayBuffer>> {
  if (content instanceof Uint8Array) return new Uint8Array(content)
  const parts = []
  for await (const part of content.parts) parts.push(new Uint8Array(part))
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer())
  if (bytes.length !== content.size) throw new ProblemError('bad-request')
  await content.accept(await sha256(bytes))
  return bytes
}
