import { SignJWT } from 'jose/jwt/sign'
import { jwtVerify } from 'jose/jwt/verify'
import type { SessionClaims, Tokens } from '#server/context.ts'
import { BoundedMap } from '#server/http/rate-limit.ts'
import { type Secrets, createKeyring } from '#server/http/keys.ts'

export const TOKEN_SECONDS = 600
/** Absolute lifetime of a session, whether refreshed or not. */
export const SESSION_SECONDS = 12 * 60 * 60

const ISSUER = 'dierenportaal'
const AUDIENCE = 'dierenportaal-api'
const TYPE = 'session+jwt'
const MAX_CACHED = 2000
/**
 * Clock skew: a token may come from a server whose clock is ahead. The clock of the server that reads the token
 * decides its expiry.
 */
const TOLERANCE_SECONDS = 5
// Canonical base64url (RFC 7515): jose also accepts white space, padding and stray bits.
const COMPACT = /^[\w-]+\.[\w-]+\.[\w-]{42}[AEIMQUYcgkosw048]$/

const seconds = (date: Date) => Math.floor(date.getTime() / 1000)

export const sessionHasEnded = (authTime: number, now: Date) => seconds(now) >= authTime + SESSION_SECONDS

export function createTokens(secrets: Secrets): Tokens {
  const { clock } = secrets
  const keyring = createKeyring(secrets, 'session token')
  // Earlier versions issued tokens without a key id.
  const keyOf = async ({ kid }: { kid?: string }) => {
    const [current, ...former] = await keyring.readable()
    return (former.find(({ id }) => id === kid) ?? current).key
  }
  // Caches verified signatures; expiry is checked on every call.
  const verified = new BoundedMap<string, SessionClaims & { issuedAt: number; expires: number }>(MAX_CACHED)

  return {
    async issue({ sessionId, accountId, authTime }) {
      const now = seconds(clock())
      const { id: kid, key } = await keyring.current()
      return await new SignJWT({ sid: sessionId, auth_time: authTime })
        .setProtectedHeader({ alg: 'HS256', typ: TYPE, kid })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setSubject(accountId)
        .setIssuedAt(now)
        .setExpirationTime(Math.min(now + TOKEN_SECONDS, authTime + SESSION_SECONDS))
        .sign(key)
    },

    async verify(token) {
      const now = seconds(clock())
      const known = verified.get(token)
      if (known && known.issuedAt <= now + TOLERANCE_SECONDS && now < known.expires) return known
      if (!COMPACT.test(token)) return undefined
      try {
        const { payload } = await jwtVerify<{
          sub: string
          iat: number
          exp: number
          sid: unknown
          auth_time: unknown
        }>(token, keyOf, {
          algorithms: ['HS256'],
          issuer: ISSUER,
          audience: AUDIENCE,
          typ: TYPE,
          currentDate: clock(),
          clockTolerance: TOLERANCE_SECONDS,
          maxTokenAge: TOKEN_SECONDS,
          requiredClaims: ['sub', 'sid', 'auth_time', 'iat', 'exp'],
        })
        const { sub, sid, auth_time: authTime, iat, exp } = payload
        if (typeof sid !== 'string' || typeof authTime !== 'number') return undefined
        const expires = Math.min(exp, iat + TOKEN_SECONDS)
        if (now >= expires) return undefined
        const claims = { sessionId: sid, accountId: sub, authTime, issuedAt: iat, expires }
        verified.set(token, claims)
        return claims
      } catch {
        return undefined
      }
    },
  }
}
