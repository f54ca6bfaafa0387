import type { Database } from './schema.ts'

/** How many rows at a time. */
export const FILLED_AT_ONCE = 200
const LEAST_PAUSE_MS = 5

/** Fills in derived columns a few rows at a time, with as long for others in between; `fill` answers how many it has done. */
export async function fillIn(
  { db, stopping }: { db: Database; stopping?: AbortSignal | undefined },
  fill: (db: Database) => Promise<number>,
): Promise<void> {
  for (;;) {
    if (stopping?.aborted) return
    const start = performance.now()
    if ((await fill(db)) < FILLED_AT_ONCE) return
    const pause = Math.max(LEAST_PAUSE_MS, performance.now() - start)
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}
