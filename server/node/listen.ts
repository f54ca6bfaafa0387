import { once } from 'node:events'
import type { Server, ServerResponse } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import type { ServerLimits } from '#server/http/limits.ts'
import { createConnectionFairness } from './connection-fairness.ts'
import { prepareDrain } from './drain.ts'

export interface Listening {
  port: number
  /** Graceful shutdown: finishes running requests within the limit, accepts no new ones. */
  drain(): Promise<void>
}

export interface Connection {
  /** The socket's remote address: of a client or a proxy. */
  peerAddress: string | undefined
}

export interface ListenOptions {
  fetch: (request: Request, connection: Connection) => Response | Promise<Response>
  host: string
  port: number
  limits: ServerLimits
  /** How long a load balancer has to see that the server is not ready any more. */
  noticeMs?: number
}

/** The accept queue. Beyond it the kernel drops SYNs, which clients retry after 1, 3, 7 … seconds. */
const BACKLOG = 4096
const BEGUN_IN_A_TURN = 16

export async function listen({ fetch, host, port, limits, noticeMs = 0 }: ListenOptions): Promise<Listening> {
  const turn = createConnectionFairness(BEGUN_IN_A_TURN)
  const server = createAdaptorServer({
    fetch: async (request, { incoming }) => {
      await turn()
      return await fetch(request, { peerAddress: incoming.socket.remoteAddress })
    },
    hostname: host,
    serverOptions: {
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      maxHeaderSize: limits.headerBytes,
      keepAliveTimeout: 10_000,
      // Node enforces both timeouts at this interval, 30 s by default.
      connectionsCheckingInterval: 1000,
    },
  }) as Server
  const unfinished = new Set<ServerResponse>()
  let draining = false

  server.prependListener('request', (_, response) => {
    unfinished.add(response)
    response.once('close', () => unfinished.delete(response))
    if (draining) response.shouldKeepAlive = false
  })
  const drain = prepareDrain(server, unfinished, { noticeMs, drainMs: limits.drainMs })
  server.listen({ port, host, backlog: BACKLOG })
  await once(server, 'listening')
  const address = server.address()

  return {
    port: typeof address === 'object' && address ? address.port : port,
    async drain() {
      draining = true
      await drain()
    },
  }
}
