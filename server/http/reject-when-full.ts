import type { Ports, Stored } from '#server/ports.ts'
import type { Middleware } from '#server/context.ts'
import { ProblemError } from './problem.ts'
import { SAFE_METHODS } from './safe-methods.ts'

/**
 * Rejects unsafe methods while the disk is nearly full. The paths in `except` are allowed, because reading requires
 * signing in.
 */
export function rejectWhenFull(isFull: Ports['isFull'], what: Stored, except: readonly string[] = []): Middleware {
  return async (c, next) => {
    if (!SAFE_METHODS.has(c.req.method) && !except.includes(c.req.path) && (await isFull?.(what)))
      throw new ProblemError('storage-full')
    await next()
  }
}
