import { createHmac } from 'node:crypto'
import { SignJWT, decodeJwt, decodeProtectedHeader, exportJWK, generateKeyPair } from 'jose'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Problem } from '#contract/problem.ts'
import { closeSessions } from '#server/auth/queries.ts'
import { createTokens } from '#server/auth/token.ts'
import { account, client, practice } from '#harness/builders.ts'
import { type TestServer, onEngines, openTestServer } from '#harness/test-server.ts'

const HOUR = 60 * 60

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

onEngines('what is a token', (engine) => {
  let testServer: TestServer
  let owner: string
  let token: string

  beforeEach(async () => {
    testServer = await openTestServer(engine)
    await practice(testServer.db, 'a')
    owner = await account(testServer.db, 'owner@mail.example')
    await client(testServer.db, 'a', { account_id: owner })
    token = await testServer.signIn(owner)
  })
  afterEach(() => testServer[Symbol.asyncDispose]())

  const ask = async (authorization: string) => await testServer.call('GET', 'user', { token: authorization })
  const status = async (authorization: string) => (await ask(authorization)).status
  const later = (seconds: number) => (testServer.now = new Date(testServer.now.getTime() + seconds * 1000))
  const now = () => Math.floor(testServer.now.getTime() / 1000)

  /** As the server derives them, so that a forgery differs from a real token in one thing only. */
  const keyFor = (purpose: string) =>
    createHmac('sha256', testServer.ports.secret).update(`dierenportaal ${purpose}`).digest()
  const signed = (header: object, claims: object, key = keyFor('session token'), hash = 'sha256') => {
    const text = `${part(header)}.${part(claims)}`
    return `${text}.${createHmac(hash, key).update(text).digest('base64url')}`
  }
  const forged = (header: object, claims: object) =>
    signed({ ...decodeProtectedHeader(token), ...header }, { ...decodeJwt(token), ...claims })

  test('what is forged below is refused for what is wrong with it', async () => {
    expect(forged({}, {})).toBe(token)
    expect(await status(forged({}, { more: 'x' }))).toBe(200)
  })

  describe('S-076 the header', () => {
    test.each(['', 'null', 'undefined', 'a.b.c', 'Bearer x', 'Bearer $', 'Token $', '$x', '$.', '.$', ' ', '..'])(
      '%j is no token',
      async (text) => {
        const answer = await ask(text.replace('$', token))
        expect(answer.status).toBe(401)
        expect(answer.headers.get('www-authenticate')).toBe('Token')
        expect(((await answer.json()) as Problem).code).toBe('unauthenticated')
      },
    )

    test('a token has one spelling', async () => {
      const [header, payload, signature] = token.split('.') as [string, string, string]
      const last = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
      // The last character holds four bits of the signature; the two that are to spare must not name it a second time.
      const neighbour = last[last.indexOf(signature.at(-1)!) + 1]!
      for (const other of [
        `${token}=`,
        `${header}.${payload}.${signature.slice(0, 9)} ${signature.slice(9)}`,
        `${header}.${payload}.${signature.slice(0, 9)}\t${signature.slice(9)}`,
        `${header}.${payload}.${signature.slice(0, -1)}${neighbour}`,
        `${header}. ${payload}.${signature}`,
        `${header}.${payload}`,
      ]) {
        expect(await status(other)).toBe(401)
      }
      // Blanks around a header's value are no part of it.
      expect(await status(` ${token} `)).toBe(200)
    })

    test('it stands there and nowhere else', async () => {
      for (const query of [`token=${token}`, `access_token=${token}`, `authorization=${token}`]) {
        expect((await testServer.call('GET', `user?${query}`)).status).toBe(401)
      }
      for (const headers of [{ cookie: `token=${token}` }, { 'proxy-authorization': token }]) {
        expect((await testServer.call('GET', 'user', { headers })).status).toBe(401)
      }
    })

    test('two of them are none, and neither is a very long one', async () => {
      const both = async (...values: string[]) =>
        (
          await testServer.fetch(
            new Request('http://portal.test/api/user', { headers: values.map((value) => ['authorization', value]) }),
          )
        ).status
      expect(await both(token)).toBe(200)
      for (const values of [
        [token, token],
        [token, 'x'],
        ['x', token],
        [token, ''],
        ['', token],
      ]) {
        expect(await both(...values)).toBe(401)
      }
      for (const long of ['x'.repeat(15_000), 'x.'.repeat(7_000), `${token}${'A'.repeat(15_000)}`]) {
        expect(await status(long)).toBe(401)
      }
    })
  })

  describe('S-077, S-078 the signature', () => {
    test.each(['none', 'None', 'NONE', 'nOnE'])('alg %s', async (alg) => {
      const { typ } = decodeProtectedHeader(token)
      const text = `${part({ alg, typ })}.${part(decodeJwt(token))}`
      const [, , signature] = token.split('.')
      for (const end of ['', '.', `.${signature}`]) expect(await status(`${text}${end}`)).toBe(401)
      expect(await status(forged({ alg }, {}))).toBe(401)
    })

    test('is there, and made with the key of tokens', async () => {
      const [header, payload] = token.split('.')
      expect(await status(`${header}.${payload}.`)).toBe(401)
      const claims = decodeJwt(token)
      for (const key of [
        keyFor('xsrf cookie'),
        keyFor(''),
        Buffer.from(testServer.ports.secret),
        Buffer.from('another secret, of good length too'),
        Buffer.alloc(32),
      ]) {
        expect(await status(signed(decodeProtectedHeader(token), claims, key))).toBe(401)
      }
    })

    test.each([
      ['HS384', 'sha384'],
      ['HS512', 'sha512'],
    ])('%s with the same key', async (alg, hash) => {
      const key = keyFor('session token')
      const header = { ...decodeProtectedHeader(token), alg }
      expect(await status(signed(header, decodeJwt(token), key, hash))).toBe(401)
      expect(await status(signed(header, decodeJwt(token), key))).toBe(401)
    })

    test('no key that a token brings along, and nothing critical that we do not know', async () => {
      const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
      const typ = decodeProtectedHeader(token).typ!
      const jwk = await exportJWK(publicKey)
      const own = await new SignJWT(decodeJwt(token)).setProtectedHeader({ alg: 'ES256', typ, jwk }).sign(privateKey)
      expect(await status(own)).toBe(401)
      const weak = { kty: 'oct', k: Buffer.alloc(32).toString('base64url') }
      expect(await status(signed({ alg: 'HS256', typ, jwk: weak }, decodeJwt(token), Buffer.alloc(32)))).toBe(401)
      expect(await status(forged({ crit: ['b64'], b64: false }, {}))).toBe(401)
      expect(await status(forged({ crit: ['x'], x: 1 }, {}))).toBe(401)
      // Hints are not looked at.
      expect(await status(forged({ kid: '../../dev/null', jku: 'https://evil.example/keys' }, {}))).toBe(200)
    })
  })

  describe('S-079 to S-083 what it says', () => {
    test('S-079 is what was signed', async () => {
      const [header, , signature] = token.split('.')
      const other = await account(testServer.db, 'other@mail.example')
      for (const changed of [{ sub: other }, { exp: now() + HOUR }, { roles: ['CLINIC_ADMIN'] }]) {
        expect(await status(`${header}.${part({ ...decodeJwt(token), ...changed })}.${signature}`)).toBe(401)
      }
    })

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
      ['a subject that is nobody', () => ({ sub: crypto.randomUUID() })],
      ['no session', () => ({ sid: undefined })],
      ['a session that is none', () => ({ sid: crypto.randomUUID() })],
      ['a session that is a number', () => ({ sid: 1 })],
      ['a session that is a list', () => ({ sid: ['x'] })],
      ['no moment of signing in', () => ({ auth_time: undefined })],
      ['a moment of signing in as text', (seconds) => ({ auth_time: String(seconds) })],
      ['signed in twelve hours ago', (seconds) => ({ auth_time: seconds - 12 * HOUR })],
    ])('%s', async (_, claims) => {
      expect(await status(forged({}, claims(now())))).toBe(401)
    })

    test.each([{ typ: 'JWT' }, { typ: undefined }, { typ: 'reset+jwt' }])('another kind: %j', async (header) => {
      expect(await status(forged(header, {}))).toBe(401)
    })

    test('of another’s session it is nothing', async () => {
      const { sid } = decodeJwt(await testServer.signIn(await account(testServer.db, 'other@mail.example')))
      expect(await status(forged({}, { sid }))).toBe(401)
      expect(await status(forged({}, { sid: decodeJwt(await testServer.signIn(owner))['sid'] }))).toBe(200)
    })

    test('signed in a second less than twelve hours ago', async () => {
      expect(await status(forged({}, { auth_time: now() - 12 * HOUR + 1 }))).toBe(200)
    })
  })

  describe('a token that was seen before', () => {
    test('has its ten minutes, and is not from the future', async () => {
      expect(await status(token)).toBe(200)
      later(599)
      expect(await status(token)).toBe(200)
      later(1)
      expect(await status(token)).toBe(401)
      later(-606)
      expect(await status(token)).toBe(401)
      later(1)
      expect(await status(token)).toBe(200)
    })

    test('is good at another server whose clock is up to five seconds behind', async () => {
      const behind = (seconds: number) =>
        createTokens({ ...testServer.ports, clock: () => new Date(testServer.now.getTime() - seconds * 1000) })
      const { accountId } = (await createTokens(testServer.ports).verify(token))!
      for (const seconds of [0, 1, 5]) expect(await behind(seconds).verify(token)).toMatchObject({ accountId })
      expect(await behind(6).verify(token)).toBeUndefined()
      // Nor is it good any longer there.
      later(605)
      expect(await behind(6).verify(token)).toMatchObject({ accountId })
      expect(await behind(5).verify(token)).toBeUndefined()
    })

    test.each([
      ['what it says', 60],
      ['ten minutes, whatever it says', 600],
    ])('has no more than %s', async (_, seconds) => {
      const other = forged({}, { exp: now() + (seconds === 60 ? seconds : HOUR) })
      later(seconds - 1)
      expect(await status(other)).toBe(200)
      later(2)
      expect(await status(other)).toBe(401)
    })

    test('is none of a session that was closed since', async () => {
      const other = await testServer.signIn(owner)
      expect([await status(token), await status(other)]).toEqual([200, 200])
      await closeSessions(testServer.db, owner, { but: String(decodeJwt(other)['sid']) })
      expect([await status(token), await status(other)]).toEqual([401, 200])
    })

    test('is still its own after thousands of others', async () => {
      const tokens = createTokens(testServer.ports)
      const issue = async (number: number) =>
        await tokens.issue({ sessionId: `s${number}`, accountId: `a${number}`, authTime: now() })
      const issued = await Promise.all(Array.from({ length: 2100 }, (_, number) => issue(number)))
      for (const each of issued) await tokens.verify(each)
      for (const number of [0, 1, 99, 100, 101, 2099]) {
        expect(await tokens.verify(issued[number]!)).toMatchObject({ sessionId: `s${number}`, accountId: `a${number}` })
      }
      later(600)
      for (const number of [0, 2099]) expect(await tokens.verify(issued[number]!)).toBeUndefined()
    })
  })

  describe('refreshing', () => {
    const refresh = (old: string) => testServer.call('GET', 'user/refresh', { token: old })
    const refreshed = async (old: string) => {
      const answer = await refresh(old)
      expect(answer.status).toBe(200)
      return ((await answer.json()) as { token: string }).token
    }

    test('S-085 a token that is good is renewed, one that has expired is not', async () => {
      later(599)
      const fresh = await refreshed(token)
      expect(decodeJwt(fresh)).toEqual({ ...decodeJwt(token), iat: now(), exp: now() + 600 })
      later(1)
      expect([(await refresh(token)).status, (await refresh(fresh)).status]).toEqual([401, 200])
      later(1)
      expect((await refresh(token)).status).toBe(401)
    })

    test('S-085 twelve hours after signing in it is over, to the second', async () => {
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

    test('also where somebody signed in between two seconds', async () => {
      testServer.now = new Date('2026-06-15T10:00:00.999Z')
      const body = { username: 'owner@mail.example', password: 'Welkom#2026' }
      const answer = await testServer.call('POST', 'user/authenticate', { body })
      const first = ((await answer.json()) as { token: string }).token
      expect(decodeJwt(first)['auth_time']).toBe(now())
      expect(decodeJwt(await refreshed(first))['auth_time']).toBe(now())
    })
  })
})
