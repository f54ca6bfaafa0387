import { Hono } from 'hono'
import { practiceBodySchema } from '#contract/schemas/practice.ts'
import { requireStaff, accessToPractice, requireUnlocked } from '#server/access/access-level.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Env, Services } from '#server/context.ts'
import { validBody } from '#server/http/validate.ts'
import { changePractice } from './change.ts'
import { practiceRow, practicesOf, publicPractice, wholePractice } from './queries.ts'
import { newsOf } from './news.ts'
import { practiceVersion } from './version.ts'

export function practiceRoutes({ db, clock, signedIn }: Services): Hono<Env> {
  return new Hono<Env>()
    .get('/user/practices', signedIn, async (c) => c.json(await practicesOf(db, c.get('identity').accountId)))

    .get('/practice/:practiceId', signedIn, async (c) => {
      const practiceId = c.req.param('practiceId')
      const identity = c.get('identity')
      const access = await accessToPractice(db, identity, practiceId)
      requireUnlocked(access)
      const row = await practiceRow(db, practiceId)
      c.header('etag', await practiceVersion(row))
      return c.json(access.side === 'owner' ? publicPractice(row) : wholePractice(row))
    })

    .get('/practice/:practiceId/news', signedIn, async (c) => {
      const practiceId = c.req.param('practiceId')
      requireStaff(await accessToPractice(db, c.get('identity'), practiceId))
      return c.json(await newsOf(db, practiceId, clock()))
    })

    .put('/practice/:practiceId', signedIn, async (c) => {
      const practiceId = c.req.param('practiceId')
      const by = c.get('identity')
      requireStaff(await accessToPractice(db, by, practiceId))
      const change = await validBody(c, practiceBodySchema)
      const ifMatch = c.req.header('if-match')
      const row = await inTransaction(db, (trx) =>
        changePractice(trx, { practiceId, change, ifMatch, by, now: clock() }),
      )
      c.header('etag', await practiceVersion(row))
      return c.json(wholePractice(row))
    })
}
