import type { Bytes } from '#server/files/bytes.ts'
import { ProblemError, withoutMessage } from '#server/http/problem.ts'
import type { Images, Log, QueueState } from '#server/ports.ts'
import type { ImageTask } from './image-worker.ts'
import { type PoolLimits, createWorkerPool } from '#server/node/worker-pool.ts'

const LIMITS: PoolLimits = {
  places: 2,
  // Each waiting image has at most 4 MB.
  maxWaiting: 16,
  share: 4,
  idleMs: 60_000,
  // A large photo takes 0.2 s on an idle machine.
  jobMs: 30_000,
  waitMs: 15_000,
  heapMb: 64,
}

/**
 * Validates images and strips their metadata in two worker threads. An image that exceeds the time or memory limit is
 * logged and rejected like an invalid image.
 */
export function createImages(log: Log, limits: Partial<PoolLimits> = {}): Images & { state(): QueueState } {
  const run = createWorkerPool<ImageTask, Bytes | undefined>('files/image-worker', { ...LIMITS, ...limits })

  const images: Images = async (kind, bytes, caller) => {
    try {
      return await run({ kind, bytes }, caller)
    } catch (error) {
      if (error instanceof ProblemError) throw error
      log('warn', 'image-failed', { kind, bytes: bytes.length, ...withoutMessage(error) })
      return undefined
    }
  }
  return Object.assign(images, { state: run.state })
}
