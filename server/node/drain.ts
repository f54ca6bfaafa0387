import { once } from 'node:events'
import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises'

/** What had arrived when the door was shut is read for so long. */
const READ_MS = 250
/** A connection from which nothing more comes of what it began holds the stop for no longer. */
const STUCK_MS = 1000
const LOOK_EVERY_MS = 100

export interface DrainTimes {
  /** New connections are accepted so long, so that a load balancer sees the failing readiness probe first. */
  noticeMs: number
  /** Running requests may take so long after that. */
  drainMs: number
}

/** Prepares the graceful shutdown of a server, and answers how to begin it; `unfinished` are its responses under way. */
export function prepareDrain(
  server: Server,
  unfinished: ReadonlySet<ServerResponse>,
  { noticeMs, drainMs }: DrainTimes,
) {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })

  return async (): Promise<void> => {
    for (const response of unfinished) if (!response.headersSent) response.shouldKeepAlive = false
    await delay(noticeMs)
    // Whoever has connected by now is accepted in this turn of the event loop.
    await turn()
    const closed = once(server, 'close')
    // Of the socket alone: that of HTTP would close connections whose next request is on its way.
    NetServer.prototype.close.call(server)
    await Promise.race([closed, delay(READ_MS)])
    server.closeIdleConnections()
    const watch = endStuck(sockets, unfinished)
    await Promise.race([closed, delay(drainMs, undefined, { ref: false })])
    clearInterval(watch)
    server.closeAllConnections()
    await closed
    // Ends what HTTP has of its own.
    server.close()
  }
}

function endStuck(sockets: ReadonlySet<Socket>, unfinished: ReadonlySet<ServerResponse>) {
  const heard = new WeakMap<Socket, { bytes: number; at: number }>()
  return setInterval(() => {
    const answering = new Set([...unfinished].filter(({ req }) => req.complete).map(({ req }) => req.socket))
    const now = performance.now()
    for (const socket of sockets) {
      const last = heard.get(socket)
      if (answering.has(socket) || last?.bytes !== socket.bytesRead)
        heard.set(socket, { bytes: socket.bytesRead, at: now })
      else if (now - last.at >= STUCK_MS) socket.destroy()
    }
  }, LOOK_EVERY_MS)
}
