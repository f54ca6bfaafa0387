import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Problem } from '#contract/problem.ts'
import { createXsrf } from '#server/http/xsrf.ts'
import { account, client, practice, staff } from '#harness/builders.ts'
import { type CallOptions, type TestServer, onEngines, openTestServer } from '#harness/test-server.ts'

onEngines('calls that another site makes', (engine) => {
  let testServer: TestServer
  let token: string
  let ids: { known: string; fresh: string }

  beforeEach(async () => {
    testServer = await openTestServer(engine)
    await practice(testServer.db, 'a')
    token = await testServer.signIn(await staff(testServer.db, 'a', 'admin@a.example', 'CLINIC_ADMIN'))
    ids = {
      known: await client(testServer.db, 'a', { account_id: await account(testServer.db, 'owner@mail.example') }),
      fresh: await client(testServer.db, 'a', { email: 'fresh@mail.example' }),
    }
  })
  afterEach(() => testServer[Symbol.asyncDispose]())

  const newCookie = async () => (await testServer.call('GET', 'user')).headers.get('set-cookie')!.split(';')[0]!
  const valueOf = (cookie: string) => cookie.slice('XSRF-TOKEN='.length)
  const code = async (answer: Response) => ((await answer.json()) as Problem).code
  const rows = async () => [
    await testServer.db.selectFrom('client').selectAll().orderBy('uuid').execute(),
    await testServer.db.selectFrom('account').selectAll().orderBy('id').execute(),
    await testServer.db.selectFrom('session').selectAll().orderBy('id').execute(),
  ]

  const CHANGES: [method: string, path: string, body: unknown, status: number][] = [
    ['POST', 'practice/a/clients?clientUuid=$fresh', undefined, 201],
    ['PUT', 'clients/$known', { locked: true }, 200],
    ['DELETE', 'clients/$known', undefined, 204],
    ['PUT', 'user', { language: 'en' }, 200],
    ['POST', 'password/change', { currentPassword: 'Welkom#2026', newPassword: 'Nieuw#2026' }, 204],
    ['POST', 'user/authenticate', { username: 'owner@mail.example', password: 'Welkom#2026' }, 200],
    ['POST', 'password/forgot?email=owner@mail.example', undefined, 204],
  ]

  const send = (
    [method, path, body]: readonly [string, string, unknown, ...unknown[]],
    cookie: string | undefined,
    header?: string,
    options: CallOptions = { token },
  ) =>
    testServer.call(
      method,
      path.replace(/\$(\w+)/, (_, name) => ids[name as 'known']),
      {
        ...options,
        ...(body !== undefined && { body }),
        headers: { ...(cookie && { cookie }), ...(header !== undefined && { 'x-xsrf-token': header }) },
      },
    )

  test.each(CHANGES)('S-151 %s %s with the cookie needs its header', async (...change) => {
    const cookie = await newCookie()
    const value = valueOf(cookie)
    const [random, signature] = value.split('.') as [string, string]
    const signedBy = (key: Uint8Array) => `${random}.${createHmac('sha256', key).update(random).digest('base64url')}`
    const forged = [
      '',
      'wrong',
      random,
      `${random}.`,
      `.${signature}`,
      `${value}.x`,
      `x${value}`,
      signedBy(new Uint8Array(32)),
      signedBy(testServer.ports.secret),
      signedBy(createHmac('sha256', testServer.ports.secret).update('dierenportaal session token').digest()),
    ]
    const before = await rows()
    const refusals = [
      await send(change, cookie),
      await send(change, cookie, valueOf(await newCookie())),
      await send(change, cookie, `${value}, ${value}`),
    ]
    // Nor is it enough to say the same twice.
    for (const header of forged) {
      refusals.push(await send(change, cookie, header), await send(change, `XSRF-TOKEN=${header}`, header))
    }
    for (const answer of refusals) expect([answer.status, await code(answer)]).toEqual([403, 'xsrf'])
    expect(await rows()).toEqual(before)
    expect(await testServer.mails()).toEqual([])
    expect((await send(change, cookie, value)).status).toBe(change[3])
  })

  test.each(CHANGES)('%s %s without a cookie needs what it always needs', async (...change) => {
    const isOpen = /authenticate|forgot/.test(change[1])
    const anonymous = await send(change, undefined, undefined, {})
    expect(anonymous.status).toBe(isOpen ? change[3] : 401)
    expect((await send(change, 'other=1; XXSRF-TOKEN=x; XSRF-TOKEN-2=x', undefined)).status).toBe(change[3])
  })

  test('the header is no leave to do anything', async () => {
    const cookie = await newCookie()
    const answer = await send(['PUT', 'user', { language: 'en' }], cookie, valueOf(cookie), {})
    expect([answer.status, await code(answer)]).toEqual([401, 'unauthenticated'])
  })

  test('what only reads is not asked for it', async () => {
    const cookie = await newCookie()
    for (const [method, expected] of [
      ['GET', 200],
      ['HEAD', 200],
      ['OPTIONS', 204],
    ] as const) {
      for (const sent of [cookie, 'XSRF-TOKEN=forged']) {
        expect((await testServer.call(method, 'user', { token, headers: { cookie: sent } })).status).toBe(expected)
      }
    }
  })

  test('the cookie is found among others, also a planted one of its name', async () => {
    const cookie = await newCookie()
    const put = async (cookies: string[], header = valueOf(cookie)) =>
      (await send(['PUT', 'user', { language: 'en' }], cookies.join('; '), header)).status
    const many = Array.from({ length: 150 }, (_, number) => `c${number}=x`)
    const planted = 'XSRF-TOKEN=planted'
    for (const cookies of [
      [...many, cookie],
      [cookie, ...many],
      [planted, cookie],
      [cookie, planted],
      [planted, planted, cookie],
    ]) {
      expect(await put(cookies)).toBe(200)
      expect(await put(cookies, 'planted')).toBe(403)
    }
    // There is a bound, and beyond it nothing is believed.
    expect(await put([planted, planted, planted, cookie])).toBe(403)
    const other = await newCookie()
    expect([await put([other, cookie]), await put([other, cookie], valueOf(other))]).toEqual([200, 200])
  })

  test('whoever is refused for a cookie that is not ours gets one', async () => {
    const answer = await send(['PUT', 'user', { language: 'en' }], 'XSRF-TOKEN=forged', 'forged')
    expect(answer.status).toBe(403)
    const cookie = answer.headers.get('set-cookie')!.split(';')[0]!
    const again = await send(['PUT', 'user', { language: 'en' }], cookie, valueOf(cookie))
    expect([again.status, again.headers.has('set-cookie')]).toEqual([200, false])
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', ''])(
    'S-155 a form of another site, as %j, does nothing',
    async (type) => {
      const post = (path: string, method: string, body: unknown, headers: Record<string, string> = {}) =>
        testServer.call(method, path, {
          body,
          headers: { 'content-type': type, origin: 'https://evil.example', ...headers },
        })
      const before = await rows()
      const credentials = { username: 'owner@mail.example', password: 'Welkom#2026' }
      expect((await post('user/authenticate', 'POST', credentials)).status).toBe(415)
      expect((await post('user', 'PUT', { language: 'en' })).status).toBe(401)
      expect((await post('password/reset', 'POST', { newPassword: 'Nieuw#2026' })).status).toBe(401)
      expect((await post('user/authenticate', 'POST', credentials, { cookie: await newCookie() })).status).toBe(403)
      expect(await rows()).toEqual(before)
      expect(
        (await post('user/authenticate', 'POST', credentials, { 'content-type': 'application/json' })).status,
      ).toBe(200)
    },
  )
})

describe('the anti-forgery value', () => {
  test('is good in every process of the same secret, and of no other', async () => {
    const [here, there, elsewhere] = [1, 1, 2].map((byte) =>
      createXsrf({ secret: new Uint8Array(32).fill(byte), clock: () => new Date() }, false),
    )
    const cookie = (await here!.setCookie()).split(';')[0]!
    expect(await there!.valid(cookie)).toEqual([cookie.slice('XSRF-TOKEN='.length)])
    expect(await elsewhere!.valid(cookie)).toEqual([])
    expect(await here!.valid(undefined)).toEqual([])
  })

  test('is still good after thousands of others, and they are no better for it', async () => {
    const xsrf = createXsrf({ secret: new Uint8Array(32), clock: () => new Date() }, false)
    const cookies = await Promise.all(Array.from({ length: 2100 }, async () => (await xsrf.setCookie()).split(';')[0]!))
    for (const cookie of cookies) expect(await xsrf.valid(cookie)).toHaveLength(1)
    for (const cookie of [cookies[0]!, cookies[2099]!]) {
      expect(await xsrf.valid(cookie)).toHaveLength(1)
      expect(await xsrf.valid(`${cookie}x`)).toEqual([])
    }
  })
})
