import { describe, expect, test, beforeAll, beforeEach, afterAll, afterEach } from 'vitest'
import { type JWTPayload, UnsecuredJWT } from 'jose'
import { account, practice, staff, totp } from '#harness/builders.ts'
import { createBrowser, type MockIssuer, openMockIssuer, openStrictIssuer } from '#harness/issuers.ts'
import { changeRows, rowsOf } from '#harness/rows.ts'
import { eachTestServer, onEngines, openTestServer, outcomeOf, type TestServer } from '#harness/test-server.ts'
import { sha256 } from '#server/http/keys.ts'
import type { OidcSettings } from '#server/ports.ts'

const PORTAL = 'http://portal.test'
const VET = 'vet@a.example'
const ADDRESS = '203.0.113.7'
const SIGNED_IN = { email: VET, email_verified: true }

const browserAt = (at: TestServer) =>
  createBrowser({ origin: PORTAL, fetch: (request) => at.fetch(request, { clientAddress: ADDRESS }) })
type Browser = ReturnType<typeof browserAt>

/** Returns the result in the fragment, such as `{ code: '…' }`. */
const resultOf = ({ hash }: URL) => Object.fromEntries(new URLSearchParams(hash.slice(1))) as Record<string, string>

/** Begins a sign-in, and returns the address of the callback without opening it. */
const callbackOf = (browser: Browser, from = `${PORTAL}/api/oidc/start`) =>
  browser.open(from, ({ pathname }) => pathname === '/api/oidc/callback')

