import type { Clock } from '#server/ports.ts'
import { BoundedMap } from './bounded-map.ts'
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
