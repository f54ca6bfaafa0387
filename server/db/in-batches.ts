import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { isPostgres } from './engine.ts'
import type { Database, DatabaseTransaction, Schema } from './schema.ts'

/** Rows per batch: few enough that other writers hardly wait. */
export const BATCH_SIZE = 500

export interface Batching {
  db: Database
  /** Stops the work after the current batch. */
  stopping?: AbortSignal | undefined
}

/** Runs batches until `batch` returns `last`, and yields to the event loop between them. */
export async function inBatches(
  { stopping }: Pick<Batching, 'stopping'>,
  batch: () => Promise<'more' | 'last'>,
): Promise<void> {
  for (;;) {
    if (stopping?.aborted) return
    if ((await batch()) === 'last') return
    await yieldToEventLoop()
  }
}

/**
 * Condition that a column has one of many values. All values are one parameter, because compiling 500 parameters takes
 * longer than running the statement.
 */
export const isOneOf = (
  db: Database | DatabaseTransaction,
  column: string,
  values: readonly string[],
): RawBuilder<SqlBool> =>
  isPostgres(db)
    ? sql<SqlBool>`${sql.ref(column)} = any(${values})`
    : sql<SqlBool>`${sql.ref(column)} in (select value from json_each(${JSON.stringify(values)}))`

/**
 * Reads rows in the order of their keys, and yields to the event loop between batches. The keys come from one
 * statement, so no row is missed or repeated. Rows that are deleted meanwhile or are unreadable are left out.
 */
export async function* inKeyBatches<Row>(
  keys: readonly string[],
  read: (batch: readonly string[]) => Promise<ReadonlyMap<string, Row | undefined>>,
): AsyncGenerator<Row[]> {
  for (let from = 0; from < keys.length; from += BATCH_SIZE) {
    if (from > 0) await yieldToEventLoop()
    const batch = keys.slice(from, from + BATCH_SIZE)
    const rows = await read(batch)
    yield batch.flatMap((key) => rows.get(key) ?? [])
  }
}

export async function deleteInBatches(
  { db, stopping }: Batching,
  { table, key, where }: { table: keyof Schema; key: string; where: RawBuilder<SqlBool> },
): Promise<void> {
  await inBatches({ stopping }, async () => {
    // Skips locked rows until the next run: waiting for one while locking others could deadlock.
    const unlocked = sql.raw(isPostgres(db) ? 'for update skip locked' : '')
    const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)} where ${sql.ref(key)} in (
      select ${sql.ref(key)} from ${sql.table(table)} where ${where} limit ${sql.lit(BATCH_SIZE)} ${unlocked})`.execute(
      db,
    )
    return numAffectedRows < BATCH_SIZE ? 'last' : 'more'
  })
}

/** Maximum number of rows that `fill` handles per call. */
export const FILL_BATCH_SIZE = 200
const MIN_PAUSE_MS = 5

/**
 * Fills derived columns in small batches, and pauses after each for as long as the batch took. `fill` returns the
 * number of rows it filled.
 */
export async function fillIn(
  { db, stopping }: { db: Database; stopping?: AbortSignal | undefined },
  fill: (db: Database) => Promise<number>,
): Promise<void> {
  for (;;) {
    if (stopping?.aborted) return
    const start = performance.now()
    if ((await fill(db)) < FILL_BATCH_SIZE) return
    const pause = Math.max(MIN_PAUSE_MS, performance.now() - start)
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

const waiting: (() => void)[] = []

/**
 * Resolves in a later turn of the event loop; each turn resumes one caller. Without the queue the batches of several
 * callers would share a turn, because SQLite's calls are synchronous.
 */
export const yieldToEventLoop = (): Promise<void> =>
  new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setTimeout(resumeOne)
  })

function resumeOne(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setTimeout(resumeOne)
}
