import { type RawBuilder, sql } from 'kysely'
import { isPostgres } from '#server/db/engine.ts'
import { lockRows } from '#server/db/locks.ts'
import type { ClientRow, DatabaseTransaction } from '#server/db/schema.ts'

/** Locks a client's row until the transaction ends. */
export async function holdClientRow(trx: DatabaseTransaction, clientId: string): Promise<ClientRow | undefined> {
  return await trx
    .selectFrom('client')
    .selectAll()
    .where('uuid', '=', clientId)
    .$if(isPostgres(trx), (query) => query.forNoKeyUpdate())
    .executeTakeFirst()
}

export async function holdAccountRow(trx: DatabaseTransaction, accountId: string): Promise<void> {
  await lockRows(trx, 'account', sql`(${accountId})`)
}

/** Locks many at once, in order. */
export const holdClientRows = (trx: DatabaseTransaction, clients: RawBuilder<unknown>): Promise<void> =>
  lockRows(trx, 'client', clients)

/** Also against new rows that refer to them, because some of them are about to be deleted. */
export const holdAccountRows = (trx: DatabaseTransaction, accounts: RawBuilder<unknown>): Promise<void> =>
  lockRows(trx, 'account', accounts, 'deleting')

/** Adds to the materialised counts of a practice. */
export async function addToCounts(
  trx: DatabaseTransaction,
  practiceId: string,
  { registered = 0, unregistered = 0 }: { registered?: number; unregistered?: number },
): Promise<void> {
  await trx
    .updateTable('client_count')
    .set((row) => ({
      registered: row('registered', '+', registered),
      unregistered: row('unregistered', '+', unregistered),
    }))
    .where('practice_id', '=', practiceId)
    .execute()
}

/** Clients were registered, or removed (a negative number). */
export const countMoved = (trx: DatabaseTransaction, practiceId: string, clients: number): Promise<void> =>
  addToCounts(trx, practiceId, { registered: clients, unregistered: -clients })

/**
 * Ends the registration of clients whose rows are locked, with what ends with it. `which`: registered clients. Returns how many they
 * were.
 */
export async function unregister(trx: DatabaseTransaction, which: RawBuilder<unknown>): Promise<number> {
  for (const table of ['address_change', 'letter', 'shared_card', 'reminder_subscription'] as const)
    await sql`delete from ${sql.table(table)} where client_uuid in ${which}`.execute(trx)
  const { numAffectedRows = 0n } = await sql`update client set registered = 0, registered_at = null, account_id = null,
    locked = 0, activation = null, mail_failure = null where uuid in ${which}`.execute(trx)
  return Number(numAffectedRows)
}
