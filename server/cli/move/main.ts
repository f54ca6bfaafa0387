import { DAY_MS } from '#contract/dates.ts'
import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { checkSqlite } from '#server/cli/backup/sqlite.ts'
import { countRows } from '#server/cli/backup/postgres.ts'
import { CommandError, UsageError, readOptions, runCommand, usageOf } from '#server/cli/command.ts'
import { MIGRATIONS } from '#server/db/migrate.ts'
import type { Database } from '#server/db/schema.ts'
import { lockDataDir } from '#server/node/data-lock.ts'
import { databaseFile, databaseName, migrateDatabase } from '#server/node/db/database.ts'
import { openPostgres } from '#server/node/db/postgres.ts'
import { readSettings } from '#server/node/settings.ts'
import { withStartError } from '#server/node/start-error.ts'
import { copyTables } from './copy-tables.ts'

const USAGE = usageOf('move', '--to DATABASE_URL')

await runCommand(async () => {
  const { values } = readOptions({ options: { to: { type: 'string' } } }, USAGE)
  if (values.to === undefined) throw new UsageError('--to is missing', USAGE)
  // Checks the URL as the setting is checked.
  const { dataDir, databaseUrl } = readSettings({ ...process.env, DATABASE_URL: values.to })
  if (databaseUrl === undefined) throw new UsageError('--to is missing', USAGE)
  const file = databaseFile(dataDir)
  if (!existsSync(file)) throw new CommandError(`There is no database in ${dataDir}.`)
  const unlocks = (['server', 'import'] as const).map((by) => lockDataDir(dataDir, by))
  try {
    if (unlocks.includes(undefined))
      throw new CommandError(`A server or an import is running on the data folder ${dataDir}. Stop it first.`)
    await move(file, { dataDir, databaseUrl })
  } finally {
    for (const unlock of unlocks) unlock?.()
  }
})

async function move(file: string, to: { dataDir: string; databaseUrl: string }): Promise<void> {
  const rows = checkSqlite(file)
  requireSchema(file)
  const db = openPostgres(to.databaseUrl, { lockMs: 10_000, queryMs: DAY_MS })
  try {
    await withStartError('DATABASE_URL', () => requireEmpty(db))
    await withStartError(databaseName(to), () => migrateDatabase(to))
    const source = new DatabaseSync(file, { readOnly: true })
    try {
      await copyTables(source, db, Object.keys(rows))
    } finally {
      source.close()
    }
  } finally {
    await db.destroy()
  }
  console.log(
    `Moved ${rows['practice'] ?? 0} practices and ${rows['client'] ?? 0} clients: ${Object.keys(rows).length} tables, compared by number of rows and checksum.`,
  )
  console.log(
    `Set DATABASE_URL for the server and start it with the same DATA_DIR, which has the files and the secret. ${file} has not changed. Remove it once the portal works.`,
  )
}

/** Throws unless the source has all migrations of this version. */
function requireSchema(file: string): void {
  const source = new DatabaseSync(file, { readOnly: true })
  try {
    const applied = source.prepare('select name from kysely_migration order by name').all()
    if (applied.map(({ name }) => name).join() === Object.keys(MIGRATIONS).toSorted().join()) return
  } finally {
    source.close()
  }
  throw new CommandError('The embedded database has the schema of another version. Run dierenportaal migrate first.')
}

/** Throws if the target has rows. Tables without rows may remain of a move that failed. */
async function requireEmpty(db: Database): Promise<void> {
  const rows = await countRows(db)
  const used = Object.keys(rows).find((table) => (rows[table] ?? 0) > 0 && !table.startsWith('kysely_'))
  if (used !== undefined)
    throw new CommandError(`The database of --to is not empty: ${used} has rows. Use a new database.`)
}
