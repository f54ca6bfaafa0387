import { ProblemError } from '#server/http/problem.ts'
import type { Bundle, Letters, Sheet } from '#server/pdf/sheet.ts'
import type { QueueState } from '#server/ports.ts'
import { DeadlineError, type PoolLimits, createWorkerPool } from '#server/node/worker-pool.ts'

const LIMITS: PoolLimits = {
  places: 1,
  maxWaiting: 50,
  share: 10,
  idleMs: 60_000,
  // The longest document within the limits of the contract takes a second.
  jobMs: 10_000,
  waitMs: 30_000,
  heapMb: 256,
}

type Drawable = Sheet | Letters | Bundle
type Render = (drawable: Drawable, practiceId: string) => Promise<Uint8Array<ArrayBuffer>>

/**
 * Renders PDFs in a worker thread, one at a time. Practices take turns, so that none waits for all documents of
 * another. Throws `overloaded` if the queue is full or a document misses its deadline.
 */
export function createPdfRenderer(limits: Partial<PoolLimits> = {}): Render & { state(): QueueState } {
  const print = createWorkerPool<Drawable, Uint8Array<ArrayBuffer>>('pdf/pdf-worker', { ...LIMITS, ...limits })

  /** Without pictures, a missed deadline means a busy machine: the contract bounds all other content. */
  const printPlain: Render = async (sheet, practiceId) => {
    try {
      return await print(sheet, practiceId)
    } catch (error) {
      throw error instanceof DeadlineError ? new ProblemError('overloaded') : error
    }
  }
  const render: Render = async (sheet, practiceId) => {
    const plain = withoutPictures(sheet)
    if (!plain) return await printPlain(sheet, practiceId)
    try {
      return await print(sheet, practiceId)
    } catch (error) {
      if (error instanceof ProblemError) throw error
      // A broken image must not fail the document.
      return await printPlain(plain, practiceId)
    }
  }
  return Object.assign(render, { state: print.state })
}

/** Returns the document without logo and photos; undefined if it has none. */
function withoutPictures(drawable: Drawable): Drawable | undefined {
  const { logo, ...from } = drawable.from
  if (!('parts' in drawable)) return logo && { ...drawable, from }
  const parts = drawable.parts.filter(({ kind }) => kind !== 'pictures')
  return logo || parts.length < drawable.parts.length ? { ...drawable, from, parts } : undefined
}
