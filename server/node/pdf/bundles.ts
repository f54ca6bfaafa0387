import { ProblemError, withoutMessage } from '#server/http/problem.ts'
import type { FileTask, UnreadFile } from '#server/pdf/file-pages.ts'
import type { FilePages } from '#server/pdf/sheet.ts'
import type { Bundles, Log, QueueState } from '#server/ports.ts'
import { type PoolLimits, createWorkerPool } from '#server/node/worker-pool.ts'
import { createPdfRenderer } from './pdf-renderer.ts'

const FILES: PoolLimits = {
  places: 1,
  // Each waiting file has at most 10 MB.
  maxWaiting: 12,
  share: 4,
  idleMs: 60_000,
  // A file of 60 pages takes less than a second; the first one waits for the thread to start.
  jobMs: 8000,
  waitMs: 10_000,
  heapMb: 192,
}
const BUNDLES = { maxWaiting: 8, share: 2, jobMs: 12_000, waitMs: 12_000 }

/**
 * Reads files and draws bundles in threads of their own, so that single documents do not wait for them. A file that
 * exceeds the time or memory limit is logged, and counts as damaged.
 */
export function createBundles(log: Log, limits: Partial<PoolLimits> = {}): Bundles & { state(): QueueState } {
  const read = createWorkerPool<FileTask, FilePages | UnreadFile>('pdf/file-worker', { ...FILES, ...limits })
  const draw = createPdfRenderer({ ...BUNDLES, ...limits })
  return {
    async read(file, practiceId) {
      try {
        return await read(file, practiceId)
      } catch (error) {
        if (error instanceof ProblemError) throw error
        log('warn', 'bundle-file-failed', { bytes: file.bytes.length, ...withoutMessage(error) })
        return 'damaged'
      }
    },
    draw,
    state: () => {
      const [files, bundles] = [read.state(), draw.state()]
      return {
        running: files.running + bundles.running,
        waiting: files.waiting + bundles.waiting,
        places: files.places + bundles.places,
      }
    },
  }
}
