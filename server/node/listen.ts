import { once } from 'node:events'
import type { Server, ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { createAdaptorServer } from '@hono/node-server'
import type { ServerLimits } from '#server/http/limits.ts'
import { createConnectionFairness } from './connection-fairness.ts'

export interface Listening {
  port: number
  /** Ends what is running, within the time set for it, and refuses what comes after. */
  drain(): Promise<void>
}

export interface Connection {
  /** Who is at the other end of the socket: a client, or a proxy. */
  peerAddress: string | undefined
}

export interface ListenOptions {
  fetch: (request: Request, connection: Connection) => Response | Promise<Response>
  host: string
  port: number
  limits: ServerLimits
}

/** So many connections may wait to be taken. What comes beyond that asks again after seconds, and at last after a minute. */
const BACKLOG = 4096
const BEGUN_IN_A_TURN = 16
/** For so long new calls are still taken, so that a balancer sees that readiness is gone before the door is shut. */
const NOTICE_MS = 500

export async function listen({ fetch, host, port, limits }: ListenOptions): Promise<Listening> {
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
      // How often the two timeouts are looked at; the usual half minute makes thirty seconds of ten.
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
  server.listen({ port, host, backlog: BACKLOG })
  await once(server, 'listening')
  const address = server.address()

  return {
    port: typeof address === 'object' && address ? address.port : port,
    async drain() {
      draining = true
      for (const response of unfinished) if (!response.headersSent) response.shouldKeepAlive = false
      await delay(Math.min(NOTICE_MS, limits.drainMs))
      const closed = once(server, 'close')
      server.close()
      await Promise.race([closed, delay(limits.drainMs, undefined, { ref: false })])
      server.closeAllConnections()
      await closed
    },
  }
}
