import type { Clock } from '#server/ports.ts'
import { tooManyRequests } from './problem.ts'

const MAX_CACHED = 10_000

interface Rate {
  clock: Clock
  limit: number
  /** Length of the fixed window, which starts with the first request. */
  windowMs: number
}

/** Limits the rate per session or account in memory, so that read requests write nothing. Throws `rate-limited`. */
export function createRateLimit({ clock, limit, windowMs }: Rate): (subject: string) => void {
  const windows = new BoundedMap<string, { ends: number; count: number }>(MAX_CACHED)

  return (subject) => {
    const now = clock().getTime()
    const window = windows.get(subject)
    // A window that ends too late started while the clock was ahead.
    if (window && now < window.ends && window.ends <= now + windowMs) {
      if (window.count >= limit) throw tooManyRequests(window.ends - now)
      window.count += 1
      return
    }
    windows.set(subject, { ends: now + windowMs, count: 1 })
  }
}

/** Cache with a maximum size that evicts the least recently set entry. To make it LRU, set on every hit. */
export class BoundedMap<K, V> extends Map<K, V> {
  readonly #maxSize: number

  constructor(maxSize: number) {
    super()
    this.#maxSize = maxSize
  }

  override set(key: K, value: V): this {
    // Deletes first, to move the key to the end of the iteration order.
    this.delete(key)
    super.set(key, value)
    const oldest = this.keys().next()
    if (this.size > this.#maxSize && !oldest.done) this.delete(oldest.value)
    return this
  }
}
