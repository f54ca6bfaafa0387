import { type RawBuilder, sql } from 'kysely'
import type { DatabaseTransaction } from '#server/db/schema.ts'

/**
 * Deletes what nobody needs once clients are off the portal: their accounts, with sessions, links and mails; of an account that
 * stays, the mail that tells of this practice.
 */
export async function deleteOrphanedAccounts(
  trx: DatabaseTransaction,
  practiceId: string,
  accounts: RawBuilder<unknown>,
): Promise<void> {
  await sql`delete from account where id in ${accounts} and staff_role is null
    and not exists (select 1 from client c where c.account_id = account.id)`.execute(trx)
  await sql`delete from outbox where account_id in ${accounts} and kind = 'access'
    and practice_id = ${practiceId}`.execute(trx)
}
