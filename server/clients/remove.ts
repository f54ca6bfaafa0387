import { sql } from 'kysely'
import { type Actor, writeAudit } from '#server/access-log/write.ts'
import type { DatabaseTransaction } from '#server/db/schema.ts'
import { ProblemError } from '#server/http/problem.ts'
import { countActivation } from '#server/invitations/activation.ts'
import { deleteOrphanedAccounts } from './delete-orphaned-accounts.ts'
import { countRequestsOf } from './request-counts.ts'
import { archiveClients, openRemoval } from './removal-archive.ts'
import { countMoved, holdClientRow } from './rows.ts'

/**
 * Unregisters a client, which an admin can undo for a while. Its record belongs to the practice's system and stays, in the
 * unregistered list.
 */
export async function removeClient(
  trx: DatabaseTransaction,
  { clientId, by, now }: { clientId: string; by: Actor; now: Date },
): Promise<void> {
  const client = await holdClientRow(trx, clientId)
  if (client?.registered !== 1) throw new ProblemError('not-found')
  const { practice_id: practiceId, account_id: accountId } = client
  const removalId = await openRemoval(trx, { practiceId, ofAll: 0, now })
  await archiveClients(trx, removalId, sql`(${clientId})`)
  await trx
    .updateTable('client')
    .set({ registered: 0, registered_at: null, account_id: null, locked: 0, activation: null, mail_failure: null })
    .where('uuid', '=', clientId)
    .execute()
  await trx.deleteFrom('address_change').where('client_uuid', '=', clientId).execute()
  await trx.deleteFrom('letter').where('client_uuid', '=', clientId).execute()
  await trx.deleteFrom('shared_card').where('client_uuid', '=', clientId).execute()
  await trx.deleteFrom('reminder_subscription').where('client_uuid', '=', clientId).execute()
  if (accountId !== null) await deleteOrphanedAccounts(trx, practiceId, sql`(${accountId})`)
  await countRequestsOf(trx, sql`(${clientId})`, -1)
  await countMoved(trx, practiceId, -1)
  await countActivation(trx, practiceId, { from: client.activation, to: null })
  await writeAudit(trx, { practiceId, by, action: 'deleted', client, removalId, now })
}
