import { databaseProblem } from '#server/db/problem.ts'
import type { Database } from '#server/db/schema.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { withoutMessage } from '#server/http/problem.ts'
import { MAX_CSV_PROBLEMS } from '#contract/csv-import.ts'
import type { ImportProblem } from '#contract/schemas/imports.ts'
import type { Checked } from '#server/import/check.ts'
import { type LoadReport, loadExport } from '#server/import/load.ts'
import { removeDroppedFiles, storageFailure } from '#server/import/dropped-files.ts'
import type { Files, StoredExport, LoadedExport } from '#server/ports.ts'
import { ImportError } from './import-error.ts'
import { endRun } from './queue.ts'

interface Running {
  stored: StoredExport
  files: Files
  server: string
  clock: () => Date
  progress?: (step: string) => void
  /** Present for a CSV file. */
  csv?: {
    /** Adds the header of the column to each problem. */
    withColumns(problems: readonly ImportProblem[]): ImportProblem[]
    /** Adds the text of the cell too. */
    withCells(problems: readonly ImportProblem[]): Promise<ImportProblem[]>
    /** Number of rows read. */
    rows(): number
  }
}

/**
 * Loads a received export, as the command does, and records the outcome in the last statement of its transaction.
 * An export brings no files; files that no record names are removed.
 */
export async function runImport(
  db: Database,
  lines: AsyncIterable<Checked[]>,
  running: Running,
): Promise<LoadedExport> {
  const { stored, files, server, clock, progress, csv } = running
  const { isCheck = false, isUploaded = false } = stored
  const loaded: LoadedExport = {}
  const run = () => ({ id: stored.id, server, now: clock(), isCheck, isUploaded })
  try {
    const report = await loadExport(db, lines, {
      practiceId: stored.practiceId,
      now: clock(),
      invited: 'staff',
      confirmed: stored.isConfirmed,
      mayLock: false,
      isCheck,
      ...(isUploaded ? { by: stored.by, most: MAX_CSV_PROBLEMS } : { key: stored.keyName }),
      ...(progress && { progress }),
      andThen: (trx, loading) => endRun(trx, run(), { ...firstOf(loading, csv), loaded: true }),
      afterwards: (connection) =>
        removeDroppedFiles(connection, files).catch((error: unknown) => {
          loaded.filesLeft = storageFailure(error)
        }),
    })
    if (isUploaded && csv) await saveResult(db, stored.id, csv, report)
    if (!report.loaded) await inTransaction(db, (trx) => endRun(trx, run(), firstOf(report, csv)))
    if (!report.loaded && (isUploaded || isCheck)) loaded.isKept = isUploaded
    else if (report.large.length > 0) loaded.isUnconfirmed = true
    for (const name of ['removed', 'replaced'] as const) {
      const count = Object.values(report.changes ?? {}).reduce((sum, counts) => sum + (counts[name] ?? 0), 0)
      if (count > 0) loaded[name] = count
    }
    if (report.warnings.kinds) loaded.warnings = report.warnings.kinds
    return loaded
  } catch (error) {
    if (error instanceof ImportError) throw error
    throw new ImportError(databaseProblem(error) === 'unavailable' ? 'later' : 'failed', {
      cause: withoutMessage(error),
    })
  }
}

/** Problems that the history of exports shows. */
const MAX_SHOWN = 20

/** Shortens the lists of a report, and names the columns of a CSV file. */
function firstOf(report: LoadReport, csv: Running['csv']): LoadReport {
  const shown = (problems: ImportProblem[]) => {
    const first = problems.slice(0, MAX_SHOWN)
    return csv ? csv.withColumns(first) : first
  }
  const { problems, warnings } = report
  return {
    ...report,
    problems: { ...problems, first: shown(problems.first) },
    warnings: { ...warnings, first: shown(warnings.first) },
  }
}

/** Stores all problems of an uploaded file for the admin, with the texts of the cells. */
async function saveResult(
  db: Database,
  id: string,
  csv: NonNullable<Running['csv']>,
  { problems, warnings }: LoadReport,
): Promise<void> {
  const found = await csv.withCells([...problems.first, ...warnings.first].slice(0, MAX_CSV_PROBLEMS))
  const result = { rows: csv.rows(), count: problems.count + warnings.count, problems: found }
  await db
    .updateTable('csv_import')
    .set({ result: JSON.stringify(result), progress: 100 })
    .where('id', '=', id)
    .execute()
}
