import { DAY_MS, momentAfter } from '#contract/dates.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { BATCH, type Batching, inBatches } from '#server/db/in-batches.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { holdAccountRows } from './rows.ts'

const KEPT_DAYS = 90

/**
 * Deletes accounts that were never activated: without a password, passkey, client, staff role or open offer, and whose last link and
 * mail are older than 90 days.
 */
export async function deleteUnacceptedAccounts({ db, stopping }: Batching, now: Date): Promise<void> {
  const before = momentAfter(now, -KEPT_DAYS * DAY_MS)
  let after = ''
  await inBatches({ stopping }, async () => {
    // Most accounts without a password are of clients: also those that stay are read in batches.
    const batch = await db
      .selectFrom('account')
      .select('id')
      .where('password_hash', 'is', null)
      .where('staff_role', 'is', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .execute()
    const last = batch.at(-1)?.id
    if (last === undefined) return 'last'
    const unaccepted = sql<{ id: string }>`select a.id from account a
      where a.id > ${after} and a.id <= ${last} and ${isUnaccepted(before)}`
    after = last
    const { rows } = await unaccepted.execute(db)
    if (rows.length === 0) return 'more'
    const found = sql`(${sql.join(rows.map(({ id }) => id))})`
    await inTransaction(db, async (trx) => {
      // Against a concurrent registration or invitation.
      await holdAccountRows(trx, found)
      await sql`delete from account where id in ${found} and id in (${unaccepted})`.execute(trx)
    })
    return 'more'
  })
}

const isUnaccepted = (before: string) => {
  const none = (table: string, condition: RawBuilder<SqlBool> = sql<SqlBool>`1 = 1`) =>
    sql<SqlBool>`not exists (select 1 from ${sql.table(table)} t where t.account_id = a.id and ${condition})`
  return sql<SqlBool>`a.password_hash is null and a.staff_role is null and a.created_at < ${before}
    and ${sql.join(
      [
        none('client'),
        none('passkey'),
        none('session'),
        none('outbox'),
        none('staff_offer'),
        none('removed_client'),
        none('address_change', sql`t.asked_at >= ${before}`),
        none('password_link', sql`t.expires_at >= ${before}`),
        none('invitation_link', sql`t.expires_at >= ${before}`),
        none('given_up_mail', sql`t.given_up_at >= ${before}`),
        none('membership', sql`(t.ended_at is null or t.ended_at >= ${before})`),
      ],
      sql` and `,
    )}`
}
