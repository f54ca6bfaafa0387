import type { DatabaseTransaction } from '#server/db/schema.ts'
import { ProblemError } from '#server/http/problem.ts'
import { countMoved, lockAccountRow, lockClientRow } from './rows.ts'

/** Takes a client off the portal. The file itself belongs to the practice's system and stays, in the unregistered list. */
export async function removeClient(trx: DatabaseTransaction, clientId: string): Promise<void> {
  const client = await lockClientRow(trx, clientId)
  if (client?.registered !== 1) throw new ProblemError('not-found')
  await trx
    .updateTable('client')
    .set({ registered: 0, registered_at: null, account_id: null, locked: 0 })
    .where('uuid', '=', clientId)
    .execute()
  if (client.account_id !== null) {
    await lockAccountRow(trx, client.account_id)
    await deleteUnusedAccount(trx, client.account_id)
  }
  await countMoved(trx, client.practice_id, -1)
}

/** Sessions, links and mails go with it. */
async function deleteUnusedAccount(trx: DatabaseTransaction, accountId: string): Promise<void> {
  await trx
    .deleteFrom('account')
    .where('id', '=', accountId)
    .where('staff_role', 'is', null)
    .where((row) =>
      row.not(row.exists(row.selectFrom('client').select('uuid').where('client.account_id', '=', accountId))),
    )
    .execute()
}
