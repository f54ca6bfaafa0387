import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { ImportError } from '#server/import-jobs/import-error.ts'
import { databaseProblem } from '#server/db/problem.ts'
import { runImport } from '#server/import-jobs/run-import.ts'
import { withoutMessage } from '#server/http/problem.ts'
import type { LoadedExport } from '#server/ports.ts'
import { lockDataDir } from '#server/node/data-lock.ts'
import { openForImport } from '#server/node/db/database.ts'
import { checkedLines } from './export-lines.ts'
import { openFiles } from '#server/node/files/files.ts'
import type { Ended, ImportLocation, Task } from './imports.ts'

const NICE = 10

// Linux applies the priority to this thread alone; other systems would apply it to the whole server.
if (process.platform === 'linux') setPriority(NICE)

if (!parentPort) throw new Error('This module is for a worker')
const port = parentPort
port.on('message', (task: Task) => {
  void load(task).then(end, (error: unknown) => {
    end(error instanceof ImportError ? { failure: error.failure, cause: error.cause } : failed(error))
  })
})

// A failed open of the database also counts as a database problem.
const failed = (error: unknown): Ended => ({
  failure: databaseProblem(error) === 'unavailable' ? 'later' : 'failed',
  cause: withoutMessage(error),
})
const end = (ended: Ended) => port.postMessage(ended, [])

async function load({ file, isGzip, stored, server, exportLimits }: Task): Promise<LoadedExport> {
  const location: ImportLocation = workerData
  const unlock = location.databaseUrl ? () => {} : lockDataDir(location.dataDir, 'import')
  if (!unlock) throw new ImportError('later')
  try {
    const { db, close } = await openForImport(location)
    try {
      const lines = checkedLines(file, { isGzip, exportLimits })
      return await runImport(db, lines, { stored, files: openFiles(location), server, clock: () => new Date() })
    } finally {
      await close()
    }
  } finally {
    unlock()
  }
}
