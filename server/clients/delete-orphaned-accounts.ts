import { type RawBuilder, sql } from 'kysely'
import type { DatabaseTransaction } from '#server/db/schema.ts'

/**
 * Deletes the accounts that have neither clients nor a staff role left, with their sessions, links and mails; of the others only
 * queued mails about this practice.
 */
export async function deleteOrphanedAccounts(
  trx: DatabaseTransaction,
  practiceId: string,
  accounts: RawBuilder<unknown>,
): Promise<void> {
  await sql`delete from account where id in ${accounts} and staff_role is null
    and not exists (select 1 from client c where c.account_id = account.id)`.execute(trx)
  await sql`delete from outbox where account_id in ${accounts} and kind in ('access', 'reminders')
    and practice_id = ${practiceId}`.execute(trx)
}
