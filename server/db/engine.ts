import { PostgresAdapter } from 'kysely'
import type { Database } from './schema.ts'

export function isPostgres(db: Pick<Database, 'getExecutor'>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}
