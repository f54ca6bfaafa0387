import { type RawBuilder, sql } from 'kysely'
import { isPostgres } from '#server/db/engine.ts'
import type { ClientRow, DatabaseTransaction } from '#server/db/schema.ts'

// Lock order, against deadlocks: client, reminder_subscription, account, client_count.

/** Locks a client's row until the transaction ends, by a no-op update: SQLite has no `for update`. */
export async function holdClientRow(trx: DatabaseTransaction, clientId: string): Promise<ClientRow | undefined> {
  return await trx
    .updateTable('client')
    .set((row) => ({ locked: row.ref('locked') }))
    .where('uuid', '=', clientId)
    .returningAll()
    .executeTakeFirst()
}

export async function holdAccountRow(trx: DatabaseTransaction, accountId: string): Promise<void> {
  await trx
    .updateTable('account')
    .set((row) => ({ language: row.ref('language') }))
    .where('id', '=', accountId)
    .execute()
}

/** Locks many at once, in order; SQLite has one writer anyway. */
export const holdClientRows = (trx: DatabaseTransaction, clients: RawBuilder<unknown>): Promise<void> =>
  holdRows(trx, sql`select uuid from client where uuid in ${clients} order by uuid`)

export const holdAccountRows = (trx: DatabaseTransaction, accounts: RawBuilder<unknown>): Promise<void> =>
  holdRows(trx, sql`select id from account where id in ${accounts} order by id`)

async function holdRows(trx: DatabaseTransaction, rows: RawBuilder<unknown>): Promise<void> {
  if (isPostgres(trx)) await sql`select count(*) from (${rows} for update) held`.execute(trx)
}

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
