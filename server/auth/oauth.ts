import type { Hono } from 'hono'
import { JOSENotSupported, JWKSMultipleMatchingKeys, JWKSNoMatchingKey } from 'jose/errors'
import { createRemoteJWKSet, customFetch } from 'jose/jwks/remote'
import { type JWTVerifyGetKey, jwtVerify } from 'jose/jwt/verify'
import { canonicalHost, partsOfEmail } from '#contract/email.ts'
import { isOneLine } from '#contract/text.ts'
import { signedInSchema } from '#contract/schemas/session.ts'
import type { Env, Services } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/schema.ts'
import { sha256 } from '#server/http/keys.ts'
import { ProblemError } from '#server/http/problem.ts'
import { get, operations } from '#server/operations/operation.ts'
import { id, required } from '#server/operations/parameters.ts'
import { routes } from '#server/operations/routes.ts'
import type { Clock, OAuthSettings } from '#server/ports.ts'
import { boundedFetch, reasonOf } from './bounded-fetch.ts'
import { accountByUsername } from './queries.ts'
import { SIGN_IN_PROBLEMS, signIn, signInCallOf } from './sign-in.ts'
import { type SingleUse, isFirstUse } from './challenges.ts'

// Asymmetric only: with HMAC allowed, the published key would serve as the shared secret (algorithm confusion).
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']
/** Clock skew between this server and the issuer. */
const TOLERANCE_SECONDS = 30
const TIMEOUT_MS = 3000
const COOLDOWN_MS = 30_000

/** Errors that jose throws if the fetched JWKS has no key for the token. */
const NO_SUCH_KEY = [JWKSNoMatchingKey, JWKSMultipleMatchingKeys, JOSENotSupported]

/** Thrown if the JWKS cannot be fetched, because the token could not be checked. */
class KeysUnavailable extends Error {
  override name = 'KeysUnavailable'
}

export const oauthOperations = operations('Session', {
  signInByToken: get('/oauth/authenticate', 'anyone', {
    summary: 'Sign in with a token of another issuer',
    description: 'Counts as one factor, unless the issuer lists mfa as a method used (amr, RFC 8176).',
    query: { access_token: required(id('JWT of the other party.')) },
    response: signedInSchema,
    problems: SIGN_IN_PROBLEMS,
  }),
})

/** Routes of single sign-on by another party's JWT. The verified e-mail claim names the account. */
export function oauthRoutes(services: Services): Hono<Env> {
  const { db, clock, log, settings } = services
  const verify = settings.oauth && verifier(settings.oauth, clock)

  return routes(services).on(oauthOperations.signInByToken, async ({ c, query }) => {
    const verified = await verify?.(query.access_token).catch((error: unknown) => {
      if (!(error instanceof KeysUnavailable)) throw error
      log('error', 'oauth-keys-unavailable', { id: c.get('requestId'), reason: error.message })
      throw new ProblemError('unavailable')
    })
    const account = verified && (await accountByUsername(db, verified.username))
    if (!account) throw new ProblemError('login-failed')
    const use = async (trx: DatabaseTransaction) => {
      if (verified.use && !(await isFirstUse(trx, verified.use))) throw new ProblemError('login-failed')
    }
    return await signIn(services, account, signInCallOf(c), { also: use, factors: verified.isByTwoFactors ? 2 : 1 })
  }).app
}

interface Verified {
  username: string
  /** Present if the settings allow each token only a single use. */
  use: SingleUse | undefined
  /** Taken from the `amr` claim (RFC 8176). Without the claim one factor is assumed. */
  isByTwoFactors: boolean
}

/** Returns a function that reads the user from a token; the function returns undefined for an invalid token. */
function verifier({ jwksUrl, issuer, audience, singleUse, timeoutMs, cooldownMs }: OAuthSettings, clock: Clock) {
  const keys = createRemoteJWKSet(new URL(jwksUrl), {
    timeoutDuration: timeoutMs ?? TIMEOUT_MS,
    cooldownDuration: cooldownMs ?? COOLDOWN_MS,
    [customFetch]: boundedFetch,
  })
  const keyOf: JWTVerifyGetKey = async (header, token) => {
    try {
      return await keys(header, token)
    } catch (error) {
      if (NO_SUCH_KEY.some((ErrorClass) => error instanceof ErrorClass)) throw error
      throw new KeysUnavailable(reasonOf(error))
    }
  }
  return async (token: string): Promise<Verified | undefined> => {
    try {
      const { payload } = await jwtVerify<{ exp: number }>(token, keyOf, {
        algorithms: ALGORITHMS,
        issuer,
        audience,
        clockTolerance: TOLERANCE_SECONDS,
        currentDate: clock(),
        requiredClaims: singleUse ? ['exp', 'jti'] : ['exp'],
      })
      const { exp, iat, jti, amr } = payload
      // jose checks `iat` only if a maximum token age is set.
      if (iat !== undefined && iat > clock().getTime() / 1000 + TOLERANCE_SECONDS) return undefined
      const username = usernameOf(payload)
      if (username === undefined) return undefined
      const isByTwoFactors = Array.isArray(amr) && amr.includes('mfa')
      if (!singleUse) return { username, use: undefined, isByTwoFactors }
      const expiresAt = new Date((exp + TOLERANCE_SECONDS) * 1000)
      return typeof jti === 'string' && jti !== ''
        ? { username, use: { hash: await sha256(jti), expiresAt }, isByTwoFactors }
        : undefined
    } catch (error) {
      if (error instanceof KeysUnavailable) throw error
      return undefined
    }
  }
}

function usernameOf({ email, email_verified: isVerified }: Record<string, unknown>): string | undefined {
  // Some issuers send the claim as a string.
  if (isVerified !== undefined && isVerified !== true && isVerified !== 'true') return undefined
  return usernameIn(email)
}

/** Returns the canonical user name in a claim of an issuer; undefined if the claim is no text of one line. */
export function usernameIn(email: unknown): string | undefined {
  if (typeof email !== 'string' || !isOneLine(email)) return undefined
  // Only ASCII letters change: `toLowerCase` turns the Kelvin sign into `k`, which would match another account. NFC
  // then turns the Kelvin sign into `K`, which no user name contains.
  const { local, host } = partsOfEmail(email) ?? { local: email, host: undefined }
  const name = local.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()).normalize('NFC')
  return host === undefined ? name : `${name}@${canonicalHost(host)}`
}
