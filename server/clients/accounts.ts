import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { DatabaseTransaction } from '#server/db/schema.ts'
import { archiveAccounts } from './removal-archive.ts'
import { lockAccountRows } from './rows.ts'
import { DAY_MS, momentAfter } from '#contract/dates.ts'
import { BATCH_SIZE, type Batching, inBatches } from '#server/db/in-batches.ts'
import { inTransaction } from '#server/db/transaction.ts'

/**
 * Deletes accounts without clients, a staff role or an open staff offer. An account stays if a pending change of
 * e-mail address would give it a client.
 * Sessions, links and mails of deleted accounts go too. Other accounts without a client at this practice lose only
 * queued mails about the practice.
 * The archive keeps accounts of removed clients while the removal can be undone. `evenOffered` also deletes
 * accounts with an open staff offer, for erasure.
 */
export async function deleteOrphanedAccounts(
  trx: DatabaseTransaction,
  practiceId: string,
  accounts: RawBuilder<unknown>,
  { evenOffered = false } = {},
): Promise<void> {
  // Prevents a concurrent registration at another practice.
  await lockAccountRows(trx, accounts)
  const orphaned = sql`(select a.id from account a where a.id in ${accounts} and a.staff_role is null
    and not exists (select 1 from client c where c.account_id = a.id)
    and not exists (select 1 from address_change h where h.account_id = a.id)
    ${evenOffered ? sql`` : sql`and not exists (select 1 from staff_offer o where o.account_id = a.id)`})`
  await archiveAccounts(trx, { accounts, orphaned })
  if (evenOffered)
    await sql`delete from exported_staff where username in (select username from account where id in ${orphaned})`.execute(
      trx,
    )
  await sql`delete from account where id in ${orphaned}`.execute(trx)
  await sql`delete from outbox where account_id in ${accounts} and kind in ('access', 'reminders')
    and practice_id = ${practiceId} and not exists (select 1 from client c
      where c.account_id = outbox.account_id and c.practice_id = ${practiceId})`.execute(trx)
}

const KEPT_DAYS = 90

/**
 * Deletes accounts that were never activated: without a password, passkey, client, staff role or open staff offer.
 * Their last link and mail must be older than 90 days.
 */
export async function deleteUnacceptedAccounts({ db, stopping }: Batching, now: Date): Promise<void> {
  const before = momentAfter(now, -KEPT_DAYS * DAY_MS)
  let after = ''
  await inBatches({ stopping }, async () => {
    // Most accounts without a password belong to clients and stay. Reading them in batches keeps each query short.
    const batch = await db
      .selectFrom('account')
      .select('id')
      .where('password_hash', 'is', null)
      .where('staff_role', 'is', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH_SIZE)
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
      // Prevents a concurrent registration or invitation.
      await lockAccountRows(trx, found)
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
