import { DAY_MS } from '#contract/dates.ts'
import { mkdirSync, readdirSync, renameSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { FOLDERS, SECRETS, copyFile, copyFolder, namesIn } from '#server/cli/backup/copy-folder.ts'
import { DATABASES, type Manifest, readManifest, requireRows } from '#server/cli/backup/manifest.ts'
import { checkDump, countRows, restoreDump } from '#server/cli/backup/postgres.ts'
import { checkSqlite } from '#server/cli/backup/sqlite.ts'
import { CommandError, onlyArgument, readOptions, runCommand, usageOf } from '#server/cli/command.ts'
import { lockDataDir } from '#server/node/data-lock.ts'
import { databaseFile } from '#server/node/db/database.ts'
import { openSqlite } from '#server/node/db/sqlite.ts'
import type { Database } from '#server/db/schema.ts'
import { pauseRestored } from '#server/webhooks/pause-restored.ts'
import { openPostgres } from '#server/node/db/postgres.ts'
import { restrictFolder } from '#server/node/files/private-folder.ts'
import { type Settings, readSettings } from '#server/node/settings.ts'
import { syncFolder } from '#server/node/files/write-file-atomic.ts'

const USAGE = usageOf('restore', 'FOLDER [--replace]')
const OPTIONS = { replace: { type: 'boolean' } } as const
/** Entries of a data folder that a restore replaces; other entries, such as locks, stay. */
const PORTAL_FILES = /^(portal\.sqlite.*|token-secret.*|files|outbox|imports)$/

await runCommand(async () => {
  const { values, positionals } = readOptions({ allowPositionals: true, options: OPTIONS }, USAGE)
  const folder = resolve(onlyArgument(positionals, USAGE))
  const settings = readSettings(process.env)
  const replace = values.replace ?? false
  const manifest = readManifest(folder)
  const copy = await checked(folder, manifest, settings)

  const { dataDir } = settings
  const unlock = lockDataDir(dataDir, 'server')
  if (!unlock) throw new CommandError(`A server is running on the data folder ${dataDir}. Stop it first.`)
  try {
    restrictFolder(dataDir)
    await requireEmptyTarget(settings, replace)
    if (replace) moveAway(dataDir)
    for (const name of SECRETS) copyFile(join(folder, name), join(dataDir, name))
    for (const name of FOLDERS) {
      const copied = copyFolder(join(folder, name), join(dataDir, name))
      const expected = manifest.files[name]
      if (copied !== expected)
        throw new CommandError(
          `${join(folder, name)} has ${copied} files instead of ${expected}. The backup is incomplete.`,
        )
    }
    // The database comes last: without it a server does not start on an incomplete restore.
    await restoreDatabase(copy, settings, { manifest, replace })
    await syncFolder(dataDir)
  } finally {
    unlock()
  }
  console.log(
    `Restored the backup of ${manifest.takenAt}: ${manifest.rows['practice'] ?? 0} practices, ${manifest.rows['client'] ?? 0} clients.`,
  )
})

/** Reads the whole database copy of a backup, and returns its path. */
async function checked(folder: string, manifest: Manifest, { databaseUrl }: Settings): Promise<string> {
  const engine = databaseUrl ? 'postgres' : 'sqlite'
  if (manifest.engine !== engine) {
    throw new CommandError(
      engine === 'postgres'
        ? `${folder} is a backup of SQLite, but DATABASE_URL names PostgreSQL. Unset DATABASE_URL.`
        : `${folder} is a backup of PostgreSQL. Set DATABASE_URL to a new, empty database.`,
    )
  }
  const copy = join(folder, DATABASES[engine])
  requireRows(manifest.rows, engine === 'sqlite' ? checkSqlite(copy) : await checkDump(copy), copy)
  return copy
}

/** Throws if a restore would overwrite existing data. */
async function requireEmptyTarget({ dataDir, databaseUrl }: Settings, replace: boolean): Promise<void> {
  const first = namesIn(dataDir).find((name) => PORTAL_FILES.test(name))
  if (first !== undefined && !replace) {
    throw new CommandError(
      `The data folder ${dataDir} is not empty: it has ${first}. Use another folder, or add --replace to move the existing data aside.`,
    )
  }
  if (!databaseUrl) return
  const db = openPostgres(databaseUrl)
  try {
    const tables = Object.keys(await countRows(db))
    if (tables.length > 0 && !replace) {
      throw new CommandError(
        'The database of DATABASE_URL is not empty. Use a new database, or add --replace to delete its contents.',
      )
    }
  } finally {
    await db.destroy()
  }
}

/** Moves the existing entries into a folder inside the data folder, so that nothing is deleted. */
function moveAway(dataDir: string): void {
  const names = readdirSync(dataDir).filter((name) => PORTAL_FILES.test(name))
  if (names.length === 0) return
  const aside = join(dataDir, `before-restore-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`)
  mkdirSync(aside)
  for (const name of names) renameSync(join(dataDir, name), join(aside, name))
  console.log(`The former contents of ${dataDir} were moved to ${aside}.`)
}

async function restoreDatabase(
  copy: string,
  { dataDir, databaseUrl }: Settings,
  { manifest, replace }: { manifest: Manifest; replace: boolean },
): Promise<void> {
  if (!databaseUrl) {
    const file = databaseFile(dataDir)
    copyFile(copy, `${file}.restored`)
    await pauseWebhooks(openSqlite(`${file}.restored`))
    renameSync(`${file}.restored`, file)
    return
  }
  await restoreDump(databaseUrl, copy, { replace })
  const db = openPostgres(databaseUrl, { queryMs: DAY_MS })
  try {
    requireRows(manifest.rows, await countRows(db), 'The database of DATABASE_URL')
  } finally {
    await pauseWebhooks(db)
  }
}

/** Pauses the endpoints for events, and closes the database. */
async function pauseWebhooks(db: Database): Promise<void> {
  try {
    const paused = await pauseRestored(db)
    if (paused > 0) console.log(`Webhooks paused: ${paused}. An admin resumes them under Practice, Data connection.`)
  } finally {
    await db.destroy()
  }
}
