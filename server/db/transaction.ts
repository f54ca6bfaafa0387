import type { Database, DatabaseTransaction } from './schema.ts'
import { isLockTimeout, isSerializationFailure } from './problem.ts'

/** How long a transaction starts over that waited for a lock in vain. */
const LOCK_WAIT_MS = 5000

/**
 * Runs a transaction, retried once on a serialization failure, so `work` must have no other side effects. One that reaches the
 * `lock_timeout` of PostgreSQL starts over, because it keeps others waiting for its own locks, and its connection from others.
 */
export async function inTransaction<T>(db: Database, work: (trx: DatabaseTransaction) => Promise<T>): Promise<T> {
  const until = performance.now() + LOCK_WAIT_MS
  let hasFailed = false
  for (;;) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (isLockTimeout(error) ? performance.now() >= until : hasFailed || !isSerializationFailure(error)) throw error
      hasFailed ||= !isLockTimeout(error)
    }
  }
}
