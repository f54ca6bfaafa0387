import { type RawBuilder, sql } from 'kysely'
import { typedKeys } from '#contract/values.ts'
import { FILL_BATCH_SIZE, fillIn } from '#server/db/in-batches.ts'
import type { Database, DatabaseTransaction } from '#server/db/schema.ts'
import { parseStored } from '#server/db/stored.ts'
import { animalPhotoKey, estimateAnswerKey, formKey, photoKey } from '#server/files/store.ts'
import type { Ports } from '#server/ports.ts'
import { type DocumentType, documentKey } from './types.ts'

/** The tables of records that have a file. */
export const DOCUMENT_TABLES = {
  invoice: 'invoice',
  'visit-form': 'visit_form',
  attachment: 'attachment',
} as const satisfies Record<DocumentType, string>

/** Tables of records that may have a file. */
export const FILE_TABLES = [
  ...Object.values(DOCUMENT_TABLES),
  'request_photo',
  'form_answer',
  'estimate_answer',
  'patient',
] as const

/** Column of the id of a record that may have a file. */
export const fileIdOf = (table: string): 'id' | 'uuid' =>
  ['request_photo', 'form_answer', 'estimate_answer'].includes(table) ? 'id' : 'uuid'

/** Storage key of the file of a record; undefined in a table whose records have none. */
export function fileKeyOf(table: string, id: string): string | undefined {
  if (table === 'request_photo') return photoKey(id)
  if (table === 'form_answer') return formKey(id)
  if (table === 'estimate_answer') return estimateAnswerKey(id)
  if (table === 'patient') return animalPhotoKey(id)
  const type = typedKeys(DOCUMENT_TABLES).find((each) => DOCUMENT_TABLES[each] === table)
  return type && documentKey({ type, uuid: id })
}

const STORED_KINDS = {
  invoice: 'invoice',
  'visit-form': 'visitForm',
  attachment: 'attachment',
} as const satisfies Record<DocumentType, string>

/**
 * Records the uploaded file name of the records `t` if an earlier version stored their files. Runs before an export
 * changes the name in the records.
 */
export async function recordFileNames(
  trx: DatabaseTransaction,
  type: DocumentType,
  condition: RawBuilder<unknown>,
): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ key: string; data: string }>`
      select file.key, t.data from ${sql.table(DOCUMENT_TABLES[type])} t
      join file on file.key = ${documentKey({ type, uuid: '' })} || t.uuid
      where file.name is null and ${condition} limit ${sql.lit(FILL_BATCH_SIZE)}`.execute(trx)
    for (const { key, data } of rows)
      await trx
        .updateTable('file')
        .set({ name: fileNameIn(type, data) ?? '' })
        .where('key', '=', key)
        .execute()
    if (rows.length < FILL_BATCH_SIZE) return
  }
}

/** Fills in the file names of documents that an earlier version stored, from their record or its archive. */
export async function fillFileNames({ db, stopping }: Pick<Ports, 'db' | 'stopping'>): Promise<void> {
  for (const type of typedKeys(DOCUMENT_TABLES)) {
    const prefix = documentKey({ type, uuid: '' })
    let after = ''
    await fillIn({ db, stopping }, async () => {
      const unnamed = await db
        .selectFrom('file')
        .select('key')
        .where('name', 'is', null)
        .where('key', 'like', `${prefix}%`)
        .where('key', '>', after)
        .orderBy('key')
        .limit(FILL_BATCH_SIZE)
        .execute()
      for (const { key } of unnamed) {
        const name = await fileNameOf(db, type, key.slice(prefix.length))
        if (name !== undefined)
          await db.updateTable('file').set({ name }).where('key', '=', key).where('name', 'is', null).execute()
      }
      after = unnamed.at(-1)?.key ?? after
      return unnamed.length
    })
  }
}

async function fileNameOf(db: Database, type: DocumentType, uuid: string): Promise<string | undefined> {
  const table = DOCUMENT_TABLES[type]
  const record = await db.selectFrom(table).select('data').where('uuid', '=', uuid).executeTakeFirst()
  if (record) return fileNameIn(type, record.data)
  const archived = await db
    .selectFrom('removed_record')
    .select('data')
    .where('source', '=', table)
    .where('key', '=', uuid)
    .executeTakeFirst()
  const data = archived && parseStored('archivedRow', archived.data)?.['data']
  return typeof data === 'string' ? fileNameIn(type, data) : undefined
}

/** Empty for a record without a file; undefined for an unreadable record. */
function fileNameIn(type: DocumentType, data: string): string | undefined {
  const record = parseStored(STORED_KINDS[type], data)
  return record && (record.fileName ?? '')
}
