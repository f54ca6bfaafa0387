import { once } from 'node:events'
import { type ServerResponse, createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createPipelines } from './listen.ts'

const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'
const LAST = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'

const inLine = createPipelines(3)
const started: ServerResponse[] = []
let parsed: number
const server = createServer((_, response) => {
  parsed += 1
  inLine(response, () => started.push(response))
})

beforeEach(async () => {
  started.length = 0
  parsed = 0
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(() => server.close())

function pipeline(calls: string) {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(calls)
  return socket
}

test('createPipelines starts a call once the previous response on its connection is sent', async () => {
  const socket = pipeline(GET.repeat(2) + LAST)
  const responses = text(socket)
  for (const nth of [1, 2, 3]) {
    await expect.poll(() => started.length).toBe(nth)
    expect(parsed).toBe(3)
    started.at(-1)!.end(String(nth))
  }
  const [, ...bodies] = (await responses).split('\r\n\r\n')
  expect(bodies.map(([first]) => first)).toEqual(['1', '2', '3'])
})

test('createPipelines handles connections independently', async () => {
  const sockets = [pipeline(GET.repeat(3)), pipeline(GET.repeat(3))]
  await expect.poll(() => parsed).toBe(6)
  expect(started.map(({ req }) => req.socket.remotePort)).toEqual(sockets.map(({ localPort }) => localPort))
  for (const socket of sockets) socket.destroy()
})

test('createPipelines closes a connection with too many pipelined calls', async () => {
  const socket = pipeline(GET.repeat(1000)).resume()
  await once(socket, 'close')
  expect([parsed, started.length]).toEqual([4, 1])
})

test('createPipelines does not start queued calls of a closed connection', async () => {
  const socket = pipeline(GET.repeat(3))
  await expect.poll(() => parsed).toBe(3)
  const closed = once(started[0]!, 'close')
  socket.destroy()
  await closed
  expect(started).toHaveLength(1)
})
