import { SENT_FILE_DAYS } from '#contract/imports.ts'
import { DAY_MS, momentAfter } from '#contract/dates.ts'
import { OTHER_TYPE, SNIFFED_BYTES, fileTypeOf, foldFileName, partsOfPath, typeOfBytes } from '#contract/document.ts'
import { sql } from 'kysely'
import { type Json, parseJson } from '#server/db/json.ts'
import type { Database } from '#server/db/schema.ts'
import { DOCUMENT_TABLES } from '#server/documents/file-names.ts'
import { removeFile } from '#server/documents/remove-file.ts'
import { DOCUMENT_TYPES, type DocumentId, documentKey } from '#server/documents/types.ts'
import { SENT_KEYS, storeWithRow } from '#server/files/store.ts'
import { sha256 } from '#server/http/keys.ts'
import { ProblemError, withoutMessage } from '#server/http/problem.ts'
import type { Ports } from '#server/ports.ts'
import { practiceOfDocument } from '#server/storage/measure.ts'
import { reserveStorage } from '#server/storage/quota.ts'
import { createDrain } from '#server/queue/lease.ts'

// Files that a practice's system sends by name. A sent file waits under a key of its practice and name until a record
// names it. Then it becomes the file of that record.

const BATCH_SIZE = 500

/** Returns a key that ignores capitals, the Unicode form, and the notation of folders. */
const foldedName = (fileName: string): string => foldFileName(partsOfPath(fileName).join('/'))

const sentKey = async (practiceId: string, fileName: string): Promise<string> =>
  SENT_KEYS + (await sha256(JSON.stringify([practiceId, foldedName(fileName)])))

export interface SentFile {
  practiceId: string
  name: string
}

type FilePorts = Pick<Ports, 'db' | 'files'>

/** Returns what is stored with a name: a file that waits for its record, or the file of a record. */
export async function findSentFile(
  db: Database,
  { practiceId, name }: SentFile,
): Promise<{ sha256: string; bytes: number; isLinked: boolean } | undefined> {
  const key = await sentKey(practiceId, name)
  const rows = await db
    .selectFrom('file')
    .select(['key', 'sha256', 'bytes'])
    .where((row) =>
      row.or([row('key', '=', key), row.and([row('practice_id', '=', practiceId), row('name', '=', name)])]),
    )
    .where('sha256', 'is not', null)
    .execute()
  // A waiting file is newer than the file of the record.
  const row = rows.find((each) => each.key === key) ?? rows[0]
  return row && { sha256: row.sha256 ?? '', bytes: Number(row.bytes ?? 0), isLinked: row.key !== key }
}

interface NewSentFile extends SentFile {
  bytes: number
  parts: AsyncIterable<Uint8Array>
  /** Throws if the sender stated another SHA-256. */
  accept(digest: string): void
  usualBytes: number
}

/** Ends an upload whose content is stored already. */
class UnchangedError extends Error {}

/**
 * Stores a sent file, as it arrives, until a record names it. Returns false if the same content is already stored with
 * this name.
 */
export async function storeSentFile(
  { db, files, clock }: FilePorts & Pick<Ports, 'clock'>,
  { practiceId, name, bytes, usualBytes, ...arriving }: NewSentFile,
): Promise<boolean> {
  const { head, parts } = await withHead(arriving.parts)
  const sniffed = typeOfBytes(head) ?? ''
  if (fileTypeOf({ fileName: name, sniffed }) === OTHER_TYPE) throw new ProblemError('unsupported-media-type')
  const present = await findSentFile(db, { practiceId, name })
  const [key, now] = [await sentKey(practiceId, name), clock()]
  const instead = present && !present.isLinked ? present.bytes : 0
  const reserved = await reserveStorage(db, { practiceId, bytes, instead, usualBytes }, now)
  const row = { created_at: now.toISOString(), sha256: '', practice_id: practiceId, bytes, sniffed, name }
  function accept(digest: string) {
    arriving.accept(digest)
    if (digest === present?.sha256) throw new UnchangedError()
    row.sha256 = digest
  }
  try {
    await files.put(key, { size: bytes, parts, accept })
    await db
      .insertInto('file')
      .values({ key, ...row })
      .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
      .execute()
  } catch (error) {
    if (error instanceof UnchangedError) return false
    throw error
  } finally {
    if (reserved) await db.deleteFrom('file').where('key', '=', reserved).execute()
  }
  await requireStored({ db, files }, key)
  return true
}

/** Throws `unavailable` if a purge has removed a file before its row was written. The sender then sends it again. */
async function requireStored({ db, files }: FilePorts, key: string): Promise<void> {
  if ((await files.sizeOf(key)) !== undefined) return
  await db.deleteFrom('file').where('key', '=', key).execute()
  throw new ProblemError('unavailable')
}

/** Reads the first bytes of a file. The returned parts begin with them again. */
async function withHead(parts: AsyncIterable<Uint8Array>) {
  const iterator = parts[Symbol.asyncIterator]()
  const first: Uint8Array[] = []
  let length = 0
  while (length < SNIFFED_BYTES) {
    const { done, value } = await iterator.next()
    if (done) break
    first.push(value)
    length += value.length
  }
  async function* all() {
    yield* first
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value
  }
  return { head: new Uint8Array(await new Blob(first.map((part) => new Uint8Array(part))).arrayBuffer()), parts: all() }
}

