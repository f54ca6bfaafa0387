import { extname } from 'node:path'
import { Worker, parentPort } from 'node:worker_threads'
import { ProblemError } from '#server/http/problem.ts'
import type { QueueState } from '#server/ports.ts'

/** A task took longer than its deadline; its thread was terminated. */
export class DeadlineError extends Error {
  override name = 'DeadlineError'
}

type Outcome<Result> = { result: Result } | { failed: string }

interface Job<Task, Result> {
  since: number
  task: Task
  resolve(result: Result): void
  reject(error: Error): void
}

interface Slot<Task, Result> {
  worker?: Worker | undefined
  job?: Job<Task, Result> | undefined
  timer?: NodeJS.Timeout | undefined
}

export interface PoolLimits {
  places: number
  maxWaiting: number
  /** Maximum number of waiting tasks of one caller. */
  share: number
  /** A thread is terminated when idle, to free its memory. */
  idleMs: number
  jobMs: number
  /** A task that waits longer fails, because its caller has left by then. */
  waitMs: number
  heapMb: number
}

export interface WorkerPool<Task, Result> {
  /** Throws `overloaded` if too many tasks wait, `DeadlineError` if the task takes too long, and another error if it fails. */
  (task: Task, caller: string): Promise<Result>
  state(): QueueState
}

/**
 * Runs tasks in lazily started worker threads. A hostile file may take long or exhaust memory, and then only its thread
 * ends. Each task has a deadline, the queue is bounded, and callers take turns. `module` is the path of a file from
 * this folder, without its extension.
 */
export function createWorkerPool<Task, Result>(
  module: string,
  { places, maxWaiting, share, idleMs, jobMs, waitMs, heapMb }: PoolLimits,
): WorkerPool<Task, Result> {
  /** Waiting tasks by caller, in the order of their turns. */
  const queues = new Map<string, Job<Task, Result>[]>()
  const slots = Array.from({ length: places }, (): Slot<Task, Result> => ({}))
  let waiting = 0

  const start = (slot: Slot<Task, Result>) => {
    const started = new Worker(new URL(`./${module}${extname(import.meta.filename)}`, import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    })
    started.unref()
    started.on('message', (outcome: Outcome<Result>) => {
      if (started === slot.worker) settle(slot, 'result' in outcome ? outcome : new Error(outcome.failed))
    })
    started.on('error', (error: Error) => started === slot.worker && end(slot, error))
    started.on('exit', () => started === slot.worker && end(slot, new Error('The worker has ended')))
    return started
  }
  const settle = (slot: Slot<Task, Result>, outcome: { result: Result } | Error) => {
    const { job } = slot
    slot.job = undefined
    if (outcome instanceof Error) job?.reject(outcome)
    else job?.resolve(outcome.result)
    next(slot)
  }
  const end = (slot: Slot<Task, Result>, error: Error) => {
    void slot.worker?.terminate()
    slot.worker = undefined
    settle(slot, error)
  }
  const take = () => {
    const [first] = queues
    const [caller = '', [job, ...jobs] = []] = first ?? []
    if (!job) return undefined
    waiting -= 1
    // The caller moves to the end of the turns.
    queues.delete(caller)
    if (jobs.length > 0) queues.set(caller, jobs)
    return job
  }
  const next = (slot: Slot<Task, Result>) => {
    if (slot.job) return
    clearTimeout(slot.timer)
    const job = take()
    if (!job) {
      if (slot.worker) slot.timer = setTimeout(() => end(slot, new Error('Idle')), idleMs).unref()
      return
    }
    slot.job = job
    if (performance.now() - job.since > waitMs) {
      settle(slot, new ProblemError('overloaded'))
      return
    }
    slot.timer = setTimeout(() => end(slot, new DeadlineError('The task took too long')), jobMs).unref()
    slot.worker ??= start(slot)
    slot.worker.postMessage(job.task, [])
  }
  const run = (task: Task, caller: string) =>
    new Promise<Result>((resolve, reject) => {
      const jobs = queues.get(caller) ?? []
      if (waiting >= maxWaiting || jobs.length >= share) throw new ProblemError('overloaded')
      queues.set(caller, jobs)
      jobs.push({ since: performance.now(), task, resolve, reject })
      waiting += 1
      const free = slots.filter(({ job }) => !job)
      const slot = free.find(({ worker }) => worker) ?? free[0]
      if (slot) next(slot)
    })
  return Object.assign(run, {
    state: () => ({ running: slots.filter(({ job }) => job).length, waiting, places }),
  })
}

/** Answers each task of a worker thread with the result of `work`. The listed buffers are transferred, not copied. */
export function handleTasks(work: (task: never) => Promise<{ result: unknown; transfer?: ArrayBuffer[] }>): void {
  if (!parentPort) throw new Error('This module is for a worker')
  const port = parentPort
  const send = (outcome: Outcome<unknown>, transfer: ArrayBuffer[] = []) => port.postMessage(outcome, transfer)
  port.on('message', (task: unknown) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the pool that started this worker sends its tasks
    work(task as never).then(
      ({ result, transfer }) => send({ result }, transfer),
      (error: unknown) => send({ failed: error instanceof Error ? error.message : String(error) }),
    )
  })
}
