import { sql } from 'kysely'
import { databaseProblem } from '#server/db/problem.ts'
import type { Database } from '#server/db/schema.ts'
import { StorageError } from '#server/files/storage-error.ts'
import { sha256 } from '#server/http/keys.ts'
import { type DocumentType, documentKey } from '#server/documents/types.ts'
import type { Files } from '#server/ports.ts'
import { readFrom } from './folder.ts'
import type { RecordKind } from '#server/import/records.ts'
import { RECORD_TABLES } from '#server/import/tables.ts'

export interface FilesReport {
  stored: number
  /** Same content hash. */
  unchanged: number
  /** Named by a record, but missing in the folder. */
  notFound: number
  /** In the folder, but not accepted. */
  refused: number
  /** Problem code of an abort. */
  failed?: string
}

export interface StoreFilesOptions {
  folder: string
  files: Files
  now: Date
  progress?: (step: string) => void
  /** Called for each refused file. */
  tell?: (line: string) => void
}

const KINDS: Partial<Record<RecordKind, DocumentType>> = {
  visitForm: 'visit-form',
  attachment: 'attachment',
  invoice: 'invoice',
}
const BATCH = 200

/**
 * Stores the files that the imported records name, after the transaction. A file's row is written once the file is stored, so a
 * re-import resumes after a crash.
 */
export async function storeFiles(db: Database, options: StoreFilesOptions): Promise<FilesReport> {
  const { folder, files, now, progress = () => {}, tell = () => {} } = options
  const report: FilesReport = { stored: 0, unchanged: 0, notFound: 0, refused: 0 }
  try {
    for await (const { record, kind, uuid, fileName } of namedFiles(db)) {
      const found = await readFrom(folder, fileName)
      if (!found) {
        report.notFound += 1
      } else if ('refused' in found) {
        report.refused += 1
        tell(`${record} ${uuid}: ${JSON.stringify(fileName)} ${found.refused}`)
      } else {
        const isNew = await storeOne(documentKey({ type: kind, uuid }), found.content)
        report[isNew ? 'stored' : 'unchanged'] += 1
      }
      progress(`storing files: ${report.stored + report.unchanged}`)
    }
  } catch (error) {
    const failed = error instanceof StorageError ? error.code : databaseProblem(error)
    if (failed === undefined || failed === 'bad-request') throw error
    report.failed = failed
  }
  return report

  async function storeOne(key: string, content: Uint8Array<ArrayBuffer>): Promise<boolean> {
    const digest = await sha256(content)
    const known = await db.selectFrom('file').select('sha256').where('key', '=', key).executeTakeFirst()
    if (known?.sha256 === digest) return false
    await files.put(key, content)
    await db
      .insertInto('file')
      .values({ key, created_at: now.toISOString(), sha256: digest })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ sha256: digest }))
      .execute()
    return true
  }
}

interface NamedFile {
  record: RecordKind
  kind: DocumentType
  uuid: string
  fileName: string
}

/** Streams the loaded records with a file, in batches, from this connection's temporary tables. */
async function* namedFiles(db: Database): AsyncGenerator<NamedFile> {
  for (const [record, kind] of Object.entries(KINDS) as [RecordKind, DocumentType][]) {
    let after = ''
    for (;;) {
      const { rows } = await sql<{ uuid: string; data: string }>`
        select uuid, data from ${sql.table(RECORD_TABLES[record].staged)}
        where wrong = 0 and uuid > ${after} order by uuid limit ${sql.lit(BATCH)}`.execute(db)
      for (const { uuid, data } of rows) {
        const { fileName } = JSON.parse(data) as { fileName?: string }
        if (fileName) yield { record, kind, uuid, fileName }
      }
      if (rows.length < BATCH) break
      after = rows.at(-1)!.uuid
    }
  }
}
