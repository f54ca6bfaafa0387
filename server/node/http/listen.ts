import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { ServerLimits } from '#server/http/limits.ts'
import { prepareDrain } from './drain.ts'
import { endSlowPeers } from './slow-peers.ts'

export interface Listening {
  port: number
  /** Graceful shutdown: finishes running requests within the limit, accepts no new ones. */
  drain(): Promise<void>
}

export interface Connection {
  /** The socket's remote address: of a client or a proxy. Undefined if it was reset before it was accepted. */
  peerAddress: string | undefined
}

export interface ListenOptions {
  fetch: (request: Request, connection: Connection) => Response | Promise<Response>
  host: string
  port: number
  limits: ServerLimits
  /** How long a load balancer has to see that the server is not ready any more. */
  noticeMs?: number
  /** How long a connection without a call is kept. */
  keepAliveMs?: number
}

/** The accept queue. Beyond it the kernel drops SYNs, which clients retry after 1, 3, 7 … seconds. */
const BACKLOG = 4096
const BEGUN_IN_A_TURN = 16

export async function listen({
  fetch,
  host,
  port,
  limits,
  noticeMs = 0,
  keepAliveMs = 10_000,
}: ListenOptions): Promise<Listening> {
  const turn = createConnectionFairness(BEGUN_IN_A_TURN)
  const peerAddresses = new WeakMap<Socket, string>()
  const unfinished = new Set<ServerResponse>()
  const inLine = createPipelines(limits.pipelinedRequests)
  let draining = false

  const answer = getRequestListener(
    async (request, { incoming }) => {
      await turn()
      await accepted()
      // Nothing is begun for a caller who is gone.
      if (!incoming.socket.writable) return new Response(null, { status: 499 })
      return await fetch(request, { peerAddress: peerAddresses.get(incoming.socket) })
    },
    { hostname: host },
  )
  const server = createServer(
    {
      headersTimeout: limits.headersMs,
      // The longest of any; `endSlowPeers` has that of each.
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
      inLine(response, () => void answer(incoming, response))
    },
  )
  // Node forgets the address once the connection is gone.
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
 * Admission control: starts at most so many calls per turn of the event loop, first in, first out. Node accepts one connection per
 * turn, so without it a burst makes turns long and starves new connections for up to a minute.
 */
export function createConnectionFairness(most: number): () => Promise<void> {
  const waiting: (() => void)[] = []
  let begun = 0

  function nextTurn(): void {
    const first = waiting.splice(0, most)
    begun = first.length
    if (begun > 0) setImmediate(nextTurn)
    for (const begin of first) begin()
  }

  return async () => {
    if (begun === 0) setImmediate(nextTurn)
    if (begun < most) begun += 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
  }
}

/**
 * Begins the calls of one connection one after the other, as HTTP/1.1 answers them: a connection has one under way, however many it
 * pipelines, and none is begun while the answer before it is not taken. A connection with more than `most` in line is ended.
 */
export function createPipelines(most: number): (response: ServerResponse, begin: () => void) => void {
  const lines = new WeakMap<Socket, (() => void)[]>()

  return (response, begin) => {
    const { socket } = response.req
    const line = lines.get(socket) ?? []
    lines.set(socket, line)
    if (line.length >= most) {
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
    /** Node's own, undocumented. */
    parser?: { onIncoming: () => number } | null
  }
}

/**
 * Node parses all that it has read, up to 64 KiB, also of a connection that is destroyed meanwhile: hundreds of calls, which are
 * then aborted one by one. By 2 the parser is told that what follows is not HTTP.
 */
function stopParsing(socket: Socket): void {
  const { parser } = socket
  if (parser) parser.onIncoming = () => 2
}
