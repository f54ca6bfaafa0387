import type { Imports, Ports } from '#server/ports.ts'
import { importFolder } from '#server/node/imports/import-folder.ts'
import { runImport } from '#server/import-jobs/run-import.ts'
import { openExport } from '#server/node/imports/csv-lines.ts'

/** Returns an import service that runs in this process, with the database connection and the clock of the test. */
export function inProcessImports(folder: string, { db, files, clock, settings }: Ports): Imports {
  const stored = importFolder(folder, { maxBytes: settings.limits.importBytes })
  const server = crypto.randomUUID()
  const exportLimits = { lines: settings.limits.importLines }
  return {
    ...stored,
    server,
    async load(run) {
      const opened = await openExport(db, await stored.find(run.id), { stored: run, exportLimits })
      return await runImport(db, opened.lines, { ...opened, stored: run, files, server, clock })
    },
  }
}
