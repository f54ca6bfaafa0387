import type { Background } from '#server/context.ts'
import type { Log } from '#server/ports.ts'

export function createBackground(log: Log): Background {
  const running = new Set<Promise<void>>()

  const start = async (name: string, work: () => Promise<void>) => {
    // Yields first: synchronous database calls would delay the response and leak information by its timing.
    await new Promise((resolve) => setTimeout(resolve))
    try {
      await work()
    } catch (error) {
      log('error', 'background-failed', { work: name, error: error instanceof Error ? error.name : 'unknown' })
    }
  }

  return {
    run(name, work) {
      const task = start(name, work).finally(() => running.delete(task))
      running.add(task)
    },
    async idle() {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
