import { createHmac } from 'node:crypto'
import { SignJWT, decodeJwt, decodeProtectedHeader, exportJWK, generateKeyPair } from 'jose'
import { beforeEach, describe, expect, test } from 'vitest'
import { closeSessions } from '#server/auth/queries.ts'
import { createTokens } from '#server/auth/token.ts'
import { account, client, practice } from '#harness/builders.ts'
import { eachTestServer, onEngines, outcomeOf } from '#harness/test-server.ts'

const HOUR = 60 * 60

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

onEngines('a session token', (engine) => {
  const testServer = eachTestServer(engine)
  let [owner, token] = ['', '']

  beforeEach(async () => {
    await practice(testServer.db, 'a')
    owner = await account(testServer.db, 'owner@mail.example')
    await client(testServer.db, 'a', { account_id: owner })
    token = await testServer.signIn(owner)
  })

  const request = (authorization: string) => testServer.call('GET', 'user', { token: authorization })
  const status = async (authorization: string) => (await request(authorization)).status
  const expectRejected = async (tokens: readonly string[]) => {
    for (const each of tokens) expect([each, await status(each)]).toEqual([each, 401])
  }
  const later = (seconds: number) => testServer.advance(seconds * 1000)
  const now = () => Math.floor(testServer.now.getTime() / 1000)

  /** Derives keys as the server does, so that a forged token differs from a real token in one aspect only. */
  const keyFor = (purpose: string) =>
    createHmac('sha256', testServer.ports.secret).update(`dierenportaal ${purpose}`).digest()
  const signed = (header: object, claims: object, key = keyFor('session token'), hash = 'sha256') => {
    const text = `${part(header)}.${part(claims)}`
    return `${text}.${createHmac(hash, key).update(text).digest('base64url')}`
  }
  const forged = (header: object, claims: object) =>
    signed({ ...decodeProtectedHeader(token), ...header }, { ...decodeJwt(token), ...claims })

  test('is accepted if signed with the server key, regardless of unknown claims', async () => {
    expect(forged({}, {})).toBe(token)
    expect(await status(forged({}, { more: 'x' }))).toBe(200)
    expect(await status(forged({ kid: '../../dev/null', jku: 'https://evil.example/keys' }, {}))).toBe(200)
  })

  test.each(['', 'null', 'undefined', 'a.b.c', 'Bearer x', 'Bearer $', 'Token $', '$x', '$.', '.$', ' ', '..'])(
    'is rejected if malformed: %j',
    async (text) => {
      const response = await request(text.replace('$', token))
      expect(response.headers.get('www-authenticate')).toBe('Token')
      expect(await outcomeOf(response)).toBe('401 unauthenticated')
    },
  )

  test('has exactly one valid encoding', async () => {
    const [header, payload, signature] = token.split('.') as [string, string, string]
    const last = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    // The last character has four bits of the signature; its two spare bits must not allow a second spelling.
    const neighbour = last[last.indexOf(signature.at(-1)!) + 1]!
    await expectRejected([
      `${token}=`,
      `${header}.${payload}.${signature.slice(0, 9)} ${signature.slice(9)}`,
      `${header}.${payload}.${signature.slice(0, 9)}\t${signature.slice(9)}`,
      `${header}.${payload}.${signature.slice(0, -1)}${neighbour}`,
      `${header}. ${payload}.${signature}`,
      `${header}.${payload}`,
    ])
    // Blanks around a header's value are not part of the value.
    expect(await status(` ${token} `)).toBe(200)
  })

  test('is read only from a single Authorization header', async () => {
    for (const name of ['token', 'access_token', 'authorization'])
      expect((await testServer.call('GET', `user?${name}=${token}`)).status).toBe(401)
    for (const headers of [{ cookie: `token=${token}` }, { 'proxy-authorization': token }])
      expect((await testServer.call('GET', 'user', { headers })).status).toBe(401)
    const withHeaders = async (...values: string[]) => {
      const headers = values.map((value): [string, string] => ['authorization', value])
      return (await testServer.fetch(new Request('http://portal.test/api/user', { headers }))).status
    }
    expect(await withHeaders(token)).toBe(200)
    for (const other of [token, 'x', '']) {
      expect(await withHeaders(token, other)).toBe(401)
      expect(await withHeaders(other, token)).toBe(401)
    }
    await expectRejected(['x'.repeat(15_000), 'x.'.repeat(7_000), `${token}${'A'.repeat(15_000)}`])
  })

  describe('signature', () => {
    test('must not use the algorithm none', async () => {
      const { typ } = decodeProtectedHeader(token)
      const [, , signature] = token.split('.')
      for (const alg of ['none', 'None', 'NONE', 'nOnE']) {
        const text = `${part({ alg, typ })}.${part(decodeJwt(token))}`
        await expectRejected([text, `${text}.`, `${text}.${signature}`, forged({ alg }, {})])
      }
    })

    test('must use HS256 with the key of session tokens', async () => {
      const [header, payload] = token.split('.')
      const [own, claims] = [decodeProtectedHeader(token), decodeJwt(token)]
      const other = new TextEncoder().encode('another secret, of good length too')
      const keys = [keyFor('xsrf cookie'), keyFor(''), testServer.ports.secret, other, new Uint8Array(32)]
      await expectRejected([
        `${header}.${payload}.`,
        ...keys.map((key) => signed(own, claims, Buffer.from(key))),
        ...[384, 512].flatMap((bits) => {
          const changed = { ...own, alg: `HS${bits}` }
          return [signed(changed, claims, keyFor('session token'), `sha${bits}`), signed(changed, claims)]
        }),
      ])
    })

    test('is never verified with a key from the token', async () => {
      const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
      const typ = decodeProtectedHeader(token).typ!
      const jwk = await exportJWK(publicKey)
      const weak = { kty: 'oct', k: Buffer.alloc(32).toString('base64url') }
      await expectRejected([
        await new SignJWT(decodeJwt(token)).setProtectedHeader({ alg: 'ES256', typ, jwk }).sign(privateKey),
        signed({ alg: 'HS256', typ, jwk: weak }, decodeJwt(token), Buffer.alloc(32)),
        forged({ crit: ['b64'], b64: false }, {}),
        forged({ crit: ['x'], x: 1 }, {}),
      ])
    })

    test('covers the claims', async () => {
      const [header, , signature] = token.split('.')
      const other = await account(testServer.db, 'other@mail.example')
      const changes = [{ sub: other }, { exp: now() + HOUR }, { roles: ['CLINIC_ADMIN'] }]
      await expectRejected(changes.map((each) => `${header}.${part({ ...decodeJwt(token), ...each })}.${signature}`))
    })
  })

  describe('claims', () => {
    test.each<[string, (seconds: number) => object]>([
      ['no exp', () => ({ exp: undefined })],
      ['exp as text', (seconds) => ({ exp: String(seconds + 60) })],
      ['exp now', (seconds) => ({ exp: seconds })],
      ['exp a second ago', (seconds) => ({ exp: seconds - 1 })],
      ['nbf in a minute', (seconds) => ({ nbf: seconds + 60 })],
      ['iat in six seconds', (seconds) => ({ iat: seconds + 6 })],
      ['iat in an hour', (seconds) => ({ iat: seconds + HOUR, exp: seconds + HOUR + 60 })],
      ['iat too long ago', (seconds) => ({ iat: seconds - 601, exp: seconds + 60 })],
      ['no iat', () => ({ iat: undefined })],
      ['iat as text', (seconds) => ({ iat: String(seconds) })],
      ['another issuer', () => ({ iss: 'https://accounts.example' })],
      ['no issuer', () => ({ iss: undefined })],
      ['another audience', () => ({ aud: 'another-app' })],
      ['no audience', () => ({ aud: undefined })],
      ['no subject', () => ({ sub: undefined })],
      ['an unknown subject', () => ({ sub: crypto.randomUUID() })],
      ['no session', () => ({ sid: undefined })],
      ['an unknown session', () => ({ sid: crypto.randomUUID() })],
      ['a number as session', () => ({ sid: 1 })],
      ['a list as session', () => ({ sid: ['x'] })],
      ['no time of sign-in', () => ({ auth_time: undefined })],
      ['a time of sign-in as text', (seconds) => ({ auth_time: String(seconds) })],
      ['a sign-in twelve hours ago', (seconds) => ({ auth_time: seconds - 12 * HOUR })],
    ])('with %s are rejected', async (_, claims) => {
      expect(await status(forged({}, claims(now())))).toBe(401)
    })

    test("of another type or another account's session are rejected", async () => {
      const { sid } = decodeJwt(await testServer.signIn(await account(testServer.db, 'other@mail.example')))
      const types = [{ typ: 'JWT' }, { typ: undefined }, { typ: 'reset+jwt' }]
      await expectRejected([...types.map((header) => forged(header, {})), forged({}, { sid })])
    })

    test('of another session of the account are accepted', async () => {
      expect(await status(forged({}, { sid: decodeJwt(await testServer.signIn(owner))['sid'] }))).toBe(200)
      expect(await status(forged({}, { auth_time: now() - 12 * HOUR + 1 }))).toBe(200)
    })
  })

  describe('that was verified before', () => {
    test('is valid for ten minutes', async () => {
      const statuses: number[] = []
      for (const seconds of [0, 599, 1, -606, 1]) {
        later(seconds)
        statuses.push(await status(token))
      }
      expect(statuses).toEqual([200, 200, 401, 401, 200])
    })

    test('is valid on another server whose clock is up to five seconds behind', async () => {
      const behind = (seconds: number) =>
        createTokens({ ...testServer.ports, clock: () => new Date(testServer.now.getTime() - seconds * 1000) })
      const { accountId } = (await createTokens(testServer.ports).verify(token))!
      for (const seconds of [0, 1, 5]) expect(await behind(seconds).verify(token)).toMatchObject({ accountId })
      expect(await behind(6).verify(token)).toBeUndefined()
      later(605)
      expect(await behind(6).verify(token)).toMatchObject({ accountId })
      expect(await behind(5).verify(token)).toBeUndefined()
    })

    test.each([
      ['until its exp', 60, 60],
      ['for ten minutes with a later exp', HOUR, 600],
    ])('is valid %s', async (_, exp, seconds) => {
      const other = forged({}, { exp: now() + exp })
      later(seconds - 1)
      expect(await status(other)).toBe(200)
      later(2)
      expect(await status(other)).toBe(401)
    })

    test('is rejected once its session has ended', async () => {
      const other = await testServer.signIn(owner)
      expect([await status(token), await status(other)]).toEqual([200, 200])
      await closeSessions(testServer.db, owner, { but: String(decodeJwt(other)['sid']) })
      expect([await status(token), await status(other)]).toEqual([401, 200])
    })

    test('still belongs to its account after thousands of other tokens', async () => {
      const tokens = createTokens(testServer.ports)
      const issue = (number: number) =>
        tokens.issue({ sessionId: `s${number}`, accountId: `a${number}`, authTime: now() })
      const issued = await Promise.all(Array.from({ length: 2100 }, (_, number) => issue(number)))
      for (const each of issued) await tokens.verify(each)
      for (const number of [0, 1, 99, 100, 101, 2099])
        expect(await tokens.verify(issued[number]!)).toMatchObject({ sessionId: `s${number}`, accountId: `a${number}` })
      later(600)
      for (const number of [0, 2099]) expect(await tokens.verify(issued[number]!)).toBeUndefined()
    })
  })

  describe('refresh', () => {
    const refresh = (old: string) => testServer.call('GET', 'user/refresh', { token: old })
    const refreshed = async (old: string) => (await testServer.ok<{ token: string }>(refresh(old))).token

    test('renews a valid token only', async () => {
      later(599)
      const fresh = await refreshed(token)
      expect(decodeJwt(fresh)).toEqual({ ...decodeJwt(token), iat: now(), exp: now() + 600 })
      later(1)
      expect([(await refresh(token)).status, (await refresh(fresh)).status]).toEqual([401, 200])
      later(1)
      expect((await refresh(token)).status).toBe(401)
    })

    test('ends exactly twelve hours after the sign-in', async () => {
      for (let calls = 0; calls < 79; calls += 1) {
        later(9 * 60)
        token = await refreshed(token)
      }
      const end = Number(decodeJwt(token)['auth_time']) + 12 * HOUR
      later(end - now() - 60)
      const last = await refreshed(token)
      expect(decodeJwt(last).exp).toBe(end)
      later(59)
      expect([await status(last), (await refresh(last)).status]).toEqual([200, 200])
      later(1)
      expect([await status(last), (await refresh(last)).status]).toEqual([401, 401])
    })

    test('preserves a sign-in time with fractions of a second', async () => {
      testServer.now = new Date('2026-06-15T10:00:00.999Z')
      const body = { username: 'owner@mail.example', password: 'Welkom#2026' }
      const first = await testServer.ok<{ token: string }>(testServer.call('POST', 'user/authenticate', { body }))
      expect(decodeJwt(first.token)['auth_time']).toBe(now())
      expect(decodeJwt(await refreshed(first.token))['auth_time']).toBe(now())
    })
  })
})
