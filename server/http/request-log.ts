import { matchedRoutes } from 'hono/route'
import type { Log } from '#server/ports.ts'
import type { Middleware } from '#server/context.ts'

/** Access log with the route's pattern, not its path and query, which hold ids, names and tokens. */
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
