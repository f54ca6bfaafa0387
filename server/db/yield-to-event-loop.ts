const waiting: (() => void)[] = []

/**
 * Resolves in a later turn of the event loop; each turn resumes one caller. SQLite's calls are synchronous, so without the queue the
 * batches of several callers would run in one turn.
 */
export const yieldToEventLoop = (): Promise<void> =>
  new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setTimeout(resumeOne)
  })

function resumeOne(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setTimeout(resumeOne)
}
