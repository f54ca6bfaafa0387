import { DAY_MS } from '#contract/dates.ts'
import type { Database } from '#server/db/schema.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Files, Log, Ports } from '#server/ports.ts'
import { StorageError } from './store.ts'

/** Minimum age of files to remove: no upload or import takes this long between a file and its row. */
const MIN_AGE_MS = DAY_MS
const BATCH_SIZE = 200
/** If more files than this lack a row, and more than have one, the storage probably belongs to another database. */
const MAX_WITHOUT_DOUBT = 100

const UUID = '[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}'
const PHOTO = new RegExp(`^photo-(${UUID})$`)
/** Keys of documents, photos of animals, logos and sent files, which have a row in `file`. */
const WITH_ROW = new RegExp(
  `^(paper-(invoice|visit-form|attachment|animal-photo|form|estimate-answer)-.+|${UUID}\\.(png|jpg|webp)|sent-[\\da-f]{64})$`,
)
/** Temporary files that a crash left. */
const UNFINISHED = /^\..+\.unfinished$/

type CleanupPorts = Pick<Ports, 'db' | 'stopping'> & { files: Files; log: Log }

/**
 * Removes files older than a day that have no row, left by a crash or by an earlier version. Only this server's own
 * kinds of keys count, because others may share a bucket. If most files have no row, none is removed: the database may
 * be an old backup, or the bucket another server's.
 */
export async function removeUnnamedFiles({ db, files, log, stopping }: CleanupPorts, now: Date): Promise<void> {
  const before = new Date(now.getTime() - MIN_AGE_MS)
  const unnamed: string[] = []
  let named = 0
  try {
    for await (const keys of inBatchesOf(files, before)) {
      if (stopping?.aborted) return
      const known = await namedAmong(db, keys)
      named += known.size
      unnamed.push(...keys.filter((key) => !known.has(key)))
    }
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    // The access key of a bucket may lack the permission to list.
    log('warn', 'files-not-listed', { code: error.code })
    return
  }
  if (unnamed.length > MAX_WITHOUT_DOUBT && unnamed.length > named) {
    log('warn', 'unnamed-files-kept', { unnamed: unnamed.length, named })
    return
  }
  for (const key of unnamed) {
    if (stopping?.aborted) return
    await removeUnnamed(db, files, key, now)
  }
  if (unnamed.length > 0) log('info', 'unnamed-files-removed', { files: unnamed.length })
}

async function* inBatchesOf(files: Files, before: Date): AsyncGenerator<string[]> {
  let batch: string[] = []
  for await (const { key, modified } of files.list?.() ?? []) {
    if (!(modified < before) || ![PHOTO, WITH_ROW, UNFINISHED].some((pattern) => pattern.test(key))) continue
    batch.push(key)
    if (batch.length < BATCH_SIZE) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** Returns the keys that have a row, either their own or in the archive of a removal. */
async function namedAmong(db: Database, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const files = await db.selectFrom('file').select('key').where('key', 'in', keys).execute()
  const ids = keys.flatMap((key) => PHOTO.exec(key)?.[1] ?? [])
  const photos =
    ids.length > 0 ? await db.selectFrom('request_photo').select('id').where('id', 'in', ids).execute() : []
  const archived =
    ids.length > 0
      ? await db
          .selectFrom('removed_record')
          .select('key as id')
          .where('source', '=', 'request_photo')
          .where('key', 'in', ids)
          .execute()
      : []
  return new Set([...files.map(({ key }) => key), ...[...photos, ...archived].map(({ id }) => `photo-${id}`)])
}

/**
 * Removes a file while a row with its key blocks concurrent writers. A concurrent upload can write its row only after
 * this, and `storeWithRow` then notices the missing file.
 */
async function removeUnnamed(db: Database, files: Files, key: string, now: Date): Promise<void> {
  if (!WITH_ROW.test(key)) {
    if ((await namedAmong(db, [key])).size === 0) await files.remove(key)
    return
  }
  await inTransaction(db, async (trx) => {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('file')
      .values({ key, created_at: now.toISOString(), sha256: null })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows !== 1n) return
    await files.remove(key)
    await trx.deleteFrom('file').where('key', '=', key).execute()
  })
}
