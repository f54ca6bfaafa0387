import type { Middleware } from '#server/context.ts'

const POLICY = "default-src 'none'; frame-ancestors 'none'"
const SECURITY = {
  'cache-control': 'no-store',
  'content-security-policy': POLICY,
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}
const YEAR = 365 * 24 * 60 * 60

export const strictTransport = `max-age=${YEAR}`

/** What a file may do that is opened by itself: nothing runs of it. */
export function filePolicy(type: string): string {
  // Not every browser's own viewer opens a PDF that is in a sandbox.
  if (type === 'application/pdf') return POLICY
  // Around a picture a browser puts a page of its own, which has styles within it.
  return `${POLICY}${type.startsWith('image/') ? "; style-src 'unsafe-inline'" : ''}; sandbox`
}

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
