import { sql } from 'kysely'
import { type Batching, inBatches } from '#server/db/in-batches.ts'
import type { DatabaseTransaction, Schema } from '#server/db/schema.ts'
import { removeFile } from '#server/documents/remove-file.ts'
import type { Files } from '#server/ports.ts'

// The files of deleted records are queued in the transaction that deletes the records. The store may be away, or the server stop:
// then a later run removes them.

const BATCH = 100

interface RemovedFile {
  key: string
  source: keyof Schema
  id: string
}

export async function queueRemovedFiles(trx: DatabaseTransaction, files: readonly RemovedFile[]): Promise<void> {
  if (files.length === 0) return
  await trx
    .insertInto('removed_file')
    .values([...files])
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Removes the queued files, except those whose record is there again. */
export async function removeQueuedFiles({ db, files, stopping }: Batching & { files: Files }): Promise<void> {
  await inBatches({ stopping }, async () => {
    const queued = await db.selectFrom('removed_file').selectAll().orderBy('key').limit(BATCH).execute()
    for (const { key, source, id } of queued) {
      const column = sql.ref(source === 'request_photo' ? 'id' : 'uuid')
      const there = source && (await sql`select 1 from ${sql.table(source)} where ${column} = ${id}`.execute(db))
      if (!there?.rows.length) await removeFile(db, files, key)
      await db.deleteFrom('removed_file').where('key', '=', key).execute()
    }
    return queued.length < BATCH ? 'last' : 'more'
  })
}
