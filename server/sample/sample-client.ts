import { Hono } from 'hono'
import { SAMPLE_CLIENT_ID } from '#contract/client.ts'
import type { IsoDate } from '#contract/dates.ts'
import { localDay } from '#contract/zone.ts'
import type { Env, Identity, Middleware, Services } from '#server/context.ts'
import { ProblemError } from '#server/http/problem.ts'
import { SAFE_METHODS } from '#server/http/safe-methods.ts'
import { SAMPLE_PRACTICE_ID, openSampleDatabase } from './sample-database.ts'

/**
 * Answers the calls about the sample client for staff of any practice, by the same routes on a database in memory.
 * The server's own database has no such client: nothing counts, lists, exports or records it, and owners get 404.
 */
export function sampleClient(services: Services, callRoutes: (services: Services) => Hono<Env>): Middleware {
  let current: { day: IsoDate; calls: Promise<Hono<Env>> } | undefined

  /** Returns the routes on the data of today, which are made on the first call of a day. */
  function callsOfToday(): Promise<Hono<Env>> {
    const now = services.clock()
    const day = localDay(now)
    if (current?.day !== day) {
      const calls = openSampleDatabase(services, now).then((db) => innerCalls(callRoutes(withSample(services, db))))
      current = { day, calls }
      // The next call tries again.
      calls.catch(() => (current = undefined))
    }
    return current.calls
  }

  return async (c, next) => {
    if (c.req.param('clientId')?.toLowerCase() !== SAMPLE_CLIENT_ID) return await next()
    await services.signedIn(c, async () => {
      const identity = c.get('identity')
      if (identity.staffRole === null) throw new ProblemError('not-found')
      if (!SAFE_METHODS.has(c.req.method) || c.req.path.endsWith('/file')) throw new ProblemError('sample-client')
      const calls = await callsOfToday()
      const response = await calls.fetch(new Request(c.req.url), { ...c.env, identity: ofSample(identity) })
      c.res = c.body(withoutUrls(await response.text()), 200, { 'content-type': 'application/json' })
    })
  }
}

/** Returns the identity as staff of the sample's practice. Reads of the sample are not recorded. */
const ofSample = (identity: Identity): Identity => ({
  ...identity,
  practiceId: SAMPLE_PRACTICE_ID,
  reads: new Map(),
})

const withSample = (services: Services, db: Services['db']): Services => {
  const signedIn: Middleware = async (c, next) => {
    if (!c.env.identity) throw new ProblemError('unauthenticated')
    c.set('identity', c.env.identity)
    await next()
  }
  return { ...services, db, slowReads: undefined, signedIn, settingUp: signedIn }
}

/** Passes errors on to the outer call, whose handler knows the id of the request. */
function innerCalls(calls: Hono<Env>): Hono<Env> {
  const inner = new Hono<Env>().basePath('/api')
  inner.onError((error) => {
    throw error
  })
  inner.notFound(() => {
    throw new ProblemError('not-found')
  })
  return inner.route('/', calls)
}

/** Removes the URLs of files, because the sample has no files. */
const withoutUrls = (json: string): string =>
  JSON.stringify(JSON.parse(json, (key, value: unknown) => (key === 'url' ? undefined : value)))
