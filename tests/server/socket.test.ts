import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Listening, listen } from '#server/node/http/listen.ts'
import { readSettings } from '#server/node/settings.ts'
import { TEST_TIMEOUT_MS } from '#harness/test-timeout.ts'
import { type TestServer, openTestServer } from '#harness/test-server.ts'

const LIMITS = { ...readSettings({}).limits, headersMs: 500, requestMs: 1000 }

let testServer: TestServer
let server: Listening

beforeAll(async () => {
  testServer = await openTestServer('sqlite')
  server = await listen({ fetch: (request) => testServer.fetch(request), host: '127.0.0.1', port: 0, limits: LIMITS })
})
afterAll(async () => {
  await server.drain()
  await testServer[Symbol.asyncDispose]()
})

/** Sends parts over one connection and returns everything received until the server closes the connection. */
const exchange = (...parts: string[]) => exchangeWith(server.port, parts)

async function exchangeWith(port: number, parts: string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let response = ''
  socket.setEncoding('utf8')
  socket.on('data', (text: string) => (response += text))
  socket.on('error', () => {})
  const closed = once(socket, 'close')
  await once(socket, 'connect')
  for (const part of parts) {
    if (socket.writable) socket.write(part)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  await closed
  return response
}

const statuses = (response: string) => [...response.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status))
const HOST = 'Host: portal.test\r\n'
const JSON_TYPE = 'Content-Type: application/json\r\n'
const SIGN_IN = `POST /api/user/authenticate HTTP/1.1\r\n${HOST}${JSON_TYPE}`
const CREDENTIALS = '{"username":"x","password":"y"}'
const CLOSE = 'Connection: close\r\n'

describe('an ambiguous or malformed HTTP request', () => {
  test.each([
    [
      'CL.TE',
      `${SIGN_IN}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /api/health/live HTTP/1.1\r\n${HOST}\r\n`,
    ],
    ['TE.TE', `${SIGN_IN}Transfer-Encoding: chunked\r\nTransfer-Encoding: x\r\n\r\n0\r\n\r\n`],
    ['two Content-Length headers', `${SIGN_IN}Content-Length: 5\r\nContent-Length: 6\r\n\r\n12345`],
    ['a Content-Length that is no number', `${SIGN_IN}Content-Length: +5\r\n\r\n12345`],
    ['a space before the colon', `GET /api/health/live HTTP/1.1\r\nHost : portal.test\r\n\r\n`],
    ['line feeds only', `GET /api/health/live HTTP/1.1\nHost: portal.test\n\n`],
    ['an invalid chunk size', `${SIGN_IN}Transfer-Encoding: chunked\r\n\r\nzz\r\n`],
    ['an unknown method', `FOO /api/user HTTP/1.1\r\n${HOST}\r\n`],
  ])('returns 400 for %s', async (_, request) => {
    const responses = statuses(await exchange(request))
    expect(responses).toEqual([400])
  })

  test('does not affect the next connection', async () => {
    expect(statuses(await exchange(`GET /api/health/live HTTP/1.1\r\n${HOST}${CLOSE}\r\n`))).toEqual([200])
  })
})

describe('request bodies over a socket', () => {
  test('return 413 once a chunked body exceeds the limit', async () => {
    const chunk = `4000\r\n${' '.repeat(0x4000)}\r\n`
    const response = await exchange(
      `${SIGN_IN}${CLOSE}Transfer-Encoding: chunked\r\n\r\n`,
      ...Array<string>(6).fill(chunk),
      '0\r\n\r\n',
    )
    expect(statuses(response)).toEqual([413])
  })

  test('return 413 for a large Content-Length before the body arrives', async () => {
    expect(statuses(await exchange(`${SIGN_IN}${CLOSE}Content-Length: 65537\r\n\r\n`, ' '.repeat(100)))).toEqual([413])
  })

  test.each([CLOSE, ''])(
    'are read to their end after the response, as proxies still send them (%j)',
    async (headers) => {
      const large = 8 * 1024 * 1024
      const socket = connect(server.port, '127.0.0.1').setEncoding('utf8')
      let received = ''
      socket.on('data', (text: string) => (received += text))
      socket.write(`${SIGN_IN}${headers}Content-Length: ${large}\r\n\r\n`)
      await expect.poll(() => received).toContain('"status":413')
      socket.write(' '.repeat(large))
      if (headers === '') socket.write(`GET /api/health/live HTTP/1.1\r\n${HOST}${CLOSE}\r\n`)
      // Rejects if the server resets the connection.
      await once(socket, 'end')
      expect(statuses(received)).toEqual(headers === '' ? [413, 200] : [413])
    },
  )

  test('that never arrive are given up after their response', async () => {
    expect(statuses(await exchange(`${SIGN_IN}Content-Length: 65537\r\n\r\n{`))).toEqual([413])
  })

  test('may be chunked within the limit', async () => {
    const chunks = `${CREDENTIALS.length.toString(16)}\r\n${CREDENTIALS}\r\n0\r\n\r\n`
    expect(statuses(await exchange(`${SIGN_IN}${CLOSE}Transfer-Encoding: chunked\r\n\r\n${chunks}`))).toEqual([401])
  })

  test('are ignored for a GET', async () => {
    const request = `GET /api/health/live HTTP/1.1\r\n${HOST}${CLOSE}Content-Length: 5\r\n\r\nhello`
    expect(statuses(await exchange(request))).toEqual([200])
  })
})

