import type { Ports, Stored } from '#server/ports.ts'
import type { Middleware } from './context.ts'
import { ProblemError } from './problem.ts'

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** While the disk is nearly full nothing is written but sign-ins, without which nobody could read. */
export function roomToWrite(isFull: Ports['isFull'], what: Stored, except?: string): Middleware {
  return async (c, next) => {
    if (!READS.has(c.req.method) && c.req.path !== except && (await isFull?.(what)))
      throw new ProblemError('storage-full')
    await next()
  }
}
