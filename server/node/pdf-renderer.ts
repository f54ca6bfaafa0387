import { Worker } from 'node:worker_threads'
import { ProblemError } from '#server/http/problem.ts'
import type { Sheet } from '#server/pdf/sheet.ts'
import type { Pdf } from '#server/ports.ts'

export interface Job {
  id: number
  sheet: Sheet
}
export type Done = { id: number; pdf: Uint8Array<ArrayBuffer> } | { id: number; failed: string }

interface Waiting {
  sheet: Sheet
  resolve(pdf: Uint8Array<ArrayBuffer>): void
  reject(error: Error): void
}

const MOST_WAITING = 50
/** The worker is terminated when idle, to free its memory. */
const IDLE_MS = 60_000
const JOB_MS = 20_000

/**
 * Renders PDFs in a worker thread, started lazily: rendering is CPU-bound, and a malformed logo may crash the worker, but not the
 * server.
 */
export function createPdfRenderer({ idleMs = IDLE_MS, jobMs = JOB_MS } = {}): Pdf {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let timer: NodeJS.Timeout | undefined
  let last = 0

  /** Rejects the job that was running, the first in the queue, and restarts the others. */
  const end = (error: Error) => {
    const ending = worker
    worker = undefined
    void ending?.terminate()
    const [first, ...others] = waiting
    if (!first) return
    waiting.delete(first[0])
    first[1].reject(error)
    for (const [id, { sheet }] of others) send({ id, sheet })
    watch()
  }
  /** Watchdog: one job must finish within `jobMs`. */
  const watch = () => {
    clearTimeout(timer)
    timer = setTimeout(() => end(new Error('The printer has stopped')), waiting.size > 0 ? jobMs : idleMs).unref()
  }
  const start = () => {
    const started = new Worker(new URL('./pdf-worker.ts', import.meta.url))
    started.unref()
    started.on('message', (done: Done) => {
      const job = waiting.get(done.id)
      waiting.delete(done.id)
      watch()
      if ('pdf' in done) job?.resolve(done.pdf)
      else job?.reject(new Error(done.failed))
    })
    started.on('error', (error) => started === worker && end(error as Error))
    started.on('exit', () => started === worker && end(new Error('The printer has ended')))
    return started
  }
  const send = (job: Job) => {
    worker ??= start()
    worker.postMessage(job, [])
  }
  const print = (sheet: Sheet) =>
    new Promise<Uint8Array<ArrayBuffer>>((resolve, reject) => {
      last += 1
      waiting.set(last, { sheet, resolve, reject })
      send({ id: last, sheet })
      watch()
    })

  return async (sheet) => {
    if (waiting.size >= MOST_WAITING) throw new ProblemError('overloaded')
    const { logo, ...from } = sheet.from
    if (!logo) return await print(sheet)
    // Retry without the logo: a broken image must not fail the document.
    return await print(sheet).catch(() => print({ ...sheet, from }))
  }
}
