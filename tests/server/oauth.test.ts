import { once } from 'node:events'
import { type RequestListener, type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type GenerateKeyPairResult, SignJWT, UnsecuredJWT, exportJWK, exportSPKI, generateKeyPair } from 'jose'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Problem } from '#contract/schemas/problem.ts'
import { account, client, practice, staff, totp } from '#harness/builders.ts'
import { changeRows, rowsOf } from '#harness/rows.ts'
import { type TestServer, eachTestServer, onEngines, openTestServer, outcomeOf } from '#harness/test-server.ts'

const ISSUER = 'https://login.example/'
const AUDIENCE = 'dierenportaal'
const EMAIL = 'owner@mail.example'

let first: GenerateKeyPairResult
let second: GenerateKeyPairResult
let stranger: GenerateKeyPairResult

beforeAll(async () => {
  const pair = () => generateKeyPair('ES256', { extractable: true })
  ;[first, second, stranger] = await Promise.all([pair(), pair(), pair()])
})

/** A server of public keys, whose responses a test can change. */
class KeyServer {
  published: Record<string, GenerateKeyPairResult> = { one: first }
  requests = 0
  listener: RequestListener = (_, response) =>
    void this.keySet().then((body) => response.setHeader('content-type', 'application/json').end(body))
  #server: Server | undefined
  #port = 0

  async keySet(): Promise<string> {
    const entries = Object.entries(this.published)
    const keys = entries.map(async ([kid, { publicKey }]) => ({ ...(await exportJWK(publicKey)), kid, alg: 'ES256' }))
    return JSON.stringify({ keys: await Promise.all(keys) })
  }

