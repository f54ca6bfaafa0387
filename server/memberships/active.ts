import { type RawBuilder, sql } from 'kysely'
import type { StaffRole } from '#contract/roles.ts'
import type { Database, DatabaseTransaction } from '#server/db/schema.ts'
import { saveName } from './names.ts'

// The first active membership of an account is in its row, which is what nearly everybody has; further ones are rows of their own.

/** The active memberships of accounts, as a table: `account_id`, `practice_id`, `role`, and `place` (0 for the first). */
export const activeMemberships: RawBuilder<unknown> = sql`(
  select id as account_id, practice_id, staff_role as role, 0 as place from account where staff_role is not null
  union all
  select account_id, practice_id, role, 1 as place from membership where ended_at is null)`

/** Where an account is active staff. */
export async function workplacesOf(db: Database | DatabaseTransaction, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select practice_id as id from ${activeMemberships} w where account_id = ${accountId} order by place, id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Makes an account active staff of a practice, or changes its role there. Its sessions know with their next call. */
export async function activate(
  trx: Database | DatabaseTransaction,
  { accountId, practiceId, role }: { accountId: string; practiceId: string; role: StaffRole },
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('account')
    .set({ practice_id: practiceId, staff_role: role })
    .where('id', '=', accountId)
    .where((row) => row.or([row('practice_id', 'is', null), row('practice_id', '=', practiceId)]))
    .executeTakeFirst()
  if (numUpdatedRows === 1n) return await forget(trx, accountId, practiceId)
  const active = { role, ended_at: null, declined: null }
  await trx
    .insertInto('membership')
    .values({ account_id: accountId, practice_id: practiceId, ...active })
    .onConflict((conflict) => conflict.columns(['account_id', 'practice_id']).doUpdateSet(active))
    .execute()
}

interface Ended {
  accountId: string
  practiceId: string
  role: StaffRole
  /** As the practice knew them. */
  firstName?: string | null | undefined
  lastName?: string | null | undefined
  declined?: boolean
  now: Date
}

/** Ends a membership. Of a first one the next takes the place; what concerns other practices stays. */
export async function end(
  trx: DatabaseTransaction,
  { accountId, practiceId, role, firstName, lastName, declined = false, now }: Ended,
): Promise<void> {
  const ended = { role, ended_at: now.toISOString(), declined: declined ? (1 as const) : null }
  await trx
    .insertInto('membership')
    .values({ account_id: accountId, practice_id: practiceId, ...ended })
    .onConflict((conflict) => conflict.columns(['account_id', 'practice_id']).doUpdateSet(ended))
    .execute()
  if (firstName !== undefined || lastName !== undefined)
    await saveName(trx, { accountId, practiceId, firstName, lastName })
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
}

async function forget(trx: Database | DatabaseTransaction, accountId: string, practiceId: string): Promise<void> {
  await trx.deleteFrom('membership').where('account_id', '=', accountId).where('practice_id', '=', practiceId).execute()
}
