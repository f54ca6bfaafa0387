import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { BATCH } from '#server/db/in-batches.ts'
import type { DatabaseTransaction } from '#server/db/schema.ts'
import { parseStored } from '#server/db/stored.ts'
import { yieldToEventLoop } from '#server/db/yield-to-event-loop.ts'

interface Archive {
  archive: 'removed_row' | 'removed_record'
  /** Columns of the archived tables; the first is never null. */
  tables: Readonly<Record<string, readonly string[]>>
  /** Condition on the rows `x`. */
  which: RawBuilder<SqlBool>
}

/**
 * Deletes those of the archived rows `x` that are not the JSON of a row, so that SQL can read the others: one value that is not JSON would
 * fail the whole statement. PostgreSQL has a test of its own from version 16 on only.
 */
export async function deleteUnreadable(trx: DatabaseTransaction, { archive, tables, which }: Archive): Promise<void> {
  for (let after = 0; ;) {
    const { rows } = await sql<{ id: number; source: string; data: string }>`
      select x.id, x.source, x.data from ${sql.table(archive)} x where ${which} and x.id > ${after}
      order by x.id limit ${sql.lit(BATCH)}`.execute(trx)
    const unreadable = rows.filter(({ source, data }) => !isRow(data, tables[source]?.[0] ?? ''))
    if (unreadable.length > 0)
      await sql`delete from ${sql.table(archive)} where id in (${sql.join(unreadable.map(({ id }) => id))})`.execute(
        trx,
      )
    if (rows.length < BATCH) return
    after = Number(rows.at(-1)?.id)
    await yieldToEventLoop()
  }
}

const isRow = (data: string, key: string) => parseStored('archivedRow', data)?.[key] != null
