import type { StaffRole } from '#contract/user.ts'
import { closeSessions } from '#server/auth/queries.ts'
import type { Database, DatabaseTransaction, StaffInvitationTable } from '#server/db/schema.ts'

// The first practice of staff is in the account's row, which is what nearly everybody has; further ones and those that are left are
// memberships. Without a first one there are none but those that are left.

/** Makes an account staff of a practice, whether it was or not; its sessions know at once. */
export async function join(
  trx: DatabaseTransaction,
  { accountId, practiceId, role }: { accountId: string; practiceId: string; role: StaffRole },
): Promise<void> {
  const { practice_id: first } = await trx
    .selectFrom('account')
    .select('practice_id')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  if (first === null || first === practiceId) {
    await trx
      .updateTable('account')
      .set({ practice_id: practiceId, staff_role: role })
      .where('id', '=', accountId)
      .execute()
    await forget(trx, accountId, practiceId)
    return
  }
  await trx
    .insertInto('membership')
    .values({ account_id: accountId, practice_id: practiceId, role, ended_at: null })
    .onConflict((conflict) => conflict.columns(['account_id', 'practice_id']).doUpdateSet({ role, ended_at: null }))
    .execute()
}

/** Ends what an account is at a practice, and all its sessions. Of a first practice the next one takes the place. */
export async function leave(
  trx: DatabaseTransaction,
  { accountId, practiceId, role, now }: { accountId: string; practiceId: string; role: StaffRole; now: Date },
): Promise<void> {
  const ended = { role, ended_at: now.toISOString() }
  await trx
    .insertInto('membership')
    .values({ account_id: accountId, practice_id: practiceId, ...ended })
    .onConflict((conflict) => conflict.columns(['account_id', 'practice_id']).doUpdateSet(ended))
    .execute()
  const next = await trx
    .selectFrom('membership')
    .select(['practice_id', 'role'])
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .orderBy('practice_id')
    .executeTakeFirst()
  const { numUpdatedRows } = await trx
    .updateTable('account')
    .set({ practice_id: next?.practice_id ?? null, staff_role: next?.role ?? null })
    .where('id', '=', accountId)
    .where('practice_id', '=', practiceId)
    .executeTakeFirst()
  if (next && numUpdatedRows === 1n) await forget(trx, accountId, next.practice_id)
  await closeSessions(trx, accountId)
}

/** Until its user opens the practice. An invitation would tell whoever sends it which address has an account, and whose it is. */
export async function hideAccount(
  trx: DatabaseTransaction,
  { accountId, practiceId, ...names }: { accountId: string; practiceId: string } & Omit<StaffInvitationTable, Key>,
): Promise<void> {
  await trx
    .insertInto('staff_invitation')
    .values({ account_id: accountId, practice_id: practiceId, ...names })
    .onConflict((conflict) => conflict.columns(['account_id', 'practice_id']).doUpdateSet(names))
    .execute()
}
type Key = 'account_id' | 'practice_id'

/** Who opens a practice as its staff has accepted to be. */
export async function noteOpened(db: Database, accountId: string, practiceId: string): Promise<void> {
  const ofBoth = { account_id: accountId, practice_id: practiceId }
  const waiting = await db
    .selectFrom('staff_invitation')
    .select('account_id')
    .where((row) => row.and(ofBoth))
    .executeTakeFirst()
  if (!waiting) return
  await db
    .deleteFrom('staff_invitation')
    .where((row) => row.and(ofBoth))
    .execute()
}

async function forget(trx: DatabaseTransaction, accountId: string, practiceId: string): Promise<void> {
  await trx.deleteFrom('membership').where('account_id', '=', accountId).where('practice_id', '=', practiceId).execute()
}
