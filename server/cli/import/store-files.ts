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
  /** Same content hash, and as long in the store. */
  unchanged: number
  /** Of records that name no file any more. */
  removed: number
  /** Named by a record, but missing in the folder. */
  notFound: number
  /** In the folder, but not accepted. */
  refused: number
  /** Problem code of an abort. */
  failed?: string
}

export interface StoreFilesOptions {
  /** Undefined: none are stored, and only those that no record names any more are removed. */
  folder: string | undefined
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
 * Stores the files that the imported records name, after the transaction, and removes those of records that name none any more. A
 * file's row is written once the file is stored and deleted once it is removed, so a re-import resumes after a crash.
 */
export async function storeFiles(db: Database, options: StoreFilesOptions): Promise<FilesReport> {
  const { folder, files, now, progress = () => {}, tell = () => {} } = options
  const report: FilesReport = { stored: 0, unchanged: 0, removed: 0, notFound: 0, refused: 0 }
  try {
    for await (const { record, key, uuid, fileName, sha256: known } of recordsOf(db)) {
      if (!fileName) {
        if (known !== undefined) await removeOne(key)
        continue
      }
      if (folder === undefined) continue
      const found = await readFrom(folder, fileName)
      if (!found) {
        report.notFound += 1
      } else if ('refused' in found) {
        report.refused += 1
        tell(`${record} ${uuid}: ${JSON.stringify(fileName)} ${found.refused}`)
      } else {
        const isNew = await storeOne(key, found.content, known)
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

  async function removeOne(key: string): Promise<void> {
    await files.remove(key)
    await db.deleteFrom('file').where('key', '=', key).execute()
    report.removed += 1
  }

  async function storeOne(key: string, content: Uint8Array<ArrayBuffer>, known: string | null | undefined) {
    const digest = await sha256(content)
    if (known === digest && (await files.sizeOf(key)) === content.length) return false
    await files.put(key, content)
    await db
      .insertInto('file')
      .values({ key, created_at: now.toISOString(), sha256: digest })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ sha256: digest }))
      .execute()
    return true
  }
}

interface LoadedRecord {
  record: RecordKind
  key: string
  uuid: string
  fileName: string | undefined
  /** Of the file that is stored; undefined if there is none. */
  sha256: string | null | undefined
}

/** Streams the loaded records that may have a file, in batches, from this connection's temporary tables. */
async function* recordsOf(db: Database): AsyncGenerator<LoadedRecord> {
  for (const [record, kind] of Object.entries(KINDS) as [RecordKind, DocumentType][]) {
    let after = ''
    for (;;) {
      const { rows } = await sql<{ uuid: string; data: string }>`
        select uuid, data from ${sql.table(RECORD_TABLES[record].staged)}
        where wrong = 0 and uuid > ${after} order by uuid limit ${sql.lit(BATCH)}`.execute(db)
      const keys = rows.map(({ uuid }) => documentKey({ type: kind, uuid }))
      const stored = keys.length > 0 ? await storedOf(db, keys) : new Map<string, string | null>()
      for (const [index, { uuid, data }] of rows.entries()) {
        const { fileName } = JSON.parse(data) as { fileName?: string }
        const key = keys[index]!
        yield { record, key, uuid, fileName, sha256: stored.get(key) }
      }
      if (rows.length < BATCH) break
      after = rows.at(-1)!.uuid
    }
  }
}

async function storedOf(db: Database, keys: string[]): Promise<Map<string, string | null>> {
  const rows = await db.selectFrom('file').select(['key', 'sha256']).where('key', 'in', keys).execute()
  return new Map(rows.map(({ key, sha256: digest }) => [key, digest]))
}
