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

/** The embedded database of a data folder. */
export const databaseFile = (dataDir: string): string => join(dataDir, 'portal.sqlite')

export interface Opened {
  db: Database
  engine: Engine
  /** The names of the migrations that were applied. */
  migrated: string[]
}

export interface Place {
  dataDir: string
  databaseUrl: string | undefined
}

/** What a message to the operator calls it. */
export const databaseName = ({ dataDir, databaseUrl }: Place): string =>
  databaseUrl ? 'DATABASE_URL' : `The database in ${dataDir}`

/** SQLite's temporary tables on the disk of the database: /tmp may be in memory. Of the process, and before its first. */
export function keepTemporary({ dataDir }: Pick<Place, 'dataDir'>): void {
  process.env['SQLITE_TMPDIR'] ??= dataDir
}

/** Migrating may run long, and on SQLite wait long for another process's lock; serving may not. */
const PATIENT_MS = 10_000
/** The server's own calls wait longer, so that those behind this lock are not refused. */
const LOCK_MS = 500

interface OpenOptions extends Place {
  queryMs?: number
  lockMs?: number
  /** To PostgreSQL. */
  databaseConnections?: number
  pooled?: ((state: () => PoolState) => void) | undefined
  /** Whether an existing database may be migrated; otherwise one of an older version is refused. */
  mayMigrate?: boolean
  /** Called before an empty database is made into the portal's; may throw. */
  isNew?: () => void
}

/** Opens the database that the settings name, with the schema of this version. */
export async function openDatabase({
  queryMs,
  lockMs,
  databaseConnections,
  pooled,
  mayMigrate,
  isNew,
  ...place
}: OpenOptions): Promise<Opened> {
  const migrated = await migrateDatabase(place, { mayChange: mayMigrate, isNew })
  const { databaseUrl, dataDir } = place
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

/** Answers the names of the migrations that were applied. */
export async function migrateDatabase(
  { dataDir, databaseUrl }: Place,
  options: Pick<MigrateOptions, 'mayChange' | 'isNew'> = {},
): Promise<string[]> {
  if (databaseUrl) {
    const db = openPostgres(databaseUrl, { lockMs: LOCK_MS, queryMs: DAY_MS })
    return await migrate(db, 'postgres', options).finally(() => db.destroy())
  }
  mkdirSync(dataDir, { recursive: true })
  const file = databaseFile(dataDir)
  const db = openSqlite(file, { lockMs: PATIENT_MS })
  const backup = async () => void (await backupSqlite(file, new Date()))
  return await migrate(db, 'sqlite', { ...options, backup }).finally(() => db.destroy())
}

/** How long rewriting a database waits for others. */
const REWRITE_WAIT_MS = 60_000
const REWRITE_EVERY_MS = 100

/**
 * Rewrites the embedded database, so that nothing of deleted rows is left in its pages, nor in its write-ahead log. Whether it was
 * done: an import may be in the way, or the disk full.
 */
export async function rewriteSqlite(db: Database, { waitMs = REWRITE_WAIT_MS } = {}): Promise<boolean> {
  const until = performance.now() + waitMs
  const isDone = async (work: () => Promise<boolean>): Promise<boolean> => {
    for (;;) {
      if (await work()) return true
      if (performance.now() >= until) return false
      await delay(REWRITE_EVERY_MS)
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

/** Enough for the server's short locks, not for another import. */
const IMPORT_LOCK_MS = 2000
const IMPORT_CACHE_KIB = 64 * 1024

/**
 * Opens the database for an import, or another command, beside what serves it: longer lock and statement time-outs. That server may
 * be of another version, so only an empty database is migrated.
 */
export async function openForImport(
  place: Place,
  { isNew }: Pick<OpenOptions, 'isNew'> = {},
): Promise<{ db: Database; close: () => Promise<void> }> {
  const options = { queryMs: DAY_MS, lockMs: IMPORT_LOCK_MS, mayMigrate: false, ...(isNew && { isNew }) }
  const { db, engine } = await openDatabase({ ...place, ...options })
  if (engine === 'postgres') return { db, close: () => db.destroy() }
  await sql`pragma cache_size = ${sql.lit(-IMPORT_CACHE_KIB)}`.execute(db)
  await sql`pragma temp.cache_size = ${sql.lit(-IMPORT_CACHE_KIB)}`.execute(db)
  const close = async () => {
    // Truncate the WAL, which a large transaction leaves large.
    await sql`pragma wal_checkpoint(truncate)`.execute(db).catch(() => {})
    await db.destroy()
  }
  return { db, close }
}

/** Backs up a SQLite database that may be in use (`vacuum into`); renamed once complete. */
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
