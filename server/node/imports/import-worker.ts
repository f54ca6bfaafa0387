import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { ImportError } from '#server/import-jobs/import-error.ts'
import { databaseProblem } from '#server/db/problem.ts'
import { runImport } from '#server/import-jobs/run-import.ts'
import { withoutMessage } from '#server/http/problem.ts'
import type { LoadedExport } from '#server/ports.ts'
import { lockDataDir } from '#server/node/data-lock.ts'
import { openForImport } from '#server/node/db/database.ts'
import { statSync } from 'node:fs'
import { openExport } from './csv-lines.ts'
import { openFiles } from '#server/node/files/files.ts'
import type { Ended, ImportLocation, Message, Task } from './imports.ts'

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
const send = (message: Message) => port.postMessage(message, [])
const end = (ended: Ended) => send(ended)

async function load({ file, isGzip, stored, server, exportLimits }: Task): Promise<LoadedExport> {
  const location: ImportLocation = workerData
  const unlock = location.databaseUrl ? () => {} : lockDataDir(location.dataDir, 'import')
  if (!unlock) throw new ImportError('later')
  try {
    const { db, close } = await openForImport(location)
    try {
      const { read, step } = createProgress(file)
      const opened = await openExport(db, { file, isGzip }, { stored, exportLimits, read })
      const running = { stored, files: openFiles(location), server, clock: () => new Date(), progress: step }
      return await runImport(db, opened.lines, { ...running, ...opened })
    } finally {
      await close()
    }
  } finally {
    unlock()
  }
}

/** Percentage after reading all lines; the rest is for comparing and loading. */
const READ_PERCENT = 70

/** Returns functions that send the progress: of the bytes read, and of the steps after that. */
function createProgress(file: string) {
  const total = Math.max(1, statSync(file).size)
  let bytes = 0
  let percent = 0
  const reach = (reached: number) => {
    if (reached <= percent) return
    percent = Math.min(99, reached)
    send({ percent })
  }
  return {
    read: (more: number) => {
      bytes += more
      reach(Math.floor((Math.min(bytes, total) / total) * READ_PERCENT))
    },
    step: () => reach(percent + 1),
  }
}
