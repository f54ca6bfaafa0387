import type { Hono } from 'hono'
import { listOf } from '#contract/schemas/fields.ts'
import { gettingStartedChangeSchema, gettingStartedSchema } from '#contract/schemas/getting-started.ts'
import { followUpSchema, practiceNewsSchema } from '#contract/schemas/news.ts'
import { ownPracticeSchema, practiceBodySchema, practiceSchema } from '#contract/schemas/practice.ts'
import { requireAdmin } from '#server/access/access-level.ts'
import { PROOF_PROBLEMS, WHOLE_PROOF, createProofs } from '#server/auth/proof.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Env, Services } from '#server/context.ts'
import { asJson, sendJsonList } from '#server/http/json-list.ts'
import { sendNotices } from '#server/notices/admin-changes.ts'
import { get, operations, put } from '#server/operations/operation.ts'
import { routes } from '#server/operations/routes.ts'
import { changePractice, changesBankAccount } from './change.ts'
import { practiceRow, practicesOf, publicPractice, wholePractice } from './queries.ts'
import { dismissGettingStarted, gettingStartedOf } from './getting-started.ts'
import { followUpOf } from './follow-up.ts'
import { newsOf } from './news.ts'
import { practiceVersion } from './version.ts'

export const practiceOperations = operations('Practice', {
  getPractice: get('/practice/:practiceId', 'practice member', {
    summary: 'Get a practice; owners get its public part',
    response: practiceSchema,
    headers: { ETag: 'Version of the fields that PUT changes.' },
  }),
  changePractice: put('/practice/:practiceId', 'staff', {
    summary: 'Change the details of the practice that clients see',
    description: `Fails with precondition-failed if the header If-Match names another version of the practice. Only clinic admins change the account. ${WHOLE_PROOF}`,
    body: practiceBodySchema,
    response: practiceSchema,
    headers: { ETag: 'Version of the practice after the change.' },
    problems: ['precondition-failed', ...PROOF_PROBLEMS],
  }),
  getNews: get('/practice/:practiceId/news', 'staff', {
    summary: 'List recent events of the practice: the latest few of each kind in 30 days',
    response: practiceNewsSchema,
  }),
  getFollowUp: get('/practice/:practiceId/follow-up', 'staff', {
    summary: 'Get the numbers of tasks for staff',
    response: followUpSchema,
  }),
})

export const gettingStartedOperations = operations('Practice', {
  getGettingStarted: get('/practice/:practiceId/getting-started', 'admin', {
    summary: 'Get the first steps of a practice, and which are completed',
    response: gettingStartedSchema,
  }),
  changeGettingStarted: put('/practice/:practiceId/getting-started', 'admin', {
    summary: 'Close the list of first steps for all admins, or open it again',
    body: gettingStartedChangeSchema,
    settings: true,
  }),
})

export const ownPracticeOperations = operations('Session', {
  listOwnPractices: get('/user/practices', 'account', {
    summary: 'List the practices where the user is a client',
    description: 'With `clients` if the user has several at a practice, such as a private and a business record.',
    response: listOf(ownPracticeSchema),
  }),
})

export function practiceRoutes(services: Services): Hono<Env> {
  const { db, log } = services
  const proofs = createProofs(services)
  return routes(services)
    .on(ownPracticeOperations.listOwnPractices, ({ c, by }) =>
      sendJsonList(c, log, asJson(practicesOf(db, by.accountId))),
    )

    .on(practiceOperations.getPractice, async ({ c, practiceId, access }) => {
      const row = await practiceRow(db, practiceId)
      c.header('etag', await practiceVersion(row))
      return access.side === 'owner' ? publicPractice(row) : wholePractice(row)
    })

    .on(practiceOperations.getNews, ({ practiceId, now }) => newsOf(db, practiceId, now))

    .on(practiceOperations.getFollowUp, ({ practiceId, access, now }) =>
      followUpOf(db, { practiceId, isAdmin: access.role === 'CLINIC_ADMIN', now }),
    )

    .on(gettingStartedOperations.getGettingStarted, ({ by: { accountId }, practiceId }) =>
      gettingStartedOf(services, { practiceId, accountId }),
    )

    .on(gettingStartedOperations.changeGettingStarted, ({ practiceId, now, body: { isDismissed } }) =>
      dismissGettingStarted(db, { practiceId, isDismissed, now }),
    )

    .on(practiceOperations.changePractice, async ({ c, by, practiceId, access, now, body: { proof, ...change } }) => {
      const ifMatch = c.req.header('if-match')
      const mayMoveAccount = await changesBankAccount(db, { practiceId, change, ifMatch })
      if (mayMoveAccount) {
        requireAdmin(access)
        await proofs.requireFor(c, 'account-moved', proof)
      }
      const row = await inTransaction(db, (trx) =>
        changePractice(trx, { practiceId, change, ifMatch, mayMoveAccount, by, now }),
      )
      if (mayMoveAccount) sendNotices(services)
      c.header('etag', await practiceVersion(row))
      return wholePractice(row)
    }).app
}
