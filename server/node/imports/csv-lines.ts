import { hash } from 'node:crypto'
import type { CsvMapping } from '#contract/schemas/csv-import.ts'
import type { ImportProblem } from '#contract/schemas/imports.ts'
import type { Database } from '#server/db/schema.ts'
import type { Checked } from '#server/import/check.ts'
import { createConverter, withColumn } from '#server/import/csv/convert.ts'
import { CsvFileError } from '#server/import/csv/csv-file-error.ts'
import type { CsvLayout } from '#server/ports.ts'
import { createReferences } from '#server/import/csv/references.ts'
import { missingColumns } from '#server/import/csv/suggest.ts'
import type { StoredExport } from '#server/ports.ts'
import { reasonOf } from '#server/import/reasons.ts'
import { csvRows, readLayout } from './csv-file.ts'
import { type ExportLimits, type LinesOptions, checkedLines, wrongLine } from './export-lines.ts'

interface CsvOptions extends LinesOptions {
  mapping: CsvMapping
  practiceId: string
  exportLimits?: ExportLimits | undefined
}

/** Lines of a CSV file, and what its problems need. */
export interface CsvExport {
  lines: AsyncGenerator<Checked[]>
  /** Adds the header of the column to each problem. */
  withColumns(problems: readonly ImportProblem[]): ImportProblem[]
  /** Reads the file again, and adds the text of the cell too. */
  withCells(problems: readonly ImportProblem[]): Promise<ImportProblem[]>
  /** Number of rows read so far. */
  rows(): number
}

/** Returns the checked lines of a stored export, whatever its format. */
export async function openExport(
  db: Database,
  { file, isGzip }: { file: string; isGzip: boolean },
  { stored, ...options }: { stored: StoredExport } & Pick<CsvOptions, 'exportLimits' | 'read'>,
): Promise<{ lines: AsyncIterable<Checked[]>; csv?: CsvExport }> {
  const { csv: mapping, practiceId } = stored
  if (!mapping) return { lines: checkedLines(file, { isGzip, ...options }) }
  const csv = await openCsv(db, file, { isGzip, ...options, mapping, practiceId })
  return { lines: csv.lines, csv }
}

/** Converts the rows of a CSV file to checked lines, as `checkedLines` does for an export. */
export async function openCsv(db: Database, file: string, options: CsvOptions): Promise<CsvExport> {
  const { mapping, isGzip = false } = options
  const source = { file, isGzip, format: mapping.format }
  const layout = await readLayout(source).catch((error: unknown) => {
    if (error instanceof CsvFileError) return error
    throw error
  })
  const columns = layout instanceof CsvFileError ? [] : layout.columns
  const counted = { rows: 0 }
  const withColumns = (problems: readonly ImportProblem[]) =>
    problems.map((problem) => withColumn(problem, { mapping, columns }))

  return {
    lines: layout instanceof CsvFileError ? only(layout) : linesOf(db, { ...source, ...options, layout, counted }),
    withColumns,
    rows: () => counted.rows,
    async withCells(problems) {
      if (layout instanceof CsvFileError) return withColumns(problems)
      const cells = await cellsOf(source, layout, new Set(problems.map(({ line }) => line)))
      return problems.map((problem) => withColumn(problem, { mapping, columns }, cells.get(problem.line)))
    },
  }
}

interface Source extends CsvOptions {
  file: string
  isGzip: boolean
  format: CsvMapping['format']
  layout: CsvLayout
  counted: { rows: number }
}

async function* linesOf(
  db: Database,
  { layout, mapping, practiceId, exportLimits, counted, ...source }: Source,
): AsyncGenerator<Checked[]> {
  const { columns } = layout
  const missing = missingColumns(mapping, columns)
  if (missing.length > 0) {
    yield [wrongLine(0, reasonOf('otherColumns', missing.join(', ')))]
    return
  }
  const references = await createReferences(db, practiceId, mapping)
  const convert = createConverter({ mapping, columns, practiceId, references, idOf: uuidOf })
  try {
    for await (const rows of csvRows(source, layout)) {
      counted.rows += rows.length
      if (exportLimits && counted.rows > exportLimits.lines) {
        yield [wrongLine(0, reasonOf('tooManyLines', String(exportLimits.lines)))]
        return
      }
      yield rows.flatMap(convert)
    }
  } catch (error) {
    if (!(error instanceof CsvFileError)) throw error
    yield* only(error)
  }
}

/** Yields the problem of the whole file; it names the line where reading stopped. */
async function* only({ code, value, at }: CsvFileError): AsyncGenerator<Checked[]> {
  const { line = 0, column } = at ?? {}
  const problem = { line, field: '', ...reasonOf(code, value), ...(column !== undefined && { column }) }
  yield [{ line: 0, problems: [problem] }]
}

async function cellsOf(
  source: Pick<Source, 'file' | 'isGzip' | 'format'>,
  layout: CsvLayout,
  lines: ReadonlySet<number>,
): Promise<Map<number, string[]>> {
  const found = new Map<number, string[]>()
  if (lines.size === 0) return found
  try {
    for await (const rows of csvRows(source, layout))
      for (const { line, cells } of rows) if (lines.has(line)) found.set(line, cells)
  } catch (error) {
    if (!(error instanceof CsvFileError)) throw error
  }
  return found
}

/** Returns a UUID of version 8 (RFC 9562), whose content is a hash. */
function uuidOf(text: string): string {
  const digits = hash('sha256', text).slice(0, 32)
  const variant = (8 + (Number.parseInt(digits[16] ?? '0', 16) % 4)).toString(16)
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-8${digits.slice(13, 16)}-${variant}${digits.slice(17, 20)}-${digits.slice(20)}`
}
