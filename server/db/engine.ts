import { PostgresAdapter } from 'kysely'
import type { Database } from './schema.ts'

/** For the few statements that only one of the two engines has. */
export function isPostgres(db: Pick<Database, 'getExecutor'>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}
