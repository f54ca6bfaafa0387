import { mkdirSync } from 'node:fs'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { sql } from 'kysely'
import { openDatabase } from '#server/node/database.ts'
import { databaseProblem } from '#server/db/problem.ts'
import type { Database } from '#server/db/schema.ts'
import { type Settings, SettingsError } from '#server/node/settings.ts'
import { StartError, explain } from '#server/node/start-error.ts'

// What the commands beside the server share.

/** Something that whoever ran the command can put right; the message is all that needs to be said. */
export class CommandError extends Error {
  override name = 'CommandError'
}

/** It was called in a way that it does not know. */
export class UsageError extends CommandError {
  override name = 'UsageError'
  constructor(reason: string, usage: string) {
    super(reason ? `${reason}.\n${usage}` : usage)
  }
}

/** The options and arguments of a command, as `parseArgs` reads them; throws a `UsageError` for one that it does not have. */
export function readOptions<T extends ParseArgsConfig>(config: T, usage: string): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))) throw error
    // Behind the first sentence Node guesses what may have been meant.
    throw new UsageError(error.message.split(/\.\s|\n/)[0]!, usage)
  }
}

const A_DAY_MS = 86_400_000
/** The server holds a lock for a moment; for another import there is no waiting. */
const WAIT_FOR_LOCK_MS = 2000
const CACHE_KIB = 64 * 1024

/** Opens the portal's database beside a running server: patient with its locks, and with time for long statements. */
export async function openForCommand(settings: Settings): Promise<{ db: Database; close: () => Promise<void> }> {
  mkdirSync(settings.dataDir, { recursive: true })
  // Where there is room for the database there is room for what an import sets aside; a system's /tmp may be memory.
  process.env['SQLITE_TMPDIR'] ??= settings.dataDir
  const { db, engine } = await explain(
    settings.databaseUrl ? 'DATABASE_URL' : `The database in ${settings.dataDir}`,
    () => openDatabase({ ...settings, queryMs: A_DAY_MS, lockMs: WAIT_FOR_LOCK_MS }),
  )
  if (engine === 'postgres') return { db, close: () => db.destroy() }
  await sql`pragma busy_timeout = ${sql.lit(WAIT_FOR_LOCK_MS)}`.execute(db)
  await sql`pragma cache_size = ${sql.lit(-CACHE_KIB)}`.execute(db)
  await sql`pragma temp.cache_size = ${sql.lit(-CACHE_KIB)}`.execute(db)
  const close = async () => {
    // A large transaction leaves a large log, which would stay as long as the server runs.
    await sql`pragma wal_checkpoint(truncate)`.execute(db).catch(() => {})
    await db.destroy()
  }
  return { db, close }
}

/** Runs a command. An error that can be put right is one line; the exit code is 2 for a wrong call, 1 for any other failure. */
export async function runCommand(command: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await command()
  } catch (error) {
    process.exitCode = error instanceof UsageError ? 2 : 1
    if (error instanceof CommandError || error instanceof SettingsError || error instanceof StartError)
      say(error.message)
    else if (databaseProblem(error) === 'unavailable')
      say('The database is busy, perhaps with another import. Nothing has changed; please try again later.')
    else if (databaseProblem(error) === 'storage-full') say('The disk is full. Nothing has changed.')
    else throw error
  }
}

function say(sentence: string): void {
  process.stderr.write(`${sentence}\n`)
}
