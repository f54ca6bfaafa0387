import { DAY_MS, momentAfter } from '#contract/dates.ts'
import { sql } from 'kysely'
import { CSV_DAYS, type CsvState } from '#contract/csv-import.ts'
import type { CsvFormat, CsvImport, CsvMapping } from '#contract/schemas/csv-import.ts'
import type { Actor } from '#server/access-log/write.ts'
import type { Batching } from '#server/db/in-batches.ts'
import { deleteInBatches } from '#server/db/in-batches.ts'
import type { Database, DatabaseTransaction } from '#server/db/schema.ts'
import { inTransaction, lockRows } from '#server/db/transaction.ts'
import { ProblemError } from '#server/http/problem.ts'
import type { CsvLayout } from '#server/ports.ts'
import { mappingErrors, suggestMappings } from '#server/import/csv/suggest.ts'
import { nameAt } from '#server/memberships/members.ts'
import { type CsvRow, type Located, csvImportOf, fileRow, stateOf } from './csv-queries.ts'
import { UNFINISHED } from './history.ts'
import { waitingRun } from './queue.ts'

// Changes of the CSV files that admins upload. A file's dry run and load are a run of the export queue with the same id
// and a negative sequence number, so that the numbers of the practice's system are not affected.

/** Maximum uploaded files of a practice. */
const MAX_FILES = 20
/** A column with at most this number of different values returns all of them. Others return `MAX_SAMPLES`. */
const MAX_WORDS = 50
const MAX_SAMPLES = 5
const PROGRESS_INTERVAL_MS = 500
/** Lowest sequence number; later files have higher numbers. */
const FIRST_SEQUENCE = -1_000_000_000

export interface UploadedFile extends Located {
  fileName: string
  bytes: number
  sha256: string
  server: string
  by: Actor
  layout: CsvLayout
  now: Date
}

/** Throws `quota-full` if the practice has too many uploaded files. */
export async function requireRoom(db: Database, practiceId: string): Promise<void> {
  const { count } = await db
    .selectFrom('csv_import')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('practice_id', '=', practiceId)
    .executeTakeFirstOrThrow()
  if (Number(count) >= MAX_FILES) throw new ProblemError('quota-full')
}

/** Stores what is known of an uploaded file. */
export async function addFile(db: Database, file: UploadedFile): Promise<CsvImport> {
  const { practiceId, id, fileName, bytes, sha256, server, by, now } = file
  await db
    .insertInto('csv_import')
    .values({
      id,
      practice_id: practiceId,
      file_name: fileName,
      bytes,
      sha256,
      server,
      uploaded_at: now.toISOString(),
      account_id: by.accountId,
      uploaded_by: await nameAt(db, practiceId, by),
      layout: storedLayout(file.layout),
    })
    .execute()
  return await csvImportOf(db, { practiceId, id })
}

/** Returns what is stored of a layout: without the sample, and with suggested mappings. */
function storedLayout({ encoding, delimiter, columns, rows, sample }: CsvLayout, format?: CsvFormat): string {
  return JSON.stringify({
    encoding,
    delimiter,
    format,
    columns: columns.map((name, at) => ({ name, samples: samplesOf(sample, at) })),
    rows,
    suggestions: suggestMappings({ columns, rows: sample, delimiter }),
  })
}

function samplesOf(rows: readonly (readonly string[])[], at: number): string[] {
  const words = new Set<string>()
  for (const row of rows) {
    const word = row[at]?.trim() ?? ''
    if (word !== '' && word.length <= MAX_SAMPLE) words.add(word)
    if (words.size > MAX_WORDS) break
  }
  return [...words].slice(0, words.size > MAX_WORDS ? MAX_SAMPLES : MAX_WORDS)
}
const MAX_SAMPLE = 200

/** Throws `validation-failed` if a mapping does not fit the columns of a file. */
export function requireFitting(mapping: CsvMapping, columns: readonly { name: string }[]): void {
  const names = columns.map(({ name }) => name)
  const errors = mappingErrors(mapping, names)
  if (errors.length > 0) throw new ProblemError('validation-failed', { errors })
}

/** Stores the layout of a file with another encoding or delimiter. Its mapping and the result of its dry run end. */
export async function changeLayout(
  db: Database,
  { layout, format, ...located }: Located & { layout: CsvLayout; format: CsvFormat },
): Promise<void> {
  await changeFile(db, located, async (trx, row) => {
    requireReadable(stateOf(row))
    const values = { layout: storedLayout(layout, format), mapping: null, result: null, progress: 0 }
    await trx.updateTable('csv_import').set(values).where('id', '=', row.id).execute()
    await trx.deleteFrom('import_run').where('id', '=', row.id).execute()
  })
}

/** Throws `conflict` if a file has been loaded, or is being checked or loaded. */
export function requireReadable(state: CsvState): void {
  if (state === 'checking' || state === 'loading' || state === 'done') throw new ProblemError('conflict')
}

interface Checking extends Located {
  mapping: CsvMapping
  now: Date
}

