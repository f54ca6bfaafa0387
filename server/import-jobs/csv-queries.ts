import { DAY_MS, momentAfter } from '#contract/dates.ts'
import { CSV_DAYS, CSV_PREVIEW_ROWS, type CsvKind, type CsvState, csvFieldType } from '#contract/csv-import.ts'
import type { CsvImport, CsvImports, CsvMapping, CsvPreviewRow } from '#contract/schemas/csv-import.ts'
import type { Actor } from '#server/access-log/write.ts'
import { type Stored, parseStored } from '#server/db/stored.ts'
import type { Database } from '#server/db/schema.ts'
import { ProblemError } from '#server/http/problem.ts'
import { createConverter, withColumn } from '#server/import/csv/convert.ts'
import { csvNameOf } from '#server/import/csv/invoice-lines.ts'
import type { References } from '#server/import/csv/references.ts'
import { missingColumns } from '#server/import/csv/suggest.ts'
import type { ExportRecord } from '#server/import/records.ts'

// Reads the CSV files that admins upload. A file's dry run and load are an import run with the same id.

export interface Located {
  practiceId: string
  id: string
}

export type CsvRow = NonNullable<Awaited<ReturnType<typeof fileRow>>>

/** Files of a practice, each with the columns of its run. */
const filesWithRuns = (db: Database, practiceId: string) =>
  db
    .selectFrom('csv_import')
    .leftJoin('import_run as run', 'run.id', 'csv_import.id')
    .selectAll('csv_import')
    .select(['run.state', 'run.is_check', 'run.ended_at', 'run.changes', 'run.warnings', 'run.large'])
    .where('csv_import.practice_id', '=', practiceId)

/** Returns a file with the columns of its run. */
export const fileRow = (db: Database, { practiceId, id }: Located) =>
  filesWithRuns(db, practiceId).where('csv_import.id', '=', id).executeTakeFirst()

/** Returns an uploaded file with its result; throws `not-found`. */
export async function csvImportOf(db: Database, located: Located): Promise<CsvImport> {
  const row = await fileRow(db, located)
  const layout = row && parseStored('csvFile', row.layout)
  const chosen = layout && mappingOf(row, layout, await storedMappings(db, located.practiceId))
  if (!chosen) throw new ProblemError('not-found')
  return { ...summaryOf(row, layout, chosen.mapping), ...layout, ...chosen, preview: previewOf(layout, chosen.mapping) }
}

/** Lists the uploaded files of a practice, latest first. */
export async function csvImportsOf(db: Database, practiceId: string): Promise<CsvImports> {
  const rows = await filesWithRuns(db, practiceId)
    .orderBy('csv_import.uploaded_at', 'desc')
    .orderBy('csv_import.id')
    .execute()
  const stored = rows.length > 0 ? await storedMappings(db, practiceId) : []
  const content = rows.flatMap((row) => {
    const layout = parseStored('csvFile', row.layout)
    const chosen = layout && mappingOf(row, layout, stored)
    return chosen ? [summaryOf(row, layout, chosen.mapping)] : []
  })
  return { content }
}

/** Returns the mapping of a file: the given one, else the practice's last one for the columns, else the likeliest. */
function mappingOf(
  row: CsvRow,
  layout: Stored['csvFile'],
  stored: readonly CsvMapping[],
): Pick<CsvImport, 'mapping' | 'mappingOrigin' | 'suggestions'> | undefined {
  const columns = layout.columns.map(({ name }) => name)
  const fitting = stored.filter((mapping) => missingColumns(mapping, columns).length === 0)
  const { format } = layout
  const suggestions = withStored(layout.suggestions, fitting).map((each) => ({ ...each, format }))
  const given = row.mapping && parseStored('csvMapping', row.mapping)
  const mapping = given ?? suggestions[0]
  if (!mapping) return undefined
  return {
    mapping,
    mappingOrigin: given ? 'given' : fitting.some(({ kind }) => kind === mapping.kind) ? 'stored' : 'suggested',
    suggestions,
  }
}

