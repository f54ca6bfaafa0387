import { sql } from 'kysely'
import { databaseProblem } from '#server/db/problem.ts'
import type { Database } from '#server/db/schema.ts'
import { removeFile } from '#server/documents/remove-file.ts'
import { type DocumentType, documentKey } from '#server/documents/types.ts'
import { isFileOf } from '#server/documents/uploaded.ts'
import { StorageError } from '#server/files/store.ts'
import type { Files } from '#server/ports.ts'
import type { RecordKind } from './records.ts'
import { moveReplacedFiles } from './replaced-files.ts'
import { RECORD_TABLES } from './tables.ts'
import { typedEntries, typedKeys } from '#contract/values.ts'
import { type Json, parseJson } from '#server/db/json.ts'

export const DOCUMENT_KINDS = {
  visitForm: 'visit-form',
  attachment: 'attachment',
  invoice: 'invoice',
} as const satisfies Partial<Record<RecordKind, DocumentType>>
const BATCH_SIZE = 200

interface LoadedRecord {
  record: RecordKind
  type: DocumentType
  key: string
  uuid: string
  fileName: string | undefined
  stored: { sha256: string | null; name: string | null } | undefined
}

/**
 * Moves the files of replaced records, and removes files that loaded records no longer name. Runs after the
 * import's transaction; `removed` is called for each removed file.
 * The row of a file is deleted after the file, so that the next import resumes an interrupted run. Until then the
 * row has the former name, so the file is not served.
 */
export async function removeDroppedFiles(db: Database, files: Files, removed: () => void = () => {}): Promise<void> {
  for (const kind of ['patient', ...typedKeys(DOCUMENT_KINDS)] as const) await moveReplacedFiles(db, files, kind)
  for await (const { key, fileName, stored } of loadedRecords(db)) {
    if (!stored || (fileName && isFileOf(stored, { fileName }))) continue
    await removeFile(db, files, key)
    removed()
  }
}

/** Returns the problem code of an error that prevented files from being stored or removed; rethrows other errors. */
export function storageFailure(error: unknown): string {
  const failed = error instanceof StorageError ? error.code : databaseProblem(error)
  if (failed === undefined || failed === 'bad-request') throw error
  return failed
}

/** Streams the loaded records that may have a file, in batches, from this connection's temporary tables. */
export async function* loadedRecords(db: Database): AsyncGenerator<LoadedRecord> {
  for (const [record, type] of typedEntries(DOCUMENT_KINDS)) {
    let after = ''
    for (;;) {
      const { rows } = await sql<{ uuid: string; data: Json<{ fileName?: string }> }>`
        select uuid, data from ${sql.table(RECORD_TABLES[record].staged)}
        where wrong = 0 and uuid > ${after} order by uuid limit ${sql.lit(BATCH_SIZE)}`.execute(db)
      const found = rows.map((row) => ({ ...row, key: documentKey({ type, uuid: row.uuid }) }))
      const keys = found.map(({ key }) => key)
      const stored = keys.length > 0 ? await storedOf(db, keys) : new Map()
      for (const { uuid, data, key } of found) {
        yield { record, type, key, uuid, fileName: parseJson(data).fileName, stored: stored.get(key) }
      }
      const last = rows.at(-1)
      if (!last || rows.length < BATCH_SIZE) break
      after = last.uuid
    }
  }
}

async function storedOf(db: Database, keys: string[]): Promise<Map<string, NonNullable<LoadedRecord['stored']>>> {
  const rows = await db.selectFrom('file').select(['key', 'sha256', 'name']).where('key', 'in', keys).execute()
  return new Map(rows.map(({ key, ...stored }) => [key, stored]))
}
