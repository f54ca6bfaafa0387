import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { yieldToEventLoop } from './yield-to-event-loop.ts'
import type { Database, Schema } from './schema.ts'

/** Few enough that others hardly wait for one. */
export const BATCH = 500

export interface Batching {
  db: Database
  /** Ends it after the batch that is running. */
  stopping?: AbortSignal | undefined
}

/** Deletes the rows that meet a condition, some at a time, with a turn for others in between. */
export async function deleteInBatches(
  { db, stopping }: Batching,
  { table, key, where }: { table: keyof Schema; key: string; where: RawBuilder<SqlBool> },
): Promise<void> {
  for (;;) {
    if (stopping?.aborted) return
    const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)} where ${sql.ref(key)} in (
      select ${sql.ref(key)} from ${sql.table(table)} where ${where} limit ${sql.lit(BATCH)})`.execute(db)
    if (numAffectedRows < BATCH) return
    await yieldToEventLoop()
  }
}
