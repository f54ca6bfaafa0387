import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { ProblemError } from '#server/http/problem.ts'
import type { Letters, Sheet } from '#server/pdf/sheet.ts'
import type { Pdf, QueueState } from '#server/ports.ts'

export type Done = { pdf: Uint8Array<ArrayBuffer> } | { failed: string }

interface Job {
  since: number
  sheet: Sheet | Letters
  resolve(pdf: Uint8Array<ArrayBuffer>): void
  reject(error: Error): void
}

const MOST_WAITING = 50
/** Of these, of one practice. */
const SHARE = 10
/** The worker is terminated when idle, to free its memory. */
const IDLE_MS = 60_000
/** The longest that the contract allows takes a second. */
const JOB_MS = 10_000
/** A caller who waits longer has left. */
const WAIT_MS = 30_000
const HEAP_MB = 256

/**
 * Renders PDFs in a worker thread, started lazily: rendering is CPU-bound, and a malformed logo or an endless text may crash the
 * worker, but not the server. One at a time, with a deadline; practices take turns, so that none waits for all papers of another.
 */
export function createPdfRenderer({
  idleMs = IDLE_MS,
  jobMs = JOB_MS,
  waitMs = WAIT_MS,
  heapMb = HEAP_MB,
} = {}): Pdf & { state(): QueueState } {
  /** By practice, in the order of their turns. */
  const queues = new Map<string, Job[]>()
  let waiting = 0
  let running: Job | undefined
  let worker: Worker | undefined
  let timer: NodeJS.Timeout | undefined

  const start = () => {
    const started = new Worker(new URL(`./pdf-worker${extname(import.meta.filename)}`, import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    })
    started.unref()
    started.on('message', (done: Done) => {
      if (started === worker) settle('pdf' in done ? done.pdf : new Error(done.failed))
    })
    started.on('error', (error: Error) => started === worker && end(error))
    started.on('exit', () => started === worker && end(new Error('The printer has ended')))
    return started
  }
  const settle = (outcome: Uint8Array<ArrayBuffer> | Error) => {
    const job = running
    running = undefined
    if (outcome instanceof Error) job?.reject(outcome)
    else job?.resolve(outcome)
    next()
  }
  const end = (error: Error) => {
    void worker?.terminate()
    worker = undefined
    settle(error)
  }
  const next = () => {
    if (running) return
    clearTimeout(timer)
    const [first] = queues
    const [practiceId = '', [job, ...jobs] = []] = first ?? []
    if (!job) {
      if (worker) timer = setTimeout(() => end(new Error('Idle')), idleMs).unref()
      return
    }
    running = job
    waiting -= 1
    // To the end of the turns.
    queues.delete(practiceId)
    if (jobs.length > 0) queues.set(practiceId, jobs)
    if (performance.now() - job.since > waitMs) {
      settle(new ProblemError('overloaded'))
      return
    }
    timer = setTimeout(() => end(new Error('The printer has stopped')), jobMs).unref()
    worker ??= start()
    worker.postMessage(job.sheet, [])
  }
  const print = (sheet: Sheet | Letters, practiceId: string) =>
    new Promise<Uint8Array<ArrayBuffer>>((resolve, reject) => {
      const jobs = queues.get(practiceId) ?? []
      if (waiting >= MOST_WAITING || jobs.length >= SHARE) throw new ProblemError('overloaded')
      queues.set(practiceId, jobs)
      jobs.push({ since: performance.now(), sheet, resolve, reject })
      waiting += 1
      next()
    })

  const render: Pdf = async (sheet, practiceId) => {
    const { logo, ...from } = sheet.from
    if (!logo) return await print(sheet, practiceId)
    try {
      return await print(sheet, practiceId)
    } catch (error) {
      if (error instanceof ProblemError) throw error
      // Retry without the logo: a broken image must not fail the document.
      return await print({ ...sheet, from }, practiceId)
    }
  }
  return Object.assign(render, { state: () => ({ running: running ? 1 : 0, waiting, places: 1 }) })
}
