import type { Call } from '#server/context.ts'
import type { Clock } from '#server/ports.ts'
import { tooManyRequests } from './problem.ts'

const MAX_CACHED = 10_000

interface Rate {
  clock: Clock
  limit: number
  /** Length of the fixed window, which starts with the first request. */
  windowMs: number
}

/**
 * Limits the rate per session or account in memory, so that read requests write nothing. The response states the limit and
 * what is left of it (`RateLimit-Policy` and `RateLimit`, draft-ietf-httpapi-ratelimit-headers). Throws `rate-limited`.
 */
export function createRateLimit({ clock, limit, windowMs }: Rate): (c: Call, subject: string) => void {
  const windows = new BoundedMap<string, { ends: number; count: number }>(MAX_CACHED)

  return (c, subject) => {
    const now = clock().getTime()
    const earlier = windows.get(subject)
    // A window that ends too late started while the clock was ahead.
    const isCurrent = earlier !== undefined && now < earlier.ends && earlier.ends <= now + windowMs
    const window = isCurrent ? earlier : { ends: now + windowMs, count: 0 }
    if (!isCurrent) windows.set(subject, window)
    const isOver = window.count >= limit
    if (!isOver) window.count += 1
    c.header('ratelimit-policy', `"default";q=${limit};w=${windowMs / 1000}`)
    c.header('ratelimit', `"default";r=${limit - window.count};t=${Math.ceil((window.ends - now) / 1000)}`)
    if (isOver) throw tooManyRequests(window.ends - now)
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
