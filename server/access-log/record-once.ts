import { BoundedMap } from '#server/http/bounded-map.ts'
import type { Clock } from '#server/ports.ts'

/** How many keys are known to be written. */
const KEPT = 2000
/** Circuit breaker after a failed write: each attempt may block the event loop on another process's lock. */
const PAUSE_MS = 5000

interface Writing {
  /** One of what is recorded each. */
  keys: readonly string[]
  /** Writes those that are not known to be written; idempotent. */
  write: (fresh: readonly string[]) => Promise<unknown>
  failed: () => Promise<void>
}

/**
 * Writes notes of what is read, before it is served, and each once: only the first read writes. Best effort: if the write fails (an
 * import holds the lock, the disk is full), `failed` is called, and a later read tries again.
 */
export function createRecordOnce(clock: Clock): (note: Writing) => Promise<void> {
  const recorded = new BoundedMap<string, Promise<void>>(KEPT)
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
  const note = async ({ keys, write, failed }: Writing) => {
    if (await isWritten(() => write(keys), clock())) return
    for (const key of keys) recorded.delete(key)
    await failed()
  }

  return async ({ keys, write, failed }) => {
    const known = keys.map((key) => recorded.get(key))
    const fresh = keys.filter((_, index) => known[index] === undefined)
    const recording = fresh.length > 0 ? note({ keys: fresh, write, failed }) : undefined
    if (recording) for (const key of fresh) recorded.set(key, recording)
    await Promise.all([...known, recording])
  }
}
