import type { Ports, Stored } from '#server/ports.ts'
import type { Middleware } from '#server/context.ts'
import { ProblemError } from './problem.ts'
import { SAFE_METHODS } from './safe-methods.ts'

/** While the disk is nearly full, reads go on and writes are refused; not a sign-in (`except`), without which nobody could read. */
export function notWhenFull(isFull: Ports['isFull'], what: Stored, except?: string): Middleware {
  return async (c, next) => {
    if (!SAFE_METHODS.has(c.req.method) && c.req.path !== except && (await isFull?.(what)))
      throw new ProblemError('storage-full')
    await next()
  }
}
