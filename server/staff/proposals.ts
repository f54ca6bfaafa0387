import { findRow } from '#server/db/one-row.ts'
import { sql } from 'kysely'
import type { StaffMember, StaffProposal } from '#contract/schemas/staff.ts'
import type { StaffRole } from '#contract/roles.ts'
import { type Actor, writeAudit } from '#server/access-log/write.ts'
import { present } from '#server/db/present.ts'
import type { Database, DatabaseTransaction } from '#server/db/schema.ts'
import { ProblemError } from '#server/http/problem.ts'
import { activeMemberships, staffMember } from '#server/memberships/members.ts'
import { changeStaff, inviteStaff } from './change.ts'

// Proposals of admins by exports. An export grants no admin role; an admin of the practice decides. A new person
// has no account until then.

interface Row {
  id: string
  username: string
  firstName: string | null
  lastName: string | null
  key: string | null
  proposedAt: string
  currentRole: StaffRole | null
}

export async function proposalsOf(db: Database, practiceId: string): Promise<StaffProposal[]> {
  const { rows } = await sql<Row>`
    select p.id, p.username, p.first_name as "firstName", p.last_name as "lastName", p.key_name as key,
      p.proposed_at as "proposedAt", w.role as "currentRole"
    from staff_proposal p left join account a on a.username = p.username
    left join ${activeMemberships} w on w.account_id = a.id and w.practice_id = p.practice_id
    where p.practice_id = ${practiceId} order by p.proposed_at, p.username`.execute(db)
  return rows.map(({ id, username, proposedAt, ...row }) => ({ id, username, proposedAt, ...present(row) }))
}

interface Decision {
  practiceId: string
  proposalId: string
  by: Actor
  now: Date
}

/**
 * Throws `not-found` if there is no proposal. Call before checking the proof, because checking a code uses up the
 * code.
 */
export async function requireProposal(
  db: Database,
  { practiceId, proposalId }: Pick<Decision, 'practiceId' | 'proposalId'>,
): Promise<void> {
  const found = await findRow(db, 'staff_proposal', { practice_id: practiceId, id: proposalId }, ['id'])
  if (!found) throw new ProblemError('not-found')
}

/** Makes a staff member an admin, or invites a new admin. Throws `not-found` if another admin has decided. */
export async function acceptProposal(
  trx: DatabaseTransaction,
  { proposalId, ...about }: Decision,
): Promise<StaffMember> {
  const { username, first_name: firstName, last_name: lastName } = await take(trx, { proposalId, ...about })
  const account = await trx.selectFrom('account').select('id').where('username', '=', username).executeTakeFirst()
  const member = account && (await staffMember(trx, about.practiceId, account.id))
  const role = 'CLINIC_ADMIN'
  if (member && member.state !== 'ended') return await changeStaff(trx, member.id, { role, active: true }, about)
  return await inviteStaff(trx, { username, ...present({ firstName, lastName }), role }, about)
}

export async function declineProposal(trx: DatabaseTransaction, { proposalId, ...about }: Decision): Promise<void> {
  const { username, first_name: firstName, last_name: lastName } = await take(trx, { proposalId, ...about })
  const name = [firstName, lastName].filter(Boolean).join(' ') || username
  const details = { member: { id: proposalId, name, role: 'CLINIC_ADMIN' as const } }
  await writeAudit(trx, { ...about, action: 'staff-proposal-declined', details })
}

/** Deletes and returns the proposal, so that only one of two concurrent admins decides. */
async function take(trx: DatabaseTransaction, { practiceId, proposalId }: Decision) {
  const taken = await trx
    .deleteFrom('staff_proposal')
    .where('practice_id', '=', practiceId)
    .where('id', '=', proposalId)
    .returning(['username', 'first_name', 'last_name'])
    .executeTakeFirst()
  if (!taken) throw new ProblemError('not-found')
  return taken
}
