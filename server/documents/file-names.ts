import { type RawBuilder, sql } from 'kysely'
import { typedEntries } from '#contract/typed-entries.ts'
import { isPostgres } from '#server/db/engine.ts'
import { FILLED_AT_ONCE, fillIn } from '#server/db/fill-in.ts'
import type { Database, DatabaseTransaction } from '#server/db/schema.ts'
import type { Ports } from '#server/ports.ts'
import { type DocumentType, documentKey } from './types.ts'

/** The tables of records that have a file. */
export const DOCUMENT_TABLES = {
  invoice: 'invoice',
  'visit-form': 'visit_form',
  attachment: 'attachment',
} as const satisfies Record<DocumentType, string>

/**
 * Notes for which file name the files of records `t` were uploaded, where an earlier version stored them: before an export gives the
 * records another name.
 */
export async function noteFileNames(
  trx: DatabaseTransaction,
  type: DocumentType,
  which: RawBuilder<unknown>,
): Promise<void> {
  const fileName = isPostgres(trx) ? sql`t.data::json ->> 'fileName'` : sql`t.data ->> 'fileName'`
  await sql`update file set name = coalesce(${fileName}, '') from ${sql.table(DOCUMENT_TABLES[type])} t
    where file.key = ${documentKey({ type, uuid: '' })} || t.uuid and file.name is null and ${which}`.execute(trx)
}

/** Fills in the file names of documents that an earlier version stored, from their record or its archive. */
export async function fillFileNames({ db, stopping }: Pick<Ports, 'db' | 'stopping'>): Promise<void> {
  for (const [type, table] of typedEntries(DOCUMENT_TABLES)) {
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
        .limit(FILLED_AT_ONCE)
        .execute()
      for (const { key } of unnamed) {
        const name = await fileNameOf(db, table, key.slice(prefix.length))
        if (name !== undefined)
          await db.updateTable('file').set({ name }).where('key', '=', key).where('name', 'is', null).execute()
      }
      after = unnamed.at(-1)?.key ?? after
      return unnamed.length
    })
  }
}

async function fileNameOf(
  db: Database,
  table: (typeof DOCUMENT_TABLES)[DocumentType],
  uuid: string,
): Promise<string | undefined> {
  const record = await db.selectFrom(table).select('data').where('uuid', '=', uuid).executeTakeFirst()
  if (record) return fileNameIn(record.data)
  const archived = await db
    .selectFrom('removed_record')
    .select('data')
    .where('source', '=', table)
    .where('key', '=', uuid)
    .executeTakeFirst()
  if (!archived) return undefined
  const row: { data: string } = JSON.parse(archived.data)
  return fileNameIn(row.data)
}

function fileNameIn(data: string): string {
  const { fileName = '' }: { fileName?: string } = JSON.parse(data)
  return fileName
}
