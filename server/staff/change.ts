import { getRow } from '#server/db/one-row.ts'
import type { AuditAction } from '#contract/access-log.ts'
import { DEFAULT_LANGUAGE } from '#contract/languages.ts'
import type { StaffChange, StaffInvitation, StaffMember } from '#contract/schemas/staff.ts'
import { adminChangeOf } from '#contract/staff.ts'
import { canonicalUsername } from '#contract/email.ts'
import type { Actor } from '#server/access-log/write.ts'
import { lockAccountRow } from '#server/clients/rows.ts'
import type { DatabaseTransaction } from '#server/db/schema.ts'
import { pauseKeysOf } from '#server/import-jobs/paused-keys.ts'
import { ProblemError } from '#server/http/problem.ts'
import { announceChange, nameWithAddress } from '#server/notices/admin-changes.ts'
import { rejectRecentlyRequested } from '#server/mail/limits.ts'
import { queueMail } from '#server/mail/outbox.ts'
import { activate, activeAdmins, end, staffMember, staffMemberOrThrow } from '#server/memberships/members.ts'
import { auditStaff, offer, withdrawOffer } from '#server/offers/offers.ts'

interface ChangeContext {
  practiceId: string
  /** Undefined if the operator makes the change. */
  by?: Actor | undefined
  now: Date
}

/** Creates a staff offer and queues its mail. Throws `already-staff`. */
export async function inviteStaff(
  trx: DatabaseTransaction,
  invitation: StaffInvitation,
  about: ChangeContext,
): Promise<StaffMember> {
  const member = await offerMembership(trx, invitation, about)
  await queueInvitation(trx, member.id, about)
  return member
}

