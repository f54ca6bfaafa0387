import { DAY_MS, momentAfter } from '#contract/dates.ts'
import { type Selectable, sql } from 'kysely'
import { CSV_DAYS, CSV_PREVIEW_ROWS, type CsvKind, type CsvState } from '#contract/csv-import.ts'
import type { CsvImport, CsvImports, CsvMapping, CsvPreviewRow } from '#contract/schemas/csv-import.ts'
import type { Actor } from '#server/access-log/write.ts'
import type { Batching } from '#server/db/in-batches.ts'
import { deleteInBatches } from '#server/db/in-batches.ts'
import { parseStored } from '#server/db/stored.ts'
import type { Database, DatabaseTransaction, Schema } from '#server/db/schema.ts'
import { inTransaction, lockRows } from '#server/db/transaction.ts'
import { ProblemError } from '#server/http/problem.ts'
import { createConverter, withColumn } from '#server/import/csv/convert.ts'
import type { CsvLayout } from '#server/ports.ts'
import type { References } from '#server/import/csv/references.ts'
import { mappingErrors, missingColumns, suggestMappings } from '#server/import/csv/suggest.ts'
import { nameAt } from '#server/memberships/members.ts'
import { UNFINISHED, runOf } from './history.ts'
import { waitingRun } from './queue.ts'

// CSV files that admins upload. The dry run and the load of a file are a run of the export queue with the same id
// and a negative sequence number, so that the numbers of the practice's system are not affected.

type CsvRow = Selectable<Schema['csv_import']>
type RunRow = Selectable<Schema['import_run']>

/** Maximum uploaded files of a practice. */
const MAX_FILES = 20
/** A column with at most this number of different values returns all of them. Others return `MAX_SAMPLES`. */
const MAX_WORDS = 50
const MAX_SAMPLES = 5
const PROGRESS_INTERVAL_MS = 500
/** Lowest sequence number; later files have higher numbers. */
const FIRST_SEQUENCE = -1_000_000_000

interface Located {
  practiceId: string
  id: string
}

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
  const { encoding, delimiter, columns, rows, sample } = file.layout
  const layout = {
    encoding,
    delimiter,
    columns: columns.map((name, at) => ({ name, samples: samplesOf(sample, at) })),
    rows,
    suggestions: suggestMappings({ columns, rows: sample, delimiter }),
  }
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
      layout: JSON.stringify(layout),
    })
    .execute()
  return await csvImportOf(db, { practiceId, id })
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

const fileRow = (db: Database, { practiceId, id }: Located): Promise<CsvRow | undefined> =>
  db.selectFrom('csv_import').selectAll().where('id', '=', id).where('practice_id', '=', practiceId).executeTakeFirst()

const runOfFile = (db: Database, id: string): Promise<RunRow | undefined> =>
  db.selectFrom('import_run').selectAll().where('id', '=', id).executeTakeFirst()

/** Returns an uploaded file with its result; throws `not-found`. */
export async function csvImportOf(db: Database, located: Located): Promise<CsvImport> {
  const row = await fileRow(db, located)
  if (!row) throw new ProblemError('not-found')
  const layout = parseStored('csvFile', row.layout)
  if (!layout) throw new ProblemError('not-found')
  const columns = layout.columns.map(({ name }) => name)
  const stored = (await storedMappings(db, located.practiceId)).filter((each) => isFor(each, columns))
  const suggestions = withStored(layout.suggestions, stored)
  const given = row.mapping && parseStored('csvMapping', row.mapping)
  const mapping = given ?? suggestions[0]
  if (!mapping) throw new ProblemError('not-found')
  return {
    ...summaryOf(row, await runOfFile(db, row.id), layout),
    ...layout,
    suggestions,
    mapping,
    mappingOrigin: given ? 'given' : stored.includes(mapping) ? 'stored' : 'suggested',
    preview: previewOf(layout, mapping),
  }
}

