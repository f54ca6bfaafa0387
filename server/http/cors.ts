import type { Middleware } from '#server/context.ts'

/** CORS with an exact allow-list, without credentials: the token is in the Authorization header. */
export function crossOrigin(allowedOrigins: readonly string[]): Middleware {
  return async (c, next) => {
    c.header('vary', 'Origin')
    const origin = c.req.header('origin')
    const allowed = origin !== undefined && allowedOrigins.includes(origin)
    if (allowed) {
      c.header('access-control-allow-origin', origin)
      c.header('access-control-expose-headers', 'X-Request-Id, Retry-After, ETag')
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
