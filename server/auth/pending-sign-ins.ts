import { getCookie, setCookie } from 'hono/cookie'
import { sql } from 'kysely'
import { momentAfter } from '#contract/dates.ts'
import type { Authenticated, Call, Expected } from '#server/context.ts'
import { type Batching, deleteInBatches } from '#server/db/in-batches.ts'
import type { Database } from '#server/db/schema.ts'
import { randomText, type Secrets, sha256 } from '#server/http/keys.ts'
import { createSealer } from '#server/http/sealer.ts'
import type { IssuerSession } from './queries.ts'

/** Time for signing in at the issuer, which may send the person a code. */
const AT_ISSUER_MS = 600_000
const CODE_MS = 60_000
const OIDC_COOKIE = 'PORTAL-OIDC'

/** Sign-in after the callback, which the portal exchanges for a session. */
export interface Arrived {
  accountId: string
  authenticated: Authenticated
}

/**
 * Stores sign-ins at the issuer in the database, because the callback may reach another server. Each is bound to the
 * browser that began it, expires, and is used once.
 */
export function createPendingSignIns({ db, ...secrets }: Secrets & { db: Database }) {
  const { clock } = secrets
  const sealer = createSealer(secrets, 'oidc sign-in')

  type Kind = 'state' | 'code' | 'challenge'
  const owner = (kind: Kind, hash: string) => `${kind} ${hash}`

  async function add(kind: Kind, browser: string, content: unknown, token = randomText(32)): Promise<string> {
    const hash = await sha256(token)
    await db
      .insertInto('oidc_sign_in')
      .values({
        hash,
        browser_hash: await sha256(browser),
        sealed: await sealer.seal(JSON.stringify(content), owner(kind, hash)),
        expires_at: momentAfter(clock(), kind === 'code' ? CODE_MS : AT_ISSUER_MS),
      })
      .execute()
    return token
  }

  async function take(kind: Kind, token: string, browser: string): Promise<unknown> {
    const hash = await sha256(token)
    const row = await db
      .deleteFrom('oidc_sign_in')
      .where('hash', '=', hash)
      // Another browser neither uses the sign-in nor uses it up.
      .where('browser_hash', '=', await sha256(browser))
      .returning(['sealed', 'expires_at as expiresAt'])
      .executeTakeFirst()
    if (!row || row.expiresAt <= clock().toISOString()) return undefined
    const text = await sealer.open(row.sealed, owner(kind, hash))
    return text === undefined ? undefined : (JSON.parse(text) as unknown)
  }

  return {
    /** Begins a sign-in; the issuer must return its values. */
    async begin(browser: string): Promise<Expected> {
      const expected = { state: randomText(32), nonce: randomText(32), verifier: randomText(32) }
      await add('state', browser, expected, expected.state)
      return expected
    },

    /** Returns the values of a sign-in by its `state`; undefined if it is unknown, expired, or of another browser. */
    async atCallback(state: string, browser: string): Promise<Expected | undefined> {
      const content = await take('state', state, browser)
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `begin` seals content under a state
      return content as Expected | undefined
    },

    /** Returns a code that the portal exchanges once, within a minute. */
    arrive: (arrived: Arrived, browser: string): Promise<string> => add('code', browser, arrived),

    async exchange(code: string, browser: string): Promise<Arrived | undefined> {
      const content = await take('code', code, browser)
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `arrive` seals content under a code
      return content as Arrived | undefined
    },

    /** Keeps the session of the issuer while the person enters a code of the authenticator app for the challenge. */
    async awaitCode(challenge: string, browser: string, session: IssuerSession): Promise<void> {
      await add('challenge', browser, session, challenge)
    },

    /** Returns the session of the issuer for which a challenge was made; undefined after another first factor. */
    async afterCode(challenge: string, browser: string): Promise<IssuerSession | undefined> {
      const content = await take('challenge', challenge, browser)
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `awaitCode` seals content under a challenge
      return content as IssuerSession | undefined
    },
  }
}

export async function deleteExpiredSignIns(batching: Batching, now: Date): Promise<void> {
  await deleteInBatches(batching, { table: 'oidc_sign_in', key: 'hash', where: sql`expires_at < ${now.toISOString()}` })
}

/**
 * Cookie of the browser that begins a sign-in. Several tabs share it. The prefix `__Host-` prevents a sibling host from
 * planting one (cookie tossing); browsers accept the prefix only with https. `Lax`, because the issuer navigates back.
 */
export function browserCookie(https: boolean) {
  const options = https ? ({ prefix: 'host' } as const) : {}
  return {
    of(c: Call): string | undefined {
      const value = https ? getCookie(c, OIDC_COOKIE, 'host') : getCookie(c, OIDC_COOKIE)
      return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined
    },
    set(c: Call, browser: string): void {
      setCookie(c, OIDC_COOKIE, browser, {
        ...options,
        path: '/',
        httpOnly: true,
        sameSite: 'Lax',
        secure: https,
        maxAge: AT_ISSUER_MS / 1000,
      })
    },
  }
}
