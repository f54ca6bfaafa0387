import type { QueueState } from '#server/ports.ts'
import { ProblemError } from './problem.ts'

/** Maximum wait before a rejection. Clients that are rejected immediately also retry immediately, which adds load. */
const WAIT_MS = 1000
const WAITING_PER_PERMIT = 10

/** Runs the work once a permit is free, or throws `overloaded`. */
export interface Semaphore {
  <T>(work: () => Promise<T>): Promise<T>
  state(): QueueState
}

/** Creates a FIFO semaphore with a bounded queue and a timeout. */
export function createSemaphore(
  permits: number,
  { waitMs = WAIT_MS, maxWaiting = WAITING_PER_PERMIT * permits } = {},
): Semaphore {
  let taken = 0
  const waiting = new Set<() => void>()

  const acquire = () =>
    new Promise<void>((resolve, reject) => {
      const take = () => {
        clearTimeout(timeout)
        waiting.delete(take)
        resolve()
      }
      const timeout = setTimeout(() => {
        waiting.delete(take)
        reject(new ProblemError('overloaded'))
      }, waitMs)
      waiting.add(take)
    })

  const limited = async <T>(work: () => Promise<T>): Promise<T> => {
    if (taken < permits) taken += 1
    else if (waiting.size < maxWaiting) await acquire()
    else throw new ProblemError('overloaded')
    try {
      return await work()
    } finally {
      // The permit passes to the first in the queue.
      const [first] = waiting
      if (first) first()
      else taken -= 1
    }
  }
  return Object.assign(limited, { state: () => ({ running: taken, waiting: waiting.size, places: permits }) })
}

/** Resolves to undefined on a failure or a timeout. */
export async function inTime<T>(promise: Promise<T>, withinMs: number): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>((resolve) => (timer = setTimeout(() => resolve(undefined), withinMs)))
  return await Promise.race([promise.catch(() => undefined), late]).finally(() => clearTimeout(timer))
}
