import { type RawBuilder, sql } from 'kysely'
import { type Actor, writeAudit } from '#server/access-log/write.ts'
import type { DatabaseTransaction } from '#server/db/schema.ts'
import { ProblemError } from '#server/http/problem.ts'
import { oneRow } from '#server/db/one-row.ts'
import { isPostgres } from '#server/db/engine.ts'
import { yieldToEventLoop } from '#server/db/in-batches.ts'
import { countActivation, recountActivations } from '#server/invitations/activation.ts'
import { announceChange } from '#server/notices/admin-changes.ts'
import { deleteOrphanedAccounts } from './accounts.ts'
import { countMoved, countRequestsOf, lockClientRow, lockClientRows, unregister } from './rows.ts'
import { archiveClients, openRemoval } from './removal-archive.ts'

/**
 * Unregisters a client, which an admin can undo for a limited time. The practice's system owns the record, so the
 * record stays in the unregistered list.
 */
export async function removeClient(
  trx: DatabaseTransaction,
  { clientId, by, now }: { clientId: string; by: Actor; now: Date },
): Promise<void> {
  const client = await lockClientRow(trx, clientId)
  if (client?.registered !== 1) throw new ProblemError('not-found')
  const { practice_id: practiceId, account_id: accountId } = client
  const removalId = await openRemoval(trx, { practiceId, ofAll: 0, now })
  await archiveClients(trx, removalId, sql`(${clientId})`)
  await unregister(trx, sql`(${clientId})`)
  if (accountId !== null) await deleteOrphanedAccounts(trx, practiceId, sql`(${accountId})`)
  await countRequestsOf(trx, sql`(${clientId})`, -1)
  await countMoved(trx, practiceId, -1)
  await countActivation(trx, practiceId, { from: client.activation, to: null })
  await writeAudit(trx, { practiceId, by, action: 'deleted', client, removalId, now })
}

/** Batch size that keeps each statement well within `queryMs`. */
const BATCH_SIZE = 10_000

/**
 * Unregisters all clients of a practice in one transaction, which an admin can undo for a limited time. A
 * concurrent registration happens entirely before or after.
 */
export async function removeAllClients(
  trx: DatabaseTransaction,
  { practiceId, by, now }: { practiceId: string; by: Actor; now: Date },
): Promise<void> {
  // Rows are numbered by both keys: batches have locality, and a consistent lock order avoids deadlocks.
  await sql`create temporary table removed as
    select uuid, account_id, row_number() over (order by uuid) as client_place,
      row_number() over (order by account_id) as account_place
    from client where practice_id = ${practiceId} and registered = 1`.execute(trx)
  // With the index, no join order of PostgreSQL scans the table for each row.
  await sql`create index removed_account on removed (account_id, account_place)`.execute(trx)
  if (isPostgres(trx)) await sql`analyze removed`.execute(trx)
  const { found } = await oneRow(sql<{ found: number }>`select count(*) as found from removed`, trx)

  const removalId = await openRemoval(trx, { practiceId, ofAll: 1, now })
  let count = 0
  for (const inBatch of batches(found, 'client_place')) {
    const selection = sql`(select c.uuid from removed r join client c on c.uuid = r.uuid
      and c.account_id is not distinct from r.account_id where ${inBatch} and c.registered = 1)`
    // Locking first ensures that the archive contains exactly the deleted rows.
    await lockClientRows(trx, selection)
    await archiveClients(trx, removalId, selection)
    count += await unregister(trx, selection)
    await yieldToEventLoop()
  }
  for (const inBatch of batches(found, 'account_place')) {
    const accounts = sql`(select r.account_id from removed r where ${inBatch})`
    await deleteOrphanedAccounts(trx, practiceId, accounts)
    await yieldToEventLoop()
  }
  await sql`drop table removed`.execute(trx)
  if (count > 0) await announceChange(trx, 'clients-removed', { practiceId, by, now })
  const archived = sql`(select r.client_uuid from removed_client r where r.removal_id = ${removalId})`
  await countRequestsOf(trx, archived, -1)
  await countMoved(trx, practiceId, -count)
  await recountActivations(trx, sql`(${practiceId})`)
  if (count === 0) await trx.deleteFrom('removal').where('id', '=', removalId).execute()
  else await writeAudit(trx, { practiceId, by, action: 'deleted-all', details: { count }, removalId, now })
}

function* batches(found: number, place: 'client_place' | 'account_place'): Generator<RawBuilder<boolean>> {
  for (let from = 0; from < found; from += BATCH_SIZE) {
    yield sql`r.${sql.ref(place)} > ${from} and r.${sql.ref(place)} <= ${from + BATCH_SIZE}`
  }
}
