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

// Asymmetric only: with HMAC allowed, the published key would serve as the shared secret (algorithm confusion).
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']
/** Clock skew. */
const TOLERANCE_SECONDS = 30
const TIMEOUT_MS = 3000
const COOLDOWN_MS = 30_000

/** The JWKS was fetched and has no key for the token. */
const NO_SUCH_KEY = [JWKSNoMatchingKey, JWKSMultipleMatchingKeys, JOSENotSupported]

/** The JWKS cannot be fetched, so the token could not be checked. */
class KeysUnavailable extends Error {
  override name = 'KeysUnavailable'
}

/** Single sign-on by the JWT of another party: its verified e-mail claim names the account. */
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

/** The verified e-mail address of a token; undefined for an invalid one. */
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
  // Some issuers send the claim as a string.
  if (isVerified !== undefined && isVerified !== true && isVerified !== 'true') return undefined
  // ASCII only: `toLowerCase` folds the Kelvin sign into `k`, which would match another account.
  return email.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
}

// Not the message, which may quote the response.
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  const { code } = { ...(error.cause ?? error) } as { code?: unknown }
  return typeof code === 'string' ? code : error.name
}
