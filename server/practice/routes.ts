import { Hono } from 'hono'
import { practiceBodySchema } from '#contract/schemas/practice.ts'
import { requireAdmin, requireStaff, accessToPractice, requireUnlocked } from '#server/access/access-level.ts'
import { createProofs } from '#server/auth/proof.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Env, Services } from '#server/context.ts'
import { asJson, sendJsonList } from '#server/http/json-list.ts'
import { validBody } from '#server/http/validate.ts'
import { sendNotices } from '#server/notices/admin-changes.ts'
import { changePractice, movesAccount } from './change.ts'
import { practiceRow, practicesOf, publicPractice, wholePractice } from './queries.ts'
import { followUpOf } from './follow-up.ts'
import { newsOf } from './news.ts'
import { practiceVersion } from './version.ts'

export function practiceRoutes(services: Services): Hono<Env> {
  const { db, clock, log, signedIn } = services
  const proofs = createProofs(services)
  return new Hono<Env>()
    .get('/user/practices', signedIn, (c) => sendJsonList(c, log, asJson(practicesOf(db, c.get('identity').accountId))))

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

    .get('/practice/:practiceId/follow-up', signedIn, async (c) => {
      const practiceId = c.req.param('practiceId')
      const access = await accessToPractice(db, c.get('identity'), practiceId)
      requireStaff(access)
      const isAdmin = access.role === 'CLINIC_ADMIN'
      return c.json(await followUpOf(db, { practiceId, isAdmin, now: clock() }))
    })

    .put('/practice/:practiceId', signedIn, async (c) => {
      const practiceId = c.req.param('practiceId')
      const by = c.get('identity')
      const access = await accessToPractice(db, by, practiceId)
      requireStaff(access)
      const { proof, ...change } = await validBody(c, practiceBodySchema)
      const ifMatch = c.req.header('if-match')
      const mayMoveAccount = await movesAccount(db, { practiceId, change, ifMatch })
      if (mayMoveAccount) {
        requireAdmin(access)
        await proofs.requireFor(c, 'account-moved', proof)
      }
      const row = await inTransaction(db, (trx) =>
        changePractice(trx, { practiceId, change, ifMatch, mayMoveAccount, by, now: clock() }),
      )
      if (mayMoveAccount) sendNotices(services)
      c.header('etag', await practiceVersion(row))
      return c.json(wholePractice(row))
    })
}
