import { Hono } from 'hono'
import type { Env, Services } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { pauseKeysOf } from '#server/feed/paused-keys.ts'
import { acceptOffer, declineOffer, offersOf } from '#server/offers/offers.ts'
import { announceAdmin } from '#server/notices/admin-changes.ts'
import { sendNotices } from '#server/notices/tell-admins.ts'

/** What practices offer to the signed-in user, and the answer. */
export function offerRoutes(services: Services): Hono<Env> {
  const { db, clock, signedIn } = services
  return new Hono<Env>()
    .get('/user/offers', signedIn, async (c) => c.json(await offersOf(db, c.get('identity').accountId)))

    .post('/user/offers/:practiceId', signedIn, async (c) => {
      const by = c.get('identity')
      const offered = { accountId: by.accountId, practiceId: c.req.param('practiceId') }
      const now = clock()
      await inTransaction(db, async (trx) => {
        const member = await acceptOffer(trx, { ...offered, by, now })
        await announceAdmin(trx, member, { practiceId: offered.practiceId, now })
        // An export may offer an admin the lower role.
        if (member.role !== 'CLINIC_ADMIN') await pauseKeysOf(trx, { ...offered, now })
      })
      sendNotices(services)
      return c.body(null, 204)
    })

    .delete('/user/offers/:practiceId', signedIn, async (c) => {
      const offered = { accountId: c.get('identity').accountId, practiceId: c.req.param('practiceId') }
      await inTransaction(db, (trx) => declineOffer(trx, { ...offered, now: clock() }))
      return c.body(null, 204)
    })
}