test('TRACE and CONNECT are not supported', async () => {
  expect(statuses(await exchange(`TRACE /api/user HTTP/1.1\r\n${HOST}${CLOSE}\r\n`))).toEqual([405])
  expect(statuses(await exchange(`CONNECT /api/user HTTP/1.1\r\n${HOST}\r\n`))).toEqual([])
})

test('headers over 16 KiB return 431', async () => {
  const request = `GET /api/health/live HTTP/1.1\r\n${HOST}X: ${'x'.repeat(17_000)}\r\n\r\n`
  expect(statuses(await exchange(request))).toEqual([431])
})

test('slow headers and slow bodies return 408', async () => {
  const [headers, body] = await Promise.all([
    exchange(`GET /api/health/live HTTP/1.1\r\nHost: por`),
    exchange(`${SIGN_IN}Content-Length: 100\r\n\r\n{`),
  ])
  expect(statuses(headers)).toEqual([408])
  expect(statuses(body)).toEqual([408])
})

test('two requests on one connection get two responses', async () => {
  const one = `GET /api/health/live HTTP/1.1\r\n${HOST}\r\n`
  expect(statuses(await exchange(`${one}GET /api/user HTTP/1.1\r\n${HOST}${CLOSE}\r\n`))).toEqual([200, 401])
})

describe('limits of slow and pipelined connections', () => {
  // A wait for the whole request limit would exceed the time limit of a test.
  const limits = { ...LIMITS, requestMs: 10 * TEST_TIMEOUT_MS, slowMs: 200, bytesPerSecond: 1000, pipelinedRequests: 8 }
  const MANY = 20_000_000
  let calls: number
  let aborted: number
  let other: Listening

  beforeEach(async () => {
    calls = 0
    aborted = 0
    const fetch = async (request: Request) => {
      calls += 1
      if (request.method === 'POST') return new Response(String((await request.arrayBuffer()).byteLength))
      request.signal.addEventListener('abort', () => (aborted += 1))
      if (request.url.endsWith('/large')) return new Response(new Uint8Array(MANY))
      if (request.url.endsWith('/never')) return await new Promise<Response>(() => {})
      return new Response('answer')
    }
    other = await listen({ fetch, host: '127.0.0.1', port: 0, limits })
  })
  afterEach(() => other.drain())

  const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\n${HOST}${headers}\r\n`
  const post = (bytes: number) => `POST / HTTP/1.1\r\n${HOST}${CLOSE}Content-Length: ${bytes}\r\n\r\n`

  test('reject a body slower than the minimum rate with 408', async () => {
    expect(statuses(await exchangeWith(other.port, [post(100), '{']))).toEqual([408])
  })

  test('accept a slow body at a sufficient rate', async () => {
    const parts = Array<string>(100).fill('x'.repeat(1000))
    const response = await exchangeWith(other.port, [post(100_000), ...parts])
    expect([statuses(response), response.endsWith('100000')]).toEqual([[200], true])
  })

  test('close only a connection that does not read its response', async () => {
    const request = get('/large', CLOSE)
    const lazy = connect(other.port, '127.0.0.1').pause()
    lazy.on('error', () => {})
    lazy.write(request)
    expect((await exchangeWith(other.port, [request])).length).toBeGreaterThan(MANY)
    await expect.poll(() => aborted).toBe(1)
    lazy.destroy()
  })

  test('allow a number of pipelined requests before the first response', async () => {
    expect(statuses(await exchangeWith(other.port, [get('/').repeat(7) + get('/', CLOSE)]))).toHaveLength(8)
    expect(calls).toBe(8)
    expect(statuses(await exchangeWith(other.port, [get('/never').repeat(1000)]))).toEqual([])
    expect(calls).toBeLessThanOrEqual(16)
  })
})
