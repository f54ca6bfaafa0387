import manifest from '../../package.json' with { type: 'json' }
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { memoryFiles } from '#mocks/files.ts'
import { createApp } from '#server/app.ts'
import { StorageError } from '#server/files/store.ts'
import { queueMail } from '#server/mail/outbox.ts'
import type { Files } from '#server/ports.ts'
import { ProblemError } from '#server/http/problem.ts'
import { account, practice, staff } from '#harness/builders.ts'
import { eachTestServer, onEngines, outcomeOf } from '#harness/test-server.ts'

onEngines('the API over HTTP', (engine) => {
  const testServer = eachTestServer(engine)
  let token: string

  beforeEach(async () => {
    await practice(testServer.db, 'a')
    token = await testServer.signIn(await staff(testServer.db, 'a', 'staff@a.example'))
  })
  const signIn = (username = 'x') => testServer.call('POST', 'user/authenticate', { body: { username, password: 'y' } })

  test('returns errors as problem documents with the request id', async () => {
    const response = await testServer.call('GET', 'user')
    const id = response.headers.get('x-request-id')
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
    })
    expect(await response.json()).toEqual({
      type: 'urn:portal:problem:unauthenticated',
      title: 'Not signed in',
      status: 401,
      code: 'unauthenticated',
      instance: `urn:uuid:${id}`,
    })
    expect(testServer.logged.at(-1)?.fields).toMatchObject({ id, route: '/api/user', status: 401 })
  })

  test('logs accounts and IP addresses as pseudonyms', async () => {
    const id = await account(testServer.db, 'x@mail.example')
    const from = async (address: string | undefined, by?: string) => {
      await testServer.call('GET', 'user', { ...(by && { token: by }), ...(address && { address }) })
      const { account: named, address: shown } = testServer.logged.at(-1)!.fields!
      return [named, shown]
    }
    const [mine, here] = await from('192.0.2.1', token)
    for (const name of [mine, here]) expect(name).toMatch(/^[\w-]{16}$/)
    expect(await from('192.0.2.1', token)).toEqual([mine, here])
    expect(await from('192.0.2.1')).toEqual([undefined, here])
    expect(await from(undefined, token)).toEqual([mine, undefined])
    const [theirs, there] = await from('192.0.2.2', await testServer.signIn(id))
    expect(new Set([mine, theirs, here, there]).size).toBe(4)
    const text = JSON.stringify(testServer.logged)
    expect(text).not.toContain(id)
    expect(text).not.toContain('192.0.2')

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
    ['DELETE', 'practice/a', 'GET, HEAD, PUT'],
    ['GET', 'user/authenticate', 'POST'],
    ['PUT', 'practice/a/clients', 'GET, HEAD, POST, DELETE'],
    ['POST', 'clients/x', 'GET, HEAD, PUT, DELETE'],
  ])('returns 405 for %s %s, with the allowed methods', async (method, path, allow) => {
    const response = await testServer.call(method, path)
    expect([await outcomeOf(response), response.headers.get('allow')]).toEqual(['405 method-not-allowed', allow])
  })

  test.each(['', 'nowhere', 'user/', 'clients/x/unknown', 'practice', '__proto__', 'clients/%zz'])(
    'returns 404 for /%s',
    async (path) => expect(await outcomeOf(testServer.call('GET', path, { token }))).toBe('404 not-found'),
  )

  test('answers HEAD like GET, without a body', async () => {
    const response = await testServer.call('HEAD', 'user', { token })
    expect([response.status, await response.text()]).toEqual([200, ''])
  })

  test.each(['gzip', 'br', 'deflate', 'identity, gzip', 'x'])(
    'rejects a request body encoded as %s',
    async (encoding) => {
      const put = (name: string) => {
        const headers = { 'content-encoding': name }
        return testServer.call('PUT', 'user', { token, body: { language: 'en' }, headers })
      }
      const rejected = await put(encoding)
      expect([await outcomeOf(rejected), rejected.headers.get('accept-encoding')]).toEqual([
        '415 unsupported-media-type',
        'identity',
      ])
      expect(await testServer.read('user', token)).toMatchObject({ language: 'nl' })
      for (const plain of ['identity', 'Identity', '']) expect((await put(plain)).status).toBe(200)
    },
  )

  test('ignores `__proto__` and `constructor` keys in a body', async () => {
    const put = (body: string) => {
      const headers = { authorization: token, 'content-type': 'application/json' }
      return testServer.fetch(new Request('http://portal.test/api/user', { method: 'PUT', headers, body }))
    }
    expect((await put('{"__proto__":{"language":"en","roles":["CLINIC_ADMIN"]}}')).status).toBe(400)
    expect((await put('{"constructor":{"prototype":{"roles":["CLINIC_ADMIN"]}},"language":"en"}')).status).toBe(200)
    expect(({} as { roles?: unknown }).roles).toBeUndefined()
    expect(await testServer.read('user', token)).toMatchObject({ roles: ['CLINIC_USER'] })
  })

  test('accepts a URL of at most 8 KiB and a body of at most 64 KiB', async () => {
    const get = (bytes: number) => outcomeOf(testServer.call('GET', `user?${'x'.repeat(bytes)}`, { token }))
    expect([await get(8000), await get(8200)]).toEqual(['200', '414 too-large'])
    const put = (bytes: number) =>
      outcomeOf(testServer.call('PUT', 'user', { token, body: { language: 'en', x: 'x'.repeat(bytes - 24) } }))
    expect([await put(64 * 1024), await put(64 * 1024 + 1)]).toEqual(['200', '413 too-large'])
  })

  test('returns 503 with Retry-After above the limit of concurrent calls', async () => {
    const hasEnded = Promise.withResolvers<boolean>()
    await testServer.reopen({
      limits: { concurrentRequests: 2 },
      passwords: { hash: async () => '', verify: () => hasEnded.promise },
    })
    const calls = [1, 2, 3].map(() => signIn())
    // The third call is rejected while the first two still run; then they may finish.
    await Promise.race(calls)
    hasEnded.resolve(false)
    const responses = await Promise.all(calls)
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([401, 401, 503])
    expect(responses.find(({ status }) => status === 503)?.headers.get('retry-after')).toBe('1')
    expect((await signIn()).status).toBe(401)
  })

  describe('health checks', () => {
    const ready = () => testServer.read('health/ready')
    const { version, released } = manifest
    const READY = { status: 'ready', outboxAgeSeconds: null, storage: 'ready', version, released }

    test('report a live and ready server', async () => {
      expect(await testServer.read('health/live')).toEqual({ status: 'live' })
      expect(await ready()).toEqual(READY)
    })

    test('report the age of the oldest unsent mail', async () => {
      for (const minutes of [1, 20]) {
        const accountId = await account(testServer.db, `${minutes}@mail.example`)
        const now = new Date(testServer.now.getTime() - minutes * 60_000)
        await queueMail(testServer.db, { kind: 'access', accountId, now })
      }
      expect(await ready()).toEqual({ ...READY, outboxAgeSeconds: 1200 })
    })

    test('report a degraded server while the file storage fails', async () => {
      await testServer.reopen({ files: { ...memoryFiles(), get: () => Promise.reject(new StorageError('GET 500')) } })
      expect(await ready()).toEqual({ ...READY, status: 'degraded', storage: 'unavailable' })
    })

    test('report an unready server without database tables', async () => {
      const app = createApp({ ...testServer.ports, db: testServer.db.withSchema('nowhere') })
      expect((await app.request('/api/health/ready')).status).toBe(503)
    })

    test('share one check among all callers for half a second', async () => {
      vi.useFakeTimers({ toFake: ['performance'] })
      const get = vi.fn<Files['get']>(async () => undefined)
      await testServer.reopen({ files: { ...memoryFiles(), get } })
      await Promise.all(Array.from({ length: 50 }, ready))
      vi.advanceTimersByTime(499)
      expect(await ready()).toEqual(READY)
      expect(get).toHaveBeenCalledTimes(1)
      vi.advanceTimersByTime(1)
      expect(await ready()).toEqual(READY)
      expect(get).toHaveBeenCalledTimes(2)
      vi.useRealTimers()
    })

    test('report a stopping server as live but not ready', async () => {
      const stopping = new AbortController()
      await testServer.reopen({ stopping: stopping.signal })
      stopping.abort()
      expect((await testServer.call('GET', 'health/live')).status).toBe(200)
      expect(await outcomeOf(testServer.call('GET', 'health/ready'))).toBe('503 draining')
    })
  })

  test('returns 500 for an unexpected error without revealing its message', async () => {
    const verify = () => Promise.reject(new Error('secret detail'))
    await testServer.reopen({ passwords: { hash: async () => '', verify } })
    const response = await signIn()
    expect(response.status).toBe(500)
    expect((await response.text()) + JSON.stringify(testServer.logged)).not.toContain('secret detail')
    expect(testServer.logged.find(({ event }) => event === 'internal')?.fields).toMatchObject({ error: 'Error' })
  })

  test('returns 503 without counting an attempt if the password queue is full', async () => {
    const verify = () => Promise.reject(new ProblemError('overloaded'))
    await testServer.reopen({ passwords: { hash: async () => '', verify } })
    expect((await signIn()).status).toBe(503)

    const verdict = Promise.withResolvers<boolean>()
    const verifying = Promise.withResolvers<void>()
    const slow = () => {
      verifying.resolve()
      return verdict.promise
    }
    await testServer.reopen({ passwords: { hash: async () => '', verify: slow, atOnce: 1 } })
    const attempts = async () => (await testServer.rows('attempt')).length
    const first = signIn('x')
    await verifying.promise
    const second = await signIn('z')
    expect([second.status, second.headers.get('retry-after')]).toEqual([503, '1'])
    verdict.resolve(false)
    expect([(await first).status, await attempts()]).toEqual([401, 1])
    expect([(await signIn('z')).status, await attempts()]).toEqual([401, 2])
  })
})
