import { PostgresAdapter } from 'kysely'
import type { Database } from './schema.ts'

/** Whether the database is PostgreSQL, for engine-specific statements. */
export function isPostgres(db: Pick<Database, 'getExecutor'>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}
