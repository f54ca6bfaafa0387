import type { Database, DatabaseTransaction } from './schema.ts'
import { isSerializationFailure } from './problem.ts'

/** Runs a transaction, retried once on a serialization failure, so `work` must have no other side effects. */
export async function inTransaction<T>(db: Database, work: (trx: DatabaseTransaction) => Promise<T>): Promise<T> {
  const run = () => db.transaction().execute(work)
  try {
    return await run()
  } catch (error) {
    if (!isSerializationFailure(error)) throw error
    return await run()
  }
}
