import type { Hono } from 'hono'
import { listOf } from '#contract/schemas/fields.ts'
import {
  factorProofSchema,
  practiceSecondFactorChangeSchema,
  practiceSecondFactorSchema,
} from '#contract/schemas/second-factor.ts'
import { adminChangeOf } from '#contract/staff.ts'
import {
  staffChangeSchema,
  staffInvitationSchema,
  staffMemberSchema,
  staffProposalSchema,
} from '#contract/schemas/staff.ts'
import { PROOF_PROBLEMS, WHOLE_PROOF, createProofs } from '#server/auth/proof.ts'
import type { Env, Services } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { asJson, sendJsonList } from '#server/http/json-list.ts'
import { ProblemError } from '#server/http/problem.ts'
import { deliverOutbox } from '#server/mail/outbox.ts'
import { get, operations, post, put, remove } from '#server/operations/operation.ts'
import { requirePublic } from '#server/invitations/require-public.ts'
import { routes } from '#server/operations/routes.ts'
import { staffInBatches, staffMember } from '#server/memberships/members.ts'
import { changeStaff, inviteStaff, inviteStaffAgain } from './change.ts'
import { unlinkStaffIdentities } from './identities.ts'
import { acceptProposal, declineProposal, proposalsOf, requireProposal } from './proposals.ts'
import {
  isSecondFactorRequired,
  practiceSecondFactor,
  requireSecondFactor,
  resetSecondFactor,
} from './second-factor.ts'

export const staffOperations = operations('Practice', {
  getPracticeSecondFactor: get('/practice/:practiceId/second-factor', 'admin', {
    summary: 'Get whether staff must have a second factor, and how many have none',
    response: practiceSecondFactorSchema,
  }),
  changePracticeSecondFactor: put('/practice/:practiceId/second-factor', 'admin', {
    summary: 'Require a second factor from staff, or make it optional',
    description:
      'Ends the sessions of staff that were opened by one factor. second-factor-missing: the session of the call is one of them. Making it optional needs a proof, and all admins get a mail.',
    body: practiceSecondFactorChangeSchema,
    settings: true,
    problems: ['second-factor-missing', 'precondition-failed', ...PROOF_PROBLEMS],
  }),
  resetSecondFactor: post('/practice/:practiceId/staff/:accountId/second-factor/removal', 'admin', {
    summary: 'Remove the second factors of another member of staff',
    description: `For a lost telephone. Ends the sessions of the account and mails it and all admins. conflict: there is no second factor. ${WHOLE_PROOF}`,
    body: factorProofSchema,
    problems: PROOF_PROBLEMS,
  }),
  unlinkStaffIdentities: remove('/practice/:practiceId/staff/:accountId/identities', 'admin', {
    summary: 'Unlink the identities of a member of staff at an OpenID Connect issuer',
    description:
      'For a person with a new account at the issuer. Ends the sessions that the issuer opened, and mails the person. conflict: there is no identity.',
  }),
  listStaff: get('/practice/:practiceId/staff', 'admin', {
    summary: 'List staff memberships: offered, active and ended',
    response: listOf(staffMemberSchema),
  }),
  inviteStaff: post('/practice/:practiceId/staff', 'admin', {
    summary: 'Offer a membership, or an ended one again, and mail the offer',
    description:
      'It gives no right before its person accepts it, by POST /user/offers/{practiceId} or by choosing the first password by the link of the mail. An existing account keeps its names; until then it is listed by the names of this call. already-staff: the membership is offered or active already. For a CLINIC_ADMIN it needs a proof, and all admins get a mail.',
    body: staffInvitationSchema,
    response: staffMemberSchema,
    status: 201,
    problems: ['already-staff', 'local-address', ...PROOF_PROBLEMS],
  }),
  changeStaff: put('/practice/:practiceId/staff/:accountId', 'admin', {
    summary: 'Change the role, end the membership, withdraw its offer, or offer it again',
    description:
      'Sessions continue, without the practice from their next call on. last-admin: no active admin would be left. If somebody becomes an admin or stops being one, it needs a proof, and all admins get a mail.',
    body: staffChangeSchema,
    response: staffMemberSchema,
    problems: ['last-admin', 'precondition-failed', ...PROOF_PROBLEMS],
  }),
  listStaffProposals: get('/practice/:practiceId/staff-proposals', 'admin', {
    summary: 'List admins proposed by exports that are not decided yet',
    response: listOf(staffProposalSchema),
  }),
  acceptStaffProposal: post('/practice/:practiceId/staff-proposals/:proposalId', 'admin', {
    summary: 'Accept a proposed admin: change the role or send an invitation',
    description: `All admins get a mail. ${WHOLE_PROOF}`,
    body: factorProofSchema,
    response: staffMemberSchema,
    problems: PROOF_PROBLEMS,
  }),
  declineStaffProposal: remove('/practice/:practiceId/staff-proposals/:proposalId', 'admin', {
    summary: 'Decline a proposed admin; the same export does not propose the person again',
  }),
  inviteStaffAgain: post('/practice/:practiceId/staff/:accountId/invitation', 'admin', {
    summary: 'Send the mail of an offer again',
    description: 'conflict: the offer is accepted, or ended.',
    problems: ['mailed-recently', 'local-address'],
  }),
})