  async open(): Promise<void> {
    this.#server = createServer((request, response) => {
      this.requests += 1
      this.listener(request, response)
    }).listen(this.#port, '127.0.0.1')
    await once(this.#server, 'listening')
    this.#port = (this.#server.address() as AddressInfo).port
  }

  async close(): Promise<void> {
    if (!this.#server?.listening) return
    const closed = once(this.#server, 'close')
    this.#server.close()
    this.#server.closeAllConnections()
    await closed
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}/keys`
  }
}

onEngines('signing in with an OAuth token', (engine) => {
  let keys: KeyServer
  beforeEach(async () => {
    keys = new KeyServer()
    await keys.open()
  })
  afterEach(() => keys.close())
  const oauth = (more: object = {}) => ({
    settings: { oauth: { jwksUrl: keys.url, issuer: ISSUER, audience: AUDIENCE, cooldownMs: 0, ...more } },
  })
  const testServer = eachTestServer(engine, oauth)
  const prepare = async () => {
    await practice(testServer.db, 'a')
    await client(testServer.db, 'a', { account_id: await account(testServer.db, EMAIL) })
  }
  beforeEach(prepare)

  const seconds = () => Math.floor(testServer.now.getTime() / 1000)
  const claims = (changed: object = {}) => ({
    iss: ISSUER,
    aud: AUDIENCE,
    exp: seconds() + 300,
    email: EMAIL,
    ...changed,
  })
  const sign = (changed?: object, { kid = 'one', key = first.privateKey } = {}) =>
    new SignJWT(claims(changed)).setProtectedHeader({ alg: 'ES256', kid }).sign(key)
  const shared = (key: string) =>
    new SignJWT(claims()).setProtectedHeader({ alg: 'HS256', kid: 'one' }).sign(new TextEncoder().encode(key))
  const respond = (token: string, at: TestServer = testServer) =>
    at.call('GET', `oauth/authenticate?access_token=${encodeURIComponent(token)}`)
  const enter = async (changed?: object) => await outcomeOf(respond(await sign(changed)))
  const tokenOf = async (changed: object) =>
    (await testServer.ok<{ token: string }>(respond(await sign(changed)))).token
  const userOf = async (changed: object) => await testServer.read('user', await tokenOf(changed))

  test('ignores the Unicode normal form of e-mail addresses', async () => {
    const id = await account(testServer.db, 'jos\u00E9@mail.example')
    expect(await userOf({ email: 'Jose\u0301@mail.example' })).toMatchObject({ id })
    expect(await enter({ email: 'jose@mail.example' })).toBe('401 login-failed')
  })

  test('accepts valid tokens, with a clock skew of 30 seconds', async () => {
    for (const changed of [
      {},
      { email_verified: true },
      { email_verified: 'true' },
      { email: 'Owner@MAIL.example' },
      { aud: ['other', AUDIENCE] },
      { exp: seconds() - 20 },
      { nbf: seconds() + 20 },
      { iat: seconds() + 30 },
    ]) {
      const token = await tokenOf(changed)
      expect(await testServer.read('user', token)).toMatchObject({ username: EMAIL, roles: ['PORTAL_USER'] })
      await testServer.read('user/refresh', token)
    }
    const again = await sign({ jti: 'one' })
    for (let times = 0; times < 2; times += 1) expect(await outcomeOf(respond(again))).toBe('200')
  })

  test('opens a staff session for staff', async () => {
    await staff(testServer.db, 'a', 'vet@a.example')
    expect(await userOf({ email: 'vet@a.example' })).toMatchObject({ roles: ['CLINIC_USER'] })
  })

  test('counts as one factor unless the issuer checked two', async () => {
    const email = 'vet@a.example'
    const vet = await staff(testServer.db, 'a', email)
    await changeRows(testServer.db, 'practice', { second_factor: 1 })
    expect(await (await respond(await sign({ email, amr: ['pwd'] }))).json()).toMatchObject({ secondFactor: 'set-up' })
    await totp(testServer.db, vet)
    for (const amr of [undefined, 'mfa', ['pwd', 'otp']]) {
      const response = await respond(await sign({ email, amr }))
      expect([response.status, await response.json()]).toMatchObject([
        401,
        { code: 'second-factor-needed', methods: ['code'] },
      ])
    }
    await testServer.read('practice/a', await tokenOf({ email, amr: ['pwd', 'mfa'] }))
  })

  test('rejects every invalid token with the same response', async () => {
    await account(testServer.db, 'kim@mail.example')
    const good = await sign()
    const [header, payload, signature] = good.split('.') as [string, string, string]
    const other = btoa(JSON.stringify(claims({ email: 'kim@mail.example' }))).replaceAll('=', '')
    const invalidTokens = {
      'a forged signature': await sign({}, { key: stranger.privateKey }),
      'another content under the signature': `${header}.${other}.${signature}`,
      'no signature': `${header}.${payload}.`,
      'the public key as a secret': await shared(await exportSPKI(first.publicKey)),
      'the public key as a secret, as JWK': await shared(JSON.stringify(await exportJWK(first.publicKey))),
      'alg none': new UnsecuredJWT(claims()).encode(),
      'an unknown key': await sign({}, { kid: 'three', key: stranger.privateKey }),
      'another issuer': await sign({ iss: 'https://login.example' }),
      'no issuer': await sign({ iss: undefined }),
      'another audience': await sign({ aud: 'other' }),
      'no audience': await sign({ aud: undefined }),
      expired: await sign({ exp: seconds() - 60 }),
      'not yet valid': await sign({ nbf: seconds() + 60 }),
      'issued in the future': await sign({ iat: seconds() + 31 }),
      'issued at no time': await sign({ iat: 'now' }),
      'no end': await sign({ exp: undefined }),
      'no address': await sign({ email: undefined }),
      'an address that is no text': await sign({ email: [EMAIL] }),
      'an address with NUL': await sign({ email: `${EMAIL}\0` }),
      'an address with half a character': await sign({ email: `${EMAIL}\uD800` }),
      'an address of two lines': await sign({ email: `${EMAIL}\n${EMAIL}` }),
      'an address that is not verified': await sign({ email_verified: false }),
      'an address that is not verified, as text': await sign({ email_verified: 'false' }),
      'an unknown address': await sign({ email: 'nobody@mail.example' }),
      'an address with a similar letter': await sign({ email: '\u212Aim@mail.example' }),
      'a token of the portal': await testServer.signIn(await account(testServer.db, 'other@mail.example')),
      'no token at all': 'x',
    }
    const state = async () => [await rowsOf(testServer.db, 'session'), await rowsOf(testServer.db, 'account')]
    const before = await state()
    const wrong: Record<string, unknown> = {}
    const bodies = new Set<string>()
    for (const [name, token] of Object.entries(invalidTokens)) {
      const response = await respond(token)
      if (response.status !== 401 || !response.headers.has('www-authenticate')) wrong[name] = response.status
      const body = await response.text()
      bodies.add(JSON.stringify({ ...(JSON.parse(body) as Problem), instance: '' }))
      if (name !== 'no token at all') expect(body + JSON.stringify(testServer.logged)).not.toContain(token)
    }
    expect(wrong).toEqual({})
    expect([...bodies]).toEqual([expect.stringContaining('login-failed')])
    expect(await state()).toEqual(before)
    expect(await outcomeOf(respond(good))).toBe('200')
  })

  test('fetches the keys once', async () => {
    await respond(await shared(await exportSPKI(first.publicKey)))
    await respond(new UnsecuredJWT(claims()).encode())
    expect(keys.requests).toBe(0)
    await Promise.all([enter(), enter()])
    await enter()
    expect(keys.requests).toBe(1)
  })

  describe('if tokens are single-use', () => {
    beforeEach(async () => {
      await testServer.reopen(oauth({ singleUse: true }))
      await prepare()
    })

    test('rejects a used token', async () => {
      const token = await sign({ jti: 'one' })
      expect([await outcomeOf(respond(token)), await outcomeOf(respond(token))]).toEqual(['200', '401 login-failed'])
      expect(await enter({ jti: 'two' })).toBe('200')
      for (const jti of [undefined, '', 7]) expect(await enter({ jti })).toBe('401 login-failed')
      const expires_at = new Date((seconds() + 330) * 1000).toISOString()
      expect((await rowsOf(testServer.db, 'used_token', ['expires_at']))[0]).toEqual({ expires_at })
    })

    test('accepts one of two concurrent calls with the same token', { tags: ['database'] }, async () => {
      const token = await sign({ jti: 'one' })
      const outcomes = await Promise.all([outcomeOf(respond(token)), outcomeOf(respond(token))])
      expect(outcomes.toSorted()).toEqual(['200', '401 login-failed'])
    })

    test('does not use up a token that is rejected for another reason', async () => {
      await changeRows(testServer.db, 'client', { locked: 1 })
      const token = await sign({ jti: 'one' })
      expect(await outcomeOf(respond(token))).toBe('403 client-locked')
      expect(await rowsOf(testServer.db, 'session')).toEqual([])
      await changeRows(testServer.db, 'client', { locked: 0 })
      expect(await outcomeOf(respond(token))).toBe('200')
    })
  })

  test('accepts a new key without a restart', async () => {
    expect(await enter()).toBe('200')
    keys.published = { two: second }
    expect(await outcomeOf(respond(await sign({}, { kid: 'two', key: second.privateKey })))).toBe('200')
    expect(await enter()).toBe('401 login-failed')
  })

  describe('while the keys are unavailable', () => {
    const expectUnavailable = async (at: TestServer = testServer) => {
      const token = await sign()
      const response = await respond(token, at)
      expect([response.headers.has('retry-after'), await outcomeOf(response)]).toEqual([true, '503 unavailable'])
      expect(at.logged).toContainEqual(expect.objectContaining({ level: 'error', event: 'oauth-keys-unavailable' }))
      const logged = JSON.stringify(at.logged)
      expect((await response.text()) + logged).not.toContain(token)
      expect(logged).not.toContain('    at ')
    }

    test('returns 503 until the keys can be fetched', async () => {
      await keys.close()
      await expectUnavailable()
      expect(testServer.logged).toContainEqual(
        expect.objectContaining({ fields: expect.objectContaining({ reason: 'ECONNREFUSED' }) as unknown }),
      )
      await keys.open()
      expect(await enter()).toBe('200')
      await keys.close()
      expect(await enter()).toBe('200')
    })

    test.each<[string, RequestListener]>([
      ['is silent', () => {}],
      ['falls silent halfway', (_, response) => void response.writeHead(200).write('{"keys":[')],
    ])('does not wait for a key server that %s', async (_, listener) => {
      keys.listener = listener
      await using hasty = await openTestServer(engine, oauth({ timeoutMs: 50 }))
      await expectUnavailable(hasty)
    })

    test('aborts an endless key response', async () => {
      let written = 0
      const closed = Promise.withResolvers<void>()
      keys.listener = (_, response) => {
        const chunk = Buffer.alloc(65_536, ' ')
        const write = () => {
          do written += chunk.length
          while (response.write(chunk))
        }
        response.on('drain', write).on('close', closed.resolve)
        write()
      }
      await expectUnavailable()
      await closed.promise
      expect(written).toBeLessThan(20_000_000)
      keys.listener = (_, response) => void keys.keySet().then((body) => response.end(body.padEnd(200_000)))
      expect(await enter()).toBe('200')
    })

    test('returns 503 if the key server returns anything but keys', async () => {
      const usual = keys.listener
      const responses: RequestListener[] = [
        (_, response) => void response.writeHead(500).end(),
        (_, response) => void response.writeHead(302, { location: '/other' }).end(),
        (_, response) => void response.end('<html>'),
        (_, response) => void response.end('{"keys":{}}'),
        (_, response) => void response.destroy(),
      ]
      for (const listener of responses) {
        testServer.logged.length = 0
        keys.listener = listener
        await expectUnavailable()
      }
      keys.listener = usual
      expect(await enter()).toBe('200')
    })
  })

  test('requires exactly one token in the query', async () => {
    for (const query of ['', '?access_token=', '?access_token=a&access_token=b', '?token=a'])
      expect(await outcomeOf(testServer.call('GET', `oauth/authenticate${query}`))).toBe('400 invalid-parameter')
    expect(keys.requests).toBe(0)
  })

  test('rejects every token if OAuth is not configured', async () => {
    const token = await sign()
    await using other = await openTestServer(engine)
    await account(other.db, EMAIL)
    const response = await respond(token, other)
    expect([response.headers.has('www-authenticate'), await outcomeOf(response)]).toEqual([true, '401 login-failed'])
  })
})
