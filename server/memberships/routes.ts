import { Hono } from 'hono'
import type { Env, Services } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { acceptOffer, declineOffer, offersOf } from './offers.ts'

/** What practices offer to the signed-in user, and the answer. */
export function offerRoutes({ db, clock, signedIn }: Services): Hono<Env> {
  return new Hono<Env>()
    .get('/user/offers', signedIn, async (c) => c.json(await offersOf(db, c.get('identity').accountId)))

    .post('/user/offers/:practiceId', signedIn, async (c) => {
      const by = c.get('identity')
      const offered = { accountId: by.accountId, practiceId: c.req.param('practiceId') }
      await inTransaction(db, (trx) => acceptOffer(trx, { ...offered, by, now: clock() }))
      return c.body(null, 204)
    })

    .delete('/user/offers/:practiceId', signedIn, async (c) => {
      const offered = { accountId: c.get('identity').accountId, practiceId: c.req.param('practiceId') }
      await inTransaction(db, (trx) => declineOffer(trx, { ...offered, now: clock() }))
      return c.body(null, 204)
    })
}
