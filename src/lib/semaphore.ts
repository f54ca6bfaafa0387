import { CancelledError } from './call-error.ts'

interface Waiting {
  start: () => void
  cancel: () => void
}

export interface Semaphore {
  /** Runs a task once a permit is free; `first`: before all that wait. */
  run: <T>(task: () => Promise<T>, options?: { first?: boolean }) => Promise<T>
  /** What runs goes on; nothing new starts. */
  pause: () => void
  resume: () => void
  /** What runs goes on; what waits, and what comes later, is cancelled. */
  stop: () => void
}

/** Counting semaphore with pause: so many tasks at once, the others wait in order. */
export function createSemaphore(permits: number): Semaphore {
  let free = permits
  let isPaused = false
  let isStopped = false
  const waiting: Waiting[] = []

  function startNext() {
    if (isPaused) return
    for (const { start } of waiting.splice(0, free)) {
      free -= 1
      start()
    }
  }

  return {
    async run(task, { first = false } = {}) {
      if (isStopped) throw new CancelledError('Stopped')
      await new Promise<void>((start, reject) => {
        const entry = { start, cancel: () => reject(new CancelledError('Stopped')) }
        if (first) waiting.unshift(entry)
        else waiting.push(entry)
        startNext()
      })
      try {
        return await task()
      } finally {
        free += 1
        startNext()
      }
    },
    pause() {
      isPaused = true
    },
    resume() {
      isPaused = false
      startNext()
    },
    stop() {
      isStopped = true
      for (const { cancel } of waiting.splice(0)) cancel()
    },
  }
}
