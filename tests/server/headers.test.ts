import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createXsrf } from '#server/http/xsrf.ts'
import { loadPortal } from '#server/node/static.ts'
import { account } from '#harness/builders.ts'
import { type TestServer, onEngines, openTestServer } from '#harness/test-server.ts'

const ALLOWED = ['https://app.example', 'http://localhost:5173']

onEngines('the headers of an answer', (engine) => {
  let testServer: TestServer
  let token: string

  beforeEach(async () => {
    testServer = await openTestServer(engine, { settings: { allowedOrigins: ALLOWED } })
    token = await testServer.signIn(await account(testServer.db, 'owner@mail.example'))
  })
  afterEach(() => testServer[Symbol.asyncDispose]())

  describe('S-156 origins', () => {
    const cors = (answer: Response) =>
      Object.fromEntries([...answer.headers].filter(([name]) => name.startsWith('access-control-')))

    test.each(ALLOWED)('%s may read the answers', async (origin) => {
      const exposed = {
        'access-control-allow-origin': origin,
        'access-control-expose-headers': 'X-Request-Id, Retry-After, ETag',
      }
      for (const options of [{ token }, {}]) {
        const answer = await testServer.call('GET', 'user', { ...options, headers: { origin } })
        expect(cors(answer)).toEqual(exposed)
      }
      for (const path of ['user', 'nowhere']) {
        const preflight = await testServer.call('OPTIONS', path, { headers: { origin } })
        expect([preflight.status, await preflight.text()]).toEqual([204, ''])
        expect(cors(preflight)).toEqual({
          ...exposed,
          'access-control-allow-methods': 'GET, POST, PUT, DELETE',
          'access-control-allow-headers': 'Authorization, Content-Type, If-Match',
          'access-control-max-age': '600',
        })
      }
    })

    test.each([
      undefined,
      '',
      'null',
      '*',
      'https://evil.example',
      'https://app.example.evil.example',
      'https://evil-app.example',
      'https://app.example:8443',
      'https://app.example/',
      'http://app.example',
      'https://app.exampl',
      'https://app.example, https://evil.example',
      'http://portal.test',
    ])('%j may not', async (origin) => {
      const headers = origin === undefined ? {} : { origin }
      for (const answer of [
        await testServer.call('GET', 'user', { token, headers }),
        await testServer.call('OPTIONS', 'user', { headers: { ...headers, 'access-control-request-method': 'PUT' } }),
      ]) {
        expect(answer.ok).toBe(true)
        expect(cors(answer)).toEqual({})
      }
    })

    test('every answer says that it depends on the origin', async () => {
      const answers = [
        await testServer.call('GET', 'user', { token }),
        await testServer.call('OPTIONS', 'user'),
        await testServer.call('GET', 'nowhere'),
        await testServer.call('PATCH', 'user'),
        await testServer.call('GET', `user?${'x'.repeat(9000)}`),
        await testServer.call('PUT', 'user', { token, headers: { cookie: 'XSRF-TOKEN=x' } }),
        await testServer.call('PUT', 'user', { token, headers: { 'content-length': '70000' } }),
        await testServer.call('PUT', 'user', { token }),
      ]
      expect(answers.map(({ status }) => status)).toEqual([200, 204, 404, 405, 414, 403, 413, 415])
      for (const { headers } of answers) expect(headers.get('vary')).toBe('Origin')
    })
  })

  test.each([false, true])('S-157 every answer of the API has its headers, under https %s', async (https) => {
    await using other = await openTestServer(engine, { settings: { https } })
    const answers = [
      await other.call('GET', 'health/live'),
      await other.call('GET', 'user/practices', {
        token: await other.signIn(await account(other.db, 'x@mail.example')),
      }),
      await other.call('POST', 'password/forgot?email=x'),
      await other.call('OPTIONS', 'user'),
      await other.call('PUT', 'user', { headers: { cookie: 'XSRF-TOKEN=x' } }),
      await other.call('GET', 'nowhere'),
      await other.call('GET', 'user?a=%00'),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 204, 204, 403, 404, 400])
    for (const { headers } of answers) {
      expect(Object.fromEntries(headers)).toMatchObject({
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
      })
      expect(headers.get('strict-transport-security')).toBe(https ? 'max-age=31536000' : null)
      for (const name of ['x-powered-by', 'server', 'access-control-allow-credentials']) {
        expect(headers.has(name)).toBe(false)
      }
      const cookie = headers.get('set-cookie')
      if (cookie) expect(cookie.endsWith('; Secure')).toBe(https)
    }
    expect(new Set(answers.map(({ headers }) => headers.get('x-request-id'))).size).toBe(answers.length)
  })
})

describe('S-157 the page', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'dist-'))
    writeFileSync(join(folder, 'index.html'), '<!doctype html>')
    writeFileSync(join(folder, 'favicon.svg'), '<svg/>')
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  test.each([false, true])('has its headers at every address and in every answer, under https %s', async (https) => {
    const portal = loadPortal(folder, {
      https,
      xsrf: createXsrf({ secret: new Uint8Array(32), clock: () => new Date() }, https),
    })!
    const get = (path: string, init?: RequestInit) => portal(new Request(`http://portal.test${path}`, init))
    const answers = [
      await get('/'),
      await get('/favicon.svg'),
      await get('/', { method: 'HEAD' }),
      await get('/', { headers: { 'if-none-match': '*' } }),
      await get('/gone.js'),
      await get('/', { method: 'POST' }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 304, 404, 405])
    for (const { headers } of answers) {
      const policy = headers.get('content-security-policy')!
      for (const directive of [
        "default-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ]) {
        expect(policy.split('; ')).toContain(directive)
      }
      expect(policy).not.toMatch(/unsafe|\*/)
      expect(Object.fromEntries(headers)).toMatchObject({
        'cross-origin-opener-policy': 'same-origin',
        'permissions-policy': expect.stringContaining('camera=()'),
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      })
      expect(headers.get('strict-transport-security')).toBe(https ? 'max-age=31536000' : null)
      expect(headers.has('x-powered-by')).toBe(false)
    }
    expect(answers[0]!.headers.get('set-cookie')!.endsWith('; Secure')).toBe(https)
  })
})
