import { Hono } from 'hono'
import { JOSENotSupported, JWKSMultipleMatchingKeys, JWKSNoMatchingKey } from 'jose/errors'
import { createRemoteJWKSet } from 'jose/jwks/remote'
import { type JWTVerifyGetKey, jwtVerify } from 'jose/jwt/verify'
import type { Env, Services } from '#server/context.ts'
import { readId } from '#server/http/paging.ts'
import { ProblemError } from '#server/http/problem.ts'
import type { Clock, OAuthSettings } from '#server/ports.ts'
import { accountByUsername } from './queries.ts'
import { signIn } from './sign-in.ts'

// Public keys only: to a shared secret, the published key would be one.
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']
/** How far two clocks may be apart. */
const TOLERANCE_SECONDS = 30
const TIMEOUT_MS = 3000
const COOLDOWN_MS = 30_000

/** The keys are there, and the token is of none of them. */
const NO_SUCH_KEY = [JWKSNoMatchingKey, JWKSMultipleMatchingKeys, JOSENotSupported]

/** The keys of the issuer cannot be had; that says nothing of the token. */
class KeysUnavailable extends Error {
  override name = 'KeysUnavailable'
}

/** Signing in by a token of another party: who it names by e-mail address is let in, if there is such an account. */
export function oauthRoutes(services: Services): Hono<Env> {
  const { db, clock, log, settings } = services
  const emailOf = settings.oauth && verifier(settings.oauth, clock)

  return new Hono<Env>().get('/oauth/authenticate', async (c) => {
    const token = readId(c, 'access_token')
    const email = await emailOf?.(token).catch((error: unknown) => {
      if (!(error instanceof KeysUnavailable)) throw error
      log('error', 'oauth-keys-unavailable', { id: c.get('requestId'), reason: error.message })
      throw new ProblemError('unavailable')
    })
    const account = email === undefined ? undefined : await accountByUsername(db, email)
    if (!account) throw new ProblemError('login-failed')
    return c.json({ token: await signIn(services, account, c.get('requestId')) })
  })
}

/** Answers the e-mail address that a token vouches for, or undefined where it vouches for none. */
function verifier({ jwksUrl, issuer, audience, timeoutMs, cooldownMs }: OAuthSettings, clock: Clock) {
  const keys = createRemoteJWKSet(new URL(jwksUrl), {
    timeoutDuration: timeoutMs ?? TIMEOUT_MS,
    cooldownDuration: cooldownMs ?? COOLDOWN_MS,
  })
  const keyOf: JWTVerifyGetKey = async (header, token) => {
    try {
      return await keys(header, token)
    } catch (error) {
      if (NO_SUCH_KEY.some((Refusal) => error instanceof Refusal)) throw error
      throw new KeysUnavailable(reasonOf(error))
    }
  }
  return async (token: string): Promise<string | undefined> => {
    try {
      const { payload } = await jwtVerify(token, keyOf, {
        algorithms: ALGORITHMS,
        issuer,
        audience,
        clockTolerance: TOLERANCE_SECONDS,
        currentDate: clock(),
        requiredClaims: ['exp'],
      })
      return usernameOf(payload)
    } catch (error) {
      if (error instanceof KeysUnavailable) throw error
      return undefined
    }
  }
}

function usernameOf({ email, email_verified: isVerified }: Record<string, unknown>): string | undefined {
  if (typeof email !== 'string' || email.includes('\0')) return undefined
  // Some issuers write the claim as text.
  if (isVerified !== undefined && isVerified !== true && isVerified !== 'true') return undefined
  // A to Z only: `toLowerCase` makes a `k` of the Kelvin sign, and so somebody else's address of one's own.
  return email.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
}

// Never the message: it may quote what was received.
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  const { code } = { ...(error.cause ?? error) } as { code?: unknown }
  return typeof code === 'string' ? code : error.name
}
