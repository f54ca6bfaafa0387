import { once } from 'node:events'
import { type RequestListener, type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type GenerateKeyPairResult, SignJWT, UnsecuredJWT, exportJWK, exportSPKI, generateKeyPair } from 'jose'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Problem } from '#contract/problem.ts'
import { account, client, practice, staff } from '#harness/builders.ts'
import { type TestServer, onEngines, openTestServer } from '#harness/test-server.ts'

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

/** A server of public keys; what it does can change. */
class KeyServer {
  published: Record<string, GenerateKeyPairResult> = { one: first }
  asked = 0
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
      this.asked += 1
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

onEngines('signing in by OAuth', (engine) => {
  let testServer: TestServer
  let keys: KeyServer

  beforeEach(async () => {
    keys = new KeyServer()
    await keys.open()
    testServer = await openTestServer(engine, { settings: { oauth: oauth() } })
    await practice(testServer.db, 'a')
    await client(testServer.db, 'a', { account_id: await account(testServer.db, EMAIL) })
  })
  afterEach(async () => {
    await keys.close()
    await testServer[Symbol.asyncDispose]()
  })

  const oauth = () => ({ jwksUrl: keys.url, issuer: ISSUER, audience: AUDIENCE, cooldownMs: 0 })
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
  const enter = (token: string, at = testServer) =>
    at.call('GET', `oauth/authenticate?access_token=${encodeURIComponent(token)}`)
  const code = async (answer: Response) => ((await answer.json()) as Problem).code
  const sessions = async () => (await testServer.db.selectFrom('session').selectAll().execute()).length
  const accounts = async () => (await testServer.db.selectFrom('account').selectAll().execute()).length

  test('an address is one however its letters are put together', async () => {
    const id = await account(testServer.db, 'jos\u00E9@mail.example')
    const answer = await enter(await sign({ email: 'Jose\u0301@mail.example' }))
    const { token } = (await answer.json()) as { token: string }
    expect(await (await testServer.call('GET', 'user', { token })).json()).toMatchObject({ id })
    expect((await enter(await sign({ email: 'jose@mail.example' }))).status).toBe(401)
  })

  test.each([
    ['the e-mail address', {}],
    ['a verified address', { email_verified: true }],
    ['a verified address, in words', { email_verified: 'true' }],
    ['an address in capitals', { email: 'Owner@MAIL.example' }],
    ['several audiences, ours among them', { aud: ['other', AUDIENCE] }],
    ['an end that our clock has just passed', { exp: () => seconds() - 20 }],
    ['a beginning that our clock has not yet reached', { nbf: () => seconds() + 20 }],
    ['a making that our clock has not yet reached', { iat: () => seconds() + 30 }],
  ])('a token with %s is let in', async (_, changed) => {
    const answer = await enter(await sign(called(changed)))
    expect(answer.status).toBe(200)
    const { token } = (await answer.json()) as { token: string }
    const user = await testServer.call('GET', 'user', { token })
    expect(await user.json()).toMatchObject({ username: EMAIL, roles: ['PORTAL_USER'] })
    expect((await testServer.call('GET', 'user/refresh', { token })).status).toBe(200)
  })

  test('staff are let in as staff', async () => {
    await staff(testServer.db, 'a', 'vet@a.example')
    const { token } = (await (await enter(await sign({ email: 'vet@a.example' }))).json()) as { token: string }
    expect(await (await testServer.call('GET', 'user', { token })).json()).toMatchObject({ roles: ['CLINIC_USER'] })
  })

  test('a token is one factor, unless its issuer says that it has looked at two', async () => {
    const vet = await staff(testServer.db, 'a', 'vet@a.example')
    await testServer.db.updateTable('practice').set({ second_factor: 1 }).execute()
    const email = 'vet@a.example'
    expect(await (await enter(await sign({ email, amr: ['pwd'] }))).json()).toMatchObject({ secondFactor: 'set-up' })
    await testServer.db
      .insertInto('totp')
      .values({ account_id: vet, secret: 'x', last_step: 0, created_at: '2026-06-15T10:00:00.000Z' })
      .execute()
    for (const amr of [undefined, 'mfa', ['pwd', 'otp']]) {
      const answer = await enter(await sign({ email, amr }))
      expect(answer.status).toBe(401)
      expect(await answer.json()).toMatchObject({ code: 'second-factor-needed', methods: ['code'] })
    }
    const opened = await enter(await sign({ email, amr: ['pwd', 'mfa'] }))
    const { token } = (await opened.json()) as { token: string }
    expect((await testServer.call('GET', 'practice/a', { token })).status).toBe(200)
  })

  test('S-114 every other token is refused alike, and is nowhere repeated', async () => {
    await account(testServer.db, 'kim@mail.example')
    const good = await sign()
    const [header, payload, signature] = good.split('.') as [string, string, string]
    const publicText = new TextEncoder().encode(await exportSPKI(first.publicKey))
    const publicBytes = new TextEncoder().encode(JSON.stringify(await exportJWK(first.publicKey)))
    const shared = (key: Uint8Array) => new SignJWT(claims()).setProtectedHeader({ alg: 'HS256', kid: 'one' }).sign(key)
    const refusals = {
      'a forged signature': await sign({}, { key: stranger.privateKey }),
      'another content under the signature': `${header}.${btoa(JSON.stringify(claims({ email: 'kim@mail.example' }))).replaceAll('=', '')}.${signature}`,
      'no signature': `${header}.${payload}.`,
      'the public key as a secret': await shared(publicText),
      'the public key as a secret, as JWK': await shared(publicBytes),
      'alg none': new UnsecuredJWT(claims()).encode(),
      'an unknown key': await sign({}, { kid: 'three', key: stranger.privateKey }),
      'another issuer': await sign({ iss: 'https://login.example' }),
      'no issuer': await sign({ iss: undefined }),
      'another audience': await sign({ aud: 'other' }),
      'no audience': await sign({ aud: undefined }),
      expired: await sign({ exp: seconds() - 60 }),
      'not yet valid': await sign({ nbf: seconds() + 60 }),
      'made in the future': await sign({ iat: seconds() + 31 }),
      'made at no time': await sign({ iat: 'now' }),
      'no end': await sign({ exp: undefined }),
      'no address': await sign({ email: undefined }),
      'an address that is no text': await sign({ email: [EMAIL] }),
      'an address with NUL': await sign({ email: `${EMAIL}\0` }),
      'an address with half a character': await sign({ email: `${EMAIL}\uD800` }),
      'an address of two lines': await sign({ email: `${EMAIL}\n${EMAIL}` }),
      'an address that is not verified': await sign({ email_verified: false }),
      'an address that is not verified, in words': await sign({ email_verified: 'false' }),
      'an unknown address': await sign({ email: 'nobody@mail.example' }),
      'an address that only looks like it': await sign({ email: '\u212Aim@mail.example' }),
      'our own token': await testServer.signIn(await account(testServer.db, 'other@mail.example')),
      'no token at all': 'x',
    }
    const before = [await sessions(), await accounts()]
    const wrong: Record<string, unknown> = {}
    const bodies = new Set<string>()
    for (const [name, token] of Object.entries(refusals)) {
      const answer = await enter(token)
      if (answer.status !== 401 || !answer.headers.has('www-authenticate')) wrong[name] = answer.status
      const body = await answer.text()
      bodies.add(JSON.stringify({ ...(JSON.parse(body) as Problem), instance: '' }))
      if (name !== 'no token at all') expect(body + JSON.stringify(testServer.logged)).not.toContain(token)
    }
    expect(wrong).toEqual({})
    expect([...bodies]).toEqual([expect.stringContaining('login-failed')])
    expect([await sessions(), await accounts()]).toEqual(before)
    expect((await enter(good)).status).toBe(200)
  })

  test('for what is not signed by a private key the keys are not even asked', async () => {
    const secret = new TextEncoder().encode(await exportSPKI(first.publicKey))
    await enter(await new SignJWT(claims()).setProtectedHeader({ alg: 'HS256', kid: 'one' }).sign(secret))
    await enter(new UnsecuredJWT(claims()).encode())
    expect(keys.asked).toBe(0)
    await enter(await sign())
    expect(keys.asked).toBe(1)
  })

  test('a token is good again until it ends', async () => {
    const token = await sign({ jti: 'one' })
    for (let times = 0; times < 2; times += 1) expect((await enter(token)).status).toBe(200)
  })

  describe('where each token is good once', () => {
    let strict: TestServer
    beforeEach(async () => {
      strict = await openTestServer(engine, { settings: { oauth: { ...oauth(), singleUse: true } } })
      await practice(strict.db, 'a')
      await client(strict.db, 'a', { account_id: await account(strict.db, EMAIL) })
    })
    afterEach(() => strict[Symbol.asyncDispose]())

    test('it is refused the second time, and one without a name always', async () => {
      const token = await sign({ jti: 'one' })
      expect((await enter(token, strict)).status).toBe(200)
      const again = await enter(token, strict)
      expect([again.status, await code(again)]).toEqual([401, 'login-failed'])
      expect((await enter(await sign({ jti: 'two' }), strict)).status).toBe(200)
      for (const jti of [undefined, '', 7]) {
        expect((await enter(await sign({ jti }), strict)).status).toBe(401)
      }
      const rows = await strict.db.selectFrom('used_token').select('expires_at').execute()
      expect(rows[0]).toEqual({ expires_at: new Date((seconds() + 330) * 1000).toISOString() })
    })

    test('of two calls at once one is let in', { tags: ['database'] }, async () => {
      const token = await sign({ jti: 'one' })
      const answers = await Promise.all([enter(token, strict), enter(token, strict)])
      expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 401])
    })

    test('who is not let in for another reason has not used it', async () => {
      await strict.db.updateTable('client').set({ locked: 1 }).execute()
      const token = await sign({ jti: 'one' })
      expect((await enter(token, strict)).status).toBe(403)
      await strict.db.updateTable('client').set({ locked: 0 }).execute()
      expect((await enter(token, strict)).status).toBe(200)
    })
  })

