import { getRow } from '#server/db/one-row.ts'
import { type Actor, writeAudit } from '#server/access-log/write.ts'
import { isLockedOut } from '#server/access/access-level.ts'
import type { ClientRow, DatabaseTransaction } from '#server/db/schema.ts'
import { ProblemError } from '#server/http/problem.ts'
import { closeSessions } from '#server/auth/queries.ts'
import { mailConfirmation } from './address-change.ts'
import { lockAccountRow, lockClientRow } from './rows.ts'

/** Locks or unlocks a client. Ends the sessions of an owner whose clients are all locked. */
export async function setClientLocked(
  trx: DatabaseTransaction,
  { clientId, locked, by, now }: { clientId: string; locked: boolean; by: Actor; now: Date },
): Promise<ClientRow> {
  const found = await lockClientRow(trx, clientId)
  if (!found) throw new ProblemError('not-found')
  if (found.registered !== 1) throw new ProblemError('conflict')
  const client = await trx
    .updateTable('client')
    .set({ locked: locked ? 1 : 0 })
    .where('uuid', '=', clientId)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (locked && client.account_id !== null) await signOutLocked(trx, client.account_id)
  if (!locked && found.locked === 1) await mailConfirmation(trx, client, now)
  if (found.locked !== client.locked) {
    await writeAudit(trx, { practiceId: client.practice_id, by, action: locked ? 'locked' : 'unlocked', client, now })
  }
  return client
}

async function signOutLocked(trx: DatabaseTransaction, accountId: string): Promise<void> {
  await lockAccountRow(trx, accountId)
  const account = await getRow(trx, 'account', { id: accountId }, ['id as accountId', 'staff_role as staffRole'])
  if (await isLockedOut(trx, account)) await closeSessions(trx, accountId)
}
