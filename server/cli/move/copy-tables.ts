import { createHash } from 'node:crypto'
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import { sql } from 'kysely'
import { CommandError } from '#server/cli/command.ts'
import { yieldToEventLoop } from '#server/db/in-batches.ts'
import type { Database, DatabaseTransaction } from '#server/db/schema.ts'

const BATCH_ROWS = 1000
/** Length of the JSON of a batch, so that a batch of large rows fits in memory. */
const BATCH_LENGTH = 4 * 1024 * 1024
const DIGEST_BYTES = 16

type Row = readonly SQLOutputValue[]

/** Sum of a table that does not depend on the order of its rows. */
interface Sum {
  rows: number
  digests: bigint
}

/**
 * Copies all tables to an empty PostgreSQL database with the same schema, and compares both in one transaction. Any
 * difference undoes all of it.
 */
export async function copyTables(source: DatabaseSync, target: Database, tables: readonly string[]): Promise<void> {
  await target.transaction().execute(async (trx) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx)
    const columns = await columnsOf(trx)
    const keys = await dropForeignKeys(trx)
    await sql`truncate ${sql.join(tables.map((table) => sql.table(table)))}`.execute(trx)
    for (const table of tables) await copyTable({ source, trx, table, columns: columns.get(table) ?? [] })
    for (const { table, name, definition } of keys)
      await sql`alter table ${sql.table(table)} add constraint ${sql.ref(name)} ${sql.raw(definition)}`.execute(trx)
  })
  await sql`analyze`.execute(target)
}

/** Returns the columns of all tables of the target. */
async function columnsOf(trx: DatabaseTransaction): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select c.table_name as name, array_agg(c.column_name::text order by c.column_name) as columns
    from information_schema.columns c where c.table_schema = current_schema() group by 1 order by 1`.execute(trx)
  return new Map(rows.map(({ name, columns }) => [name, columns]))
}

/** Drops foreign keys, so that tables may be filled in any order, and returns them. Adding them again checks all rows. */
async function dropForeignKeys(trx: DatabaseTransaction) {
  const { rows } = await sql<{ table: string; name: string; definition: string }>`
    select t.relname as table, c.conname as name, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c join pg_class t on t.oid = c.conrelid
    where c.contype = 'f' and c.connamespace = current_schema()::regnamespace`.execute(trx)
  for (const { table, name } of rows)
    await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`.execute(trx)
  return rows
}

async function copyTable({
  source,
  trx,
  table,
  columns,
}: {
  source: DatabaseSync
  trx: DatabaseTransaction
  table: string
  columns: readonly string[]
}): Promise<void> {
  const sent: Sum = { rows: 0, digests: 0n }
  let batch: Record<string, unknown>[] = []
  let length = 0
  const insert = async () => {
    if (batch.length === 0) return
    await sql`insert into ${sql.table(table)} select * from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(batch)}::json)`.execute(
      trx,
    )
    ;[batch, length] = [[], 0]
    await yieldToEventLoop()
  }
  try {
    for (const row of rowsOf(source, table, columns)) {
      if (row.some((value) => typeof value === 'string' && value.includes('\0')))
        throw new Error('a text has a NUL character, which PostgreSQL cannot store')
      length += add(sent, row)
      batch.push(Object.fromEntries(columns.map((column, index) => [column, row[index]])))
      if (batch.length >= BATCH_ROWS || length >= BATCH_LENGTH) await insert()
    }
    await insert()
  } catch (error) {
    if (error instanceof CommandError || !(error instanceof Error)) throw error
    const place = `The table ${table} cannot be moved, at row ${sent.rows + 1} or shortly before`
    throw new CommandError(`${place}: ${error.message}. The target has not changed.`)
  }
  await continueSequence(trx, table)
  const received = await sumOf(trx, table, columns)
  if (received.rows !== sent.rows || received.digests !== sent.digests)
    throw new CommandError(
      `The table ${table} differs after the move: ${received.rows} rows instead of ${sent.rows}, or other values. The target has not changed.`,
    )
}

/** Reads all rows of a table, with the columns in the given order. */
function* rowsOf(source: DatabaseSync, table: string, columns: readonly string[]): Generator<Row> {
  const own = source.prepare('select name from pragma_table_info(?)').all(table)
  if (
    own
      .map(({ name }) => String(name))
      .toSorted()
      .join() !== columns.toSorted().join()
  )
    throw new CommandError(`The table ${table} has other columns in the two databases.`)
  const quoted = columns.map((column) => `"${column}"`).join(', ')
  const statement = source.prepare(`select ${quoted} from "${table}"`)
  statement.setReturnArrays(true)
  for (const row of statement.iterate()) yield Object.values(row)
}

/** Adds a row to the sum. Returns the length of its JSON. */
function add(sum: Sum, row: readonly unknown[]): number {
  const text = JSON.stringify(row)
  const digest = createHash('sha256')
    .update(text)
    .digest('hex')
    .slice(0, 2 * DIGEST_BYTES)
  sum.rows += 1
  sum.digests = BigInt.asUintN(8 * DIGEST_BYTES, sum.digests + BigInt(`0x${digest}`))
  return text.length
}

/** Reads the table back from the target. */
async function sumOf(trx: DatabaseTransaction, table: string, columns: readonly string[]): Promise<Sum> {
  const sum: Sum = { rows: 0, digests: 0n }
  const all = sql.join(columns.map((column) => sql.ref(column)))
  await sql`declare moved no scroll cursor for select ${all} from ${sql.table(table)}`.execute(trx)
  for (;;) {
    const { rows } = await sql<Record<string, unknown>>`fetch ${sql.lit(BATCH_ROWS)} from moved`.execute(trx)
    for (const row of rows) {
      add(
        sum,
        columns.map((column) => row[column]),
      )
    }
    if (rows.length < BATCH_ROWS) break
    await yieldToEventLoop()
  }
  await sql`close moved`.execute(trx)
  return sum
}

/** Lets the sequence of a table continue after the largest id. */
async function continueSequence(trx: DatabaseTransaction, table: string): Promise<void> {
  const { rows } = await sql<{ column: string; sequence: string | null }>`
    select column_name as column, pg_get_serial_sequence(quote_ident(table_name), column_name) as sequence
    from information_schema.columns where table_schema = current_schema() and table_name = ${table}`.execute(trx)
  for (const { column, sequence } of rows) {
    if (sequence !== null)
      await sql`select setval(${sequence}::regclass, max(${sql.ref(column)})) from ${sql.table(table)}`.execute(trx)
  }
}
