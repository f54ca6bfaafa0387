import { Hono } from 'hono'
import { SAMPLE_CLIENT_ID } from '#contract/client.ts'
import type { IsoDate } from '#contract/dates.ts'
import { localDay } from '#contract/zone.ts'
import type { Env, Identity, Middleware, Services } from '#server/context.ts'
import { findRow } from '#server/db/one-row.ts'
import type { ClientRow, Database } from '#server/db/schema.ts'
import { findDocument } from '#server/documents/find.ts'
import type { FindDocument } from '#server/documents/routes.ts'
import type { FindSampleEstimate } from '#server/estimates/file.ts'
import { presentAnswer } from '#server/estimates/content.ts'
import { requireNotRevoked } from '#server/http/revoked-urls.ts'
import { ProblemError } from '#server/http/problem.ts'
import { SAFE_METHODS } from '#server/http/safe-methods.ts'
import { SAMPLE_PRACTICE_ID, openSampleDatabase } from './sample-database.ts'

/** Paths of the only files of the sample client: documents that the server renders. */
const RENDERED = /\/(visit-forms|appointments\/[^/]+|(invoices|estimates)\/[^/]+\/file)$/

export interface SampleClient {
  /**
   * Answers the calls about the sample client for staff of any practice, by the same routes on a database in memory.
   * The server's own database has no such client: nothing counts, lists, exports or records it, and owners get 404.
   */
  answer: Middleware
  /** Returns a document of the sample client for a member of staff, and the client as one of their practice. */
  findDocument: FindDocument
  findEstimate: FindSampleEstimate
}

export function createSampleClient(services: Services, callRoutes: (services: Services) => Hono<Env>): SampleClient {
  let current: { day: IsoDate; opened: Promise<{ db: Database; calls: Hono<Env> }> } | undefined

  /** Returns the database of today and the routes on it, which are made on the first call of a day. */
  function openToday() {
    const now = services.clock()
    const day = localDay(now)
    if (current?.day !== day) {
      const opened = openSampleDatabase(services, now).then((db) => ({
        db,
        calls: innerCalls(callRoutes(withSample(services, db))),
      }))
      current = { day, opened }
      // The next call tries again.
      opened.catch(() => (current = undefined))
    }
    return current.opened
  }

  /** Returns the client as one of the practice of a member of staff. */
  async function clientOfStaff(grant: {
    accountId: string
    signedAt: Date
  }): Promise<{ db: Database; client: ClientRow }> {
    await requireNotRevoked(services.db, grant)
    const account = await findRow(services.db, 'account', { id: grant.accountId }, ['practice_id', 'staff_role'])
    if (!account?.practice_id || account.staff_role === null) throw new ProblemError('not-found')
    const { db } = await openToday()
    const client = await db
      .selectFrom('client')
      .selectAll()
      .where('uuid', '=', SAMPLE_CLIENT_ID)
      .executeTakeFirstOrThrow()
    return { db, client: { ...client, practice_id: account.practice_id, account_id: grant.accountId } }
  }

  return {
    answer: async (c, next) => {
      if (c.req.param('clientId')?.toLowerCase() !== SAMPLE_CLIENT_ID) return await next()
      await services.signedIn(c, async () => {
        const identity = c.get('identity')
        if (identity.staffRole === null) throw new ProblemError('not-found')
        const { method, path } = c.req
        const isRendered = RENDERED.test(path)
        if (!SAFE_METHODS.has(method) || (path.endsWith('/file') && !isRendered))
          throw new ProblemError('sample-client')
        const { calls } = await openToday()
        const response = await calls.fetch(new Request(c.req.url), { ...c.env, identity: ofSample(identity) })
        if (response.headers.get('content-type') === 'application/pdf') {
          c.res = response
          return
        }
        const text = await response.text()
        c.res = c.body(isRendered ? text : withoutUrls(text), 200, { 'content-type': 'application/json' })
      })
    },

    async findDocument(grant) {
      const { db, client } = await clientOfStaff(grant)
      return { document: await findDocument(db, grant, client.uuid), client }
    },

    async findEstimate({ reader, estimateId, signedAt }) {
      if ('keyId' in reader) throw new ProblemError('not-found')
      const { db, client } = await clientOfStaff({ ...reader, signedAt })
      const estimate = await db.selectFrom('estimate').selectAll().where('uuid', '=', estimateId).executeTakeFirst()
      if (!estimate) throw new ProblemError('not-found')
      const answer = await presentAnswer(db, estimate.uuid)
      const answered = answer && { outcome: answer.outcome, by: answer.answered_by ?? '', at: answer.answered_at }
      return { estimate, client, answer: answered, isSample: true }
    },
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

/** Removes the URLs of files, because the sample has no stored files. */
const withoutUrls = (json: string): string =>
  JSON.stringify(JSON.parse(json, (key, value: unknown) => (key === 'url' ? undefined : value)))
