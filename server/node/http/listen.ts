import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { ServerLimits } from '#server/http/limits.ts'
import { prepareDrain } from './drain.ts'
import { PatientResponse } from './patient-response.ts'
import { endSlowPeers } from './slow-peers.ts'

export interface Listening {
  port: number
  /** Shuts down gracefully: accepts no new requests and finishes running ones within the limit. */
  drain(): Promise<void>
}

export interface Connection {
  /**
   * Remote address of the socket, of a client or a proxy. Undefined if the connection was reset before it was accepted.
   */
  peerAddress: string | undefined
}

export interface ListenOptions {
  fetch: (request: Request, connection: Connection) => Response | Promise<Response>
  host: string
  port: number
  limits: ServerLimits
  /** How long a load balancer can see the failing readiness probe before the listening socket closes. */
  noticeMs?: number
  keepAliveMs?: number
}

/** Size of the accept queue. Beyond it the kernel drops SYNs, which clients retry after 1, 3, 7 … seconds. */
const BACKLOG = 4096
const ACCEPTED_PER_TICK = 16

export async function listen({
  fetch,
  host,
  port,
  limits,
  noticeMs = 0,
  keepAliveMs = 10_000,
}: ListenOptions): Promise<Listening> {
  const turn = createConnectionFairness(ACCEPTED_PER_TICK)
  const peerAddresses = new WeakMap<Socket, string>()
  const unfinished = new Set<ServerResponse>()
  const inLine = createPipelines(limits.pipelinedRequests)
  let draining = false

  const handle = getRequestListener(
    async (request, { incoming }) => {
      await turn()
      await accepted()
      // Skips requests whose client has disconnected.
      if (!incoming.socket.writable) return new Response(null, { status: 499 })
      return await fetch(request, { peerAddress: peerAddresses.get(incoming.socket) })
    },
    { hostname: host },
  )
  const server = createServer(
    {
      ServerResponse: PatientResponse,
      headersTimeout: limits.headersMs,
      // Upper bound for all requests; `endSlowPeers` enforces the limit of each.
      requestTimeout: Math.max(limits.requestMs, limits.importMs),
      maxHeaderSize: limits.headerBytes,
      keepAliveTimeout: keepAliveMs,
      // Node enforces both timeouts at this interval, 30 s by default.
      connectionsCheckingInterval: 1000,
    },
    (incoming: IncomingMessage, response: ServerResponse) => {
      unfinished.add(response)
      response.once('close', () => unfinished.delete(response))
      if (draining) response.shouldKeepAlive = false
      inLine(response, () => void handle(incoming, response))
    },
  )
  // Node forgets the address once the connection is closed.
  server.on('connection', (socket: Socket) => {
    if (socket.remoteAddress !== undefined) peerAddresses.set(socket, socket.remoteAddress)
  })
  const { drain, accepted } = prepareDrain(server, unfinished, { noticeMs, drainMs: limits.drainMs })
  const stopWatching = endSlowPeers(unfinished, limits)

  server.listen({ port, host, backlog: BACKLOG })
  await once(server, 'listening')
  const address = server.address()

  return {
    port: typeof address === 'object' && address ? address.port : port,
    async drain() {
      draining = true
      await drain()
      stopWatching()
    },
  }
}

/**
 * Limits how many requests start per turn of the event loop, first in, first out. Node accepts one connection per turn.
 * Without this limit a burst makes turns long and starves new connections for up to a minute.
 */
export function createConnectionFairness(maxPerTurn: number): () => Promise<void> {
  const waiting: (() => void)[] = []
  let started = 0

  function nextTurn(): void {
    const first = waiting.splice(0, maxPerTurn)
    started = first.length
    if (started > 0) setImmediate(nextTurn)
    for (const begin of first) begin()
  }

  return async () => {
    if (started === 0) setImmediate(nextTurn)
    if (started < maxPerTurn) started += 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
  }
}

/**
 * Runs the pipelined requests of a connection one after another, in the order of HTTP/1.1 responses. A request starts
 * only after the previous response is fully sent. Destroys a connection with more than `maxQueued` requests in its queue.
 */
export function createPipelines(maxQueued: number): (response: ServerResponse, begin: () => void) => void {
  const lines = new WeakMap<Socket, (() => void)[]>()

  return (response, begin) => {
    const { socket } = response.req
    const line = lines.get(socket) ?? []
    lines.set(socket, line)
    if (line.length >= maxQueued) {
      stopParsing(socket)
      socket.destroy()
      return
    }
    line.push(begin)
    response.once('close', () => {
      line.shift()
      if (socket.writable) line[0]?.()
    })
    if (line.length === 1) begin()
  }
}

declare module 'node:net' {
  interface Socket {
    /** Undocumented property of Node. */
    parser?: { onIncoming: () => number } | null
  }
}

/**
 * Makes the parser reject the rest of the received data. Node parses up to 64 KiB even after the connection is
 * destroyed. Hundreds of requests could then start and abort. The result 2 marks the rest as not HTTP.
 */
function stopParsing(socket: Socket): void {
  const { parser } = socket
  if (parser) parser.onIncoming = () => 2
}
