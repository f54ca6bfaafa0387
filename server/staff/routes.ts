import { Hono } from 'hono'
import { factorProofSchema, practiceSecondFactorChangeSchema } from '#contract/schemas/second-factor.ts'
import { adminChangeOf } from '#contract/staff.ts'
import { staffChangeSchema, staffInvitationSchema } from '#contract/schemas/staff.ts'
import { accessToPractice, requireAdmin } from '#server/access/access-level.ts'
import { createProofs } from '#server/auth/proof.ts'
import type { Call, Env, Services } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { asJson, sendJsonList } from '#server/http/json-list.ts'
import { ProblemError } from '#server/http/problem.ts'
import { validBody, validSettings } from '#server/http/validate.ts'
import { deliverOutbox } from '#server/mail/outbox.ts'
import { staffInBatches, staffMember } from '#server/memberships/members.ts'
import { changeStaff, inviteStaff, inviteStaffAgain } from './change.ts'
import { acceptProposal, declineProposal, proposalsOf, requireProposal } from './proposals.ts'
import {
  isSecondFactorRequired,
  practiceSecondFactor,
  requireSecondFactor,
  resetSecondFactor,
} from './second-factor.ts'

/** The staff of a practice: for its admins. */
export function staffRoutes(services: Services): Hono<Env> {
  const { db, clock, log, background, signedIn } = services
  const proofs = createProofs(services)
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
      const { required, proof } = await validSettings(c, practiceSecondFactorChangeSchema)
      const mayMakeOptional = !required && (await isSecondFactorRequired(db, whose.practiceId))
      if (mayMakeOptional) await proofs.requireFor(c, 'second-factor-optional', proof)
      await inTransaction(db, (trx) => requireSecondFactor(trx, { ...whose, required, mayMakeOptional }))
      deliver()
      return c.body(null, 204)
    })

    .post('/practice/:practiceId/staff/:accountId/second-factor/removal', signedIn, async (c) => {
      const whose = await about(c, c.req.param('practiceId'))
      const accountId = c.req.param('accountId')
      // One's own takes a proof, and is in the settings.
      if (accountId === whose.by.accountId) throw new ProblemError('forbidden')
      // Before the proof, because a code is good once.
      const member = await staffMember(db, whose.practiceId, accountId)
      if (member?.state !== 'active') throw new ProblemError('not-found')
      await proofs.requireFor(c, 'factors-removed', await validBody(c, factorProofSchema))
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
      const { proof, ...invitation } = await validBody(c, staffInvitationSchema)
      if (invitation.role === 'CLINIC_ADMIN') await proofs.requireFor(c, 'admin-invited', proof)
      const member = await inTransaction(db, (trx) => inviteStaff(trx, invitation, whose))
      deliver()
      return c.json(member, 201)
    })

    .put('/practice/:practiceId/staff/:accountId', signedIn, async (c) => {
      const whose = await about(c, c.req.param('practiceId'))
      const { proof, ...change } = await validBody(c, staffChangeSchema)
      const accountId = c.req.param('accountId')
      const present = await staffMember(db, whose.practiceId, accountId)
      const weight = present && adminChangeOf(present, change)
      if (weight) await proofs.requireFor(c, weight, proof)
      const changing = { ...whose, mayChangeAdmins: weight !== undefined }
      const member = await inTransaction(db, (trx) => changeStaff(trx, accountId, change, changing))
      deliver()
      return c.json(member)
    })

    .get('/practice/:practiceId/staff-proposals', signedIn, async (c) => {
      const { practiceId } = await about(c, c.req.param('practiceId'))
      return c.json(await proposalsOf(db, practiceId))
    })

    .post('/practice/:practiceId/staff-proposals/:proposalId', signedIn, async (c) => {
      const { practiceId, proposalId } = c.req.param()
      const decided = { ...(await about(c, practiceId)), proposalId }
      await requireProposal(db, decided)
      await proofs.requireFor(c, 'admin-accepted', await validBody(c, factorProofSchema))
      const member = await inTransaction(db, (trx) => acceptProposal(trx, decided))
      deliver()
      return c.json(member)
    })

    .delete('/practice/:practiceId/staff-proposals/:proposalId', signedIn, async (c) => {
      const { practiceId, proposalId } = c.req.param()
      const decided = { ...(await about(c, practiceId)), proposalId }
      await inTransaction(db, (trx) => declineProposal(trx, decided))
      return c.body(null, 204)
    })

    .post('/practice/:practiceId/staff/:accountId/invitation', signedIn, async (c) => {
      const whose = await about(c, c.req.param('practiceId'))
      await inTransaction(db, (trx) => inviteStaffAgain(trx, c.req.param('accountId'), whose))
      deliver()
      return c.body(null, 204)
    })
}
