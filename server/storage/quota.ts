import { lockStorage } from '#server/db/locks.ts'
import type { Database, DatabaseTransaction } from '#server/db/schema.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { ProblemError } from '#server/http/problem.ts'
import { storageOf } from './use.ts'

interface Wanted {
  practiceId: string
  bytes: number
  /** Of the file that it replaces. */
  instead?: number
  /** `practiceBytes` of the limits, for practices without a quota of their own. */
  usualBytes: number
}

/** Returns how many bytes a practice may store; null without a limit. */
export const quotaOf = (ownBytes: number | null, usualBytes: number): number | null =>
  ownBytes ?? (usualBytes > 0 ? usualBytes : null)

/**
 * Throws `quota-full` where a file is more than the practice may store; answers whether it has a quota at all. Locks the practice's
 * storage until the transaction ends, so that of two files at once the second one sees the first; rows are locked before.
 */
export async function requireRoom(
  trx: DatabaseTransaction,
  { practiceId, bytes, instead = 0, usualBytes }: Wanted,
): Promise<boolean> {
  const { most_bytes: ownBytes } = await trx
    .selectFrom('practice')
    .select('most_bytes')
    .where('id', '=', practiceId)
    .executeTakeFirstOrThrow()
  const most = quotaOf(ownBytes === null ? null : Number(ownBytes), usualBytes)
  if (most === null) return false
  await lockStorage(trx, practiceId)
  const stored = await storageOf(trx, practiceId)
  if (bytes > instead && stored.bytes - instead + bytes > most) throw new ProblemError('quota-full')
  return true
}

/**
 * Keeps room for a file that is stored before its row is; the key of what keeps it. Where the work ends in between, it goes with
 * files that nothing refers to, after an hour.
 */
export async function reserveRoom(db: Database, wanted: Wanted, now: Date): Promise<string | undefined> {
  const { practiceId, bytes, instead = 0 } = wanted
  return await inTransaction(db, async (trx) => {
    if (!(await requireRoom(trx, wanted))) return undefined
    const key = `reserved-${crypto.randomUUID()}`
    await trx
      .insertInto('file')
      .values({ key, created_at: now.toISOString(), practice_id: practiceId, bytes: Math.max(0, bytes - instead) })
      .execute()
    return key
  })
}
