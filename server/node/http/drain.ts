import { once } from 'node:events'
import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises'

/** How long data that arrived before the listening socket closed is still read. */
const READ_MS = 250
/** A connection with an incomplete request and no new data is destroyed after this time. */
const STUCK_MS = 1000
const CHECK_INTERVAL_MS = 100
/** Maximum time to accept connections that already wait in the accept queue. */
const ACCEPT_MS = 1000

export interface DrainTimes {
  /** How long new connections are still accepted, so that a load balancer first sees the failing readiness probe. */
  noticeMs: number
  /** Time limit for running requests after `noticeMs`. */
  drainMs: number
}

export interface Drain {
  drain(): Promise<void>
  /**
   * Resolves at once, except while the last waiting connections are accepted. Requests that start meanwhile would delay
   * those connections.
   */
  accepted(): Promise<void>
}

/** Prepares the graceful shutdown of a server; `unfinished` contains its responses in progress. */
export function prepareDrain(
  server: Server,
  unfinished: ReadonlySet<ServerResponse>,
  { noticeMs, drainMs }: DrainTimes,
): Drain {
  let accepting = Promise.resolve()
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })

  const drain = async () => {
    for (const response of unfinished) if (!response.headersSent) response.shouldKeepAlive = false
    await delay(noticeMs)
    accepting = acceptWaiting(server)
    await accepting
    const closed = once(server, 'close')
    // Closes the listening socket alone: the HTTP server's own `close` would drop connections whose next request is in
    // transit.
    NetServer.prototype.close.call(server)
    await Promise.race([closed, delay(READ_MS)])
    // Timers run before I/O, so only a turn later is it known which connections are idle.
    await turn()
    server.closeIdleConnections()
    const watch = endStuck(sockets, unfinished)
    await Promise.race([closed, delay(drainMs, undefined, { ref: false })])
    clearInterval(watch)
    server.closeAllConnections()
    await closed
    // Stops the timers of the HTTP server.
    server.close()
  }
  return { drain, accepted: () => accepting }
}

/**
 * Accepts every connection in the accept queue, because the kernel resets those when the socket closes. Node accepts
 * one per turn of the event loop, so this continues until a turn accepts none.
 */
async function acceptWaiting(server: Server): Promise<void> {
  const until = performance.now() + ACCEPT_MS
  let isWaiting = true
  const note = () => (isWaiting = true)
  server.on('connection', note)
  while (isWaiting && performance.now() < until) {
    isWaiting = false
    await turn()
  }
  server.off('connection', note)
}

function endStuck(sockets: ReadonlySet<Socket>, unfinished: ReadonlySet<ServerResponse>) {
  const received = new WeakMap<Socket, { bytes: number; at: number }>()
  const check = () => {
    const responding = new Set([...unfinished].filter(({ req }) => req.complete).map(({ req }) => req.socket))
    const now = performance.now()
    for (const socket of sockets) {
      const last = received.get(socket)
      if (responding.has(socket) || last?.bytes !== socket.bytesRead)
        received.set(socket, { bytes: socket.bytesRead, at: now })
      else if (now - last.at >= STUCK_MS) socket.destroy()
    }
  }
  // Runs after pending I/O, so that received bytes are counted.
  return setInterval(() => setImmediate(check), CHECK_INTERVAL_MS)
}
