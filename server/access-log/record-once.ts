import { BoundedMap } from '#server/http/bounded-map.ts'
import type { Clock } from '#server/ports.ts'

/** How many keys are known to be written. */
const KEPT = 2000
/** Circuit breaker after a failed write: each attempt may block the event loop on another process's lock. */
const PAUSE_MS = 5000

interface Note {
  /** One of what is noted each. */
  keys: readonly string[]
  /** Writes those that are not known to be written; idempotent. */
  write: (fresh: readonly string[]) => Promise<unknown>
  failed: () => Promise<void>
}

/**
 * Writes notes of what is read, before it is served, and each once: only the first read writes. Best effort: if the write fails (an
 * import holds the lock, the disk is full), `failed` is called, and a later read tries again.
 */
export function createNoteOnce(clock: Clock): (note: Note) => Promise<void> {
  const noted = new BoundedMap<string, Promise<void>>(KEPT)
  let pausedUntil = 0

  const isWritten = async (write: () => Promise<unknown>, now: Date): Promise<boolean> => {
    if (now.getTime() < pausedUntil) return false
    try {
      await write()
      return true
    } catch {
      pausedUntil = now.getTime() + PAUSE_MS
      return false
    }
  }
  const note = async ({ keys, write, failed }: Note) => {
    if (await isWritten(() => write(keys), clock())) return
    for (const key of keys) noted.delete(key)
    await failed()
  }

  return async ({ keys, write, failed }) => {
    const known = keys.map((key) => noted.get(key))
    const fresh = keys.filter((_, index) => known[index] === undefined)
    const noting = fresh.length > 0 ? note({ keys: fresh, write, failed }) : undefined
    if (noting) for (const key of fresh) noted.set(key, noting)
    await Promise.all([...known, noting])
  }
}
