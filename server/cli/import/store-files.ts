import type { Database, DatabaseTransaction } from '#server/db/schema.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { storeWithRow } from '#server/files/store.ts'
import { sha256 } from '#server/http/keys.ts'
import { ProblemError } from '#server/http/problem.ts'
import type { Files } from '#server/ports.ts'
import { removeFile } from '#server/documents/remove-file.ts'
import { type DocumentId, documentKey } from '#server/documents/types.ts'
import { practiceOfDocument } from '#server/storage/measure.ts'
import { reserveStorage } from '#server/storage/quota.ts'
import { matchNames, readFrom } from './folder.ts'
import { typeOfBytes } from '#contract/document.ts'
import { loadedRecords, removeDroppedFiles, storageFailure } from '#server/import/dropped-files.ts'

export interface FilesReport {
  stored: number
  /** Number of files with the same content hash and the same length in the store. */
  unchanged: number
  /** Number of removed files, whose records no longer name a file. */
  removed: number
  notFound: number
  leftOut: number
  /** Problem code that stopped the run. */
  failed?: string
}

export interface StoreFilesOptions {
  /** Undefined stores no files; files without a record are still removed. */
  folder: string | undefined
  files: Files
  now: Date
  /** Default storage quota of a practice, in bytes. */
  usualBytes: number
  progress?: (step: string) => void
  /** Called for each rejected file. */
  printLine?: (line: string) => void
}

/**
 * Stores the files that the imported records name, and removes files that records no longer name. Runs after the
 * import's transaction.
 * The row of a file is written after the file, so that another import resumes after a crash.
 */
export async function storeFiles(db: Database, options: StoreFilesOptions): Promise<FilesReport> {
  const { folder, files, now, usualBytes, progress = () => {}, printLine = () => {} } = options
  const report: FilesReport = { stored: 0, unchanged: 0, removed: 0, notFound: 0, leftOut: 0 }
  try {
    await removeDroppedFiles(db, files, () => (report.removed += 1))
    if (folder === undefined) return report
    const match = await matchNames(folder, namesOf(db))
    for await (const { record, type, uuid, fileName, stored } of loadedRecords(db)) {
      if (!fileName) continue
      const found = await readFrom(folder, fileName, match)
      if (!found) {
        report.notFound += 1
      } else if ('problem' in found) {
        report.leftOut += 1
        printLine(`${record} ${uuid}: ${JSON.stringify(fileName)} ${found.problem}`)
      } else {
        const isNew = await storeOne({ type, uuid, fileName }, { content: found.content, known: stored?.sha256 })
        report[isNew ? 'stored' : 'unchanged'] += 1
      }
      progress(`storing files: ${report.stored + report.unchanged}`)
    }
  } catch (error) {
    report.failed = error instanceof ProblemError && error.code === 'quota-full' ? error.code : storageFailure(error)
  }
  return report

  async function storeOne(
    { fileName: name, ...document }: DocumentId & { fileName: string },
    { content, known }: { content: Uint8Array<ArrayBuffer>; known: string | null | undefined },
  ) {
    const key = documentKey(document)
    const digest = await sha256(content)
    const sniffed = typeOfBytes(content) ?? ''
    if (known === digest && (await files.sizeOf(key)) === content.length) {
      await db
        .updateTable('file')
        .set({ sniffed, name })
        .where('key', '=', key)
        .where((row) => row.or([row('sniffed', 'is', null), row('name', 'is', null)]))
        .execute()
      return false
    }
    const practiceId = await practiceOfDocument(db, document)
    if (practiceId === undefined) return false
    const stored = { sha256: digest, practice_id: practiceId, bytes: content.length, sniffed, name }
    const reserved = await reserve(key, { practiceId, bytes: content.length })
    const writeRow = async (trx: DatabaseTransaction) => {
      await trx
        .insertInto('file')
        .values({ key, created_at: now.toISOString(), ...stored })
        .onConflict((conflict) => conflict.column('key').doUpdateSet(stored))
        .execute()
      if (reserved) await trx.deleteFrom('file').where('key', '=', reserved).execute()
    }
    await storeWithRow(files, { key, content }, () => inTransaction(db, writeRow))
    // The client may have been erased meanwhile.
    if ((await practiceOfDocument(db, document)) === undefined) await removeFile(db, files, key)
    return true
  }

  async function reserve(key: string, wanted: { practiceId: string; bytes: number }) {
    const present = await db.selectFrom('file').select('bytes').where('key', '=', key).executeTakeFirst()
    return await reserveStorage(db, { ...wanted, instead: present?.bytes ?? 0, usualBytes }, now)
  }
}

async function* namesOf(db: Database): AsyncGenerator<string> {
  for await (const { fileName } of loadedRecords(db)) if (fileName) yield fileName
}
