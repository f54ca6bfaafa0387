import { type RawBuilder, sql } from 'kysely'
import type { DatabaseTransaction } from '#server/db/schema.ts'
import { archiveAccounts } from './removal-archive.ts'
import { holdAccountRows } from './rows.ts'

/**
 * Deletes the accounts that have neither clients nor a staff role left, nor the offer of one, nor are to have a client by a new address, with their sessions, links and mails; of
 * the others that have no client left at this practice only queued mails about it. Those of removed clients are kept for as long as that
 * can be undone. `evenOffered`: also accounts with an open offer, for erasing.
 */
export async function deleteOrphanedAccounts(
  trx: DatabaseTransaction,
  practiceId: string,
  accounts: RawBuilder<unknown>,
  { evenOffered = false } = {},
): Promise<void> {
  // Against a concurrent registration at another practice.
  await holdAccountRows(trx, accounts)
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
