import { Hono } from 'hono'
import { practiceSecondFactorChangeSchema } from '#contract/schemas/second-factor.ts'
import { staffChangeSchema, staffInvitationSchema } from '#contract/schemas/staff.ts'
import { accessToPractice, requireAdmin } from '#server/access/access-level.ts'
import type { Call, Env, Services } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { asJson, sendJsonList } from '#server/http/json-list.ts'
import { ProblemError } from '#server/http/problem.ts'
import { validBody, validSettings } from '#server/http/validate.ts'
import { deliverOutbox } from '#server/mail/outbox.ts'
import { staffInBatches } from '#server/memberships/members.ts'
import { changeStaff, inviteStaff, inviteStaffAgain } from './change.ts'
import { practiceSecondFactor, requireSecondFactor, resetSecondFactor } from './second-factor.ts'

/** The staff of a practice: for its admins. */
export function staffRoutes(services: Services): Hono<Env> {
  const { db, clock, log, background, signedIn } = services
  const deliver = () => background.run('outbox', () => deliverOutbox(services))

  async function about(c: Call, practiceId: string) {
    const by = c.get('identity')
    requireAdmin(await accessToPractice(db, by, practiceId))
    return { practiceId, by, now: clock() }
  }

  const ofPractice = '/practice/:practiceId/second-factor'

  return new Hono<Env>()
    .get(ofPractice, signedIn, async (c) => {
      const { practiceId } = await about(c, c.req.param('practiceId'))
      return c.json(await practiceSecondFactor(db, practiceId))
    })

    .put(ofPractice, signedIn, async (c) => {
      const whose = await about(c, c.req.param('practiceId'))
      const { required } = await validSettings(c, practiceSecondFactorChangeSchema)
      await inTransaction(db, (trx) => requireSecondFactor(trx, { ...whose, required }))
      return c.body(null, 204)
    })

    .delete('/practice/:practiceId/staff/:accountId/second-factor', signedIn, async (c) => {
      const whose = await about(c, c.req.param('practiceId'))
      const accountId = c.req.param('accountId')
      // One's own takes a proof, and is in the settings.
      if (accountId === whose.by.accountId) throw new ProblemError('forbidden')
      await inTransaction(db, (trx) => resetSecondFactor(trx, accountId, whose))
      deliver()
      return c.body(null, 204)
    })

    .get('/practice/:practiceId/staff', signedIn, async (c) => {
      const { practiceId } = await about(c, c.req.param('practiceId'))
      return await sendJsonList(c, log, asJson(staffInBatches(db, practiceId)))
    })

    .post('/practice/:practiceId/staff', signedIn, async (c) => {
      const whose = await about(c, c.req.param('practiceId'))
      const invitation = await validBody(c, staffInvitationSchema)
      const member = await inTransaction(db, (trx) => inviteStaff(trx, invitation, whose))
      deliver()
      return c.json(member, 201)
    })

    .put('/practice/:practiceId/staff/:accountId', signedIn, async (c) => {
      const whose = await about(c, c.req.param('practiceId'))
      const change = await validBody(c, staffChangeSchema)
      const member = await inTransaction(db, (trx) => changeStaff(trx, c.req.param('accountId'), change, whose))
      deliver()
      return c.json(member)
    })

    .post('/practice/:practiceId/staff/:accountId/invitation', signedIn, async (c) => {
      const whose = await about(c, c.req.param('practiceId'))
      await inTransaction(db, (trx) => inviteStaffAgain(trx, c.req.param('accountId'), whose))
      deliver()
      return c.body(null, 204)
    })
}
