import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { isPostgres } from './engine.ts'
import type { Database, DatabaseTransaction, Schema } from './schema.ts'

/** Rows of a batch: few enough that other writers hardly wait for one. */
export const BATCH = 500

export interface Batching {
  db: Database
  /** Ends it after the batch that is running. */
  stopping?: AbortSignal | undefined
}

/** Runs batches, with a turn for others in between, until `batch` answers that it was the last. */
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

/** Whether a column has one of many values, which are one parameter: compiling a statement with 500 takes longer than running it. */
export const isOneOf = (
  db: Database | DatabaseTransaction,
  column: string,
  values: readonly string[],
): RawBuilder<SqlBool> =>
  isPostgres(db)
    ? sql<SqlBool>`${sql.ref(column)} = any(${values})`
    : sql<SqlBool>`${sql.ref(column)} in (select value from json_each(${JSON.stringify(values)}))`

/**
 * Reads rows in the order of their keys, with a turn for others between two batches. Keys come from one statement, so that no row is
 * missed or repeated; rows deleted since then are absent, and so are those that cannot be read.
 */
export async function* inKeyBatches<Row>(
  keys: readonly string[],
  read: (some: readonly string[]) => Promise<ReadonlyMap<string, Row | undefined>>,
): AsyncGenerator<Row[]> {
  for (let from = 0; from < keys.length; from += BATCH) {
    if (from > 0) await yieldToEventLoop()
    const some = keys.slice(from, from + BATCH)
    const rows = await read(some)
    yield some.flatMap((key) => rows.get(key) ?? [])
  }
}

/** Deletes the rows that meet a condition. */
export async function deleteInBatches(
  { db, stopping }: Batching,
  { table, key, where }: { table: keyof Schema; key: string; where: RawBuilder<SqlBool> },
): Promise<void> {
  await inBatches({ stopping }, async () => {
    // A row that somebody has locked is left to the next time: waiting for it with others locked could be a deadlock.
    const unlocked = sql.raw(isPostgres(db) ? 'for update skip locked' : '')
    const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)} where ${sql.ref(key)} in (
      select ${sql.ref(key)} from ${sql.table(table)} where ${where} limit ${sql.lit(BATCH)} ${unlocked})`.execute(db)
    return numAffectedRows < BATCH ? 'last' : 'more'
  })
}

/** How many rows at a time. */
export const FILLED_AT_ONCE = 200
const LEAST_PAUSE_MS = 5

/** Fills in derived columns a few rows at a time, with as long for others in between; `fill` answers how many it has done. */
export async function fillIn(
  { db, stopping }: { db: Database; stopping?: AbortSignal | undefined },
  fill: (db: Database) => Promise<number>,
): Promise<void> {
  for (;;) {
    if (stopping?.aborted) return
    const start = performance.now()
    if ((await fill(db)) < FILLED_AT_ONCE) return
    const pause = Math.max(LEAST_PAUSE_MS, performance.now() - start)
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

const waiting: (() => void)[] = []

/**
 * Resolves in a later turn of the event loop; each turn resumes one caller. SQLite's calls are synchronous, so without the queue the
 * batches of several callers would run in one turn.
 */
export const yieldToEventLoop = (): Promise<void> =>
  new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setTimeout(resumeOne)
  })

function resumeOne(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setTimeout(resumeOne)
}
