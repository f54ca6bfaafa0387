import { matchedRoutes } from 'hono/route'
import type { Log, Meter } from '#server/ports.ts'
import type { Identity, Middleware, Pseudonym } from '#server/context.ts'
import { clientAddressOf } from './client-address.ts'

/** Access log with the route's pattern, not its path and query, which hold ids, names and tokens. */
export function requestLog(
  { log, meter }: { log: Log; meter?: Meter | undefined },
  pseudonymOf: Pseudonym,
): Middleware {
  return async (c, next) => {
    const start = performance.now()
    await next()
    const took = performance.now() - start
    const route = matchedRoutes(c).findLast(({ method }) => method !== 'ALL')?.path ?? 'none'
    const identity = c.get('identity') as Identity | undefined
    const practice = identity?.calledPracticeId ?? identity?.practiceId ?? undefined
    meter?.answered({ method: c.req.method, route, status: c.res.status, seconds: took / 1000, practice })
    const account = await pseudonymOf('account', identity?.accountId)
    const address = await pseudonymOf('address', clientAddressOf(c))
    log('info', 'request', {
      id: c.get('requestId'),
      method: c.req.method,
      route,
      status: c.res.status,
      ms: Math.round(took * 10) / 10,
      account,
      address,
    })
  }
}