type LinkPorts = FilePorts & Pick<Ports, 'clock' | 'log' | 'stopping'>
const queues = new WeakMap<Database, Map<string, object>>()

/** Queue of a practice, so that overlapping calls share a pass. */
function queueOf({ db, practiceId }: { db: Database; practiceId: string }): object {
  const ofDatabase = queues.get(db) ?? new Map<string, object>()
  queues.set(db, ofDatabase)
  const queue = ofDatabase.get(practiceId) ?? {}
  ofDatabase.set(practiceId, queue)
  return queue
}

/** Gives the sent files of a practice to the records that name them. */
export const linkSentFiles = createDrain<LinkPorts & { practiceId: string }>({
  queueOf,
  pass: link,
  failed: ({ log }, error) => log('error', 'sent-files-not-linked', withoutMessage(error)),
})

async function link({ practiceId, ...ports }: LinkPorts & { practiceId: string }): Promise<void> {
  const { db, stopping } = ports
  const rows = await db
    .selectFrom('file')
    .select(['key', 'name', 'sha256', 'sniffed', 'bytes'])
    .where('practice_id', '=', practiceId)
    .where('key', 'like', `${SENT_KEYS}%`)
    .execute()
  if (rows.length === 0) return
  const sent = new Map(rows.map((row) => [foldedName(row.name ?? ''), row]))
  const linked = new Set<string>()
  for await (const { fileName, ...document } of namedDocuments(db, practiceId)) {
    if (stopping?.aborted) return
    const row = sent.get(foldedName(fileName))
    if (row && (await linkOne(ports, { row, document, fileName }))) linked.add(row.key)
  }
  for (const key of linked) await removeSent(ports, key, rows.find((row) => row.key === key)?.sha256 ?? null)
}

async function* namedDocuments(db: Database, practiceId: string): AsyncGenerator<DocumentId & { fileName: string }> {
  for (const type of DOCUMENT_TYPES) {
    let after = ''
    for (;;) {
      const { rows } = await sql<{ uuid: string; data: Json<{ fileName?: string }> }>`
        select t.uuid, t.data from ${sql.table(DOCUMENT_TABLES[type])} t join client c on c.uuid = t.client_uuid
        where c.practice_id = ${practiceId} and t.uuid > ${after} and t.data like '%"fileName"%'
        order by t.uuid limit ${sql.lit(BATCH_SIZE)}`.execute(db)
      for (const { uuid, data } of rows) {
        const { fileName } = parseJson(data)
        if (fileName) yield { type, uuid, fileName }
      }
      const last = rows.at(-1)
      if (!last || rows.length < BATCH_SIZE) break
      after = last.uuid
    }
  }
}

interface Waiting {
  key: string
  sha256: string | null
  sniffed: string | null
  bytes: number | null
}

/** Another upload with this name has replaced or removed the content. */
class ReplacedError extends Error {}

/** Copies a sent file to the file of a document. Returns false if the sent file is gone. */
async function linkOne(
  { db, files, clock }: LinkPorts,
  { row, document, fileName }: { row: Waiting; document: DocumentId; fileName: string },
): Promise<boolean> {
  const practiceId = await practiceOfDocument(db, document)
  if (practiceId === undefined) return false
  const key = documentKey(document)
  const { sha256: digest, sniffed, bytes } = row
  const values = { sha256: digest, practice_id: practiceId, bytes, sniffed, name: fileName }
  const content = async () => {
    const stored = await files.get(row.key)
    if (!stored) throw new ReplacedError()
    const accept = (copied: string) => {
      if (copied !== digest) throw new ReplacedError()
    }
    return { size: stored.size, parts: stored.stream(), accept }
  }
  try {
    await storeWithRow(files, { key, content }, () =>
      db
        .insertInto('file')
        .values({ key, created_at: clock().toISOString(), ...values })
        .onConflict((conflict) => conflict.column('key').doUpdateSet(values))
        .execute(),
    )
  } catch (error) {
    if (error instanceof ReplacedError) return false
    throw error
  }
  // The client may have been erased meanwhile.
  if ((await practiceOfDocument(db, document)) === undefined) await removeFile(db, files, key)
  return true
}

/** Removes a linked file, unless another upload has replaced it. */
async function removeSent({ db, files }: FilePorts, key: string, digest: string | null): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('file')
    .where('key', '=', key)
    .where('sha256', '=', digest)
    .executeTakeFirst()
  if (numDeletedRows > 0n) await files.remove(key)
}

/** Removes the files that no record has named for some days. */
export async function removeUnlinkedFiles({ db, files }: FilePorts, now: Date): Promise<void> {
  const old = await db
    .selectFrom('file')
    .select('key')
    .where('key', 'like', `${SENT_KEYS}%`)
    .where('created_at', '<', momentAfter(now, -SENT_FILE_DAYS * DAY_MS))
    .limit(BATCH_SIZE)
    .execute()
  for (const { key } of old) await removeFile(db, files, key)
}