/** Lists the uploaded files of a practice, latest first. */
export async function csvImportsOf(db: Database, practiceId: string): Promise<CsvImports> {
  const rows = await db
    .selectFrom('csv_import')
    .selectAll()
    .where('practice_id', '=', practiceId)
    .orderBy('uploaded_at', 'desc')
    .orderBy('id')
    .execute()
  const content = await Promise.all(
    rows.map(async (row) => {
      const layout = parseStored('csvFile', row.layout)
      return layout ? [summaryOf(row, await runOfFile(db, row.id), layout)] : []
    }),
  )
  return { content: content.flat() }
}

const isFor = (mapping: CsvMapping, columns: readonly string[]) => missingColumns(mapping, columns).length === 0

/** Puts the practice's mappings in place of the derived ones, in front. */
const withStored = (suggestions: readonly CsvMapping[], stored: readonly CsvMapping[]): CsvMapping[] => {
  const kinds = new Map(stored.map((mapping) => [mapping.kind, mapping]))
  const all = suggestions.map((each) => kinds.get(each.kind) ?? each)
  return [...all.filter((each) => stored.includes(each)), ...all.filter((each) => !stored.includes(each))]
}

function summaryOf(
  row: CsvRow,
  run: RunRow | undefined,
  { encoding, delimiter }: Pick<CsvImport, 'encoding' | 'delimiter'>,
): CsvImports['content'][number] {
  const { id, file_name: fileName, bytes, progress, uploaded_at: uploadedAt, uploaded_by: uploadedBy } = row
  const state = stateOf(run)
  const result = row.result && parseStored('csvResult', row.result)
  const shown = run && result && ENDED.has(state) ? resultOf(run, result) : {}
  const base = { id, fileName, bytes, state, progress: ENDED.has(state) ? 100 : progress, uploadedAt, uploadedBy }
  return {
    ...base,
    expiresAt: momentAfter(new Date(uploadedAt), CSV_DAYS * DAY_MS),
    ...shown,
    ...(state === 'done' && run?.ended_at && { loadedAt: run.ended_at }),
    encoding,
    delimiter,
  }
}

const ENDED: ReadonlySet<CsvState> = new Set(['checked', 'done', 'refused'])

function stateOf(run: RunRow | undefined): CsvState {
  if (!run) return 'uploaded'
  if (run.state === 'waiting' || run.state === 'running') return run.is_check === 1 ? 'checking' : 'loading'
  return run.state === 'unconfirmed' ? 'checked' : run.state
}

function resultOf(
  run: RunRow,
  { rows, count, problems }: { rows: number; count: number; problems: NonNullable<CsvImport['problems']>['first'] },
): Pick<CsvImport, 'counts' | 'problems' | 'large'> {
  const { changes, warnings, large } = runOf(run)
  const sum = { added: 0, updated: 0, unchanged: 0, expired: 0 }
  for (const counts of Object.values(changes ?? {}))
    for (const name of ['added', 'updated', 'unchanged', 'expired'] as const) sum[name] += counts[name] ?? 0
  const leftOut = Object.values(warnings?.kinds ?? {}).reduce((total, kind) => total + kind.leftOut, 0)
  const lines = new Set(problems.map(({ line }) => line)).size
  return {
    counts: { rows, ...sum, leftOut },
    problems: { count, lines, first: problems.slice(0, CSV_PREVIEW_ROWS) },
    ...(large && { large }),
  }
}

/** Returns the name of a file and its stored problems. Throws `not-found`. */
export async function problemsOf(db: Database, located: Located) {
  const row = await fileRow(db, located)
  if (!row) throw new ProblemError('not-found')
  const result = row.result && parseStored('csvResult', row.result)
  return { fileName: row.file_name, problems: result ? result.problems : [] }
}

async function storedMappings(db: Database, practiceId: string): Promise<CsvMapping[]> {
  const rows = await db.selectFrom('csv_mapping').select('mapping').where('practice_id', '=', practiceId).execute()
  return rows.flatMap(({ mapping }) => parseStored('csvMapping', mapping) ?? [])
}

