import { matchedRoutes } from 'hono/route'
import type { Log } from '#server/ports.ts'
import type { Identity, Middleware, Pseudonym } from '#server/context.ts'
import { clientAddressOf } from './client-address.ts'

/** Access log with the route's pattern, not its path and query, which hold ids, names and tokens. */
export function requestLog(log: Log, pseudonymOf: Pseudonym): Middleware {
  return async (c, next) => {
    const start = performance.now()
    await next()
    const ms = Math.round((performance.now() - start) * 10) / 10
    const identity = c.get('identity') as Identity | undefined
    const account = await pseudonymOf('account', identity?.accountId)
    const address = await pseudonymOf('address', clientAddressOf(c))
    log('info', 'request', {
      id: c.get('requestId'),
      method: c.req.method,
      route: matchedRoutes(c).findLast(({ method }) => method !== 'ALL')?.path ?? 'none',
      status: c.res.status,
      ms,
      account,
      address,
    })
  }
}
