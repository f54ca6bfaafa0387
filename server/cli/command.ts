import { existsSync, mkdirSync } from 'node:fs'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { databaseFile, databaseName, storeTemporaryFilesBeside, openForImport } from '#server/node/db/database.ts'
import { databaseProblem } from '#server/db/problem.ts'
import type { Database } from '#server/db/schema.ts'
import { restrictNewFiles, restrictFolder } from '#server/node/files/private-folder.ts'
import { type Settings, readSettings } from '#server/node/settings.ts'
import { withStartError, SettingsError, StartError } from '#server/node/start-error.ts'
import { requireKnownDatabase } from '#server/node/used-folder.ts'

export const BUSY = 'The database is busy, perhaps with another import. Nothing has changed. Try again later.'

/** An error that the operator can fix; printed without a stack trace. */
export class CommandError extends Error {
  override name = 'CommandError'
}

export class UsageError extends CommandError {
  override name = 'UsageError'
  constructor(reason: string, usage: string) {
    super(reason ? `${reason}.\n${usage}` : usage)
  }
}

class HelpRequested extends Error {
  override name = 'HelpRequested'
}

/** Returns the usage line of a command, for a built release or for a checkout. */
export const usageOf = (command: string, args = '') =>
  `Usage: ${import.meta.filename.endsWith('.js') ? `dierenportaal ${command}` : `npm run ${command} --`} ${args}`.trimEnd()

/** Calls `parseArgs`, by default with the arguments of this process, and throws its errors as `UsageError`. */
export function readOptions<T extends ParseArgsConfig>(config: T, usage: string): ReturnType<typeof parseArgs<T>> {
  if ((config.args ?? process.argv.slice(2)).includes('--help')) throw new HelpRequested(usage)
  try {
    return parseArgs(config)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))) throw error
    // Keeps the first sentence; the rest is Node's guess at the intended argument.
    throw new UsageError(error.message.replace(/(\.\s|\n).*/s, ''), usage)
  }
}

export function onlyArgument([given, ...others]: readonly string[], usage: string): string {
  if (!given || others.length > 0) throw new UsageError('', usage)
  return given
}

export async function requirePractice(db: Database, id: string): Promise<void> {
  const known = await db.selectFrom('practice').select('id').where('id', '=', id).executeTakeFirst()
  if (!known) throw new CommandError(`There is no practice ${id}.`)
}

/**
 * Runs `work` with the configured database and closes it.
 * Rejects an empty database unless `mayCreate` is set, because an empty database suggests a mistyped folder or URL.
 */
export async function withDatabase<T>(
  work: (db: Database, settings: Settings) => Promise<T>,
  { settings = readSettings(process.env), mayCreate = false } = {},
): Promise<T> {
  const { dataDir, databaseUrl } = settings
  const rejectEmpty = () => {
    throw new StartError(
      `${databaseUrl ? 'The database of DATABASE_URL is empty' : `There is no database in ${dataDir}`}.`,
    )
  }
  // Opening a missing SQLite database would create its file.
  if (!mayCreate && !databaseUrl && !existsSync(databaseFile(dataDir))) rejectEmpty()
  mkdirSync(dataDir, { recursive: true })
  storeTemporaryFilesBeside(settings)
  const isNew = () => {
    if (!mayCreate) rejectEmpty()
    // An empty PostgreSQL database next to a used data folder may be the target of a move to PostgreSQL.
    if (!databaseUrl) requireKnownDatabase(settings)
  }
  const { db, close } = await withStartError(databaseName(settings), () => {
    if (!databaseUrl) restrictFolder(dataDir)
    return openForImport(settings, { isNew })
  })
  try {
    return await work(db, settings)
  } finally {
    await close()
  }
}

/** Runs a command and prints known errors as one line. Exit code 2 means invalid arguments, 1 any other failure. */
export async function runCommand(command: () => Promise<number | void>): Promise<void> {
  restrictNewFiles()
  try {
    process.exitCode = (await command()) ?? 0
  } catch (error) {
    if (error instanceof HelpRequested) {
      console.log(error.message)
      return
    }
    process.exitCode = error instanceof UsageError ? 2 : 1
    if (error instanceof CommandError || error instanceof SettingsError || error instanceof StartError)
      printLine(error.message)
    else if (databaseProblem(error) === 'unavailable') printLine(BUSY)
    else if (databaseProblem(error) === 'storage-full') printLine('The disk is full. Nothing has changed.')
    else if (isOfPath(error)) printLine(`${error.path} cannot be used: ${error.message}`)
    else throw error
  }
}

/** Error of the operating system about a path, such as a missing permission. */
const isOfPath = (error: unknown): error is Error & { path: string } =>
  error instanceof Error && 'syscall' in error && 'path' in error && typeof error.path === 'string'

function printLine(sentence: string): void {
  process.stderr.write(`${sentence}\n`)
}