/** Returns the mapping that a practice used last for a kind of record. */
export const storedMapping = async (db: Database, practiceId: string, kind: CsvKind): Promise<CsvMapping | undefined> =>
  (await storedMappings(db, practiceId)).find((mapping) => mapping.kind === kind)

/** References of a preview: each text names a record, because the database is not read. */
const somebody = { uuid: '00000000-0000-4000-8000-000000000001' }
const PREVIEWED: References = {
  clientByNumber: () => somebody,
  clientByEmail: () => somebody,
  clientByName: () => somebody,
  patientByChip: () => somebody,
  patientByName: () => somebody,
  clientOfPatient: () => somebody.uuid,
}

const NOT_SHOWN = new Set(['record', 'practiceId', 'uuid', 'clientUuid', 'patientUuid', 'patientUuids'])

/** Reads the first rows of a file as they would be loaded. */
export function previewOf({ columns: named, rows }: Pick<CsvImport, 'columns' | 'rows'>, mapping: CsvMapping) {
  const columns = named.map(({ name }) => name)
  const idOf = () => crypto.randomUUID()
  const convert = createConverter({ mapping, columns, practiceId: 'preview', references: PREVIEWED, idOf })
  return rows.map(({ line, cells }): CsvPreviewRow => {
    const checked = convert({ line, cells })
    const notes = checked && 'problems' in checked ? checked.problems : (checked?.warnings ?? [])
    const record = checked && 'record' in checked ? Object.entries(checked.record) : []
    return {
      line,
      values: record
        .filter(([field]) => !NOT_SHOWN.has(field))
        .map(([field, value]: [string, unknown]) => ({ field, value: textOf(value) })),
      problems: notes.map((problem) => withColumn(problem, { mapping, columns }, cells)),
    }
  })
}

const textOf = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(textOf).join(', ')
  if (typeof value === 'object' && value !== null) return Object.values(value).map(textOf).filter(Boolean).join(' ')
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

/** Throws `validation-failed` if a mapping does not fit the columns of a file. */
export function requireFitting(mapping: CsvMapping, columns: readonly { name: string }[]): void {
  const names = columns.map(({ name }) => name)
  const errors = mappingErrors(mapping, names)
  if (errors.length > 0) throw new ProblemError('validation-failed', { errors })
}

interface Checking extends Located {
  mapping: CsvMapping
  now: Date
}

/** Stores the mapping of a file, also for later files of the practice, and queues a dry run. */
export async function checkFile(db: Database, { mapping, now, ...located }: Checking): Promise<void> {
  await changeFile(db, located, async (trx, row, run) => {
    const state = stateOf(run)
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
    if (run) await trx.updateTable('import_run').set(fresh).where('id', '=', id).execute()
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
  await changeFile(db, located, async (trx, row, run) => {
    if (run && stateOf(run) === 'loading') return
    if (!run || stateOf(run) !== 'checked' || (run.large !== null && !confirmed)) throw new ProblemError('conflict')
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
  await changeFile(db, located, async (trx, { id }, run) => {
    if (stateOf(run) === 'loading') throw new ProblemError('conflict')
    await trx.deleteFrom('csv_import').where('id', '=', id).execute()
    await trx.deleteFrom('import_run').where('id', '=', id).execute()
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
  change: (trx: DatabaseTransaction, row: CsvRow, run: RunRow | undefined) => Promise<void>,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    await lockRows(trx, 'csv_import', sql`(select id from csv_import where practice_id = ${located.practiceId})`)
    await lockRows(trx, 'import_run', sql`(select id from import_run where id = ${located.id})`)
    const row = await fileRow(trx, located)
    if (!row) throw new ProblemError('not-found')
    await change(trx, row, await runOfFile(trx, row.id))
  })
}

/** Returns the admin who uploaded a file, if the account still exists. */
export async function uploaderOf(db: Database, id: string): Promise<Actor | undefined> {
  return await db
    .selectFrom('csv_import')
    .innerJoin('account', 'account.id', 'csv_import.account_id')
    .select(['account.id as accountId', 'account.username'])
    .where('csv_import.id', '=', id)
    .executeTakeFirst()
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
