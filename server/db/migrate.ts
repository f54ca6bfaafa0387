import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Database } from './schema.ts'
import { isLockTimeout } from './problem.ts'
import { START_WAIT_MS, withAdvisoryLock } from './advisory-lock.ts'
import * as steps from './migrations/index.ts'

export type Engine = 'sqlite' | 'postgres'
type Migrations = Record<string, (engine: Engine) => Migration>

/** All migrations by name, which is the name of their file. */
export const MIGRATIONS: Migrations = Object.fromEntries(
  Object.entries(steps).map(([name, step]) => [name, typeof step === 'function' ? step : () => step]),
)

export interface MigrateOptions {
  /** Called before the schema of an existing database changes. */
  backup?: (() => Promise<void>) | undefined
  /** Called before the schema is created in an empty database; may throw. */
  isNew?: (() => void) | undefined
  /**
   * Whether to migrate an existing database; if false, an outdated schema throws. An empty database is always migrated.
   */
  mayChange?: boolean | undefined
  migrations?: Migrations
}

/** The schema version is not the expected one. */
export class SchemaError extends Error {
  override name = 'SchemaError'
}

/** Short waits and retries: while a migration waits for a lock, PostgreSQL queues other calls behind it. */
const TRIES = 60
const PAUSE_MS = 500

/**
 * Applies all pending migrations in one transaction and returns their names. Waits for another server that is
 * migrating. Throws a `SchemaError` for a newer schema.
 */
export const migrate = (db: Database, engine: Engine, options: MigrateOptions = {}): Promise<string[]> =>
  engine === 'sqlite'
    ? migrateAlone(db, engine, options)
    : db
        .connection()
        .execute((holder) =>
          withAdvisoryLock(holder, { name: 'schema', waitMs: START_WAIT_MS }, () => migrateAlone(db, engine, options)),
        )

async function migrateAlone(
  db: Database,
  engine: Engine,
  { backup, isNew, mayChange = true, migrations = MIGRATIONS }: MigrateOptions,
): Promise<string[]> {
  const migrator = new Migrator({
    db,
    // A server built from the first commit of 1.6.0 has applied 0037-appointments without 0036-requests.
    allowUnorderedMigrations: true,
    provider: {
      getMigrations: async () =>
        Object.fromEntries(Object.entries(migrations).map(([name, migration]) => [name, migration(engine)])),
    },
  })
  const known = await migrator.getMigrations()
  const pending = known.filter(({ executedAt }) => !executedAt).map(({ name }) => name)
  const isEmpty = pending.length === known.length
  if (!isEmpty) await rejectNewer(db, migrations)
  if (pending.length === 0) return []
  if (!isEmpty && !mayChange) {
    throw new SchemaError(
      `its schema is of an older version (it lacks ${pending.join(', ')}); run npm run migrate, or start the server of this version`,
    )
  }
  if (isEmpty) isNew?.()
  else await backup?.()
  for (let tries = 1; ; tries += 1) {
    const { error, results = [] } = await migrator.migrateToLatest()
    if (error === undefined) return results.map(({ migrationName }) => migrationName)
    if (!isLockTimeout(error) || tries === TRIES) throw error
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}

async function rejectNewer(db: Database, migrations: Migrations): Promise<void> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  const unknown = rows.map(({ name }) => name).filter((name) => !(name in migrations))
  if (unknown.length === 0) return
  throw new SchemaError(
    `its schema is of a newer version (${unknown.join(', ')}); start that version, or restore the backup from before it`,
  )
}
