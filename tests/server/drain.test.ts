import { once } from 'node:events'
import { Server, type Socket, connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { type Listening, listen } from '#server/node/http/listen.ts'
import { readSettings } from '#server/node/settings.ts'
import { TEST_TIMEOUT_MS } from '#harness/test-timeout.ts'
import { eachTestServer } from '#harness/test-server.ts'

const HOST = 'Host: portal.test\r\n'
const LIVE = `GET /api/health/live HTTP/1.1\r\n${HOST}\r\n`
const CREDENTIALS = '{"username":"x","password":"y"}'
const READY = `GET /api/health/ready HTTP/1.1\r\n${HOST}\r\n`
const SIGN_IN = `POST /api/user/authenticate HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nContent-Length: ${CREDENTIALS.length}\r\n\r\n`

let stopping: AbortController
const testServer = eachTestServer('sqlite', () => ({ stopping: (stopping = new AbortController()).signal }))
let server: Listening

beforeEach(async () => {
  // Far longer than a test may take, so a drain that waits for the whole limit fails.
  const limits = { ...readSettings({}).limits, drainMs: 10 * TEST_TIMEOUT_MS }
  server = await listen({ fetch: (request) => testServer.fetch(request), host: '127.0.0.1', port: 0, limits })
})

interface Caller {
  socket: Socket
  received: () => string
  closed: Promise<unknown>
}

function begin(): Caller {
  const socket = connect(server.port, '127.0.0.1')
  let received = ''
  socket.on('data', (data: Buffer) => (received += data.toString()))
  socket.on('error', () => {})
  return { socket, received: () => received, closed: once(socket, 'close') }
}

async function open(): Promise<Caller> {
  const caller = begin()
  await once(caller.socket, 'connect')
  return caller
}

/** Starts draining and returns once the listener is closed, before the wait for received data. */
async function closeListener(): Promise<{ drained: Promise<void> }> {
  const closed = Promise.withResolvers<void>()
  const close = Server.prototype.close
  const spy = vi.spyOn(Server.prototype, 'close').mockImplementation(function (this: Server, ...rest) {
    closed.resolve()
    return close.apply(this, rest)
  })
  onTestFinished(() => spy.mockRestore())
  const drained = server.drain()
  await closed.promise
  return { drained }
}

test('a drain closes idle and stalled connections', async () => {
  const [stuck, silent, half] = await Promise.all([open(), open(), open()])
  stuck.socket.write(`${SIGN_IN}{`)
  half.socket.write('GET /api/health/live HT')
  await expect(server.drain()).resolves.toBeUndefined()
  await Promise.all([stuck, silent, half].map(({ closed }) => closed))
})

test('a drain responds to a request whose body is still arriving', async () => {
  const slow = await open()
  slow.socket.write(SIGN_IN)
  const drained = server.drain()
  for (const letter of CREDENTIALS) {
    slow.socket.write(letter)
    await delay(60)
  }
  await slow.closed
  expect(slow.received()).toMatch(/^HTTP\/1\.1 401 /)
  expect(slow.received()).toMatch(/^connection: close/im)
  await drained
})

test('a drain responds to calls that arrive as the listener closes', async () => {
  const [fresh, used] = await Promise.all([open(), open()])
  used.socket.write(LIVE)
  await once(used.socket, 'data')
  const { drained } = await closeListener()
  for (const { socket } of [fresh, used]) socket.write(LIVE)
  await Promise.all([fresh.closed, used.closed, drained])
  const responses = [fresh, used].map(({ received }) => received().match(/HTTP\/1\.1 200 OK/g)?.length)
  expect(responses).toEqual([1, 2])
})

test('a drain accepts queued connections and returns 503 to readiness checks', async () => {
  const callers = Array.from({ length: 50 }, begin)
  for (const { socket } of callers) socket.write(READY)
  // The kernel connects them immediately; the server accepts one per turn of the event loop.
  await new Promise<void>((resolve) => process.nextTick(resolve))
  stopping.abort()
  await Promise.all([server.drain(), ...callers.map(({ closed }) => closed)])
  const responses = callers.map(({ received }) => received().slice(0, 'HTTP/1.1 503'.length))
  expect(responses).toEqual(callers.map(() => 'HTTP/1.1 503'))
})

test('a drain responds to a call that arrived while the server was busy', async () => {
  const used = await open()
  used.socket.write(LIVE)
  await once(used.socket, 'data')
  const { drained } = await closeListener()
  used.socket.write(LIVE)
  // The loop blocks longer than the wait for received data, so that timer is due before the call is read.
  const until = performance.now() + 400
  while (performance.now() < until);
  await Promise.all([used.closed, drained])
  expect(used.received().match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2)
})

test('a drain without connections ends immediately', async () => {
  await expect(server.drain()).resolves.toBeUndefined()
})
