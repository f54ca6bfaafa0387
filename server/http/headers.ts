import type { Middleware } from './context.ts'

const SECURITY = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}
const YEAR = 365 * 24 * 60 * 60

export const strictTransport = `max-age=${YEAR}`

/** Headers of every answer, also of a refusal, and the id by which its log lines are found. */
export function answerHeaders(https: boolean): Middleware {
  const headers = Object.entries({ ...SECURITY, ...(https && { 'strict-transport-security': strictTransport }) })
  return async (c, next) => {
    const id = crypto.randomUUID()
    c.set('requestId', id)
    c.header('x-request-id', id)
    for (const [name, value] of headers) c.header(name, value)
    await next()
  }
}
