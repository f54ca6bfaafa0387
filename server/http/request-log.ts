import { matchedRoutes } from 'hono/route'
import type { Log } from '#server/ports.ts'
import type { Middleware } from '#server/context.ts'

/** One line per call. The pattern of its route, not its path and query: those hold ids, names and addresses. */
export function requestLog(log: Log): Middleware {
  return async (c, next) => {
    const start = performance.now()
    await next()
    log('info', 'request', {
      id: c.get('requestId'),
      method: c.req.method,
      route: matchedRoutes(c).findLast(({ method }) => method !== 'ALL')?.path ?? 'none',
      status: c.res.status,
      ms: Math.round((performance.now() - start) * 10) / 10,
    })
  }
}
