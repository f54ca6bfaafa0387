import type { Configuration, IDToken } from 'openid-client'
import type { Secrets } from '#server/http/keys.ts'
import { isLoopback } from '#server/http/loopback.ts'
import { type Sealer, createSealer } from '#server/http/sealer.ts'
import type { Clock, OidcSettings } from '#server/ports.ts'
import type { Authenticated, Issuer } from '#server/context.ts'
import { boundedFetch, reasonOf } from './bounded-fetch.ts'
import { usernameIn } from './oauth.ts'
import { SESSION_SECONDS } from './token.ts'
import * as paths from '#contract/later-paths.ts'
import type { OidcOutcome } from '#contract/sign-in.ts'

/** Clock skew between this server and the issuer. */
const TOLERANCE_SECONDS = 30
const TIMEOUT_SECONDS = 5
/** A time beyond this is no date in seconds. */
const MAX_SECONDS = 1e11
/** Time after which the metadata of the issuer is fetched again. */
const METADATA_MS = 3_600_000

/** Thrown if the issuer or its answer does not sign a person in. The log gets the `reason`, and the person the `outcome`. */
export class OidcRefusal extends Error {
  override name = 'OidcRefusal'
  readonly outcome: OidcOutcome
  readonly reason: string

  constructor(outcome: OidcOutcome, reason: string) {
    super(reason)
    this.outcome = outcome
    this.reason = reason
  }
}

/** Encrypts ID tokens of sessions, each for its account. */
export const createIdTokenSealer = (secrets: Secrets): Sealer => createSealer(secrets, 'oidc id token')

/** Creates the client of an OpenID Connect issuer. Its metadata are discovered at the first sign-in. */
export function createIssuer(
  settings: OidcSettings,
  { publicUrl, clock }: { publicUrl: string; clock: Clock },
): Issuer {
  let known: { configuration: Promise<Configuration>; until: number } | undefined
  const redirectUri = `${publicUrl}/api/${paths.oidcCallback}`

  async function discovered(): Promise<Configuration> {
    if (!known || known.until <= clock().getTime()) {
      const next = { configuration: discover(settings), until: clock().getTime() + METADATA_MS }
      known = next
      // A failure is not kept: the next sign-in tries again.
      next.configuration.catch(() => {
        if (known === next) known = undefined
      })
    }
    return await known.configuration
  }

  return {
    async signInUrl({ state, nonce, verifier }, { isFresh }) {
      const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import('openid-client')
      const configuration = await discovered().catch(rejectAs)
      return buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        // Also makes the issuer state when it authenticated the person (`auth_time`).
        max_age: isFresh ? '0' : String(SESSION_SECONDS),
        ...(isFresh && { prompt: 'login' }),
        ...(settings.twoFactorAcr.length > 0 && { acr_values: settings.twoFactorAcr.join(' ') }),
      }).href
    },

    async authenticate(query, { state, nonce, verifier }) {
      const { authorizationCodeGrant, fetchUserInfo } = await import('openid-client')
      try {
        const configuration = await discovered()
        const tokens = await authorizationCodeGrant(configuration, new URL(`${redirectUri}${query}`), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        const { id_token: idToken, access_token: accessToken } = tokens
        if (!claims || idToken === undefined) throw new OidcRefusal('rejected', 'no-id-token')
        // Many issuers state the e-mail address only here.
        const isComplete = [settings.usernameClaim, settings.verifiedClaim].every((name) => claims[name] !== undefined)
        const profile =
          !isComplete && configuration.serverMetadata().userinfo_endpoint !== undefined
            ? await fetchUserInfo(configuration, accessToken, claims.sub)
            : undefined
        return { ...authenticatedOf(claims, { ...claims, ...profile }, settings), idToken }
      } catch (error) {
        return rejectAs(error)
      }
    },

    async signOutUrl(idToken) {
      const { buildEndSessionUrl } = await import('openid-client')
      const configuration = await discovered().catch(() => undefined)
      if (configuration?.serverMetadata().end_session_endpoint === undefined) return undefined
      return buildEndSessionUrl(configuration, {
        id_token_hint: idToken,
        post_logout_redirect_uri: `${publicUrl}/auth/login`,
      }).href
    },
  }
}

