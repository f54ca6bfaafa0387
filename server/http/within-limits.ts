import type { Limits, QueueState } from '#server/ports.ts'
import type { Middleware } from '#server/context.ts'
import { type ReceiveBody, createBodyReceiver } from './arriving-bodies.ts'
import { SAFE_METHODS } from './safe-methods.ts'
import { createSemaphore } from './semaphore.ts'
import { ProblemError } from './problem.ts'

/**
 * Enforces the limits on URL, body and concurrency before any other work. A request takes a permit only once its body
 * has arrived.
 */
export function withinLimits(
  limits: Limits,
  watch?: (state: () => QueueState) => void,
  receive: ReceiveBody = createBodyReceiver(limits),
): Middleware {
  const { urlBytes, bodyBytes, concurrentRequests } = limits
  const limited = createSemaphore(concurrentRequests)
  watch?.(limited.state)
  return async (c, next) => {
    const { url, method } = c.req
    if (url.length - url.indexOf('/', 8) > urlBytes) throw new ProblemError('too-large', { status: 414 })
    // PostgreSQL cannot store NUL, so no parameter may contain it.
    if (url.includes('%00') || !isDecodable(url)) throw new ProblemError('bad-request')
    if (Number(c.req.header('content-length') ?? 0) > bodyBytes) throw new ProblemError('too-large')
    if (!SAFE_METHODS.has(method)) {
      const encoding = c.req.header('content-encoding')?.trim().toLowerCase() || 'identity'
      if (encoding !== 'identity') {
        throw new ProblemError('unsupported-media-type', { headers: { 'accept-encoding': 'identity' } })
      }
      await receive(c, () => limited(next))
      return
    }
    await limited(next)
  }
}

/**
 * Whether the percent-encoded query is valid UTF-8. Invalid sequences, such as a part of a character, would reach the handlers
 * undecoded.
 */
function isDecodable(url: string): boolean {
  const start = url.indexOf('?')
  if (start < 0) return true
  try {
    decodeURIComponent(url.slice(start))
    return true
  } catch {
    return false
  }
}