  test('who has only locked clients is told so', async () => {
    await client(testServer.db, 'a', { account_id: await account(testServer.db, 'locked@mail.example'), locked: 1 })
    const answer = await enter(await sign({ email: 'locked@mail.example' }))
    expect([answer.status, await code(answer)]).toEqual([403, 'client-locked'])
    expect(await sessions()).toBe(0)
  })

  test('a new key is known without a restart, and one that was taken back no longer', async () => {
    expect((await enter(await sign())).status).toBe(200)
    keys.published = { two: second }
    const rotated = () => sign({}, { kid: 'two', key: second.privateKey })
    expect((await enter(await rotated())).status).toBe(200)
    expect((await enter(await sign())).status).toBe(401)
  })

  test('the keys are asked for once', async () => {
    await Promise.all([enter(await sign()), enter(await sign())])
    await enter(await sign())
    expect(keys.asked).toBe(1)
  })

  describe('while the keys cannot be had', () => {
    const expectUnavailable = async (at = testServer) => {
      const token = await sign()
      const answer = await enter(token, at)
      expect(answer.status).toBe(503)
      expect(answer.headers.has('retry-after')).toBe(true)
      const body = await answer.text()
      expect(body).toContain('unavailable')
      expect(at.logged).toContainEqual(expect.objectContaining({ level: 'error', event: 'oauth-keys-unavailable' }))
      expect(body + JSON.stringify(at.logged)).not.toContain(token)
      expect(JSON.stringify(at.logged)).not.toContain('    at ')
    }

    test('nobody is let in, and everybody once they are back', async () => {
      await keys.close()
      await expectUnavailable()
      expect(testServer.logged).toContainEqual(
        expect.objectContaining({ fields: expect.objectContaining({ reason: 'ECONNREFUSED' }) as unknown }),
      )
      await keys.open()
      expect((await enter(await sign())).status).toBe(200)
      await keys.close()
      expect((await enter(await sign())).status).toBe(200)
    })

    test.each<[string, RequestListener]>([
      ['is silent', () => {}],
      ['falls silent halfway', (_, response) => void response.writeHead(200).write('{"keys":[')],
    ])('a server that %s is not waited for', async (_, listener) => {
      keys.listener = listener
      await using hasty = await openTestServer(engine, { settings: { oauth: { ...oauth(), timeoutMs: 50 } } })
      await expectUnavailable(hasty)
    })

    test('a server that does not end is cut off, one that has much to say is not', async () => {
      const usual = keys.listener
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
      expect((await enter(await sign())).status).toBe(200)
      keys.listener = usual
    })

    test.each<[string, RequestListener]>([
      ['answers with an error', (_, response) => void response.writeHead(500).end()],
      ['answers with another address', (_, response) => void response.writeHead(302, { location: '/other' }).end()],
      ['answers with a page', (_, response) => void response.end('<html>')],
      ['answers with something else', (_, response) => void response.end('{"keys":{}}')],
      ['breaks off', (_, response) => void response.destroy()],
    ])('a server that %s', async (_, listener) => {
      const usual = keys.listener
      keys.listener = listener
      await expectUnavailable()
      keys.listener = usual
      expect((await enter(await sign())).status).toBe(200)
    })
  })

  test.each(['', '?access_token=', '?access_token=a&access_token=b', '?token=a'])(
    'oauth/authenticate%s is no such call',
    async (query) => {
      const answer = await testServer.call('GET', `oauth/authenticate${query}`)
      expect([answer.status, await code(answer)]).toEqual([400, 'invalid-parameter'])
      expect(keys.asked).toBe(0)
    },
  )

  test('without its settings nobody is let in', async () => {
    await using other = await openTestServer(engine)
    await account(other.db, EMAIL)
    const answer = await other.call('GET', `oauth/authenticate?access_token=${await sign()}`)
    expect([answer.status, await code(answer)]).toEqual([401, 'login-failed'])
    expect(answer.headers.has('www-authenticate')).toBe(true)
  })
})

// The clock is there once the test runs.
const called = (fields: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'function' ? (value as () => unknown)() : value,
    ]),
  )
