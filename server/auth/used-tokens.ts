import { sql } from 'kysely'
import { type Batching, deleteInBatches } from '#server/db/in-batches.ts'
import type { DatabaseTransaction } from '#server/db/schema.ts'

/** A single-use token: its SHA-256 and its expiry. */
export interface SingleUse {
  hash: string
  expiresAt: Date
}

export async function isFirstUse(trx: DatabaseTransaction, { hash, expiresAt }: SingleUse): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('used_token')
    .values({ hash, expires_at: expiresAt.toISOString() })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export async function deleteExpiredUses(batching: Batching, now: Date): Promise<void> {
  await deleteInBatches(batching, { table: 'used_token', key: 'hash', where: sql`expires_at < ${now.toISOString()}` })
}
