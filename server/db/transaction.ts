import type { Database, DatabaseTransaction } from './schema.ts'
import { isSerializationFailure } from './problem.ts'

/** All or nothing. Run once more where PostgreSQL gave way to another transaction, so `work` must not have effects beside it. */
export async function inTransaction<T>(db: Database, work: (trx: DatabaseTransaction) => Promise<T>): Promise<T> {
  const run = () => db.transaction().execute(work)
  try {
    return await run()
  } catch (error) {
    if (!isSerializationFailure(error)) throw error
    return await run()
  }
}
