import { databaseProblem } from '#server/db/problem.ts'
import type { Database } from '#server/db/schema.ts'
import { outline } from '#server/http/problem.ts'
import type { Checked } from '#server/import/check.ts'
import { type LoadReport, loadExport } from '#server/import/load.ts'
import { reasonOf } from '#server/import/reasons.ts'
import { removeDroppedFiles, storageFailure } from '#server/import/dropped-files.ts'
import type { Files, StoredExport, LoadedExport } from '#server/ports.ts'
import { ImportError } from './import-error.ts'
import { endRun } from './queue.ts'

/**
 * Loads an export that was sent, as the command does, and notes the outcome in the last statement of its transaction. Files are not
 * sent with it; those that no record names any more are removed.
 */
export async function runImport(
  db: Database,
  lines: AsyncIterable<Checked[]>,
  { stored, files, server, clock }: { stored: StoredExport; files: Files; server: string; clock: () => Date },
): Promise<LoadedExport> {
  const loaded: LoadedExport = {}
  const run = () => ({ id: stored.id, server, now: clock() })
  try {
    const report = await loadExport(db, lines, {
      practiceId: stored.practiceId,
      now: clock(),
      invited: 'staff',
      mayLock: false,
      key: stored.keyName,
      andThen: (trx, loading) => endRun(trx, run(), { ...loading, loaded: true }),
      afterwards: (connection) =>
        removeDroppedFiles(connection, files).catch((error: unknown) => {
          loaded.filesLeft = storageFailure(error)
        }),
    })
    if (!report.loaded) await endRun(db, run(), { ...report, problems: withLarge(report) })
    return loaded
  } catch (error) {
    if (error instanceof ImportError) throw error
    throw new ImportError(databaseProblem(error) === 'unavailable' ? 'later' : 'failed', { cause: outline(error) })
  }
}

function withLarge({ problems, large }: LoadReport): LoadReport['problems'] {
  if (large.length === 0) return problems
  const parts = large.map(({ kind, what, count, of }) => `${kind} ${what} ${count}/${of}`).join(', ')
  const problem = { line: 0, field: '', ...reasonOf('notConfirmed', parts) }
  return { ...problems, first: [problem, ...problems.first], count: problems.count + 1 }
}
