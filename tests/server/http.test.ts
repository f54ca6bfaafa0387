import manifest from '../../package.json' with { type: 'json' }
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Problem } from '#contract/problem.ts'
import { memoryFiles } from '#mocks/files.ts'
import { createApp } from '#server/app.ts'
import { StorageError } from '#server/files/storage-error.ts'
import { queueMail } from '#server/mail/outbox.ts'
import type { Files } from '#server/ports.ts'
import { ProblemError } from '#server/http/problem.ts'
import { account, practice, staff } from '#harness/builders.ts'
import { type CallOptions, type TestServer, onEngines, openTestServer } from '#harness/test-server.ts'

onEngines('the wire', (engine) => {
  let testServer: TestServer
  let token: string

  beforeEach(async () => {
    testServer = await openTestServer(engine, { settings: { allowedOrigins: ['https://app.example'] } })
    await practice(testServer.db, 'a')
    token = await testServer.signIn(await staff(testServer.db, 'a', 'staff@a.example'))
  })
  afterEach(() => testServer[Symbol.asyncDispose]())

  const refused = async (method: string, path: string, options?: CallOptions) => {
    const answer = await testServer.call(method, path, options)
    return { status: answer.status, headers: answer.headers, problem: (await answer.json()) as Problem }
  }

  test('a refusal is a problem document, found in the log by its id', async () => {
    const { status, headers, problem } = await refused('GET', 'user')
    expect(status).toBe(401)
    expect(headers.get('content-type')).toBe('application/problem+json')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(problem).toEqual({
      type: 'urn:portal:problem:unauthenticated',
      title: 'Not signed in',
      status: 401,
      code: 'unauthenticated',
      instance: `urn:uuid:${headers.get('x-request-id')}`,
    })
    expect(testServer.logged.at(-1)?.fields).toMatchObject({
      id: headers.get('x-request-id'),
      route: '/api/user',
      status: 401,
    })
  })

  test('the log tells who called from where by names that only tell the same from another', async () => {
    const id = await account(testServer.db, 'x@mail.example')
    const other = await testServer.signIn(id)
    const from = async (address: string | undefined, by?: string) => {
      await testServer.call('GET', 'user', { ...(by && { token: by }), ...(address && { address }) })
      const { account, address: shown } = testServer.logged.at(-1)!.fields!
      return [account, shown]
    }
    const [mine, here] = await from('192.0.2.1', token)
    for (const name of [mine, here]) expect(name).toMatch(/^[\w-]{16}$/)
    expect(await from('192.0.2.1', token)).toEqual([mine, here])
    expect(await from('192.0.2.1')).toEqual([undefined, here])
    expect(await from(undefined, token)).toEqual([mine, undefined])
    const [theirs, there] = await from('192.0.2.2', other)
    expect(new Set([mine, theirs, here, there]).size).toBe(4)
    const text = JSON.stringify(testServer.logged)
    expect(text).not.toContain(id)
    expect(text).not.toContain('192.0.2')

    // Of another secret they are others: nobody without it can try all addresses.
    const logged: unknown[] = []
    const app = createApp({
      ...testServer.ports,
      secret: new TextEncoder().encode('another secret, as long as the first'),
      log: (_, event, fields) => void logged.push([event, fields?.['address']]),
    })
    await app.request('/api/user', {}, { clientAddress: '192.0.2.1' })
    expect(logged).toEqual([['request', expect.stringMatching(/^[\w-]{16}$/)]])
    expect(logged).not.toEqual([['request', here]])
  })

  test.each([
    ['PATCH', 'user', 'GET, HEAD, PUT'],
    ['POST', 'user', 'GET, HEAD, PUT'],
    ['DELETE', 'practice/a', 'GET, HEAD, PUT'],
    ['GET', 'user/authenticate', 'POST'],
    ['PUT', 'practice/a/clients', 'GET, HEAD, POST, DELETE'],
    ['POST', 'clients/x', 'GET, HEAD, PUT, DELETE'],
  ])('S-035 %s %s → 405, and what is allowed', async (method, path, allow) => {
    const { status, headers, problem } = await refused(method, path)
    expect([status, problem.code, headers.get('allow')]).toEqual([405, 'method-not-allowed', allow])
  })

  test.each(['', 'nowhere', 'user/', 'clients/x/unknown', 'practice', '__proto__', 'clients/%zz'])(
    '/%s is not found',
    async (path) => {
      const { status, problem } = await refused('GET', path, { token })
      expect([status, problem.code]).toEqual([404, 'not-found'])
    },
  )

  test('HEAD is GET without a body', async () => {
    const answer = await testServer.call('HEAD', 'user', { token })
    expect([answer.status, await answer.text()]).toEqual([200, ''])
  })

  describe('bodies', () => {
    const put = (body: string | Uint8Array<ArrayBuffer>, type: string | null = 'application/json') =>
      testServer.fetch(
        new Request('http://portal.test/api/user', {
          method: 'PUT',
          headers: { authorization: token, ...(type !== null && { 'content-type': type }) },
          body: typeof body === 'string' ? new TextEncoder().encode(body) : body,
        }),
      )

    test.each([
      '',
      '{',
      '{"language":"nl",}',
      '\uFEFF{"language":"nl"}',
      "{'language':'nl'}",
      'nl',
      '{"language":"nl"}x',
    ])('S-023 %j is malformed', async (body) => {
      const answer = await put(body)
      expect([answer.status, ((await answer.json()) as Problem).code]).toEqual([400, 'malformed-json'])
    })

    test.each([
      'null',
      '[]',
      '"x"',
      '5',
      'true',
      '[{"language":"nl"}]',
      '{}',
      '{"language":1}',
      '{"language":null}',
      '{"language":["nl"]}',
    ])('S-023 %s is not what is asked for', async (body) => {
      const answer = await put(body)
      const problem = (await answer.json()) as Problem
      expect([answer.status, problem.code]).toEqual([400, 'validation-failed'])
      for (const { code } of problem.errors ?? []) expect(code).toMatch(/^[a-zA-Z]+$/)
    })

    test.each([
      null,
      'text/plain',
      'application/x-www-form-urlencoded',
      'text/xml',
      'multipart/form-data; boundary=x',
      'application/json; charset=utf-16',
      'application/jsonx',
    ])('S-024 %s is no JSON', async (type) => {
      expect((await put('{"language":"nl"}', type)).status).toBe(415)
    })

    test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"'])(
      '%s is JSON',
      async (type) => {
        expect((await put('{"language":"en"}', type)).status).toBe(200)
      },
    )

    test.each(['gzip', 'br', 'deflate', 'identity, gzip', 'x'])('a body in %s is not read', async (encoding) => {
      const headers = { 'content-encoding': encoding }
      const {
        status,
        headers: told,
        problem,
      } = await refused('PUT', 'user', { token, body: { language: 'en' }, headers })
      expect([status, problem.code, told.get('accept-encoding')]).toEqual([415, 'unsupported-media-type', 'identity'])
      expect(await (await testServer.call('GET', 'user', { token })).json()).toMatchObject({ language: 'nl' })
    })

    test.each(['identity', 'Identity', ''])('a body in %j is one as it is', async (encoding) => {
      const headers = { 'content-encoding': encoding }
      const answer = await testServer.call('PUT', 'user', { token, body: { language: 'en' }, headers })
      expect(answer.status).toBe(200)
    })

    test('S-026 nobody gains rights by a prototype', async () => {
      expect((await put('{"__proto__":{"language":"en","roles":["CLINIC_ADMIN"]}}')).status).toBe(400)
      expect((await put('{"constructor":{"prototype":{"roles":["CLINIC_ADMIN"]}},"language":"en"}')).status).toBe(200)
      expect(({} as { roles?: unknown }).roles).toBeUndefined()
      expect(await (await testServer.call('GET', 'user', { token })).json()).toMatchObject({ roles: ['CLINIC_USER'] })
    })

    test('depth is bounded', async () => {
      const nested = (depth: number) => `{"language":"en","x":${'['.repeat(depth)}${']'.repeat(depth)}}`
      expect((await put(nested(19))).status).toBe(200)
      expect((await put(nested(25))).status).toBe(400)
      expect((await put(nested(30_000))).status).toBe(400)
    })

    test('S-030 64 KiB and no more', async () => {
      const body = (bytes: number) => `{"language":"en"${' '.repeat(bytes - 17)}}`
      expect((await put(body(64 * 1024))).status).toBe(200)
      expect((await put(body(64 * 1024 + 1))).status).toBe(413)
    })
  })

  describe('limits', () => {
    test('an address is 8 KiB at most', async () => {
      const { status, problem } = await refused('GET', `user?${'x'.repeat(8200)}`, { token })
      expect([status, problem.code, problem.status]).toEqual([414, 'too-large', 414])
      expect((await testServer.call('GET', `user?${'x'.repeat(8000)}`, { token })).status).toBe(200)
    })

    test('so many calls at once, and the next one is asked to come back', async () => {
      const hasEnded = Promise.withResolvers<boolean>()
      await using crowded = await openTestServer(engine, {
        limits: { concurrentRequests: 2 },
        passwords: { hash: async () => '', verify: () => hasEnded.promise },
      })
      const body = { username: 'x', password: 'y' }
      const calls = [1, 2, 3].map(() => crowded.call('POST', 'user/authenticate', { body }))
      // The two that are served end after the third has waited for them in vain.
      await Promise.race(calls)
      hasEnded.resolve(false)
      const answers = await Promise.all(calls)
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([401, 401, 503])
      expect(answers.find(({ status }) => status === 503)?.headers.get('retry-after')).toBe('1')
      expect((await crowded.call('POST', 'user/authenticate', { body })).status).toBe(401)
    })
  })

  describe('forged calls', () => {
    const cookieOf = (answer: Response) => answer.headers.get('set-cookie')?.split(';')[0]
    const put = (cookie: string, header?: string) =>
      testServer.call('PUT', 'user', {
        token,
        body: { language: 'en' },
        headers: { cookie, ...(header !== undefined && { 'x-xsrf-token': header }) },
      })

    test('every browser gets a cookie of its own, once', async () => {
      const first = await testServer.call('GET', 'user')
      expect(first.headers.get('set-cookie')).toMatch(/^XSRF-TOKEN=[\w-]{22}\.[\w-]{43}; Path=\/; SameSite=Strict$/)
      const cookie = cookieOf(first)!
      expect(cookieOf(await testServer.call('GET', 'user'))).not.toBe(cookie)
      expect((await testServer.call('GET', 'user', { headers: { cookie } })).headers.has('set-cookie')).toBe(false)
      const changed = `${cookie.slice(0, -1)}${cookie.endsWith('A') ? 'B' : 'A'}`
      expect(cookieOf(await testServer.call('GET', 'user', { headers: { cookie: changed } }))).toBeDefined()
    })

    test('S-151 with the cookie the header has to say the same', async () => {
      const cookie = cookieOf(await testServer.call('GET', 'user'))!
      const value = cookie.split('=')[1]!
      const other = cookieOf(await testServer.call('GET', 'user'))!.split('=')[1]!
      for (const header of [undefined, '', 'wrong', other]) {
        const answer = await put(cookie, header)
        expect([answer.status, ((await answer.json()) as Problem).code]).toEqual([403, 'xsrf'])
      }
      expect((await put('XSRF-TOKEN=forged', 'forged')).status).toBe(403)
      expect(await (await testServer.call('GET', 'user', { token })).json()).toMatchObject({ language: 'nl' })
      expect((await put(cookie, value)).status).toBe(200)
      expect((await put(`a=b; XSRF-TOKEN=planted; ${cookie}`, value)).status).toBe(200)
      expect((await put('a=b')).status).toBe(200)
    })

    test('under https the cookie is for https only, and so is the site', async () => {
      await using secure = await openTestServer(engine, { settings: { https: true } })
      const answer = await secure.call('GET', 'user')
      expect(answer.headers.get('set-cookie')).toMatch(/; Secure$/)
      expect(answer.headers.get('strict-transport-security')).toMatch(/^max-age=\d+/)
    })

    test('S-156 origins are known by name', async () => {
      const allowed = async (origin: string) =>
        (await testServer.call('GET', 'user', { token, headers: { origin } })).headers.get(
          'access-control-allow-origin',
        )
      expect(await allowed('https://app.example')).toBe('https://app.example')
      for (const origin of [
        'https://evil.example',
        'null',
        'https://app.example.evil',
        'https://x.app.example',
        'http://app.example',
      ]) {
        expect(await allowed(origin)).toBeNull()
      }
      const preflight = await testServer.call('OPTIONS', 'user', { headers: { origin: 'https://app.example' } })
      expect(preflight.status).toBe(204)
      expect(preflight.headers.get('access-control-allow-headers')).toContain('Authorization')
      expect(preflight.headers.has('access-control-allow-credentials')).toBe(false)
    })
  })

  describe('health', () => {
    const ready = async (at = testServer) => await (await at.call('GET', 'health/ready')).json()
    const { version, released } = manifest
    const READY = { status: 'ready', outboxAgeSeconds: null, storage: 'ready', version, released }

    test('S-223 lives and is ready, and says little more', async () => {
      expect(await (await testServer.call('GET', 'health/live')).json()).toEqual({ status: 'live' })
      expect(await ready()).toEqual(READY)
    })

    test('says how long the oldest mail has waited', async () => {
      for (const minutes of [1, 20]) {
        const id = await account(testServer.db, `${minutes}@mail.example`)
        const now = new Date(testServer.now.getTime() - minutes * 60_000)
        await queueMail(testServer.db, { kind: 'access', accountId: id, now })
      }
      expect(await ready()).toEqual({ ...READY, outboxAgeSeconds: 1200 })
    })

    test('says that files cannot be had, and stays', async () => {
      const away: Files = { ...memoryFiles(), get: () => Promise.reject(new StorageError('GET 500')) }
      await using other = await openTestServer(engine, { files: away })
      expect(await ready(other)).toEqual({ ...READY, status: 'degraded', storage: 'unavailable' })
    })

    test('is not ready without its tables', async () => {
      await using other = await openTestServer(engine)
      const noTables = other.db.withSchema('nowhere')
      const app = createApp({ ...other.ports, db: noTables })
      expect((await app.request('/api/health/ready')).status).toBe(503)
    })

    test('looks once for all who ask, and again half a second later', async () => {
      vi.useFakeTimers({ toFake: ['performance'] })
      const get = vi.fn<Files['get']>(async () => undefined)
      await using other = await openTestServer(engine, { files: { ...memoryFiles(), get } })
      await Promise.all(Array.from({ length: 500 }, () => ready(other)))
      vi.advanceTimersByTime(499)
      expect(await ready(other)).toEqual(READY)
      expect(get).toHaveBeenCalledTimes(1)
      vi.advanceTimersByTime(1)
      expect(await ready(other)).toEqual(READY)
      expect(get).toHaveBeenCalledTimes(2)
      vi.useRealTimers()
    })

    test('on its way out it is no longer ready', async () => {
      const stopping = new AbortController()
      await using leaving = await openTestServer(engine, { stopping: stopping.signal })
      stopping.abort()
      expect((await leaving.call('GET', 'health/live')).status).toBe(200)
      const answer = await leaving.call('GET', 'health/ready')
      expect([answer.status, ((await answer.json()) as Problem).code]).toEqual([503, 'draining'])
    })
  })

  test('what nobody foresaw is 500, without a word about it', async () => {
    await using broken = await openTestServer(engine, {
      passwords: { hash: async () => '', verify: () => Promise.reject(new Error('secret detail')) },
    })
    const answer = await broken.call('POST', 'user/authenticate', { body: { username: 'x', password: 'y' } })
    const text = await answer.text()
    expect(answer.status).toBe(500)
    expect(text + JSON.stringify(broken.logged)).not.toContain('secret detail')
    expect(broken.logged.find(({ event }) => event === 'internal')?.fields).toMatchObject({ error: 'Error' })
  })

  test('a full queue of passwords is 503', async () => {
    await using busy = await openTestServer(engine, {
      passwords: { hash: async () => '', verify: () => Promise.reject(new ProblemError('overloaded')) },
    })
    const answer = await busy.call('POST', 'user/authenticate', { body: { username: 'x', password: 'y' } })
    expect(answer.status).toBe(503)
  })

  test('S-193 who would be refused there is refused before, and not counted', async () => {
    const looked = Promise.withResolvers<boolean>()
    const looking = Promise.withResolvers<void>()
    const verify = () => {
      looking.resolve()
      return looked.promise
    }
    await using busy = await openTestServer(engine, { passwords: { hash: async () => '', verify, atOnce: 1 } })
    const signIn = (username: string) => busy.call('POST', 'user/authenticate', { body: { username, password: 'y' } })
    const counted = async () => (await busy.db.selectFrom('attempt').select('key').execute()).length
    const first = signIn('x')
    await looking.promise
    const second = await signIn('z')
    expect([second.status, second.headers.get('retry-after')]).toEqual([503, '1'])
    looked.resolve(false)
    expect([(await first).status, await counted()]).toEqual([401, 1])
    expect([(await signIn('z')).status, await counted()]).toEqual([401, 2])
  })

  test('S-147 no answer holds what is ours alone', async () => {
    const id = await account(testServer.db, 'x@mail.example')
    const answers = await Promise.all(
      ['user', 'user/practices', 'practice/a', 'practice/a/clients', 'clients?practiceId=a'].map(async (path) =>
        (await testServer.call('GET', path, { token })).text(),
      ),
    )
    for (const text of answers) {
      expect(text).not.toMatch(/hash|account|session|search_name|sort_name/i)
      expect(text).not.toContain(id)
    }
  })
})
