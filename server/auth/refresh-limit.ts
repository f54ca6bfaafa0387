import { BoundedMap } from '#server/http/bounded-map.ts'
import type { Clock } from '#server/ports.ts'
import { tooManyRequests } from './attempts.ts'

const MINUTE_MS = 60_000
const KEPT = 10_000

/** Rate limit per session, in memory, so that refreshing writes nothing. Throws `rate-limited`. */
export function createRefreshLimit({ clock, perMinute }: { clock: Clock; perMinute: number }) {
  const minutes = new BoundedMap<string, { ends: number; count: number }>(KEPT)

  return (sessionId: string): void => {
    const now = clock().getTime()
    const minute = minutes.get(sessionId)
    if (minute && now < minute.ends) {
      if (minute.count >= perMinute) throw tooManyRequests(minute.ends - now)
      minute.count += 1
      return
    }
    minutes.set(sessionId, { ends: now + MINUTE_MS, count: 1 })
  }
}