/** Creates a staff offer without a mail. Throws `already-staff`. */
export async function offerMembership(
  trx: DatabaseTransaction,
  { username: typed, firstName, lastName, role }: StaffInvitation,
  { practiceId, by, now }: ChangeContext,
): Promise<StaffMember> {
  const names = { firstName: firstName?.trim() || null, lastName: lastName?.trim() || null }
  const { id: accountId } = await trx
    .insertInto('account')
    .values({
      id: crypto.randomUUID(),
      username: canonicalUsername(typed),
      first_name: names.firstName,
      last_name: names.lastName,
      language: DEFAULT_LANGUAGE,
      created_at: now.toISOString(),
    })
    // A no-op update returns and locks the row: of two concurrent invitations of a person, the second waits here.
    .onConflict((conflict) =>
      conflict.column('username').doUpdateSet((row) => ({ username: row.ref('excluded.username') })),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  const known = await staffMember(trx, practiceId, accountId)
  if (known && known.state !== 'ended') throw new ProblemError('already-staff')
  // For a former member, the name known to the practice is the fallback.
  const { firstName: knownFirst = null, lastName: knownLast = null } = known ?? {}
  const shown = { firstName: names.firstName ?? knownFirst, lastName: names.lastName ?? knownLast }
  await offer(trx, { accountId, practiceId, role, ...shown, now })
  const member = await staffMemberOrThrow(trx, practiceId, accountId)
  await dropProposal(trx, { practiceId, username: member.username })
  if (role === 'CLINIC_ADMIN')
    await announceChange(trx, 'admin-invited', { practiceId, by, member: nameWithAddress(member), now })
  await auditStaff(trx, known ? 'staff-reactivated' : 'staff-invited', member, { practiceId, by, now })
  return member
}

/**
 * Changes the role, ends the membership, withdraws the staff offer, or offers an ended membership again. Throws
 * `not-found`, and `last-admin` if no active admin would remain.
 * Throws `precondition-failed` if `mayChangeAdmins` is false and a concurrent change has turned this change into a
 * change of admins.
 */
export async function changeStaff(
  trx: DatabaseTransaction,
  accountId: string,
  { role, active }: StaffChange,
  { practiceId, by, mayChangeAdmins = true, now }: ChangeContext & { mayChangeAdmins?: boolean },
): Promise<StaffMember> {
  // Locks the practice: two admins could otherwise remove each other concurrently.
  await trx.updateTable('practice').set({ id: practiceId }).where('id', '=', practiceId).execute()
  await lockAccountRow(trx, accountId)
  const member = await staffMember(trx, practiceId, accountId)
  if (!member) throw new ProblemError('not-found')
  if ((member.state !== 'ended') === active && member.role === role && !member.offeredRole) return member
  const weight = adminChangeOf(member, { role, active })
  if (weight && !mayChangeAdmins) throw new ProblemError('precondition-failed')
  await dropProposal(trx, { practiceId, username: member.username })
  const ids = { accountId, practiceId }
  const { firstName, lastName } = member
  if (!active) {
    await withdrawOffer(trx, ids)
    if (member.state !== 'ended') {
      await end(trx, { ...ids, role: member.role, firstName, lastName, now })
      await pauseKeysOf(trx, { practiceId, accountId, now })
    }
  } else if (member.state === 'active') {
    // The admin's choice replaces the staff offer of an export.
    await withdrawOffer(trx, ids)
    await activate(trx, { ...ids, role })
    if (role !== 'CLINIC_ADMIN') await pauseKeysOf(trx, { practiceId, accountId, now })
  } else {
    await offer(trx, { ...ids, role, firstName, lastName, now })
  }
  if (member.state === 'active' && (await activeAdmins(trx, practiceId)).length === 0)
    throw new ProblemError('last-admin')
  const changed = await staffMemberOrThrow(trx, practiceId, accountId)
  if (active && member.state === 'ended') await queueInvitation(trx, accountId, { practiceId, now })
  if (weight) {
    const also = weight === 'admin-ended' ? accountId : undefined
    await announceChange(trx, weight, { practiceId, by, member: nameWithAddress(changed), also, now })
  }
  const action = actionOf(member, changed)
  if (action) await auditStaff(trx, action, changed, { practiceId, by, now })
  return changed
}

/** Deletes an export's proposal, because an admin's decision replaces it. */
async function dropProposal(
  trx: DatabaseTransaction,
  { practiceId, username }: { practiceId: string; username: string },
): Promise<void> {
  await trx
    .deleteFrom('staff_proposal')
    .where('practice_id', '=', practiceId)
    .where('username', '=', username)
    .execute()
}

function actionOf(before: StaffMember, after: StaffMember): AuditAction | undefined {
  if (before.state !== after.state) return after.state === 'ended' ? 'staff-deactivated' : 'staff-reactivated'
  return before.role === after.role ? undefined : 'staff-role-changed'
}

/**
 * Queues the mail of an open staff offer again, unless a mail is still queued. Throws `not-found`, `conflict`,
 * `mailed-recently`.
 */
export async function inviteStaffAgain(
  trx: DatabaseTransaction,
  accountId: string,
  { practiceId, by, now }: ChangeContext,
): Promise<void> {
  const member = await staffMember(trx, practiceId, accountId)
  if (!member) throw new ProblemError('not-found')
  if (member.state !== 'offered') throw new ProblemError('conflict')
  const invitation = { account_id: accountId, practice_id: practiceId, kind: 'staff-offer' } as const
  if (await rejectRecentlyRequested(trx, { ...invitation, now })) return
  if (!(await queueInvitation(trx, accountId, { practiceId, now }))) return
  await auditStaff(trx, 'staff-invited', member, { practiceId, by, now })
}

/**
 * Queues the invitation. Its kind depends on whether the account has a password, which the practice must not learn.
 */
async function queueInvitation(
  trx: DatabaseTransaction,
  accountId: string,
  { practiceId, now }: { practiceId: string; now: Date },
): Promise<boolean> {
  const { password_hash: hash } = await getRow(trx, 'account', { id: accountId }, ['password_hash'])
  return await queueMail(trx, { kind: hash === null ? 'staff-activation' : 'staff-offer', accountId, practiceId, now })
}
