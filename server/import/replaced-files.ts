import { sql } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import { removeFile } from '#server/documents/remove-file.ts'
import type { Json } from '#server/db/json.ts'
import { type Stored, parseStored } from '#server/db/stored.ts'
import { type DocumentType, documentKey } from '#server/documents/types.ts'
import { isFileOf } from '#server/documents/uploaded.ts'
import { storeWithRow } from '#server/files/store.ts'
import type { Files } from '#server/ports.ts'
import { RECORD_TABLES } from './tables.ts'

const BATCH_SIZE = 200

/**
 * Moves the stored files of replaced documents to their replacements. Runs after the import's transaction.
 * A replacement that already has a file, or names another file, gets none. After an interruption, the same export
 * resumes with the rest.
 */
export async function moveReplacedFiles(
  db: Database,
  files: Files,
  { kind, type }: { kind: 'visitForm' | 'attachment' | 'invoice'; type: DocumentType },
): Promise<void> {
  const table = sql.table(RECORD_TABLES[kind].table)
  for (;;) {
    const { rows } = await sql<{ former: string; key: string; data: Json<Stored[typeof kind]> }>`
      select p.former, p.key, t.data from staged_replacement p
      join file f on f.key = ${documentKey({ type, uuid: '' })} || p.former
      join ${table} t on t.uuid = p.key
      where p.kind = ${kind}
        and not exists (select 1 from ${table} t where t.uuid = p.former)
      order by p.former limit ${sql.lit(BATCH_SIZE)}`.execute(db)
    for (const { former, key, data } of rows) {
      const [from, to] = [documentKey({ type, uuid: former }), documentKey({ type, uuid: key })]
      await moveFile(db, files, { from, to, record: parseStored(kind, data) ?? {} })
    }
    if (rows.length < BATCH_SIZE) return
  }
}

interface Move {
  from: string
  to: string
  record: { fileName?: string | undefined }
}

async function moveFile(db: Database, files: Files, { from, to, record }: Move): Promise<void> {
  const present = await db.selectFrom('file').select('key').where('key', '=', to).executeTakeFirst()
  const row = await db.selectFrom('file').selectAll().where('key', '=', from).executeTakeFirst()
  const stored = present || !row || !isFileOf(row, record) ? undefined : await files.get(from)
  if (row && stored) {
    const content = new Uint8Array(await new Response(stored.stream()).arrayBuffer())
    const insertRow = () =>
      db
        .insertInto('file')
        .values({ ...row, key: to })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    await storeWithRow(files, { key: to, content }, insertRow)
  }
  await removeFile(db, files, from)
}
