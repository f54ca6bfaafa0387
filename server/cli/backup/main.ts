import { DAY_MS } from '#contract/dates.ts'
import { chmodSync, existsSync, mkdirSync, renameSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { CommandError, UsageError, onlyArgument, readOptions, runCommand, usageOf } from '#server/cli/command.ts'
import { recordSuccess } from '#server/db/last-success.ts'
import { databaseFile } from '#server/node/db/database.ts'
import { openPostgres } from '#server/node/db/postgres.ts'
import { openSqlite } from '#server/node/db/sqlite.ts'
import { type Settings, readSettings } from '#server/node/settings.ts'
import { syncFolder } from '#server/node/files/write-file-atomic.ts'
import { FOLDERS, SECRETS, copyFile, copyFolder, namesIn } from './copy-folder.ts'
import { nameOfBackup, removeOlder, unfinishedNameOf } from './keep.ts'
import { DATABASES, requireRows, writeManifest } from './manifest.ts'
import { checkDump, dumpPostgres } from './postgres.ts'
import { checkSqlite, copySqlite } from './sqlite.ts'

const USAGE = usageOf('backup', 'FOLDER [--keep NUMBER]')
const OPTIONS = { keep: { type: 'string' } } as const
const MAX_KEPT = 10_000

await runCommand(async () => {
  const { values, positionals } = readOptions({ allowPositionals: true, options: OPTIONS }, USAGE)
  const folder = resolve(onlyArgument(positionals, USAGE))
  const settings = readSettings(process.env)
  const takenAt = new Date()
  if (values.keep === undefined) await backUp(folder, settings, takenAt)
  else await backUpAndKeep(folder, settings, { takenAt, count: keptOf(values.keep) })
  await recordTime(settings, takenAt)
  if (settings.tokenSecret)
    console.log('TOKEN_SECRET is a setting and not part of the backup. Keep a copy of it as well.')
  if (settings.storage) console.log('The bucket of STORAGE_URL is not part of the backup. Back it up separately.')
})

function keptOf(text: string): number {
  const count = /^\d{1,5}$/.test(text) ? Number(text) : 0
  if (count >= 1 && count <= MAX_KEPT) return count
  throw new UsageError(`--keep must be a whole number from 1 to ${MAX_KEPT}`, USAGE)
}

/** Adds a backup to a folder of backups. Removes older ones only after the new one was checked. */
async function backUpAndKeep(
  folder: string,
  settings: Settings,
  { takenAt, count }: { takenAt: Date; count: number },
): Promise<void> {
  const unfinished = join(folder, unfinishedNameOf(takenAt))
  await backUp(unfinished, settings, takenAt)
  const kept = join(folder, nameOfBackup(takenAt))
  renameSync(unfinished, kept)
  await syncFolder(folder)
  const removed = removeOlder(folder, { count, now: takenAt })
  console.log(`The backup is ${kept}. Removed ${removed.length} older: ${removed.join(', ') || 'none'}.`)
}

async function backUp(folder: string, settings: Settings, takenAt: Date): Promise<void> {
  makeFolder(folder)
  const engine = settings.databaseUrl ? 'postgres' : 'sqlite'
  // The database is copied before the files: a file that the copied database does not name does no harm.
  const rows = await copyDatabase(settings, folder)
  for (const name of SECRETS) copyFile(join(settings.dataDir, name), join(folder, name))
  const files = Object.fromEntries(
    FOLDERS.map((name) => [name, copyFolder(join(settings.dataDir, name), join(folder, name))]),
  )
  writeManifest(folder, { takenAt: takenAt.toISOString(), engine, rows, files })
  await syncFolder(folder)
  console.log(
    `${folder} has ${rows['practice'] ?? 0} practices and ${rows['client'] ?? 0} clients, ${files['files']} files and ${files['outbox']} mails. The copy of the database was read back and checked.`,
  )
}

/** Records the time for the metrics. A database of another version may lack the table; the backup is good nevertheless. */
async function recordTime({ dataDir, databaseUrl }: Settings, takenAt: Date): Promise<void> {
  const db = databaseUrl ? openPostgres(databaseUrl) : openSqlite(databaseFile(dataDir))
  try {
    await recordSuccess(db, 'backup', takenAt)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    console.error(`The backup is complete, but its time could not be recorded for the metrics: ${reason}`)
  } finally {
    await db.destroy()
  }
}

function makeFolder(folder: string): void {
  if (namesIn(folder).length > 0) throw new CommandError(`${folder} is not empty. Name a new or empty folder.`)
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o700)
}

/** Copies the database, reads the whole copy and returns the number of rows by table. */
async function copyDatabase({ dataDir, databaseUrl }: Settings, folder: string): Promise<Record<string, number>> {
  if (!databaseUrl) {
    const [from, to] = [databaseFile(dataDir), join(folder, DATABASES.sqlite)]
    if (!existsSync(from)) throw new CommandError(`There is no database in ${dataDir}.`)
    copySqlite(from, to)
    return checkSqlite(to)
  }
  const db = openPostgres(databaseUrl, { queryMs: DAY_MS })
  try {
    const dump = join(folder, DATABASES.postgres)
    const rows = await dumpPostgres(db, databaseUrl, dump)
    requireRows(rows, await checkDump(dump), dump)
    return rows
  } finally {
    await db.destroy()
  }
}
