import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { sql } from 'kysely'
import { CommandError } from '#server/cli/command.ts'
import type { Database, DatabaseTransaction } from '#server/db/schema.ts'
import { oneRow } from '#server/db/one-row.ts'
import { openPostgres } from '#server/node/db/postgres.ts'

const nameOf = (schema: string, name: string) => (schema === 'public' ? name : `${schema}.${name}`)

export async function countRows(db: Database | DatabaseTransaction): Promise<Record<string, number>> {
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'
    order by 1, 2`.execute(db)
  const counts: Record<string, number> = {}
  for (const { schema, name } of tables) {
    const table = sql.table(`${schema}.${name}`)
    const { count } = await oneRow(sql<{ count: number }>`select count(*) as count from ${table}`, db)
    counts[nameOf(schema, name)] = Number(count)
  }
  return counts
}

/** Dumps a database that may be in use. Returns the number of rows by table at the time of the snapshot. */
export async function dumpPostgres(db: Database, url: string, file: string): Promise<Record<string, number>> {
  return await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx)
      const { id } = await oneRow(sql<{ id: string }>`select pg_export_snapshot() as id`, trx)
      const counts = await countRows(trx)
      const program = await programOf('pg_dump', trx)
      await runProgram(program, ['--format=custom', `--snapshot=${id}`, `--file=${file}`], url)
      return counts
    })
}

/** Reads a whole dump. Returns the number of rows by table. */
export async function checkDump(file: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  let table: string | undefined
  await runProgram('pg_restore', ['--data-only', '--file=-', file], undefined, (line) => {
    if (table === undefined) {
      const [, schema, name] = /^COPY "?(\w+)"?\."?(\w+)"? \(.*\) FROM stdin;$/.exec(line) ?? []
      if (schema === undefined || name === undefined) return
      table = nameOf(schema, name)
      counts[table] = 0
    } else if (line === '\\.') table = undefined
    else counts[table] = (counts[table] ?? 0) + 1
  })
  return counts
}

/** Restores a dump into an empty database; `replace` drops existing objects first. All or nothing. */
export async function restoreDump(url: string, file: string, { replace }: { replace: boolean }): Promise<void> {
  const options = ['--no-owner', '--no-privileges', '--exit-on-error', '--single-transaction']
  const db = openPostgres(url)
  const program = await programOf('pg_restore', db).finally(() => db.destroy())
  await runProgram(program, [...options, ...(replace ? ['--clean', '--if-exists'] : []), file], url)
}

/**
 * Returns the program of the server's own version if Debian's packages of several versions are installed. A newer
 * `pg_dump` writes settings that an older server does not know.
 */
async function programOf(name: 'pg_dump' | 'pg_restore', db: Database | DatabaseTransaction): Promise<string> {
  const { version } = await oneRow(
    sql<{ version: number }>`select current_setting('server_version_num')::int / 10000 as version`,
    db,
  )
  const file = `/usr/lib/postgresql/${version}/bin/${name}`
  return existsSync(file) ? file : name
}

/**
 * Runs a PostgreSQL program on the database of a URL. The password is passed by the environment, because all users
 * can see arguments.
 */
async function runProgram(
  name: string,
  args: string[],
  url?: string,
  read: (line: string) => void = () => {},
): Promise<void> {
  const address = url === undefined ? undefined : new URL(url)
  const password = decodeURIComponent(address?.password ?? '')
  if (address) address.password = ''
  const child = spawn(name, [...(address ? [`--dbname=${address.href}`] : []), ...args], {
    env: { ...process.env, ...(password && { PGPASSWORD: password }) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let errors = ''
  child.stderr.on('data', (data: Buffer) => (errors += data.toString()))
  createInterface({ input: child.stdout, crlfDelay: Infinity }).on('line', read)
  try {
    const [code]: unknown[] = await once(child, 'close')
    if (code !== 0)
      throw new CommandError(`${name} failed: ${errors.trim().split('\n')[0] || `exit code ${String(code)}`}`)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    throw new CommandError(`${name} was not found. Install PostgreSQL's client programs (postgresql-client).`)
  }
}
