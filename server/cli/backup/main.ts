import { DAY_MS } from '#contract/dates.ts'
import { chmodSync, existsSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { CommandError, onlyArgument, readOptions, runCommand, usageOf } from '#server/cli/command.ts'
import { databaseFile } from '#server/node/db/database.ts'
import { openPostgres } from '#server/node/db/postgres.ts'
import { type Settings, readSettings } from '#server/node/settings.ts'
import { syncFolder } from '#server/node/files/write-file-atomic.ts'
import { FOLDERS, SECRETS, copyFile, copyFolder, namesIn } from './copy-folder.ts'
import { DATABASES, requireRows, writeManifest } from './manifest.ts'
import { checkDump, dumpPostgres } from './postgres.ts'
import { checkSqlite, copySqlite } from './sqlite.ts'

const USAGE = usageOf('backup', 'FOLDER')

await runCommand(async () => {
  const { positionals } = readOptions({ allowPositionals: true, options: {} }, USAGE)
  const folder = resolve(onlyArgument(positionals, USAGE))
  const settings = readSettings(process.env)
  makeFolder(folder)

  const takenAt = new Date().toISOString()
  const engine = settings.databaseUrl ? 'postgres' : 'sqlite'
  // The database is copied before the files: a file that the copied database does not name does no harm.
  const rows = await copyDatabase(settings, folder)
  for (const name of SECRETS) copyFile(join(settings.dataDir, name), join(folder, name))
  const files = Object.fromEntries(
    FOLDERS.map((name) => [name, copyFolder(join(settings.dataDir, name), join(folder, name))]),
  )
  writeManifest(folder, { takenAt, engine, rows, files })
  await syncFolder(folder)
  console.log(
    `${folder} has ${rows['practice'] ?? 0} practices and ${rows['client'] ?? 0} clients, ${files['files']} files and ${files['outbox']} mails. The copy of the database was read back and checked.`,
  )
  if (settings.tokenSecret)
    console.log('TOKEN_SECRET is a setting and not part of the backup. Keep a copy of it as well.')
  if (settings.storage) console.log('The bucket of STORAGE_URL is not part of the backup. Back it up separately.')
})

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