async function discover({ issuer, clientId, clientSecret, timeoutSeconds }: OidcSettings): Promise<Configuration> {
  const client = await import('openid-client')
  const url = new URL(issuer)
  // OpenID Connect Discovery: without a list, the issuer supports `client_secret_basic`.
  const byHeader = client.ClientSecretBasic(clientSecret)
  const byBody = client.ClientSecretPost(clientSecret)
  const configuration = await client.discovery(
    url,
    clientId,
    { [client.clockTolerance]: TOLERANCE_SECONDS },
    (server, ...rest) => {
      const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
      return methods.includes('client_secret_basic') ? byHeader(server, ...rest) : byBody(server, ...rest)
    },
    {
      timeout: timeoutSeconds ?? TIMEOUT_SECONDS,
      [client.customFetch]: (address, { body, ...options }) =>
        boundedFetch(address, { ...options, body: body instanceof URLSearchParams ? body : null }),
      execute: [
        // Checks signatures too, although the tokens arrive by TLS.
        client.enableNonRepudiationChecks,
        ...(isLoopback(url.hostname) ? [client.allowInsecureRequests] : []),
      ],
    },
  )
  // The library accepts metadata for all tenants of Entra ID, whose tokens any organisation could have issued.
  const stated = configuration.serverMetadata().issuer
  if (new URL(stated).href !== url.href) throw new OidcRefusal('rejected', 'issuer-of-metadata')
  return configuration
}

/**
 * Rule of the second factor: the issuer checked two factors if `amr` contains `mfa` (RFC 8176), or if `acr` is one of
 * the values that the operator named. Otherwise the sign-in counts as one factor, like a password.
 */
const factorsOf = ({ amr, acr }: Record<string, unknown>, { twoFactorAcr }: OidcSettings): 1 | 2 =>
  (Array.isArray(amr) && amr.includes('mfa')) || (typeof acr === 'string' && twoFactorAcr.includes(acr)) ? 2 : 1

function authenticatedOf(
  claims: IDToken,
  about: Readonly<Record<string, unknown>>,
  settings: OidcSettings,
): Omit<Authenticated, 'idToken'> {
  const { iss: issuer, sub: subject, amr, acr, auth_time: authTime } = claims
  const isVerified = [true, 'true'].some((value) => about[settings.verifiedClaim] === value)
  const username = usernameIn(about[settings.usernameClaim])
  return {
    issuer,
    subject,
    ...(username !== undefined && { username }),
    isVerified,
    factors: factorsOf(claims, settings),
    methods: JSON.stringify({ amr, acr }).slice(0, 500),
    ...(typeof authTime === 'number' &&
      authTime < MAX_SECONDS && { authenticatedAt: new Date(authTime * 1000).toISOString() }),
  }
}

/** Errors of the issuer's authorization response (OpenID Connect Core, RFC 6749). */
const ERROR_OUTCOMES: Readonly<Record<string, OidcOutcome>> = {
  access_denied: 'cancelled',
  server_error: 'unavailable',
  temporarily_unavailable: 'unavailable',
}

/** Throws an `OidcRefusal` for an error of the library. Its reason has codes only, because messages quote responses. */
async function rejectAs(error: unknown): Promise<never> {
  const { AuthorizationResponseError, ResponseBodyError } = await import('openid-client')
  if (error instanceof OidcRefusal) throw error
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError) {
    const code = /^[a-z_]{1,40}$/.test(error.error) ? error.error : 'other'
    const isDown = error instanceof ResponseBodyError && error.status >= 500
    throw new OidcRefusal(isDown ? 'unavailable' : (ERROR_OUTCOMES[code] ?? 'rejected'), code)
  }
  const code = errorField(error, 'code')
  const isChecked = code !== undefined && !UNREACHABLE.includes(code)
  const claim = errorField(causeOf(causeOf(error)), 'claim')
  const reason = isChecked ? [code, claim].filter(Boolean).join(' ') : reasonOf(error)
  throw new OidcRefusal(isChecked ? 'rejected' : 'unavailable', reason)
}

const causeOf = (error: unknown) => (error instanceof Error ? error.cause : undefined)

function errorField(error: unknown, name: string): string | undefined {
  const value = typeof error === 'object' && error !== null ? (Reflect.get(error, name) as unknown) : undefined
  return typeof value === 'string' ? value : undefined
}

/** Codes of the library if the issuer could not be reached, or answered with something else than a token. */
const UNREACHABLE = [
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
]
