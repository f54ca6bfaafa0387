import { sql } from 'kysely'
import { isPostgres } from './engine.ts'
import type { Database } from './schema.ts'

/** Runs reads that all see one snapshot of the database, without blocking writers. */
export async function inSnapshot<T>(db: Database, work: (db: Database) => Promise<T>): Promise<T> {
  const begin = isPostgres(db) ? 'begin transaction isolation level repeatable read read only' : 'begin deferred'
  return await db.connection().execute(async (connection) => {
    await sql.raw(begin).execute(connection)
    try {
      return await work(connection)
    } finally {
      await sql.raw('rollback').execute(connection)
    }
  })
}
