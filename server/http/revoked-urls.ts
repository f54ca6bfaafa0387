import { DAY_MS, momentAfter } from '#contract/dates.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database, DatabaseTransaction } from '#server/db/schema.ts'
import { type Batching, deleteInBatches } from '#server/db/in-batches.ts'
import { ProblemError } from './problem.ts'

/** Throws `forbidden` for a URL that was signed before the URLs of its account were revoked. */
export async function requireNotRevoked(
  db: Database,
  { accountId, signedAt }: { accountId: string; signedAt: Date },
): Promise<void> {
  const revoked = await db
    .selectFrom('ended_address')
    .select('ended_at')
    .where('account_id', '=', accountId)
    .where('ended_at', '>=', signedAt.toISOString())
    .executeTakeFirst()
  if (revoked) throw new ProblemError('forbidden')
}

/** Revokes the signed file URLs of all accounts that a query returns as `account_id`. */
export async function revokeUrls(trx: DatabaseTransaction, accountIds: RawBuilder<unknown>, now: Date) {
  await sql`insert into ended_address (account_id, ended_at)
    select account_id, cast(${now.toISOString()} as text) from ${accountIds} revoked where true
    on conflict (account_id) do update set ended_at = excluded.ended_at`.execute(trx)
}

/** Deletes revocations a day old: signed URLs expire long before. */
export async function deleteOldRevocations(batching: Batching, now: Date): Promise<void> {
  const oldest = momentAfter(now, -DAY_MS)
  await deleteInBatches(batching, { table: 'ended_address', key: 'account_id', where: sql`ended_at < ${oldest}` })
}
