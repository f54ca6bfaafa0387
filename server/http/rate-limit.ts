import type { Clock } from '#server/ports.ts'
import { tooManyRequests } from './problem.ts'

const KEPT = 10_000

interface Rate {
  clock: Clock
  limit: number
  /** Fixed window, from the first call. */
  windowMs: number
}

/** Rate limit per session or account, in memory, so that what only reads writes nothing. Throws `rate-limited`. */
export function createRateLimit({ clock, limit, windowMs }: Rate): (whose: string) => void {
  const windows = new BoundedMap<string, { ends: number; count: number }>(KEPT)

  return (whose) => {
    const now = clock().getTime()
    const window = windows.get(whose)
    // A window that ends too late is of a clock that was ahead.
    if (window && now < window.ends && window.ends <= now + windowMs) {
      if (window.count >= limit) throw tooManyRequests(window.ends - now)
      window.count += 1
      return
    }
    windows.set(whose, { ends: now + windowMs, count: 1 })
  }
}

/** A cache with a maximum size: least recently set is evicted first. To make it LRU, set on every hit. */
export class BoundedMap<K, V> extends Map<K, V> {
  readonly #maxSize: number

  constructor(maxSize: number) {
    super()
    this.#maxSize = maxSize
  }

  override set(key: K, value: V): this {
    // Deleted first, so that it moves to the end of the iteration order.
    this.delete(key)
    super.set(key, value)
    const oldest = this.keys().next()
    if (this.size > this.#maxSize && !oldest.done) this.delete(oldest.value)
    return this
  }
}
