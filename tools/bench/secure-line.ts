import { once } from 'node:events'
import { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse, request } from 'node:http'
import { type Http2ServerRequest, type Http2ServerResponse, createSecureServer } from 'node:http2'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, type Socket, createServer } from 'node:net'
import { Duplex } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { selfSigned } from './certificate.ts'
import { BYTES_PER_SECOND, LATENCY_MS } from './probe.ts'

// The portal as it is run: behind a proxy that speaks TLS, at the end of a line. The slow line of the browser's own tools delays
// whole calls, so that connections cost nothing in it; this one delays what is sent, handshakes with it. It knows no slow start.

export type Protocol = 'HTTP/1.1' | 'HTTP/2'

export interface SecureLine extends AsyncDisposable {
  url: string
}

/** A slow line to a server, with TLS. */
export async function secureLine(target: string, protocol: Protocol): Promise<SecureLine> {
  const forward = forwarder(target)
  const tls =
    protocol === 'HTTP/2'
      ? createSecureServer(selfSigned(), (call, answer) => void forward(call, answer))
      : createHttpsServer(selfSigned(), (call, answer) => void forward(call, answer))
  const [up, down] = [oneWay(), oneWay()]
  const clients = new Set<Socket>()
  const line = createServer({ pauseOnConnect: true }, async (client) => {
    clients.add(client)
    client.once('close', () => clients.delete(client))
    // Its handshake.
    await delay(LATENCY_MS)
    tls.emit('connection', new FarEnd(client, up, down))
  })
  line.listen(0, '127.0.0.1')
  await once(line, 'listening')
  return {
    url: `https://127.0.0.1:${(line.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      for (const client of clients) client.destroy()
      line.close()
      await once(line, 'close')
    },
  }
}

// Of one connection each, or unknown to HTTP/2.
const HOP_BY_HOP = /^(:.*|connection|keep-alive|transfer-encoding|host)$/

const passedOn = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.test(name)))

type Call = IncomingMessage | Http2ServerRequest
type Answer = ServerResponse | Http2ServerResponse

function forwarder(target: string) {
  return async (call: Call, answer: Answer) => {
    try {
      const { method = 'GET', url, headers } = call
      const forwarded = request(`${target}${url}`, { method, headers: passedOn(headers) })
      call.pipe(forwarded)
      const [came] = (await once(forwarded, 'response')) as [IncomingMessage]
      answer.statusCode = came.statusCode ?? 502
      for (const [name, value] of Object.entries(passedOn(came.headers))) if (value) answer.setHeader(name, value)
      came.pipe(answer)
    } catch {
      answer.statusCode = 502
      answer.end()
    }
  }
}

const PIECE = 4096
/** What is on its way at most, of one connection: whoever sends more waits, and can still choose what goes first. */
const WINDOW = BYTES_PER_SECOND * (LATENCY_MS / 1000)

type OneWay = ReturnType<typeof oneWay>

/** One direction, which all connections share. What is sent first arrives first. */
function oneWay() {
  const underWay: { at: number; arrive: () => void }[] = []
  let freeAt = 0
  function arrivals(): void {
    while (underWay[0] && underWay[0].at <= performance.now()) underWay.shift()!.arrive()
    if (underWay[0]) setTimeout(arrivals, Math.max(0, underWay[0].at - performance.now()))
  }
  return (data: Buffer, arrive: (piece: Buffer) => void) => {
    for (let start = 0; start < data.length; start += PIECE) {
      const piece = data.subarray(start, start + PIECE)
      freeAt = Math.max(freeAt, performance.now()) + (piece.length / BYTES_PER_SECOND) * 1000
      if (underWay.push({ at: freeAt + LATENCY_MS / 2, arrive: () => arrive(piece) }) === 1) arrivals()
    }
  }
}

/** The line as the server has it, without a buffer of the system's in between. */
class FarEnd extends Duplex {
  readonly #client: Socket
  readonly #down: OneWay
  #unarrived = 0
  #waiting: (() => void) | undefined

  constructor(client: Socket, up: OneWay, down: OneWay) {
    super()
    this.#client = client
    this.#down = down
    client.on('data', (data) => up(data, (piece) => void (this.destroyed || this.push(piece))))
    client.on('error', () => client.destroy())
    client.once('close', () => this.destroy())
    client.resume()
  }

  override _read(): void {}

  override _write(data: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#unarrived += data.length
    this.#down(data, (piece) => {
      this.#unarrived -= piece.length
      if (this.#client.writable) this.#client.write(piece)
      if (this.#unarrived < WINDOW) this.#goOn()
    })
    this.#waiting = done
    if (this.#unarrived < WINDOW) this.#goOn()
  }

  #goOn(): void {
    const waiting = this.#waiting
    this.#waiting = undefined
    waiting?.()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#client.destroy()
    done(error)
  }
}
