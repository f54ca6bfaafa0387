import { performance } from 'node:perf_hooks'

/** Share of the time in which the event loop ran, below which the server counts as idle. */
const MAX_IDLE_LOAD = 0.1

/**
 * Returns a function that collects garbage at its first call. Later calls do so if the event loop was idle since the
 * previous call and the heap has doubled since the last collection. V8 itself collects only while a program allocates,
 * so it would keep the memory of a burst.
 */
export function createIdleCollector(collect = collectGarbage): () => Promise<void> {
  let last = performance.eventLoopUtilization()
  let collected: number | undefined
  return async () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, last)
    last = now
    const { heapTotal } = process.memoryUsage()
    if (collected !== undefined && (utilization > MAX_IDLE_LOAD || heapTotal <= 2 * collected)) return
    await collect()
    collected = process.memoryUsage().heapTotal
  }
}

/**
 * Runs one full garbage collection, which takes about 20 ms. Loading the modules grows V8's young generation to 16 MB,
 * which an idle V8 does not release.
 * Uses the inspector because Node offers `gc` only behind a flag.
 */
export async function collectGarbage(): Promise<void> {
  const { Session } = await import('node:inspector/promises')
  const session = new Session()
  session.connect()
  await session.post('HeapProfiler.collectGarbage')
  session.disconnect()
}