const post = (browser: Browser, path: string, body: object) =>
  browser.request(`${PORTAL}/api/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

const exchange = (browser: Browser, code = '') => post(browser, 'oidc/session', { code })

/** Signs in, and returns the reason of the refusal, or the outcome of the exchange. */
async function enter(browser: Browser): Promise<string> {
  const { code, refused } = resultOf(await browser.open(`${PORTAL}/api/oidc/start`))
  return refused ?? (await outcomeOf(exchange(browser, code)))
}

onEngines('signing in at an OpenID Connect issuer', (engine) => {
  let issuer: MockIssuer
  beforeAll(async () => {
    issuer = await openMockIssuer()
  })
  afterAll(() => issuer[Symbol.asyncDispose]())

  const oidc = (more?: Partial<OidcSettings>) => ({ settings: { oidc: issuer.settings(more) } })
  const testServer = eachTestServer(engine, () => oidc())
  let browser: Browser
  let vet: string

  async function prepare() {
    // The library reads the clock of this machine.
    testServer.now = new Date()
    issuer.claims = { sub: 'one', ...SIGNED_IN }
    issuer.profile = {}
    issuer.change = () => {}
    await practice(testServer.db, 'a')
    vet = await staff(testServer.db, 'a', VET)
    browser = browserAt(testServer)
  }
  beforeEach(prepare)
  afterEach(() => issuer.service.removeAllListeners('beforeAuthorizeRedirect'))

  const refusals = () =>
    testServer.logged.flatMap(({ event, fields }) => (event === 'oidc-refused' ? [fields?.['reason']] : []))
  const userOf = async (response: Promise<Response>) =>
    await testServer.read('user', (await testServer.ok<{ token: string }>(response)).token)

  test('opens a session of the member of staff, and links the identity once', async () => {
    const { code } = resultOf(await browser.open(`${PORTAL}/api/oidc/start`))
    expect(await userOf(exchange(browser, code))).toMatchObject({ username: VET, roles: ['CLINIC_USER'] })
    // The link counts from now on, whatever the address is.
    issuer.claims = { sub: 'one', email: 'new@a.example', email_verified: false }
    expect(await enter(browser)).toBe('200')
    expect(await rowsOf(testServer.db, 'oidc_identity', ['account_id', 'issuer', 'subject'])).toEqual([
      { account_id: vet, issuer: issuer.url, subject: 'one' },
    ])
    expect((await testServer.mails()).map(({ kind, to }) => [kind, to])).toEqual([['identity-linked', VET]])
    const [session] = await rowsOf(testServer.db, 'session', ['issuer', 'factors', 'issuer_methods'])
    expect(session).toEqual({ issuer: issuer.url, factors: 1, issuer_methods: '{}' })
    expect(JSON.stringify(testServer.logged)).not.toMatch(/vet@|eyJ/)
    expect(await rowsOf(testServer.db, 'oidc_sign_in')).toEqual([])
  })

  test('sends PKCE, state and nonce, and no secret, to the issuer', async () => {
    const url = await browser.open(`${PORTAL}/api/oidc/start`, ({ origin }) => origin === issuer.url)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'portal',
      redirect_uri: `${PORTAL}/api/oidc/callback`,
      response_type: 'code',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/) as unknown,
      state: expect.stringMatching(/^[\w-]{43}$/) as unknown,
      nonce: expect.stringMatching(/^[\w-]{43}$/) as unknown,
      max_age: '43200',
    })
  })

  describe('refuses an answer of the issuer with', () => {
    type Change = (token: { header: object; payload: Record<string, unknown> }) => void
    const compared = (claim: string) => `OAUTH_JWT_CLAIM_COMPARISON_FAILED ${claim}`
    const cases: Record<string, [reason: string, change: Change]> = {
      'another nonce': [compared('nonce'), ({ payload }) => void (payload['nonce'] = 'other')],
      'no nonce': ['OAUTH_INVALID_RESPONSE', ({ payload }) => void delete payload['nonce']],
      'another issuer': [compared('iss'), ({ payload }) => void (payload['iss'] = 'https://other.example')],
      'another audience': [compared('aud'), ({ payload }) => void (payload['aud'] = 'other')],
      'an audience of two and another party': [
        compared('azp'),
        ({ payload }) => void Object.assign(payload, { aud: ['portal', 'other'], azp: 'other' }),
      ],
      'an expiry a minute ago': [
        'OAUTH_JWT_TIMESTAMP_CHECK_FAILED exp',
        ({ payload }) => void Object.assign(payload, { exp: Date.now() / 1000 - 60 }),
      ],
      'an unknown key': ['OAUTH_KEY_SELECTION_FAILED', ({ header }) => void Object.assign(header, { kid: 'other' })],
    }
    test.each(Object.keys(cases))('%s', async (name) => {
      const [reason, change] = cases[name]!
      issuer.change = change
      expect(await enter(browser)).toBe('rejected')
      issuer.change = () => {}
      expect(await enter(browser)).toBe('200')
      expect(refusals()).toEqual([reason])
    })

    test('no signature', async () => {
      const unsign = ({ body }: { body: Record<string, unknown> | '' }) => {
        if (body === '') return
        const [, payload = ''] = String(body['id_token']).split('.')
        body['id_token'] = new UnsecuredJWT(
          JSON.parse(Buffer.from(payload, 'base64url').toString()) as JWTPayload,
        ).encode()
      }
      issuer.service.once('beforeResponse', unsign)
      expect(await enter(browser)).toBe('rejected')
      expect(await enter(browser)).toBe('200')
    })

    test('a forged signature', async () => {
      const forge = ({ body }: { body: Record<string, unknown> | '' }) => {
        if (body !== '') body['id_token'] = String(body['id_token']).replace(/.{10}$/, 'AAAAAAAAAA')
      }
      issuer.service.once('beforeResponse', forge)
      expect(await enter(browser)).toBe('rejected')
      expect(await enter(browser)).toBe('200')
    })

    test('a profile of another person', async () => {
      issuer.claims = { sub: 'one' }
      issuer.profile = { ...SIGNED_IN, sub: 'two' }
      expect(await enter(browser)).toBe('rejected')
      issuer.profile = SIGNED_IN
      expect(await enter(browser)).toBe('200')
    })

    test('the name of another issuer in the address', async () => {
      const url = await callbackOf(browser)
      url.searchParams.set('iss', 'https://other.example')
      expect(resultOf(await browser.open(url.href))).toEqual({ refused: 'rejected' })
      const right = await callbackOf(browser)
      right.searchParams.set('iss', issuer.url)
      expect(resultOf(await browser.open(right.href))).toHaveProperty('code')
    })
  })

  test('accepts a clock skew of half a minute', async () => {
    issuer.change = ({ payload }) =>
      void Object.assign(payload, {
        iat: Date.now() / 1000 + 20,
        nbf: Date.now() / 1000 + 20,
        exp: Date.now() / 1000 - 20,
      })
    expect(await enter(browser)).toBe('200')
  })

  describe('refuses a callback', () => {
    test('with another state', async () => {
      const url = await callbackOf(browser)
      const wrong = new URL(url)
      wrong.searchParams.set('state', 'x'.repeat(43))
      expect(resultOf(await browser.open(wrong.href))).toEqual({ refused: 'expired' })
      expect(resultOf(await browser.open(url.href))).toHaveProperty('code')
    })

    test('of another browser', async () => {
      const url = await callbackOf(browser)
      const other = browserAt(testServer)
      expect(resultOf(await other.open(url.href))).toEqual({ refused: 'expired' })
      await callbackOf(other)
      expect(resultOf(await other.open(url.href))).toEqual({ refused: 'expired' })
      expect(refusals()).toEqual(['no-cookie', 'unknown-state'])
      expect(resultOf(await browser.open(url.href))).toHaveProperty('code')
    })

    test('that was used', async () => {
      const { href } = await callbackOf(browser)
      expect(resultOf(await browser.open(href))).toHaveProperty('code')
      expect(resultOf(await browser.open(href))).toEqual({ refused: 'expired' })
    })

    test('after ten minutes', async () => {
      const { href } = await callbackOf(browser)
      testServer.advance(600_000)
      expect(resultOf(await browser.open(href))).toEqual({ refused: 'expired' })
    })

    test('of a person who cancelled', async () => {
      const url = await callbackOf(browser)
      url.searchParams.delete('code')
      url.searchParams.set('error', 'access_denied')
      expect(resultOf(await browser.open(url.href))).toEqual({ refused: 'cancelled' })
    })

    test('after too many wrong ones from an IP address', async () => {
      await testServer.reopen({ ...oidc(), limits: { loginAddressFailures: 2 } })
      await prepare()
      for (let times = 0; times < 2; times += 1)
        expect(resultOf(await browser.open(`${PORTAL}/api/oidc/callback?state=x`))).toEqual({ refused: 'expired' })
      expect(await enter(browser)).toBe('too-many')
      testServer.advance(2000)
      expect(await enter(browser)).toBe('200')
    })
  })

  describe('exchanges a code', () => {
    const codeOf = async () => resultOf(await browser.open(`${PORTAL}/api/oidc/start`))['code']

    test('once', async () => {
      const code = await codeOf()
      expect(await outcomeOf(exchange(browser, code))).toBe('200')
      expect(await outcomeOf(exchange(browser, code))).toBe('401 login-failed')
    })

    test('for one of two concurrent calls', { tags: ['database'] }, async () => {
      const code = await codeOf()
      const outcomes = await Promise.all([outcomeOf(exchange(browser, code)), outcomeOf(exchange(browser, code))])
      expect(outcomes.toSorted()).toEqual(['200', '401 login-failed'])
    })

    test('within a minute', async () => {
      const late = await codeOf()
      testServer.advance(60_000)
      expect(await outcomeOf(exchange(browser, late))).toBe('401 login-failed')
      const inTime = await codeOf()
      testServer.advance(59_000)
      expect(await outcomeOf(exchange(browser, inTime))).toBe('200')
    })

    test('in the browser that began', async () => {
      const code = await codeOf()
      const other = browserAt(testServer)
      expect(await outcomeOf(exchange(other, code))).toBe('401 login-failed')
      await callbackOf(other)
      expect(await outcomeOf(exchange(other, code))).toBe('401 login-failed')
      expect(await outcomeOf(exchange(browser, code))).toBe('200')
    })

    test('at another server of the same database', async () => {
      const code = await codeOf()
      await using other = await openTestServer(engine, { ...oidc(), database: testServer.db })
      other.now = testServer.now
      const cookie = [...browser.cookies(PORTAL)!].map(([name, value]) => `${name}=${value}`).join('; ')
      const headers = { cookie, 'X-XSRF-TOKEN': browser.cookies(PORTAL)!.get('XSRF-TOKEN') ?? '' }
      expect(await outcomeOf(other.call('POST', 'oidc/session', { body: { code }, headers }))).toBe('200')
    })
  })

  describe('matches only a member of staff:', () => {
    const cases: Record<string, [outcome: string, reason: string, prepare: () => Promise<unknown>]> = {
      'an address that the issuer did not verify': [
        'unverified',
        'address-not-verified',
        async () => (issuer.claims = { sub: 'one', email: VET, email_verified: false }),
      ],
      'an address without a statement': [
        'unverified',
        'address-not-verified',
        async () => (issuer.claims = { sub: 'one', email: VET }),
      ],
      'no address': ['no-account', 'no-username', async () => (issuer.claims = { sub: 'one', email_verified: true })],
      'an unknown address': [
        'no-account',
        'unknown-address',
        async () => (issuer.claims = { sub: 'one', ...SIGNED_IN, email: 'nobody@a.example' }),
      ],
      'a similar letter': [
        'no-account',
        'unknown-address',
        async () => (issuer.claims = { sub: 'one', ...SIGNED_IN, email: '\u212Aim@a.example' }),
      ],
      'an owner': [
        'no-account',
        'unknown-address',
        async () => {
          await account(testServer.db, 'owner@mail.example')
          issuer.claims = { sub: 'one', ...SIGNED_IN, email: 'owner@mail.example' }
        },
      ],
      'two accounts with the address': [
        'no-account',
        'several-accounts',
        async () => void (await staff(testServer.db, 'a', 'Vet@a.example')),
      ],
      'a former member of staff': [
        'no-account',
        'unknown-address',
        () => changeRows(testServer.db, 'account', { staff_role: null, practice_id: null }),
      ],
      'a former member of staff who was linked': [
        'no-account',
        'not-staff',
        async () => {
          expect(await enter(browser)).toBe('200')
          await changeRows(testServer.db, 'account', { staff_role: null, practice_id: null })
        },
      ],
      'another person with the address of a linked one': [
        'no-account',
        'other-subject',
        async () => {
          expect(await enter(browser)).toBe('200')
          issuer.claims = { sub: 'two', ...SIGNED_IN }
        },
      ],
    }
    test.each(Object.keys(cases))('not %s', async (name) => {
      const [outcome, reason, change] = cases[name]!
      await change()
      const before = [await rowsOf(testServer.db, 'account'), await rowsOf(testServer.db, 'oidc_identity', ['subject'])]
      expect(await enter(browser)).toBe(outcome)
      expect(refusals()).toEqual([reason])
      expect([
        await rowsOf(testServer.db, 'account'),
        await rowsOf(testServer.db, 'oidc_identity', ['subject']),
      ]).toEqual(before)
    })

    test('not one whose membership ended after the callback', async () => {
      const { code } = resultOf(await browser.open(`${PORTAL}/api/oidc/start`))
      await changeRows(testServer.db, 'account', { staff_role: null, practice_id: null })
      expect(await outcomeOf(exchange(browser, code))).toBe('401 login-failed')
      expect(refusals()).toEqual(['not-staff'])
    })

    test('by the claims of the settings', async () => {
      await testServer.reopen(oidc({ usernameClaim: 'upn', verifiedClaim: 'xms_edov' }))
      await prepare()
      issuer.claims = { sub: 'one', upn: 'VET@a.example', ...SIGNED_IN }
      expect(await enter(browser)).toBe('unverified')
      issuer.claims = { sub: 'one', upn: 'VET@a.example', xms_edov: true }
      expect(await enter(browser)).toBe('200')
    })
  })

  describe('counts the second factor', () => {
    const signInResult = async () => {
      const { code } = resultOf(await browser.open(`${PORTAL}/api/oidc/start`))
      return (await (await exchange(browser, code)).json()) as Record<string, unknown>
    }
    const factors = async () => (await rowsOf(testServer.db, 'session', ['factors', 'limited']))[0]

    test('of the issuer if amr contains mfa, or acr is one of the settings', async () => {
      await testServer.reopen(oidc({ twoFactorAcr: ['gold'] }))
      await prepare()
      await changeRows(testServer.db, 'practice', { second_factor: 1 })
      for (const [claims, expected] of [
        [{ amr: ['pwd', 'mfa'] }, { factors: 2, limited: 0 }],
        [{ acr: 'gold' }, { factors: 2, limited: 0 }],
        [
          { amr: ['pwd', 'otp'], acr: 'silver' },
          { factors: 1, limited: 1 },
        ],
        [{ amr: 'mfa' }, { factors: 1, limited: 1 }],
      ] as const) {
        issuer.claims = { sub: 'one', ...SIGNED_IN, ...claims }
        expect(await signInResult()).toMatchObject(expected.limited === 1 ? { secondFactor: 'set-up' } : {})
        expect(await factors()).toEqual(expected)
        await testServer.db.deleteFrom('session').execute()
      }
    })

    test('of the portal otherwise', async () => {
      await totp(testServer.db, vet)
      expect(await signInResult()).toMatchObject({ code: 'second-factor-needed', methods: ['code'] })
      issuer.claims = { sub: 'one', ...SIGNED_IN, amr: ['mfa'] }
      expect(await signInResult()).toHaveProperty('token')
    })
  })

  test('proves an identity without a password only if the issuer authenticated it within ten minutes', async () => {
    await changeRows(testServer.db, 'account', { password_hash: null, staff_role: 'CLINIC_ADMIN' })
    const invite = async () => {
      const { code } = resultOf(await browser.open(`${PORTAL}/api/oidc/start?fresh=true`))
      const { token } = await testServer.ok<{ token: string }>(exchange(browser, code))
      const body = { username: `${crypto.randomUUID()}@a.example`, role: 'CLINIC_ADMIN', proof: {} }
      return await outcomeOf(testServer.call('POST', 'practice/a/staff', { token, body }))
    }
    const ago = (seconds: number) => ({ auth_time: Math.floor(Date.now() / 1000) - seconds })
    for (const claims of [{}, ago(660)]) {
      issuer.claims = { sub: 'one', ...SIGNED_IN, ...claims }
      expect(await invite()).toBe('422 current-password-invalid')
    }
    issuer.claims = { sub: 'one', ...SIGNED_IN, ...ago(300) }
    expect(await invite()).toBe('201')
  })

  test('lets a second factor be set up only if the issuer authenticated the person within ten minutes', async () => {
    await changeRows(testServer.db, 'practice', { second_factor: 1 })
    const setUp = async (secondsAgo: number) => {
      issuer.claims = { sub: 'one', ...SIGNED_IN, auth_time: Math.floor(Date.now() / 1000) - secondsAgo }
      const { code } = resultOf(await browser.open(`${PORTAL}/api/oidc/start?fresh=true`))
      const { token, secondFactor } = await testServer.ok<{ token: string; secondFactor?: string }>(
        exchange(browser, code),
      )
      return [secondFactor, await outcomeOf(testServer.call('POST', 'user/totp/options', { token, body: {} }))]
    }
    expect(await setUp(660)).toEqual(['set-up', '422 current-password-invalid'])
    expect(await setUp(300)).toEqual(['set-up', '200'])
  })

  describe('while the issuer is down', () => {
    test('says so, and signs in by password', async () => {
      const down = await openMockIssuer()
      await testServer.reopen({ settings: { oidc: down.settings() } })
      await prepare()
      await down[Symbol.asyncDispose]()
      expect(resultOf(await browser.open(`${PORTAL}/api/oidc/start`))).toEqual({ refused: 'unavailable' })
      expect(testServer.logged).toContainEqual(
        expect.objectContaining({
          level: 'error',
          event: 'oidc-unavailable',
          fields: expect.objectContaining({ reason: 'ECONNREFUSED' }) as unknown,
        }),
      )
      const credentials = { username: VET, password: 'Welkom#2026' }
      expect(await outcomeOf(testServer.call('POST', 'user/authenticate', { body: credentials }))).toBe('200')
    })

    test('discovers the issuer again at the next sign-in', async () => {
      issuer.service.once('beforeWellKnownOpenIdConfiguration', (response: { statusCode: number }) => {
        response.statusCode = 500
      })
      expect(await enter(browser)).toBe('unavailable')
      expect(await enter(browser)).toBe('200')
    })

    test('refuses the metadata of another issuer', async () => {
      issuer.service.once('beforeWellKnownOpenIdConfiguration', ({ body }: { body: Record<string, unknown> }) => {
        body['issuer'] = 'https://other.example'
      })
      expect(await enter(browser)).toBe('rejected')
      expect(await enter(browser)).toBe('200')
    })
  })

  describe('signing out', () => {
    const signOut = (token: string) =>
      testServer.ok<{ url: string }>(testServer.call('DELETE', 'user/session', { token }))

    test('returns the address that ends the session of the issuer', async () => {
      const { code } = resultOf(await browser.open(`${PORTAL}/api/oidc/start`))
      const { token } = await testServer.ok<{ token: string }>(exchange(browser, code))
      const { url } = await signOut(token)
      expect(url).toMatch(new RegExp(`^${issuer.url}/endsession\\?`))
      expect(Object.fromEntries(new URL(url).searchParams)).toEqual({
        client_id: 'portal',
        id_token_hint: expect.stringMatching(/^eyJ/) as unknown,
        post_logout_redirect_uri: `${PORTAL}/auth/login`,
      })
      expect(await outcomeOf(testServer.call('GET', 'user', { token }))).toBe('401 unauthenticated')
      const byPassword = await testServer.signIn(vet)
      expect((await testServer.call('DELETE', 'user/session', { token: byPassword })).status).toBe(204)
    })

    test('also after a code of the authenticator app', async () => {
      await totp(testServer.db, vet)
      const hash = await sha256('ABCDEFGHIJKLMNOPQRSTUVWX')
      await testServer.db.insertInto('recovery_code').values({ account_id: vet, hash }).execute()
      const { code } = resultOf(await browser.open(`${PORTAL}/api/oidc/start`))
      const { challenge } = (await (await exchange(browser, code)).json()) as { challenge: string }
      const answer = post(browser, 'user/authenticate/second-factor', { challenge, code: 'ABCDEFGHIJKLMNOPQRSTUVWX' })
      const { token } = await testServer.ok<{ token: string }>(answer)
      expect((await signOut(token)).url).toMatch(issuer.url)
    })
  })

  describe('unlinking', () => {
    const signedIn = async () => {
      const { code } = resultOf(await browser.open(`${PORTAL}/api/oidc/start`))
      return (await testServer.ok<{ token: string }>(exchange(browser, code))).token
    }
    const left = async () => (await rowsOf(testServer.db, 'oidc_identity')).length

    test('by the person needs a proof and another way to sign in', async () => {
      const [token, other] = [await signedIn(), await signedIn()]
      const [identity] = await testServer.read<{ id: string; issuer: string }[]>('user/identities', token)
      expect(identity).toMatchObject({ issuer: issuer.url })
      const unlink = (body: object) =>
        outcomeOf(testServer.call('POST', `user/identities/${identity!.id}/removal`, { token, body }))
      expect(await unlink({ currentPassword: 'wrong' })).toBe('422 current-password-invalid')
      await changeRows(testServer.db, 'account', { password_hash: null })
      issuer.claims = { sub: 'one', ...SIGNED_IN, auth_time: Math.floor(Date.now() / 1000) }
      const fresh = await signedIn()
      const last = testServer.call('POST', `user/identities/${identity!.id}/removal`, { token: fresh, body: {} })
      expect(await outcomeOf(last)).toBe('409 last-way-in')
      await changeRows(testServer.db, 'account', { password_hash: 'hash of Welkom#2026' })
      expect(await unlink({ currentPassword: 'Welkom#2026' })).toBe('204')
      expect([await left(), (await testServer.mails()).at(-1)?.kind]).toEqual([0, 'identity-unlinked'])
      expect(await outcomeOf(testServer.call('GET', 'user', { token }))).toBe('200')
      expect(await outcomeOf(testServer.call('GET', 'user', { token: other }))).toBe('401 unauthenticated')
    })

    test('by an admin ends the sessions of the issuer, and lets a new identity be linked', async () => {
      const token = await signedIn()
      const admin = await staff(testServer.db, 'a', 'admin@a.example', 'CLINIC_ADMIN')
      const members = await testServer.readAs<{ username: string; identity?: boolean }[]>(admin, 'practice/a/staff')
      expect(members.map(({ username, identity }) => [username, identity])).toEqual([
        ['admin@a.example', undefined],
        [VET, true],
      ])
      const unlink = () => outcomeOf(testServer.callAs(admin, 'DELETE', `practice/a/staff/${vet}/identities`))
      expect([await unlink(), await unlink(), await left()]).toEqual(['204', '409 conflict', 0])
      expect(await outcomeOf(testServer.call('GET', 'user', { token }))).toBe('401 unauthenticated')
      expect(await rowsOf(testServer.db, 'audit', ['action'])).toEqual([{ action: 'identity-unlinked' }])
      issuer.claims = { sub: 'two', ...SIGNED_IN }
      expect(await enter(browser)).toBe('200')
    })
  })

  test('limits the sign-ins that an IP address begins', async () => {
    for (let times = 0; times < 300; times += 1) await browser.request(`${PORTAL}/api/oidc/start`)
    expect(resultOf(await browser.open(`${PORTAL}/api/oidc/start`))).toEqual({ refused: 'too-many' })
    testServer.advance(3_600_000)
    expect(await enter(browser)).toBe('200')
  })

  test('has no calls without an issuer', async () => {
    await using other = await openTestServer(engine)
    for (const path of ['oidc/start', 'oidc/callback'])
      expect(await outcomeOf(other.call('GET', path))).toBe('404 not-found')
    expect(await outcomeOf(other.call('POST', 'oidc/session', { body: { code: 'x' } }))).toBe('404 not-found')
  })

  test('works with a certified issuer, which also signs the person out', async () => {
    await using strict = await openStrictIssuer(PORTAL)
    strict.claims = SIGNED_IN
    strict.login = { amr: ['pwd', 'mfa'], acr: 'gold' }
    await testServer.reopen({ settings: { oidc: strict.settings({ twoFactorAcr: ['gold'] }) } })
    await prepare()
    const { code } = resultOf(await browser.open(`${PORTAL}/api/oidc/start`))
    const { token } = await testServer.ok<{ token: string }>(exchange(browser, code))
    const [session] = await rowsOf(testServer.db, 'session', ['factors', 'authenticated_at'])
    expect(session).toEqual({ factors: 2, authenticated_at: expect.any(String) as unknown })
    const { url } = await testServer.ok<{ url: string }>(testServer.call('DELETE', 'user/session', { token }))
    expect((await browser.request(url)).status).toBe(200)
    const [wrong, right] = [await callbackOf(browser), await callbackOf(browser)]
    wrong.searchParams.set('code', 'x'.repeat(43))
    expect(resultOf(await browser.open(wrong.href))).toEqual({ refused: 'rejected' })
    expect(refusals()).toEqual(['invalid_grant'])
    expect(resultOf(await browser.open(right.href))).toHaveProperty('code')
  })
})
