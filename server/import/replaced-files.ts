import { sql } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import { removeFile } from '#server/documents/remove-file.ts'
import { parseStored } from '#server/db/stored.ts'
import { fileKeyOf } from '#server/documents/file-names.ts'
import { isFileOf } from '#server/documents/uploaded.ts'
import { storeWithRow } from '#server/files/store.ts'
import type { Files } from '#server/ports.ts'
import { RECORD_TABLES } from './tables.ts'

const BATCH_SIZE = 200

/**
 * Moves the stored files of replaced documents and animals to their replacements. Runs after the import's transaction.
 * A replacement that already has a file, or names another file, gets none. After an interruption, the same export
 * resumes with the rest.
 */
export async function moveReplacedFiles(
  db: Database,
  files: Files,
  kind: 'patient' | 'visitForm' | 'attachment' | 'invoice',
): Promise<void> {
  const { table: name } = RECORD_TABLES[kind]
  const table = sql.table(name)
  const keyOf = (uuid: string) => fileKeyOf(name, uuid) ?? ''
  for (;;) {
    const { rows } = await sql<{ former: string; key: string; data: string }>`
      select p.former, p.key, t.data from staged_replacement p
      join file f on f.key = ${keyOf('')} || p.former
      join ${table} t on t.uuid = p.key
      where p.kind = ${kind}
        and not exists (select 1 from ${table} t where t.uuid = p.former)
      order by p.former limit ${sql.lit(BATCH_SIZE)}`.execute(db)
    for (const { former, key, data } of rows) {
      const record = kind === 'patient' ? undefined : parseStored(kind, data)
      const fileName = record?.fileName
      await moveFile(db, files, { from: keyOf(former), to: keyOf(key), fileName })
    }
    if (rows.length < BATCH_SIZE) return
  }
}

interface Move {
  from: string
  to: string
  /** Name of the file in the record of the replacement. */
  fileName: string | undefined
}

async function moveFile(db: Database, files: Files, { from, to, fileName }: Move): Promise<void> {
  const present = await db.selectFrom('file').select('key').where('key', '=', to).executeTakeFirst()
  const row = await db.selectFrom('file').selectAll().where('key', '=', from).executeTakeFirst()
  const stored = present || !row || !isFileOf(row, { fileName }) ? undefined : await files.get(from)
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
