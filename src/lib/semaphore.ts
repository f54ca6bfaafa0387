import { CancelledError } from './call-error.ts'

interface Waiting {
  start: () => void
  cancel: () => void
}

export interface Semaphore {
  /** Runs a task once a permit is free; `first` puts it before all waiting tasks. */
  run: <T>(task: () => Promise<T>, options?: { first?: boolean }) => Promise<T>
  /** Starts no further tasks; running tasks continue. */
  pause: () => void
  resume: () => void
  /** Cancels waiting and later tasks; running tasks continue. */
  stop: () => void
}

/** Counting semaphore that can be paused. Tasks above the number of permits wait in order. */
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
