import type { Hono } from 'hono'
import { listOf } from '#contract/schemas/fields.ts'
import { staffOfferSchema } from '#contract/schemas/staff.ts'
import type { Env, Services } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { pauseKeysOf } from '#server/import-jobs/paused-keys.ts'
import { get, operations, post, remove } from '#server/operations/operation.ts'
import { routes } from '#server/operations/routes.ts'
import { acceptOffer, declineOffer, offersOf } from '#server/offers/offers.ts'
import { announceAdmin, sendNotices } from '#server/notices/admin-changes.ts'

export const offerOperations = operations('Session', {
  listOffers: get('/user/offers', 'account', {
    summary: 'List the membership offers of the user',
    response: listOf(staffOfferSchema),
  }),
  acceptOffer: post('/user/offers/:practiceId', 'account', {
    summary: 'Accept an offer',
    description: 'If the practice requires a second factor, sessions with only one factor end.',
    problems: ['not-found'],
  }),
  declineOffer: remove('/user/offers/:practiceId', 'account', {
    summary: 'Decline an offer',
    problems: ['not-found'],
  }),
})

export function offerRoutes(services: Services): Hono<Env> {
  const { db } = services
  return routes(services)
    .on(offerOperations.listOffers, ({ by }) => offersOf(db, by.accountId))

    .on(offerOperations.acceptOffer, async ({ by, practiceId, now }) => {
      const offered = { accountId: by.accountId, practiceId }
      await inTransaction(db, async (trx) => {
        const member = await acceptOffer(trx, { ...offered, by, now })
        await announceAdmin(trx, member, { practiceId, now })
        // A staff offer of an export may have lowered the role of an admin.
        if (member.role !== 'CLINIC_ADMIN') await pauseKeysOf(trx, { ...offered, now })
      })
      sendNotices(services)
    })

    .on(offerOperations.declineOffer, async ({ by, practiceId, now }) => {
      await inTransaction(db, (trx) => declineOffer(trx, { accountId: by.accountId, practiceId, now }))
    }).app
}
