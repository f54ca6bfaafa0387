import { CancelledError } from '#src/lib/call-error.ts'

interface Waiting {
  start: () => void
  giveUp: (reason: CancelledError) => void
}

/** Lets so many calls be under way at once; the others wait for their turn. */
export function createSlots(count: number) {
  let free = count
  let held = false
  let stopped = false
  const waiting: Waiting[] = []

  function startNext() {
    if (held) return
    for (const { start } of waiting.splice(0, free)) {
      free -= 1
      start()
    }
  }

  return {
    /** `first`: before all that wait. */
    async use<T>(call: () => Promise<T>, { first = false } = {}): Promise<T> {
      if (stopped) throw new CancelledError('Stopped')
      await new Promise<void>((start, giveUp) => {
        if (first) waiting.unshift({ start, giveUp })
        else waiting.push({ start, giveUp })
        startNext()
      })
      try {
        return await call()
      } finally {
        free += 1
        startNext()
      }
    },
    /** What is under way goes on; nothing new starts. */
    hold(on: boolean) {
      held = on
      startNext()
    },
    stop() {
      stopped = true
      for (const { giveUp } of waiting.splice(0)) giveUp(new CancelledError('Stopped'))
    },
  }
}
