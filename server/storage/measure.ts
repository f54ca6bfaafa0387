import { findRow } from '#server/db/one-row.ts'
import type { Database } from '#server/db/schema.ts'
import { FILL_BATCH_SIZE, fillIn } from '#server/db/in-batches.ts'
import { DOCUMENT_TABLES } from '#server/documents/file-names.ts'
import { DOCUMENT_TYPES, type DocumentId, documentKey } from '#server/documents/types.ts'
import type { Ports } from '#server/ports.ts'

/** Fills in the practice and size of files that a server of an earlier version stored. */
export async function measureFiles({ db, files, stopping }: Pick<Ports, 'db' | 'files' | 'stopping'>): Promise<void> {
  await fillIn({ db, stopping }, async () => {
    const unmeasured = await db
      .selectFrom('file')
      .select('key')
      .where('bytes', 'is', null)
      .orderBy('key')
      .limit(FILL_BATCH_SIZE)
      .execute()
    for (const { key } of unmeasured) {
      const practiceId = await practiceOf(db, key)
      await db
        .updateTable('file')
        .set({ practice_id: practiceId ?? null, bytes: (await files.sizeOf(key)) ?? 0 })
        .where('key', '=', key)
        .where('bytes', 'is', null)
        .execute()
    }
    return unmeasured.length
  })
}

async function practiceOf(db: Database, key: string): Promise<string | undefined> {
  const type = DOCUMENT_TYPES.find((each) => key.startsWith(documentKey({ type: each, uuid: '' })))
  if (type) return await practiceOfDocument(db, { type, uuid: key.slice(documentKey({ type, uuid: '' }).length) })
  const practice = await findRow(db, 'practice', { logo_url: `/files/${key}` }, ['id'])
  return practice?.id
}

/** Returns the practice of a document; undefined if the record no longer exists. */
export async function practiceOfDocument(db: Database, { type, uuid }: DocumentId): Promise<string | undefined> {
  const found = await db
    .selectFrom(DOCUMENT_TABLES[type])
    .innerJoin('client', 'client.uuid', `${DOCUMENT_TABLES[type]}.client_uuid`)
    .select('client.practice_id')
    .where(`${DOCUMENT_TABLES[type]}.uuid`, '=', uuid)
    .executeTakeFirst()
  return found?.practice_id
}
