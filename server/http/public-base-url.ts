import type { Call } from '#server/context.ts'
import { isLoopback } from './loopback.ts'

/**
 * Returns the base of absolute URLs. A loopback PUBLIC_URL is only the default, so the URL of the request takes
 * precedence.
 */
export const publicBaseUrl = (c: Call, publicUrl: string): string =>
  isLoopback(new URL(publicUrl).hostname) ? c.req.url : publicUrl
