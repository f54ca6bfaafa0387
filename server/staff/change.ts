import type { AuditAction } from '#contract/audit.ts'
import { DEFAULT_LANGUAGE } from '#contract/languages.ts'
import type { StaffChange, StaffInvitation, StaffMember } from '#contract/staff.ts'
import { canonicalUsername } from '#contract/username.ts'
import { type Actor, nameOf, writeAudit } from '#server/audit/write.ts'
import { closeSessions } from '#server/auth/queries.ts'
import type { DatabaseTransaction } from '#server/db/schema.ts'
import { ProblemError } from '#server/http/problem.ts'
import { refuseAskedRecently } from '#server/mail/limits.ts'
import { queueMail } from '#server/mail/outbox.ts'
import { hideAccount, join, leave } from './membership.ts'
import { staffMember, staffMembers } from './queries.ts'

interface About {
  practiceId: string
  /** Undefined where an operator does it. */
  by?: Actor | undefined
  now: Date
}

/** Gives somebody access to a practice as staff, and queues the mail that says so. Throws `already-staff`. */
export async function inviteStaff(
  trx: DatabaseTransaction,
  { username: typed, firstName, lastName, role }: StaffInvitation,
  { practiceId, by, now }: About,
): Promise<StaffMember> {
  const username = canonicalUsername(typed)
  const names = { first_name: firstName?.trim() || null, last_name: lastName?.trim() || null }
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('account')
    .values({
      id: crypto.randomUUID(),
      username,
      ...names,
      language: DEFAULT_LANGUAGE,
      created_at: now.toISOString(),
    })
    .onConflict((conflict) => conflict.column('username').doNothing())
    .executeTakeFirstOrThrow()
  // Of two who invite the same person at once, one waits here for the other.
  const { id: accountId } = await trx
    .updateTable('account')
    .set((row) => ({ language: row.ref('language') }))
    .where('username', '=', username)
    .returning('id')
    .executeTakeFirstOrThrow()
  const known = await staffMember(trx, practiceId, accountId)
  if (known && known.state !== 'deactivated') throw new ProblemError('already-staff')
  await join(trx, { accountId, practiceId, role })
  if (numInsertedOrUpdatedRows === 0n && !known) await hideAccount(trx, { accountId, practiceId, ...names })
  const member = (await staffMember(trx, practiceId, accountId))!
  await queueInvitation(trx, accountId, { practiceId, now })
  await noteStaff(trx, known ? 'staff-reactivated' : 'staff-invited', member, { practiceId, by, now })
  return member
}

/** Changes the role, ends the access or gives it back. Throws `not-found`, and `last-admin` where nobody would be left to do this. */
export async function changeStaff(
  trx: DatabaseTransaction,
  accountId: string,
  { role, active }: StaffChange,
  { practiceId, by, now }: About,
): Promise<StaffMember> {
  // One after the other, for of two admins each may leave the other as the last.
  await trx.updateTable('practice').set({ id: practiceId }).where('id', '=', practiceId).execute()
  const member = await staffMember(trx, practiceId, accountId)
  if (!member) throw new ProblemError('not-found')
  const wasActive = member.state !== 'deactivated'
  if (wasActive === active && member.role === role) return member
  if (wasActive && active) {
    await join(trx, { accountId, practiceId, role })
    await closeSessions(trx, accountId)
  } else if (active) await join(trx, { accountId, practiceId, role })
  else await leave(trx, { accountId, practiceId, role, now })
  const staff = await staffMembers(trx, practiceId)
  if (wasActive && !staff.some(({ role: is, state }) => is === 'CLINIC_ADMIN' && state === 'active'))
    throw new ProblemError('last-admin')
  const changed = staff.find(({ id }) => id === accountId)!
  if (active && changed.state === 'invited' && !wasActive) await queueInvitation(trx, accountId, { practiceId, now })
  const action = wasActive === active ? 'staff-role-changed' : active ? 'staff-reactivated' : 'staff-deactivated'
  await noteStaff(trx, action, changed, { practiceId, by, now })
  return changed
}

/** The mail once more, for who has not accepted; none where one still waits to be sent. Throws `not-found`, `conflict`, `mailed-recently`. */
export async function inviteStaffAgain(
  trx: DatabaseTransaction,
  accountId: string,
  { practiceId, by, now }: About,
): Promise<void> {
  const member = await staffMember(trx, practiceId, accountId)
  if (!member) throw new ProblemError('not-found')
  if (member.state !== 'invited') throw new ProblemError('conflict')
  await refuseAskedRecently(trx, { accountId, practiceId, now })
  const waiting = await trx
    .selectFrom('outbox')
    .select('id')
    .where('account_id', '=', accountId)
    .where((row) => row.or([row('kind', '=', 'activation'), row.and({ kind: 'access', practice_id: practiceId })]))
    .executeTakeFirst()
  if (waiting) return
  await queueInvitation(trx, accountId, { practiceId, now })
  await noteStaff(trx, 'staff-invited', member, { practiceId, by, now })
}

/** What it says depends on whether there is a password, of which the practice is told nothing. */
async function queueInvitation(
  trx: DatabaseTransaction,
  accountId: string,
  { practiceId, now }: { practiceId: string; now: Date },
) {
  const { password_hash: hash } = await trx
    .selectFrom('account')
    .select('password_hash')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  await queueMail(trx, { kind: hash === null ? 'activation' : 'access', accountId, practiceId, now })
}

/** Puts into the practice's trail what was done about somebody. */
export const noteStaff = (
  trx: DatabaseTransaction,
  action: AuditAction,
  { id, role, ...names }: StaffMember,
  { practiceId, by, now }: About,
) => writeAudit(trx, { practiceId, by, action, details: { member: { id, name: nameOf(names), role } }, now })
