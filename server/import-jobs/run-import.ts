import { databaseProblem } from '#server/db/problem.ts'
import type { Database } from '#server/db/schema.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { withoutMessage } from '#server/http/problem.ts'
import type { Checked } from '#server/import/check.ts'
import { loadExport } from '#server/import/load.ts'
import { removeDroppedFiles, storageFailure } from '#server/import/dropped-files.ts'
import type { Files, StoredExport, LoadedExport } from '#server/ports.ts'
import { ImportError } from './import-error.ts'
import { endRun } from './queue.ts'

/**
 * Loads a received export, as the command does, and records the outcome in the last statement of its transaction.
 * An export brings no files; files that no record names are removed.
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
      confirmed: stored.isConfirmed,
      mayLock: false,
      key: stored.keyName,
      andThen: (trx, loading) => endRun(trx, run(), { ...loading, loaded: true }),
      afterwards: (connection) =>
        removeDroppedFiles(connection, files).catch((error: unknown) => {
          loaded.filesLeft = storageFailure(error)
        }),
    })
    if (!report.loaded) await inTransaction(db, (trx) => endRun(trx, run(), report))
    if (report.large.length > 0) loaded.isUnconfirmed = true
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
