import { sql } from 'kysely'
import { type Batching, inBatches, isOneOf } from '#server/db/in-batches.ts'
import type { DatabaseTransaction, Schema } from '#server/db/schema.ts'
import { fileIdOf, fileKeyOf } from '#server/documents/file-names.ts'
import type { Files } from '#server/ports.ts'

// The files of deleted records are queued in the transaction that deletes the records. The store may be away, or the server stop:
// then a later run removes them.

const BATCH = 100

interface RemovedRecord {
  /** Its table. */
  source: keyof Schema
  id: string
}

/** Queues the files of records, of those that may have one. */
export async function queueRemovedFiles(trx: DatabaseTransaction, records: readonly RemovedRecord[]): Promise<void> {
  const files = records.flatMap(({ source, id }) => {
    const key = fileKeyOf(source, id)
    return key === undefined ? [] : [{ key, source, id }]
  })
  if (files.length === 0) return
  await trx
    .insertInto('removed_file')
    .values(files)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Removes the queued files, except those whose record is there again. */
export async function removeQueuedFiles({ db, files, stopping }: Batching & { files: Files }): Promise<void> {
  await inBatches({ stopping }, async () => {
    const queued = await db.selectFrom('removed_file').selectAll().orderBy('key').limit(BATCH).execute()
    if (queued.length === 0) return 'last'
    const again = new Set<string>()
    for (const [source, some] of Map.groupBy(queued, (row) => row.source)) {
      if (source === null) continue
      const column = fileIdOf(source)
      const ids = some.flatMap(({ id }) => id ?? [])
      const { rows } = await sql<{ id: string }>`select ${sql.ref(column)} as id from ${sql.table(source)}
        where ${isOneOf(db, column, ids)}`.execute(db)
      for (const { id } of rows) again.add(`${source} ${id}`)
    }
    const gone = queued.flatMap(({ key, source, id }) => (again.has(`${source} ${id}`) ? [] : [key]))
    for (const key of gone) await files.remove(key)
    await db
      .deleteFrom('file')
      .where(isOneOf(db, 'key', gone))
      .execute()
    const done = queued.map(({ key }) => key)
    await db
      .deleteFrom('removed_file')
      .where(isOneOf(db, 'key', done))
      .execute()
    return queued.length < BATCH ? 'last' : 'more'
  })
}
