import type { ClientRow, DatabaseTransaction } from '#server/db/schema.ts'

// Whoever changes clients takes the rows in this order: client, account, count. So two of them can wait for each other, but
// never in a circle.

/** Holds a client against other changes until the transaction ends; both engines know an update of nothing. */
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

/** Keeps the totals of both lists: clients went to the portal, or off it (a negative number). */
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
