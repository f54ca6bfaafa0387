import type { Middleware } from '#server/context.ts'
import { BoundedMap } from './rate-limit.ts'
import { createKeyring, keyOf, randomText, type Secrets, sign } from './keys.ts'
import { ProblemError } from './problem.ts'
import { SAFE_METHODS } from './safe-methods.ts'

export const XSRF_COOKIE = 'XSRF-TOKEN'
export const XSRF_HEADER = 'X-XSRF-TOKEN'

const MAX_CACHED = 2000

/**
 * Signed double-submit cookie. One cookie per browser rather than per session, because two tabs may have different
 * users.
 */
export interface Xsrf {
  /** Returns the validly signed values in a Cookie header. */
  valid(cookies: string | undefined): Promise<string[]>
  setCookie(): Promise<string>
}

export function createXsrf(secrets: Secrets, https: boolean): Xsrf {
  const keyring = createKeyring(secrets, 'xsrf cookie')
  // Cache of verified values: a browser sends the same value with every request.
  const known = new BoundedMap<string, true>(MAX_CACHED)
  const isOurs = async (value: string) => {
    if (known.has(value)) return true
    const [random = '', signature = '', ...more] = value.split('.')
    const key = more.length === 0 ? await keyOf(keyring, signature, random) : undefined
    // Not cached for the former secret, whose signatures expire.
    if (key === (await keyring.current())) known.set(value, true)
    return key !== undefined
  }

  return {
    async valid(cookies) {
      const ours: string[] = []
      for (const value of xsrfCookies(cookies)) if (await isOurs(value)) ours.push(value)
      return ours
    },
    async setCookie() {
      const random = randomText(16)
      const value = `${random}.${await sign((await keyring.current()).key, random)}`
      return `${XSRF_COOKIE}=${value}; Path=/; SameSite=Strict${https ? '; Secure' : ''}`
    },
  }
}

// A sibling host may have set a cookie with the same name (cookie tossing), so up to three are checked.
function xsrfCookies(cookies: string | undefined): string[] {
  if (!cookies?.includes(XSRF_COOKIE)) return []
  return cookies
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${XSRF_COOKIE}=`))
    .map((pair) => pair.slice(XSRF_COOKIE.length + 1))
    .slice(0, 3)
}

/** Sets the cookie if it is missing. An unsafe request with the cookie must repeat its value in the header. */
export function antiForgery(xsrf: Xsrf): Middleware {
  return async (c, next) => {
    const cookies = c.req.header('cookie')
    const valid = await xsrf.valid(cookies)
    if (valid.length === 0) c.header('set-cookie', await xsrf.setCookie(), { append: true })
    if (!SAFE_METHODS.has(c.req.method) && xsrfCookies(cookies).length > 0) {
      const header = c.req.header(XSRF_HEADER)
      if (header === undefined || !valid.includes(header)) throw new ProblemError('xsrf')
    }
    await next()
  }
}
