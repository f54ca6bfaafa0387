import type { Hono } from 'hono'
import { HOUR_MS } from '#contract/dates.ts'
import { passkeyProofSchema } from '#contract/schemas/passkey.ts'
import { listOf } from '#contract/schemas/fields.ts'
import { identitySchema, oidcCodeSchema, signedInSchema } from '#contract/schemas/session.ts'
import type { Call, Env, Issuer, Services } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/schema.ts'
import { clientAddressOf } from '#server/http/client-address.ts'
import { randomText } from '#server/http/keys.ts'
import { ProblemError } from '#server/http/problem.ts'
import { createRateLimit } from '#server/http/rate-limit.ts'
import { deliverOutbox } from '#server/mail/outbox.ts'
import { get, operations, post } from '#server/operations/operation.ts'
import { flag, orElse } from '#server/operations/parameters.ts'
import { routes } from '#server/operations/routes.ts'
import { identitiesOf, matchIdentity, staffAccount, unlinkOwnIdentity, recordIdentity } from './identities.ts'
import { createIdTokenSealer, OidcRefusal } from './issuer.ts'
import { type Arrived, browserCookie, createPendingSignIns } from './pending-sign-ins.ts'
import { PROOF_PROBLEMS, createProofs } from './proof.ts'
import { SIGN_IN_PROBLEMS, signIn, signInCallOf } from './sign-in.ts'
import { createThrottle } from './throttle.ts'

/** Sign-ins that one IP address may begin, more than the staff of a large practice need. */
const STARTS_PER_HOUR = 300

const LOCATION = { Location: 'Where the browser goes next.' } as const

export const oidcOperations = operations('Session', {
  startOidc: get('/oidc/start', 'anyone', {
    summary: 'Open the sign-in page of the OpenID Connect issuer',
    description:
      'For a browser: redirects to the issuer, by the authorization code flow with PKCE, and sets a cookie that binds the sign-in to this browser. 404 without an issuer.',
    query: { fresh: orElse(flag('true: the issuer asks the person to sign in again.'), false) },
    status: 303,
    headers: { ...LOCATION, 'Set-Cookie': 'Binds the sign-in to the browser.' },
    problems: ['not-found'],
  }),
  oidcCallback: get('/oidc/callback', 'anyone', {
    summary: 'Return from the OpenID Connect issuer',
    description:
      'For a browser: redirects to /auth/oidc of the portal. The fragment is `code=…`, valid for a minute, once, in this browser; or `refused=…` with the reason.',
    status: 303,
    headers: LOCATION,
    problems: ['not-found'],
  }),
  openOidcSession: post('/oidc/session', 'anyone', {
    summary: 'Sign in with the code of /oidc/callback',
    description:
      'Needs the cookie of /oidc/start. Counts as two factors if the issuer states so (amr or acr), and as one otherwise.',
    body: oidcCodeSchema,
    response: signedInSchema,
    problems: ['not-found', ...SIGN_IN_PROBLEMS],
  }),
  listIdentities: get('/user/identities', 'account', {
    summary: 'List the identities at an OpenID Connect issuer that sign in to the account',
    response: listOf(identitySchema),
  }),
  unlinkIdentity: post('/user/identities/:identityId/removal', 'account', {
    summary: 'Unlink an identity; needs a proof',
    description:
      'A proof as for removing a passkey. Ends the other sessions that the issuer opened. last-way-in: the account has neither a password nor a passkey.',
    body: passkeyProofSchema,
    problems: ['not-found', 'last-way-in', ...PROOF_PROBLEMS],
  }),
})

