import { isLoopback } from './loopback.ts'
import type { Call } from '#server/context.ts'

/** Where addresses begin. One of this machine only is no more than the default: whoever calls by another one goes on by that. */
export const publicRoot = (c: Call, publicUrl: string): string =>
  isLoopback(new URL(publicUrl).hostname) ? c.req.url : publicUrl
