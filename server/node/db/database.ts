import { DAY_MS } from '#contract/dates.ts'
import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Engine, migrate, type MigrateOptions } from '#server/db/migrate.ts'
import { databaseProblem } from '#server/db/problem.ts'
import { openPostgres, type PoolState } from './postgres.ts'
import type { Database } from '#server/db/schema.ts'
import { openSqlite } from './sqlite.ts'
import { oneRow } from '#server/db/one-row.ts'
import { rename, rm } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { syncFolder } from '#server/node/files/write-file-atomic.ts'

export const databaseFile = (dataDir: string): string => join(dataDir, 'portal.sqlite')

export interface Opened {
  db: Database
  engine: Engine
  migrated: string[]
}

export interface DatabaseLocation {
  dataDir: string
  databaseUrl: string | undefined
}

export const databaseName = ({ dataDir, databaseUrl }: DatabaseLocation): string =>
  databaseUrl ? 'DATABASE_URL' : `The database in ${dataDir}`

/**
 * Puts SQLite's temporary tables on the disk of the database, because /tmp may be in memory. Sets an environment
 * variable of the process, so call this before SQLite first creates one.
 */
export function storeTemporaryFilesBeside({ dataDir }: Pick<DatabaseLocation, 'dataDir'>): void {
  process.env['SQLITE_TMPDIR'] ??= dataDir
}

/** Lock timeout of SQLite during a migration, which may wait longer for another process than the server may. */
const MIGRATION_LOCK_MS = 10_000
/**
 * Lock timeout of PostgreSQL during a migration. Calls of the server wait longer, so calls queued behind this lock do
 * not fail.
 */
const LOCK_MS = 500

interface OpenOptions extends DatabaseLocation {
  queryMs?: number
  lockMs?: number
  databaseConnections?: number
  pooled?: ((state: () => PoolState) => void) | undefined
  /** Whether to migrate an existing database. Without this, opening an older version throws. */
  mayMigrate?: boolean
  /** Called before the schema is created in an empty database; may throw. */
  isNew?: () => void
}

/** Opens the configured database with the schema of this version. */
export async function openDatabase({
  queryMs,
  lockMs,
  databaseConnections,
  pooled,
  mayMigrate,
  isNew,
  ...location
}: OpenOptions): Promise<Opened> {
  const migrated = await migrateDatabase(location, { mayChange: mayMigrate, isNew })
  const { databaseUrl, dataDir } = location
  if (!databaseUrl) {
    return { db: openSqlite(databaseFile(dataDir), { ...(lockMs && { lockMs }) }), engine: 'sqlite', migrated }
  }
  const db = openPostgres(databaseUrl, {
    ...(queryMs && { queryMs }),
    ...(lockMs && { lockMs }),
    ...(databaseConnections && { connections: databaseConnections }),
    pooled,
  })
  return { db, engine: 'postgres', migrated }
}

export async function migrateDatabase(
  { dataDir, databaseUrl }: DatabaseLocation,
  options: Pick<MigrateOptions, 'mayChange' | 'isNew'> = {},
): Promise<string[]> {
  if (databaseUrl) {
    const db = openPostgres(databaseUrl, { lockMs: LOCK_MS, queryMs: DAY_MS })
    return await migrate(db, 'postgres', options).finally(() => db.destroy())
  }
  mkdirSync(dataDir, { recursive: true })
  const file = databaseFile(dataDir)
  const db = openSqlite(file, { lockMs: MIGRATION_LOCK_MS })
  const backup = async () => void (await backupSqlite(file, new Date()))
  return await migrate(db, 'sqlite', { ...options, backup }).finally(() => db.destroy())
}

/** How long rewriting a database waits for locks. */
const REWRITE_WAIT_MS = 60_000
const REWRITE_INTERVAL_MS = 100

/**
 * Rewrites the embedded database, so that neither its pages nor its write-ahead log contain deleted rows. Returns false
 * if an import keeps the database locked or the disk is full.
 */
export async function rewriteSqlite(db: Database, { waitMs = REWRITE_WAIT_MS } = {}): Promise<boolean> {
  const until = performance.now() + waitMs
  const isDone = async (work: () => Promise<boolean>): Promise<boolean> => {
    for (;;) {
      if (await work()) return true
      if (performance.now() >= until) return false
      await delay(REWRITE_INTERVAL_MS)
    }
  }
  const vacuum = async () => {
    try {
      await sql`vacuum`.execute(db)
      return true
    } catch (error) {
      if (databaseProblem(error) === undefined) throw error
      return false
    }
  }
  const truncate = async () => (await oneRow(sql<{ busy: number }>`pragma wal_checkpoint(truncate)`, db)).busy === 0
  return (await isDone(vacuum)) && (await isDone(truncate))
}

/** Long enough for the server's short locks, but not for another import. */
const IMPORT_LOCK_MS = 2000
const IMPORT_CACHE_KIB = 64 * 1024

/**
 * Opens the database for an import or another command beside a running server, with longer lock and statement timeouts.
 * The server may have another version, so this migrates only an empty database.
 */
export async function openForImport(
  location: DatabaseLocation,
  { isNew }: Pick<OpenOptions, 'isNew'> = {},
): Promise<{ db: Database; close: () => Promise<void> }> {
  const options = { queryMs: DAY_MS, lockMs: IMPORT_LOCK_MS, mayMigrate: false, ...(isNew && { isNew }) }
  const { db, engine } = await openDatabase({ ...location, ...options })
  if (engine === 'postgres') return { db, close: () => db.destroy() }
  await sql`pragma cache_size = ${sql.lit(-IMPORT_CACHE_KIB)}`.execute(db)
  await sql`pragma temp.cache_size = ${sql.lit(-IMPORT_CACHE_KIB)}`.execute(db)
  const close = async () => {
    // A large transaction leaves a large WAL.
    await sql`pragma wal_checkpoint(truncate)`.execute(db).catch(() => {})
    await db.destroy()
  }
  return { db, close }
}

/** Backs up a SQLite database that may be in use (`vacuum into`). The copy gets its final name once complete. */
export async function backupSqlite(file: string, now: Date): Promise<string> {
  const copy = `${file}.${now.toISOString().replaceAll(/[:.]/g, '-')}.backup`
  const partial = `${file}.backup-partial`
  await rm(partial, { force: true })
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    database.prepare('vacuum into ?').run(partial)
  } finally {
    database.close()
  }
  await rename(partial, copy)
  await syncFolder(dirname(copy))
  return copy
}
