import { DAY_MS, momentAfter } from '#contract/dates.ts'
import { sql } from 'kysely'
import type { StaffMember, StaffOffer } from '#contract/schemas/staff.ts'
import type { StaffRole } from '#contract/roles.ts'
import { type Actor, writeAudit } from '#server/access-log/write.ts'
import { lockAccountRow } from '#server/clients/rows.ts'
import type { AuditAction } from '#contract/access-log.ts'
import { present } from '#server/db/present.ts'
import type { Database, DatabaseTransaction } from '#server/db/schema.ts'
import { ProblemError } from '#server/http/problem.ts'
import {
  activate,
  activeMemberships,
  end,
  nameOf,
  saveName,
  staffMember,
  staffMemberOrThrow,
} from '#server/memberships/members.ts'

type Db = Database | DatabaseTransaction

interface Membership {
  accountId: string
  practiceId: string
}

interface Offered extends Membership {
  role: StaffRole
  firstName?: string | null | undefined
  lastName?: string | null | undefined
  now: Date
}

/** Creates a staff offer of a membership or of another role, replacing any earlier staff offer of the practice. */
export async function offer(
  trx: DatabaseTransaction,
  { accountId, practiceId, role, firstName, lastName, now }: Offered,
): Promise<void> {
  await saveName(trx, { accountId, practiceId, firstName, lastName })
  const offered = { role, offered_at: now.toISOString() }
  await trx
    .insertInto('staff_offer')
    .values({ account_id: accountId, practice_id: practiceId, ...offered })
    .onConflict((conflict) => conflict.columns(['account_id', 'practice_id']).doUpdateSet(offered))
    .execute()
}

/** Deletes a staff offer; returns whether there was one. */
export async function withdrawOffer(trx: DatabaseTransaction, { accountId, practiceId }: Membership): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('staff_offer')
    .where('account_id', '=', accountId)
    .where('practice_id', '=', practiceId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

const KEPT_DAYS = 90

/** Deletes staff offers not accepted within 90 days, and proposed admins of an export not decided on within 90 days. */
export async function deleteOldOffers(db: Database, now: Date): Promise<void> {
  const before = momentAfter(now, -KEPT_DAYS * DAY_MS)
  await db.deleteFrom('staff_offer').where('offered_at', '<', before).execute()
  await db.deleteFrom('staff_proposal').where('proposed_at', '<', before).execute()
}

/** Returns the staff offers of an account, oldest first. */
export async function offersOf(db: Db, accountId: string): Promise<StaffOffer[]> {
  const { rows } = await sql<{
    practiceId: string
    name: string
    role: StaffRole
    currentRole: StaffRole | null
    offeredAt: string
    secondFactor: number
  }>`
    select o.practice_id as "practiceId", practice.name, o.role, w.role as "currentRole", o.offered_at as "offeredAt",
      practice.second_factor as "secondFactor"
    from staff_offer o join practice on practice.id = o.practice_id
    left join ${activeMemberships} w on w.account_id = o.account_id and w.practice_id = o.practice_id
    where o.account_id = ${accountId} order by o.offered_at, o.practice_id`.execute(db)
  return rows.map(({ currentRole, secondFactor, ...row }) => ({
    ...row,
    ...present({ currentRole }),
    ...(secondFactor === 1 && { secondFactor: true }),
  }))
}

/**
 * Accepts a staff offer and returns the active membership. If the practice requires a second factor, sessions with only one
 * factor end. Throws `not-found` if the staff offer no longer exists.
 */
export async function acceptOffer(
  trx: DatabaseTransaction,
  { accountId, practiceId, by, now }: Membership & { by: Actor; now: Date },
): Promise<StaffMember> {
  // The lock makes a concurrent acceptance and withdrawal of the staff offer run one after the other.
  await lockAccountRow(trx, accountId)
  const before = await staffMember(trx, practiceId, accountId)
  const role = before?.offeredRole ?? (before?.state === 'offered' ? before.role : undefined)
  if (!before || role === undefined) throw new ProblemError('not-found')
  await withdrawOffer(trx, { accountId, practiceId })
  await activate(trx, { accountId, practiceId, role })
  await sql`delete from session where account_id = ${accountId} and factors = 1 and exists (
    select 1 from practice where id = ${practiceId} and second_factor = 1)`.execute(trx)
  const member = await staffMemberOrThrow(trx, practiceId, accountId)
  const action = before.state === 'active' ? 'staff-role-changed' : 'staff-joined'
  await auditStaff(trx, action, member, { practiceId, by, now })
  return member
}

/** Declines a staff offer. Throws `not-found` if the staff offer no longer exists. */
export async function declineOffer(
  trx: DatabaseTransaction,
  { accountId, practiceId, now }: Membership & { now: Date },
): Promise<void> {
  await lockAccountRow(trx, accountId)
  const before = await staffMember(trx, practiceId, accountId)
  if (!before || !(await withdrawOffer(trx, { accountId, practiceId }))) throw new ProblemError('not-found')
  const { firstName, lastName, offeredRole: role = before.role } = before
  if (before.state === 'offered')
    await end(trx, { accountId, practiceId, role, firstName, lastName, declined: true, now })
  // Uses the name entered by the practice. The account's own name stays hidden until the staff offer is accepted.
  await auditStaff(trx, 'staff-declined', { ...before, role }, { practiceId, now })
}

/** Writes a change of a membership or staff offer to the practice's audit trail. */
export const auditStaff = (
  trx: DatabaseTransaction,
  action: AuditAction,
  { id, role, ...names }: StaffMember,
  { practiceId, by, key, now }: { practiceId: string; by?: Actor | undefined; key?: string | undefined; now: Date },
) =>
  writeAudit(trx, {
    practiceId,
    by,
    action,
    details: { member: { id, name: nameOf(names), role }, ...(key !== undefined && { key }) },
    now,
  })
