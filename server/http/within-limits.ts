import { joined } from '#server/files/bytes.ts'
import type { Limits } from '#server/ports.ts'
import type { Call, Middleware } from '#server/context.ts'
import { createSemaphore } from './semaphore.ts'
import { ProblemError } from './problem.ts'

/** Limits on URL, body and concurrency, checked before any work. */
export function withinLimits({ urlBytes, bodyBytes, concurrentRequests }: Limits): Middleware {
  const limited = createSemaphore(concurrentRequests)
  return async (c, next) => {
    const { url } = c.req
    if (url.length - url.indexOf('/', 8) > urlBytes) throw new ProblemError('too-large', { status: 414 })
    // PostgreSQL cannot store NUL; no parameter of any call may hold it.
    if (url.includes('%00')) throw new ProblemError('bad-request')
    if (Number(c.req.header('content-length') ?? 0) > bodyBytes) throw new ProblemError('too-large')
    await limited(next)
  }
}

/** Reads the body up to a limit, whatever its headers say. */
export async function readBody(c: Call, maxBytes: number): Promise<Uint8Array> {
  // With a Content-Length Node reads no more than that, and it has been checked.
  if (c.req.header('content-length') !== undefined) return new Uint8Array(await c.req.arrayBuffer())
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of c.req.raw.body ?? []) {
    size += chunk.length
    if (size > maxBytes) throw new ProblemError('too-large')
    chunks.push(chunk)
  }
  return joined(chunks)
}
