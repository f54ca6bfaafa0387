import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { ImportError, type ImportFailure } from '#server/import-jobs/import-error.ts'
import type { Imports, StoredExport, Limits, LoadedExport } from '#server/ports.ts'
import type { DatabaseLocation } from '#server/node/db/database.ts'
import type { ExportLimits } from './export-lines.ts'
import type { Settings } from '#server/node/settings.ts'
import type { ImportFile, ImportFolder } from './import-folder.ts'

export type Task = ImportFile & { stored: StoredExport; server: string; exportLimits: ExportLimits }
/** Messages of the worker. */
export type Message = Ended | { percent: number }
export interface Ended extends LoadedExport {
  failure?: ImportFailure
  cause?: unknown
}

/** The worker is terminated when idle, to free its memory. */
const IDLE_MS = 10_000
const HEAP_MB = 512
/** The default lets V8 keep more than 100 MB of short-lived rows. */
const YOUNG_HEAP_MB = 16

export type ImportLocation = DatabaseLocation & Pick<Settings, 'storage'>

interface Options {
  location: ImportLocation
  /** Stops the running import and rolls back its transaction. */
  stopping: AbortSignal
  limits: Pick<Limits, 'importLines' | 'importRunMs'>
  idleMs?: number
}

/**
 * Loads exports one at a time in a lazily started worker thread with its own connection. Checking lines is CPU-bound,
 * and SQLite statements block their thread, so requests stay on the main thread.
 */
export function createImports(
  folder: ImportFolder,
  { location, stopping, limits, idleMs = IDLE_MS }: Options,
): Imports {
  const server = crypto.randomUUID()
  const exportLimits = { lines: limits.importLines }
  let worker: Worker | undefined
  let running:
    | { by: Worker; isOverdue: boolean; end(ended: Ended): void; progress?: ((percent: number) => void) | undefined }
    | undefined
  let timer: NodeJS.Timeout | undefined

  const start = () => {
    const started = new Worker(new URL(`./import-worker${extname(import.meta.filename)}`, import.meta.url), {
      workerData: location,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: YOUNG_HEAP_MB },
    })
    started.unref()
    started.on('message', (message: Message) => {
      if ('percent' in message) running?.progress?.(message.percent)
      else running?.end(message)
    })
    // The `exit` event follows and ends the import; by then its uncommitted changes are rolled back.
    started.on('error', () => {})
    started.on('exit', () => {
      if (worker === started) worker = undefined
      if (running?.by !== started) return
      if (running.isOverdue) running.end({ failure: 'overdue' })
      else running.end({ failure: stopping.aborted ? 'stopped' : 'failed' })
    })
    return started
  }
  const end = () => {
    void worker?.terminate()
    worker = undefined
  }
  const giveUp = () => {
    if (running) running.isOverdue = true
    end()
  }
  stopping.addEventListener('abort', end)

  async function load(stored: StoredExport, progress?: (percent: number) => void): Promise<LoadedExport> {
    const task: Task = { ...(await folder.find(stored.id)), stored, server, exportLimits }
    if (stopping.aborted) throw new ImportError('stopped')
    clearTimeout(timer)
    worker ??= start()
    const { promise, resolve } = Promise.withResolvers<Ended>()
    running = { by: worker, isOverdue: false, end: resolve, progress }
    timer = setTimeout(giveUp, limits.importRunMs).unref()
    worker.postMessage(task, [])
    const { failure, cause, ...loaded } = await promise
    running = undefined
    clearTimeout(timer)
    timer = setTimeout(end, idleMs).unref()
    if (failure) throw new ImportError(failure, { cause })
    return loaded
  }

  return { ...folder, server, load }
}
