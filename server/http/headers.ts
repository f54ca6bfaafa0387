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

/** Returns the Content-Security-Policy of a file that is opened on its own; the policy allows no scripts. */
export function filePolicy(type: string): string {
  // PDF viewers of some browsers do not work in a sandbox.
  if (type === 'application/pdf') return POLICY
  // Browsers wrap an image or a video in a document with inline styles.
  const styled = `${POLICY}; style-src 'unsafe-inline'`
  // The document loads the video from its own URL, which a sandbox prevents.
  if (/^(video|audio)\//.test(type)) return `${styled}; media-src 'self'`
  return `${type.startsWith('image/') ? styled : POLICY}; sandbox`
}

/** Returns the security headers of a response that is neither a page nor a file. */
export const securityHeaders = (https: boolean): Record<string, string> => ({
  ...SECURITY,
  ...(https && { 'strict-transport-security': strictTransport }),
})

export function responseHeaders(https: boolean): Middleware {
  const headers = Object.entries(securityHeaders(https))
  return async (c, next) => {
    const id = crypto.randomUUID()
    c.set('requestId', id)
    c.header('x-request-id', id)
    for (const [name, value] of headers) c.header(name, value)
    await next()
  }
}

/** Handles CORS with an exact allow-list. Needs no credentials, because the token is in the Authorization header. */
export function crossOrigin(allowedOrigins: readonly string[]): Middleware {
  return async (c, next) => {
    c.header('vary', 'Origin')
    const origin = c.req.header('origin')
    const allowed = origin !== undefined && allowedOrigins.includes(origin)
    if (allowed) {
      c.header('access-control-allow-origin', origin)
      c.header('access-control-expose-headers', 'X-Request-Id, Retry-After, RateLimit, RateLimit-Policy, ETag')
    }
    if (c.req.method !== 'OPTIONS') return await next()
    if (allowed) {
      c.header('access-control-allow-methods', 'GET, POST, PUT, DELETE')
      c.header('access-control-allow-headers', 'Authorization, Content-Type, If-Match')
      c.header('access-control-max-age', '600')
    }
    return c.body(null, 204)
  }
}