/** Stores the mapping of a file, also for later files of the practice, and queues a dry run. */
export async function checkFile(db: Database, { mapping, now, ...located }: Checking): Promise<void> {
  await changeFile(db, located, async (trx, row) => {
    const state = stateOf(row)
    if (state === 'loading' || state === 'done') throw new ProblemError('conflict')
    const { practiceId, id } = located
    const text = JSON.stringify(mapping)
    await trx
      .insertInto('csv_mapping')
      .values({ practice_id: practiceId, kind: mapping.kind, mapping: text, changed_at: now.toISOString() })
      .onConflict((conflict) =>
        conflict.columns(['practice_id', 'kind']).doUpdateSet({ mapping: text, changed_at: now.toISOString() }),
      )
      .execute()
    await trx.updateTable('csv_import').set({ mapping: text, progress: 0, result: null }).where('id', '=', id).execute()
    const { sha256, bytes, server, file_name: name } = row
    const fresh = { ...waitingRun({ id, sha256, bytes, server, now }), is_check: 1 as const, csv: text }
    if (row.state !== null) await trx.updateTable('import_run').set(fresh).where('id', '=', id).execute()
    else
      await trx
        .insertInto('import_run')
        .values({ ...fresh, practice_id: practiceId, sequence: await nextSequence(trx, practiceId), key_name: name })
        .execute()
  })
}

async function nextSequence(trx: DatabaseTransaction, practiceId: string): Promise<number> {
  const last = await trx
    .selectFrom('import_run')
    .select(({ fn }) => fn.max('sequence').as('sequence'))
    .where('practice_id', '=', practiceId)
    .where('sequence', '<', 0)
    .executeTakeFirst()
  return Number(last?.sequence ?? FIRST_SEQUENCE) + 1
}

/** Queues the load of a file after its dry run. Throws `conflict` without a dry run, or without a confirmation. */
export async function loadFile(
  db: Database,
  { confirmed, now, ...located }: Located & { confirmed: boolean; now: Date },
): Promise<void> {
  await changeFile(db, located, async (trx, row) => {
    const state = stateOf(row)
    if (state === 'loading') return
    if (state !== 'checked' || (row.large !== null && !confirmed)) throw new ProblemError('conflict')
    const { id, sha256, bytes, server } = row
    await trx.updateTable('csv_import').set({ progress: 0 }).where('id', '=', id).execute()
    await trx
      .updateTable('import_run')
      .set({ ...waitingRun({ id, sha256, bytes, server, now }), confirmed: confirmed ? 1 : 0 })
      .where('id', '=', id)
      .execute()
  })
}

/** Removes a file with its result. Throws `conflict` while it is loaded. */
export async function removeFile(db: Database, located: Located): Promise<void> {
  await changeFile(db, located, async (trx, row) => {
    if (stateOf(row) === 'loading') throw new ProblemError('conflict')
    await trx.deleteFrom('csv_import').where('id', '=', row.id).execute()
    await trx.deleteFrom('import_run').where('id', '=', row.id).execute()
  })
}

/**
 * Removes all files of a practice, for the erasure of a client that they may contain. The files on the disk are then
 * orphans.
 */
export async function removeFilesOfPractice(db: Database, practiceId: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    await lockRows(trx, 'csv_import', sql`(select id from csv_import where practice_id = ${practiceId})`)
    await trx.deleteFrom('csv_import').where('practice_id', '=', practiceId).execute()
    const runs = sql`(select id from import_run where practice_id = ${practiceId} and sequence < 0)`
    await lockRows(trx, 'import_run', runs)
    await trx.deleteFrom('import_run').where('practice_id', '=', practiceId).where('sequence', '<', 0).execute()
  })
}

/** Runs a change while no other change of the practice's files is under way. */
async function changeFile(
  db: Database,
  located: Located,
  change: (trx: DatabaseTransaction, row: CsvRow) => Promise<void>,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    await lockRows(trx, 'csv_import', sql`(select id from csv_import where practice_id = ${located.practiceId})`)
    await lockRows(trx, 'import_run', sql`(select id from import_run where id = ${located.id})`)
    const row = await fileRow(trx, located)
    if (!row) throw new ProblemError('not-found')
    await change(trx, row)
  })
}

/** Returns a function that stores the progress of a run, at intervals. */
export function progressOf(db: Database, id: string): (percent: number) => void {
  let next = 0
  return (percent) => {
    const now = performance.now()
    if (now < next) return
    next = now + PROGRESS_INTERVAL_MS
    // While the worker writes, the progress may wait or fail; the next one follows.
    db.updateTable('csv_import')
      .set({ progress: percent })
      .where('id', '=', id)
      .execute()
      .catch(() => {})
  }
}

/** Deletes uploaded files that expired. The server with a file deletes it as an orphan. */
export async function deleteExpiredCsvImports(batching: Batching, now: Date): Promise<void> {
  const before = momentAfter(now, -CSV_DAYS * DAY_MS)
  const isLoading = sql`exists (select 1 from import_run r where r.id = csv_import.id and r.state in (${sql.join([...UNFINISHED])}))`
  await deleteInBatches(batching, {
    table: 'csv_import',
    key: 'id',
    where: sql`uploaded_at < ${before} and not ${isLoading}`,
  })
  await deleteInBatches(batching, {
    table: 'import_run',
    key: 'id',
    where: sql`sequence < 0 and not exists (select 1 from csv_import c where c.id = import_run.id)`,
  })
}