export function staffRoutes(services: Services): Hono<Env> {
  const { db, log, background, settings } = services
  const proofs = createProofs(services)
  const deliver = () => background.run('outbox', () => deliverOutbox(services))

  return routes(services)
    .on(staffOperations.getPracticeSecondFactor, ({ practiceId }) => practiceSecondFactor(db, practiceId))

    .on(staffOperations.changePracticeSecondFactor, async ({ c, by, practiceId, now, body: { required, proof } }) => {
      const mayMakeOptional = !required && (await isSecondFactorRequired(db, practiceId))
      if (mayMakeOptional) await proofs.requireFor(c, 'second-factor-optional', proof)
      await inTransaction(db, (trx) => requireSecondFactor(trx, { practiceId, by, now, required, mayMakeOptional }))
      deliver()
    })

    .on(staffOperations.resetSecondFactor, async (call) => {
      const { c, by, practiceId, accountId, now } = call
      // Users remove their own second factor in their settings.
      if (accountId === by.accountId) throw new ProblemError('forbidden')
      // The proof comes last, because a code is valid once.
      const member = await staffMember(db, practiceId, accountId)
      if (member?.state !== 'active') throw new ProblemError('not-found')
      await proofs.requireFor(c, 'factors-removed', call.body)
      await inTransaction(db, (trx) => resetSecondFactor(trx, accountId, { practiceId, by, now }))
      deliver()
    })

    .on(staffOperations.unlinkStaffIdentities, async ({ by, practiceId, accountId, now }) => {
      await inTransaction(db, (trx) => unlinkStaffIdentities(trx, accountId, { practiceId, by, now }))
      deliver()
    })

    .on(staffOperations.listStaff, ({ c, practiceId }) => sendJsonList(c, log, asJson(staffInBatches(db, practiceId))))

    .on(staffOperations.inviteStaff, async ({ c, by, practiceId, now, body: { proof, ...invitation } }) => {
      requirePublic(settings)
      if (invitation.role === 'CLINIC_ADMIN') await proofs.requireFor(c, 'admin-invited', proof)
      const member = await inTransaction(db, (trx) => inviteStaff(trx, invitation, { practiceId, by, now }))
      deliver()
      return member
    })

    .on(staffOperations.changeStaff, async ({ c, by, practiceId, accountId, now, body: { proof, ...change } }) => {
      const present = await staffMember(db, practiceId, accountId)
      const weight = present && adminChangeOf(present, change)
      if (weight) await proofs.requireFor(c, weight, proof)
      const changing = { practiceId, by, now, mayChangeAdmins: weight !== undefined }
      const member = await inTransaction(db, (trx) => changeStaff(trx, accountId, change, changing))
      deliver()
      return member
    })

    .on(staffOperations.listStaffProposals, ({ practiceId }) => proposalsOf(db, practiceId))

    .on(staffOperations.acceptStaffProposal, async (call) => {
      const { c, by, practiceId, proposalId, now } = call
      const decided = { practiceId, by, now, proposalId }
      await requireProposal(db, decided)
      await proofs.requireFor(c, 'admin-accepted', call.body)
      const member = await inTransaction(db, (trx) => acceptProposal(trx, decided))
      deliver()
      return member
    })

    .on(staffOperations.declineStaffProposal, async ({ by, practiceId, proposalId, now }) => {
      await inTransaction(db, (trx) => declineProposal(trx, { practiceId, by, now, proposalId }))
    })

    .on(staffOperations.inviteStaffAgain, async ({ by, practiceId, accountId, now }) => {
      requirePublic(settings)
      await inTransaction(db, (trx) => inviteStaffAgain(trx, accountId, { practiceId, by, now }))
      deliver()
    }).app
}
