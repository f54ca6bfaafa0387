import { Worker } from 'node:worker_threads'
import { ImportError, type ImportFailure } from '#server/feed/import-error.ts'
import type { Imports, KeptExport } from '#server/ports.ts'
import type { Place } from './database.ts'
import type { ImportFile, ImportFolder } from './import-folder.ts'

export type Task = ImportFile & { kept: KeptExport; server: string }
export interface Ended {
  failure?: ImportFailure
  /** An outline of the error. */
  cause?: unknown
}

/** The worker is terminated when idle, to free its memory. */
const IDLE_MS = 10_000
/** A million records take a few minutes. */
const LONGEST_MS = 3_600_000
const HEAP_MB = 512

interface Options {
  place: Place
  /** Ends what is being loaded, of which then nothing is. */
  stopping: AbortSignal
  idleMs?: number
}

/**
 * Loads exports one at a time in a worker thread with a connection of its own, started lazily: checking lines is CPU-bound, and on
 * SQLite a statement blocks its thread. Readers stay on theirs.
 */
export function createImports(folder: ImportFolder, { place, stopping, idleMs = IDLE_MS }: Options): Imports {
  const server = crypto.randomUUID()
  let worker: Worker | undefined
  let running: { by: Worker; end(ended: Ended): void } | undefined
  let timer: NodeJS.Timeout | undefined

  const start = () => {
    const started = new Worker(new URL('./import-worker.ts', import.meta.url), {
      workerData: place,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    })
    started.unref()
    started.on('message', (ended: Ended) => running?.end(ended))
    // The exit, which comes last, tells: by then what it had not committed is undone.
    started.on('error', () => {})
    started.on('exit', () => {
      if (worker === started) worker = undefined
      if (running?.by === started) running.end({ failure: stopping.aborted ? 'stopped' : 'failed' })
    })
    return started
  }
  const end = () => {
    void worker?.terminate()
    worker = undefined
  }
  stopping.addEventListener('abort', end)

  async function load(kept: KeptExport): Promise<void> {
    const task: Task = { ...(await folder.find(kept.id)), kept, server }
    if (stopping.aborted) throw new ImportError('stopped')
    clearTimeout(timer)
    worker ??= start()
    const { promise, resolve } = Promise.withResolvers<Ended>()
    running = { by: worker, end: resolve }
    timer = setTimeout(end, LONGEST_MS).unref()
    worker.postMessage(task, [])
    const { failure, cause } = await promise
    running = undefined
    clearTimeout(timer)
    timer = setTimeout(end, idleMs).unref()
    if (failure) throw new ImportError(failure, { cause })
  }

  return { ...folder, server, load }
}
