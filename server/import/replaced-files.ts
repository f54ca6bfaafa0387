import { sql } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import { removeFile } from '#server/documents/remove-file.ts'
import { type DocumentType, documentKey } from '#server/documents/types.ts'
import type { Files } from '#server/ports.ts'
import { RECORD_TABLES } from './tables.ts'

const BATCH = 200

/**
 * Gives documents the stored files of those that they replaced, after the transaction, and removes the former files. A document that has
 * a file keeps it. Where this ends in between, the same export goes on with what is left.
 */
export async function moveReplacedFiles(
  db: Database,
  files: Files,
  { kind, type }: { kind: 'visitForm' | 'attachment' | 'invoice'; type: DocumentType },
): Promise<void> {
  const table = sql.table(RECORD_TABLES[kind].table)
  for (;;) {
    const { rows } = await sql<{ former: string; key: string }>`select p.former, p.key from staged_replacement p
      join file f on f.key = ${documentKey({ type, uuid: '' })} || p.former
      where p.kind = ${kind} and exists (select 1 from ${table} t where t.uuid = p.key)
        and not exists (select 1 from ${table} t where t.uuid = p.former)
      order by p.former limit ${sql.lit(BATCH)}`.execute(db)
    for (const { former, key } of rows)
      await moveFile(db, files, { from: documentKey({ type, uuid: former }), to: documentKey({ type, uuid: key }) })
    if (rows.length < BATCH) return
  }
}

async function moveFile(db: Database, files: Files, { from, to }: { from: string; to: string }): Promise<void> {
  const present = await db.selectFrom('file').select('key').where('key', '=', to).executeTakeFirst()
  const row = await db.selectFrom('file').selectAll().where('key', '=', from).executeTakeFirst()
  const stored = present ? undefined : await files.get(from)
  if (row && stored) {
    await files.put(to, new Uint8Array(await new Response(stored.stream()).arrayBuffer()))
    await db
      .insertInto('file')
      .values({ ...row, key: to })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  await removeFile(db, files, from)
}