/** Routes of sign-in at an OpenID Connect issuer. Without an issuer nobody can sign in by them. */
export function oidcRoutes(services: Services): Hono<Env> {
  const { db, clock, log, pseudonymOf, background, settings } = services
  const { begin, atCallback, arrive, exchange, awaitCode } = createPendingSignIns(services)
  const throttle = createThrottle(services)
  const proofs = createProofs(services)
  const sealer = createIdTokenSealer(services)
  const limitStarts = createRateLimit({ clock, limit: STARTS_PER_HOUR, windowMs: HOUR_MS })
  const cookie = browserCookie(settings.https)
  const deliver = () => background.run('outbox', () => deliverOutbox(services))

  const issuerOrThrow = (): Issuer => {
    if (!services.issuer) throw new ProblemError('not-found')
    return services.issuer
  }
  const toPortal = (c: Call, result: Record<string, string>) =>
    c.redirect(`${settings.publicUrl}/auth/oidc#${new URLSearchParams(result).toString()}`, 303)

  /** Returns to the portal with the outcome of a refused sign-in. Other errors are thrown. */
  function refused(c: Call, error: unknown): Response {
    const refusal = error instanceof ProblemError && error.code === 'rate-limited' ? TOO_MANY : error
    if (!(refusal instanceof OidcRefusal)) throw error
    logRefusal(c, refusal)
    return toPortal(c, { refused: refusal.outcome })
  }

  function logRefusal(c: Call, { outcome, reason }: OidcRefusal): void {
    const fields = { id: c.get('requestId'), outcome, reason }
    if (outcome === 'unavailable') log('error', 'oidc-unavailable', fields)
    else log('warn', 'oidc-refused', fields)
  }

  async function arrivedAtCallback(c: Call, issuer: Issuer): Promise<string> {
    const browser = cookie.of(c)
    const expected = browser && (await atCallback(c.req.query('state') ?? '', browser))
    if (!browser || !expected) throw new OidcRefusal('expired', browser ? 'unknown-state' : 'no-cookie')
    const authenticated = await issuer.authenticate(new URL(c.req.url).search, expected)
    return await arrive({ accountId: await matchIdentity(db, authenticated), authenticated }, browser)
  }

  async function signInAt(c: Call, { accountId, authenticated, browser }: Arrived & { browser: string }) {
    const account = await staffAccount(db, accountId)
    if (!account) throw new OidcRefusal('no-account', 'not-staff')
    const { issuer, subject, factors, methods, authenticatedAt, idToken } = authenticated
    let isNew = false
    const also = async (trx: DatabaseTransaction) => {
      isNew = await recordIdentity(trx, { accountId, issuer, subject, now: clock() })
    }
    const atIssuer = {
      issuer,
      authenticated_at: authenticatedAt ?? null,
      issuer_methods: methods,
      id_token: await sealer.seal(idToken, accountId),
    }
    try {
      return await signIn(services, account, signInCallOf(c), { also, factors, atIssuer })
    } catch (error) {
      // The session that a code of the app opens is a session of the issuer too.
      if (error instanceof ProblemError && error.details.challenge !== undefined)
        await awaitCode(error.details.challenge, browser, atIssuer)
      throw error
    } finally {
      if (isNew) {
        deliver()
        log('info', 'oidc-linked', { id: c.get('requestId'), account: await pseudonymOf('account', accountId) })
      }
    }
  }

  return routes(services)
    .on(oidcOperations.startOidc, async ({ c, query }) => {
      const issuer = issuerOrThrow()
      try {
        const address = clientAddressOf(c)
        if (address !== undefined) limitStarts(c, address)
        const browser = cookie.of(c) ?? randomText(32)
        const url = await issuer.signInUrl(await begin(browser), { isFresh: query.fresh })
        cookie.set(c, browser)
        return c.redirect(url, 303)
      } catch (error) {
        return refused(c, error)
      }
    })

    .on(oidcOperations.oidcCallback, async ({ c }) => {
      const issuer = issuerOrThrow()
      const outcome: { refusal?: unknown } = {}
      try {
        const code = await throttle.oidc(c, () =>
          arrivedAtCallback(c, issuer).catch((error: unknown) => {
            if (!(error instanceof OidcRefusal)) throw error
            outcome.refusal = error
            // Only guesses count: a person may cancel, and the issuer may be down.
            if (error.outcome !== 'rejected' && error.outcome !== 'expired') throw error
            return undefined
          }),
        )
        return code === undefined ? refused(c, outcome.refusal) : toPortal(c, { code })
      } catch (error) {
        return refused(c, error)
      }
    })

    .on(oidcOperations.openOidcSession, async ({ c, body }) => {
      issuerOrThrow()
      const browser = cookie.of(c)
      const arrived = await throttle.oidc(c, async () => browser && (await exchange(body.code, browser)))
      try {
        if (!browser || !arrived) throw new OidcRefusal('expired', browser ? 'unknown-code' : 'no-cookie')
        return await signInAt(c, { ...arrived, browser })
      } catch (error) {
        if (!(error instanceof OidcRefusal)) throw error
        logRefusal(c, error)
        throw new ProblemError('login-failed')
      }
    })

    .on(oidcOperations.listIdentities, ({ by }) => identitiesOf(db, by.accountId))

    .on(oidcOperations.unlinkIdentity, async ({ c, by: { accountId, sessionId }, body, identityId }) => {
      await proofs.require(c, body)
      await unlinkOwnIdentity(services, { accountId, sessionId, identityId })
      deliver()
    }).app
}

const TOO_MANY = new OidcRefusal('too-many', 'rate-limited')
