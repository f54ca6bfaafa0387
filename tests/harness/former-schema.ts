import { DatabaseSync } from 'node:sqlite'
import { onTestFinished } from 'vitest'
import { type Engine, MIGRATIONS, migrate } from '#server/db/migrate.ts'
import { openPostgres } from '#server/node/db/postgres.ts'
import { kyselyOfSqlite } from '#server/node/db/sqlite.ts'
import { emptyPostgres } from './postgres.ts'

/** Opens a database for one test, with the schema before a migration. */
export async function formerSchema(engine: Engine, before: string) {
  const db = engine === 'sqlite' ? kyselyOfSqlite(new DatabaseSync(':memory:')) : openPostgres(await emptyPostgres())
  onTestFinished(() => db.destroy())
  const migrations = Object.fromEntries(Object.entries(MIGRATIONS).filter(([name]) => name < before))
  await migrate(db, engine, { migrations })
  return db
}
