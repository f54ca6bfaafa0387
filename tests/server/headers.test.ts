import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { createXsrf } from '#server/http/xsrf.ts'
import { loadPortal } from '#server/node/http/static.ts'
import { account } from '#harness/builders.ts'
import { eachFolder } from '#harness/folders.ts'
import { eachTestServer, onEngines } from '#harness/test-server.ts'

const ALLOWED = ['https://app.example', 'http://localhost:5173']

onEngines('headers of the API', (engine) => {
  const testServer = eachTestServer(engine, { settings: { allowedOrigins: ALLOWED } })
  let token: string
  beforeEach(async () => {
    token = await testServer.signIn(await account(testServer.db, 'owner@mail.example'))
  })

  describe('for cross-origin requests', () => {
    const cors = (received: Response) =>
      Object.fromEntries([...received.headers].filter(([name]) => name.startsWith('access-control-')))

    test.each(ALLOWED)('allow %s to read the responses', async (origin) => {
      const exposed = {
        'access-control-allow-origin': origin,
        'access-control-expose-headers': 'X-Request-Id, Retry-After, RateLimit, RateLimit-Policy, ETag',
      }
      for (const options of [{ token }, {}]) {
        const received = await testServer.call('GET', 'user', { ...options, headers: { origin } })
        expect(cors(received)).toEqual(exposed)
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
      'null',
      '*',
      'https://app.example.evil.example',
      'https://evil-app.example',
      'https://app.example:8443',
      'https://app.example/',
      'http://app.example',
      'https://app.exampl',
      'https://app.example, https://evil.example',
      'http://portal.test',
    ])('do not allow %j to read the responses', async (origin) => {
      const headers = origin === undefined ? {} : { origin }
      for (const response of [
        await testServer.call('GET', 'user', { token, headers }),
        await testServer.call('OPTIONS', 'user', { headers: { ...headers, 'access-control-request-method': 'PUT' } }),
      ])
        expect([response.ok, cors(response)]).toEqual([true, {}])
    })

    test('include `Vary: Origin` in every response', async () => {
      const responses = [
        await testServer.call('GET', 'user', { token }),
        await testServer.call('OPTIONS', 'user'),
        await testServer.call('GET', 'nowhere'),
        await testServer.call('PATCH', 'user'),
        await testServer.call('GET', `user?${'x'.repeat(9000)}`),
        await testServer.call('PUT', 'user', { token, headers: { cookie: 'XSRF-TOKEN=x' } }),
        await testServer.call('PUT', 'user', { token, headers: { 'content-length': '70000' } }),
        await testServer.call('PUT', 'user', { token }),
      ]
      expect(responses.map(({ status }) => status)).toEqual([200, 204, 404, 405, 414, 403, 413, 415])
      for (const { headers } of responses) expect(headers.get('vary')).toBe('Origin')
    })
  })

  test.each([false, true])('include the security headers in every response, with https %s', async (https) => {
    await testServer.reopen({ settings: { https } })
    const responses = [
      await testServer.call('GET', 'health/live'),
      await testServer.callAs(await account(testServer.db, 'x@mail.example'), 'GET', 'user/practices'),
      await testServer.call('POST', 'password/forgot?email=x'),
      await testServer.call('OPTIONS', 'user'),
      await testServer.call('PUT', 'user', { headers: { cookie: 'XSRF-TOKEN=x' } }),
      await testServer.call('GET', 'nowhere'),
      await testServer.call('GET', 'user?a=%00'),
    ]
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 204, 204, 403, 404, 400])
    for (const { headers } of responses) {
      expect(Object.fromEntries(headers)).toMatchObject({
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
      })
      expect(headers.get('strict-transport-security')).toBe(https ? 'max-age=31536000' : null)
      for (const name of ['x-powered-by', 'server', 'access-control-allow-credentials'])
        expect(headers.has(name)).toBe(false)
      const cookie = headers.get('set-cookie')
      if (cookie) expect(cookie.endsWith('; Secure')).toBe(https)
    }
    expect(new Set(responses.map(({ headers }) => headers.get('x-request-id'))).size).toBe(responses.length)
  })
})

describe('headers of the page and its files', () => {
  const folder = eachFolder()

  test.each([false, true])('include the security headers in every response, with https %s', async (https) => {
    writeFileSync(join(folder.path, 'index.html'), '<!doctype html>')
    writeFileSync(join(folder.path, 'favicon.svg'), '<svg/>')
    const portal = loadPortal(folder.path, {
      https,
      xsrf: createXsrf({ secret: new Uint8Array(32), clock: () => new Date() }, https),
    })!
    const get = (path: string, init?: RequestInit) => portal(new Request(`http://portal.test${path}`, init))
    const responses = [
      await get('/'),
      await get('/favicon.svg'),
      await get('/', { method: 'HEAD' }),
      await get('/', { headers: { 'if-none-match': '*' } }),
      await get('/gone.js'),
      await get('/', { method: 'POST' }),
    ]
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 304, 404, 405])
    for (const { headers } of responses) {
      const policy = headers.get('content-security-policy')!
      expect(policy.split('; ')).toEqual(
        expect.arrayContaining([
          "default-src 'self'",
          "object-src 'none'",
          "base-uri 'none'",
          "frame-ancestors 'none'",
        ]),
      )
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
    expect(responses[0]!.headers.get('set-cookie')!.endsWith('; Secure')).toBe(https)
  })
})
