import { DAY_MS, momentAfter } from '#contract/dates.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database, DatabaseTransaction } from '#server/db/schema.ts'
import { type Batching, deleteInBatches } from '#server/db/in-batches.ts'
import { ProblemError } from './problem.ts'

/** Throws `forbidden` for a URL that was signed before the URLs of its account were revoked. */
export async function requireNotEnded(
  db: Database,
  { accountId, signedAt }: { accountId: string; signedAt: Date },
): Promise<void> {
  const ended = await db
    .selectFrom('ended_address')
    .select('ended_at')
    .where('account_id', '=', accountId)
    .where('ended_at', '>=', signedAt.toISOString())
    .executeTakeFirst()
  if (ended) throw new ProblemError('forbidden')
}

/** Revokes the signed file URLs of all accounts that a query returns as `account_id`. */
export async function endAddresses(trx: DatabaseTransaction, accountIds: RawBuilder<unknown>, now: Date) {
  await sql`insert into ended_address (account_id, ended_at)
    select account_id, cast(${now.toISOString()} as text) from ${accountIds} ended where true
    on conflict (account_id) do update set ended_at = excluded.ended_at`.execute(trx)
}

/** Deletes revocations a day old: signed URLs expire long before. */
export async function deleteOldEnds(batching: Batching, now: Date): Promise<void> {
  const oldest = momentAfter(now, -DAY_MS)
  await deleteInBatches(batching, { table: 'ended_address', key: 'account_id', where: sql`ended_at < ${oldest}` })
}