/** Puts the practice's mappings in place of the derived ones, in front. */
const withStored = (suggestions: readonly CsvMapping[], stored: readonly CsvMapping[]): CsvMapping[] => {
  const kinds = new Map(stored.map((mapping) => [mapping.kind, mapping]))
  const all = suggestions.map((each) => kinds.get(each.kind) ?? each)
  return [...all.filter((each) => stored.includes(each)), ...all.filter((each) => !stored.includes(each))]
}

function summaryOf(
  row: CsvRow,
  { encoding, delimiter }: Pick<CsvImport, 'encoding' | 'delimiter'>,
  { kind }: CsvMapping,
): CsvImports['content'][number] {
  const { id, file_name: fileName, bytes, progress, uploaded_at: uploadedAt, uploaded_by: uploadedBy } = row
  const state = stateOf(row)
  const result = row.result && parseStored('csvResult', row.result)
  const hasEnded = ENDED.has(state)
  return {
    id,
    fileName,
    bytes,
    state,
    kind,
    encoding,
    delimiter,
    uploadedAt,
    uploadedBy,
    progress: hasEnded ? 100 : progress,
    expiresAt: momentAfter(new Date(uploadedAt), CSV_DAYS * DAY_MS),
    ...(hasEnded && result && resultOf(row, result)),
    ...(state === 'done' && row.ended_at && { loadedAt: row.ended_at }),
  }
}

const ENDED: ReadonlySet<CsvState> = new Set(['checked', 'done', 'refused'])

/** Returns the state of a file, from the columns of its run. */
export function stateOf({ state, is_check: isCheck }: Pick<CsvRow, 'state' | 'is_check'>): CsvState {
  if (state === null) return 'uploaded'
  if (state === 'waiting' || state === 'running') return isCheck === 1 ? 'checking' : 'loading'
  return state === 'unconfirmed' ? 'checked' : state
}

function resultOf(
  row: CsvRow,
  { rows, count, problems }: Stored['csvResult'],
): Pick<CsvImport, 'counts' | 'problems' | 'large'> {
  const changes = (row.changes && parseStored('importChanges', row.changes)) ?? {}
  const warnings = row.warnings && parseStored('importWarnings', row.warnings)
  const large = row.large && parseStored('largeParts', row.large)
  const sum = { added: 0, updated: 0, unchanged: 0, expired: 0 }
  for (const counts of Object.values(changes))
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

/** Excludes fields that no file can fill, and references, which the person sees as they are in the file. */
const isShown = (kind: CsvKind, field: string) => {
  const type = csvFieldType(kind, field)
  return type !== undefined && type !== 'key' && type !== 'client' && type !== 'patient'
}

/** Reads the first rows of a file as they would be loaded. */
export function previewOf({ columns: named, rows }: Pick<CsvImport, 'columns' | 'rows'>, mapping: CsvMapping) {
  const columns = named.map(({ name }) => name)
  const idOf = () => crypto.randomUUID()
  const convert = createConverter({ mapping, columns, practiceId: 'preview', references: PREVIEWED, idOf })
  return rows.map(({ line, cells }): CsvPreviewRow => {
    const checked = convert({ line, cells })
    const notes = checked.flatMap((each) => ('problems' in each ? each.problems : (each.warnings ?? [])))
    const values = checked.flatMap((each) => ('record' in each ? entriesOf(each.record) : []))
    return {
      line,
      values: values
        .filter(([field]) => isShown(mapping.kind, field))
        .map(([field, value]) => ({ field, value: textOf(value) })),
      problems: notes.map((problem) => withColumn(problem, { mapping, columns }, cells)),
    }
  })
}

/** Returns the values of a record by the names of a mapping. */
const entriesOf = (record: ExportRecord): [field: string, value: unknown][] =>
  Object.entries(record).map(([field, value]) => [record.record === 'invoiceLine' ? csvNameOf(field) : field, value])

const textOf = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(textOf).join(', ')
  if (typeof value === 'object' && value !== null) return Object.values(value).map(textOf).filter(Boolean).join(' ')
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
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
