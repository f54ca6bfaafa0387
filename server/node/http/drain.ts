import { once } from 'node:events'
import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises'

/** What had arrived when the door was shut is read for so long. */
const READ_MS = 250
/** A connection from which nothing more comes of what it began holds the stop for no longer. */
const STUCK_MS = 1000
const LOOK_EVERY_MS = 100
/** The longest that the door is held open for those who wait at it. */
const ACCEPT_MS = 1000

export interface DrainTimes {
  /** New connections are accepted so long, so that a load balancer sees the failing readiness probe first. */
  noticeMs: number
  /** Running requests may take so long after that. */
  drainMs: number
}

export interface Drain {
  drain(): Promise<void>
  /** Resolves at once, but while the last are accepted once they are: calls begun meanwhile would keep others out. */
  accepted(): Promise<void>
}

/** Prepares the graceful shutdown of a server; `unfinished` are its responses under way. */
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
    // Of the socket alone: that of HTTP would close connections whose next request is on its way.
    NetServer.prototype.close.call(server)
    await Promise.race([closed, delay(READ_MS)])
    // Timers come before what has arrived: a connection is idle only once that has been read.
    await turn()
    server.closeIdleConnections()
    const watch = endStuck(sockets, unfinished)
    await Promise.race([closed, delay(drainMs, undefined, { ref: false })])
    clearInterval(watch)
    server.closeAllConnections()
    await closed
    // Ends what HTTP has of its own.
    server.close()
  }
  return { drain, accepted: () => accepting }
}

/**
 * Those who wait in the accept queue when the socket is closed are reset by the kernel. Node accepts one in each turn of the event
 * loop, so it goes on until there is a turn without one.
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
  const heard = new WeakMap<Socket, { bytes: number; at: number }>()
  const look = () => {
    const answering = new Set([...unfinished].filter(({ req }) => req.complete).map(({ req }) => req.socket))
    const now = performance.now()
    for (const socket of sockets) {
      const last = heard.get(socket)
      if (answering.has(socket) || last?.bytes !== socket.bytesRead)
        heard.set(socket, { bytes: socket.bytesRead, at: now })
      else if (now - last.at >= STUCK_MS) socket.destroy()
    }
  }
  // After what has arrived is read.
  return setInterval(() => setImmediate(look), LOOK_EVERY_MS)
}
