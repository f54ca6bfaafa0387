/** Runs what it is given, so many at once at most; the others wait for their turn. */
export function atMost(count: number): <T>(task: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (task) => {
    if (running < count) running += 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await task()
    } finally {
      // The place goes to the next one, or is free.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
