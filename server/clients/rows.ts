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

/** Updates the materialised counts: clients were registered, or removed (a negative number). */
export async function countMoved(trx: DatabaseTransaction, practiceId: string, clients: number): Promise<void> {
  await trx
    .updateTable('client_count')
    .set((row) => ({
      registered: row('registered', '+', clients),
      unregistered: row('unregistered', '-', clients),
    }))
    .where('practice_id', '=', practiceId)
    .execute()
}
