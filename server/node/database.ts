import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { backupSqlite } from './backup.ts'
import { type Engine, type MigrateOptions, migrate } from '#server/db/migrate.ts'
import { openPostgres } from './postgres.ts'
import type { Database } from '#server/db/schema.ts'
import { openSqlite } from './sqlite.ts'

/** The embedded database of a data folder. */
export const databaseFile = (dataDir: string): string => join(dataDir, 'portal.sqlite')

export interface Opened {
  db: Database
  engine: Engine
}

/** Migrating may wait long for another process's locks and run long; serving may not. */
const PATIENT_MS = 10_000
const A_DAY_MS = 86_400_000

/** Opens the database that the settings name, migrated. */
export async function openDatabase(settings: {
  dataDir: string
  databaseUrl: string | undefined
  queryMs?: number
  lockMs?: number
  /** Called before an empty database is made into the portal's; may throw. */
  isNew?: () => void
}): Promise<Opened> {
  const { databaseUrl, queryMs, lockMs, isNew } = settings
  if (databaseUrl) {
    await ready(openPostgres(databaseUrl, { lockMs: PATIENT_MS, queryMs: A_DAY_MS }), 'postgres', { isNew })
    return {
      db: openPostgres(databaseUrl, { ...(queryMs && { queryMs }), ...(lockMs && { lockMs }) }),
      engine: 'postgres',
    }
  }
  mkdirSync(settings.dataDir, { recursive: true })
  const file = databaseFile(settings.dataDir)
  await ready(openSqlite(file, { busyTimeoutMs: PATIENT_MS }), 'sqlite', {
    isNew,
    backup: async () => {
      await backupSqlite(file, new Date())
    },
  })
  return { db: openSqlite(file), engine: 'sqlite' }
}

async function ready(db: Database, engine: Engine, options: MigrateOptions): Promise<void> {
  try {
    await migrate(db, engine, options)
  } finally {
    await db.destroy()
  }
}
