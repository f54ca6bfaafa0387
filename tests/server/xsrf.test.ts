import { createHmac } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { createXsrf } from '#server/http/xsrf.ts'
import { account, client, practice, staff } from '#harness/builders.ts'
import { type CallOptions, eachTestServer, onEngines, outcomeOf } from '#harness/test-server.ts'

onEngines('anti-forgery (XSRF) protection', (engine) => {
  const testServer = eachTestServer(engine)
  let token: string
  let ids: { known: string; fresh: string }

  beforeEach(async () => {
    await practice(testServer.db, 'a')
    token = await testServer.signIn(await staff(testServer.db, 'a', 'admin@a.example', 'CLINIC_ADMIN'))
    ids = {
      known: await client(testServer.db, 'a', { account_id: await account(testServer.db, 'owner@mail.example') }),
      fresh: await client(testServer.db, 'a', { email: 'fresh@mail.example' }),
    }
  })

  const newCookie = async () => (await testServer.call('GET', 'user')).headers.get('set-cookie')!.split(';')[0]!
  const valueOf = (cookie: string) => cookie.slice('XSRF-TOKEN='.length)
  const rows = async () => {
    const all = await Promise.all((['client', 'account', 'session'] as const).map((table) => testServer.rows(table)))
    return all
      .flat()
      .map((row) => JSON.stringify(row))
      .toSorted()
  }

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

  test('sets its cookie once', async () => {
    const first = await testServer.call('GET', 'user')
    expect(first.headers.get('set-cookie')).toMatch(/^XSRF-TOKEN=[\w-]{22}\.[\w-]{43}; Path=\/; SameSite=Strict$/)
    const cookie = await newCookie()
    const isSet = async (sent: string) =>
      (await testServer.call('GET', 'user', { headers: { cookie: sent } })).headers.has('set-cookie')
    expect(await newCookie()).not.toBe(cookie)
    expect(await isSet(cookie)).toBe(false)
    expect(await isSet(`${cookie.slice(0, -1)}${cookie.endsWith('A') ? 'B' : 'A'}`)).toBe(true)
  })

  test.each(CHANGES)('%s %s returns 403 with the cookie but without the matching header', async (...change) => {
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
    const rejectedCalls = [
      await send(change, cookie),
      await send(change, cookie, valueOf(await newCookie())),
      await send(change, cookie, `${value}, ${value}`),
    ]
    for (const header of forged) {
      rejectedCalls.push(await send(change, cookie, header), await send(change, `XSRF-TOKEN=${header}`, header))
    }
    for (const rejected of rejectedCalls) expect(await outcomeOf(rejected)).toBe('403 xsrf')
    expect(await rows()).toEqual(before)
    expect(await testServer.mails()).toEqual([])
    expect((await send(change, cookie, value)).status).toBe(change[3])
  })

  test.each(CHANGES)('%s %s without a cookie requires only a valid session', async (...change) => {
    const isOpen = /authenticate|forgot/.test(change[1])
    const anonymous = await send(change, undefined, undefined, {})
    expect(anonymous.status).toBe(isOpen ? change[3] : 401)
    expect((await send(change, 'other=1; XXSRF-TOKEN=x; XSRF-TOKEN-2=x', undefined)).status).toBe(change[3])
  })

  test('does not authenticate a caller by the header alone', async () => {
    const cookie = await newCookie()
    const response = await send(['PUT', 'user', { language: 'en' }], cookie, valueOf(cookie), {})
    expect(await outcomeOf(response)).toBe('401 unauthenticated')
  })

  test('requires no header for reads', async () => {
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

  test('accepts any of the first three cookies with its name', async () => {
    const cookie = await newCookie()
    const put = async (cookies: string[], header = valueOf(cookie)) =>
      (await send(['PUT', 'user', { language: 'en' }], cookies.join('; '), header)).status
    const many = Array.from({ length: 150 }, (_, number) => `c${number}=x`)
    const forged = 'XSRF-TOKEN=planted'
    for (const cookies of [
      [...many, cookie],
      [cookie, ...many],
      [forged, cookie],
      [cookie, forged],
      [forged, forged, cookie],
    ]) {
      expect(await put(cookies)).toBe(200)
      expect(await put(cookies, 'planted')).toBe(403)
    }
    expect(await put([forged, forged, forged, cookie])).toBe(403)
    const other = await newCookie()
    expect([await put([other, cookie]), await put([other, cookie], valueOf(other))]).toEqual([200, 200])
  })

  test('replaces a forged cookie by a valid one', async () => {
    const response = await send(['PUT', 'user', { language: 'en' }], 'XSRF-TOKEN=forged', 'forged')
    expect(response.status).toBe(403)
    const cookie = response.headers.get('set-cookie')!.split(';')[0]!
    const again = await send(['PUT', 'user', { language: 'en' }], cookie, valueOf(cookie))
    expect([again.status, again.headers.has('set-cookie')]).toEqual([200, false])
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', ''])(
    'rejects a cross-site form post with the content type %j',
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

describe('createXsrf', () => {
  test('accepts only cookies signed with the same secret', async () => {
    const [here, there, elsewhere] = [1, 1, 2].map((byte) =>
      createXsrf({ secret: new Uint8Array(32).fill(byte), clock: () => new Date() }, false),
    )
    const cookie = (await here!.setCookie()).split(';')[0]!
    expect(await there!.valid(cookie)).toEqual([cookie.slice('XSRF-TOKEN='.length)])
    expect(await elsewhere!.valid(cookie)).toEqual([])
    expect(await here!.valid(undefined)).toEqual([])
  })

  test('rejects altered cookies', async () => {
    const xsrf = createXsrf({ secret: new Uint8Array(32), clock: () => new Date() }, false)
    const cookies = await Promise.all(Array.from({ length: 2100 }, async () => (await xsrf.setCookie()).split(';')[0]!))
    for (const cookie of cookies) expect(await xsrf.valid(cookie)).toHaveLength(1)
    for (const cookie of [cookies[0]!, cookies[2099]!]) {
      expect(await xsrf.valid(cookie)).toHaveLength(1)
      expect(await xsrf.valid(`${cookie}x`)).toEqual([])
    }
  })
})
