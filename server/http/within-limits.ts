import type { Limits } from '#server/ports.ts'
import type { Middleware } from '#server/context.ts'
import { createBodyReader } from './arriving-bodies.ts'
import { SAFE_METHODS } from './safe-methods.ts'
import { createSemaphore } from './semaphore.ts'
import { ProblemError } from './problem.ts'

/** Limits on URL, body and concurrency, checked before any work. A call takes a place once its body is here. */
export function withinLimits(limits: Limits): Middleware {
  const { urlBytes, bodyBytes, concurrentRequests } = limits
  const limited = createSemaphore(concurrentRequests)
  const readBody = createBodyReader(limits)
  return async (c, next) => {
    const { url, method } = c.req
    if (url.length - url.indexOf('/', 8) > urlBytes) throw new ProblemError('too-large', { status: 414 })
    // PostgreSQL cannot store NUL; no parameter of any call may hold it.
    if (url.includes('%00')) throw new ProblemError('bad-request')
    if (Number(c.req.header('content-length') ?? 0) > bodyBytes) throw new ProblemError('too-large')
    if (!SAFE_METHODS.has(method)) c.set('body', await readBody(c))
    await limited(next)
  }
}
