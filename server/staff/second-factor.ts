import { getRow } from '#server/db/one-row.ts'
import { sql } from 'kysely'
import type { PracticeSecondFactor } from '#contract/schemas/second-factor.ts'
import { type Actor, writeAudit } from '#server/access-log/write.ts'
import { removeFactors } from '#server/auth/second-factor.ts'
import { lockAccountRow } from '#server/clients/rows.ts'
import type { Identity } from '#server/context.ts'
import type { Database, DatabaseTransaction } from '#server/db/schema.ts'
import { lockRows } from '#server/db/transaction.ts'
import { ProblemError } from '#server/http/problem.ts'
import { announceChange, nameWithAddress } from '#server/notices/admin-changes.ts'
import { queueMail } from '#server/mail/outbox.ts'
import { activeMemberships, countWithoutFactor, staffMemberOrThrow, workplacesOf } from '#server/memberships/members.ts'
import { auditStaff } from '#server/offers/offers.ts'

export async function practiceSecondFactor(db: Database, practiceId: string): Promise<PracticeSecondFactor> {
  const practice = await getRow(db, 'practice', { id: practiceId }, ['second_factor as required'])
  return { required: practice.required === 1, without: await countWithoutFactor(db, practiceId) }
}

export async function isSecondFactorRequired(db: Database, practiceId: string): Promise<boolean> {
  return (await practiceSecondFactor(db, practiceId)).required
}

/**
 * Sets whether a practice's staff must have a second factor. Weaker sessions of the staff end.
 * Requiring a second factor takes a session with two factors (`second-factor-missing`), so that no admin is locked
 * out. Throws `precondition-failed` when making it optional without `mayMakeOptional`.
 */
export async function requireSecondFactor(
  trx: DatabaseTransaction,
  {
    practiceId,
    required,
    mayMakeOptional,
    by,
    now,
  }: { practiceId: string; required: boolean; mayMakeOptional: boolean; by: Identity; now: Date },
): Promise<void> {
  if (required && by.factors !== 2) throw new ProblemError('second-factor-missing')
  const { numUpdatedRows } = await trx
    .updateTable('practice')
    .set({ second_factor: required ? 1 : 0 })
    .where('id', '=', practiceId)
    .where('second_factor', '=', required ? 0 : 1)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  // Another admin has required the second factor meanwhile, so no proof was requested.
  if (!required && !mayMakeOptional) throw new ProblemError('precondition-failed')
  if (required) await closeSessionsOfOneFactor(trx, practiceId)
  const action = required ? 'second-factor-required' : 'second-factor-optional'
  await writeAudit(trx, { practiceId, by, action, now })
  if (!required) await announceChange(trx, 'second-factor-optional', { practiceId, by, now })
}

async function closeSessionsOfOneFactor(trx: DatabaseTransaction, practiceId: string): Promise<void> {
  const staff = sql`(select account_id from ${activeMemberships} w where practice_id = ${practiceId})`
  await lockRows(trx, 'account', staff)
  await sql`delete from session where factors = 1 and account_id in ${staff}`.execute(trx)
}

/**
 * Removes a member's authenticator app, recovery codes and passkeys, for example after a lost phone, and ends the
 * member's sessions. The audit trail of each workplace records the reset.
 * `practiceId` is the practice of the calling admin. Throws `not-found`, and `conflict` if there is nothing to
 * remove.
 */
export async function resetSecondFactor(
  trx: DatabaseTransaction,
  accountId: string,
  { practiceId: onlyPracticeId, by, now }: { practiceId?: string; by?: Actor | undefined; now: Date },
): Promise<void> {
  // Locked first, so that no concurrent sign-in uses a factor that is being removed.
  await lockAccountRow(trx, accountId)
  const workplaces = await workplacesOf(trx, accountId)
  if (onlyPracticeId !== undefined && !workplaces.includes(onlyPracticeId)) throw new ProblemError('not-found')
  if (!(await removeFactors(trx, accountId))) throw new ProblemError('conflict')
  await queueMail(trx, { kind: 'second-factor-reset', accountId, now })
  for (const practiceId of workplaces) {
    const member = await staffMemberOrThrow(trx, practiceId, accountId)
    await auditStaff(trx, 'second-factor-reset', member, { practiceId, by, now })
    // The member is excluded, because `second-factor-reset` is already mailed to them.
    const about = { member: nameWithAddress(member), except: accountId }
    await announceChange(trx, 'factors-removed', { practiceId, by, ...about, now })
  }
}
