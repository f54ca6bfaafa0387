import { once } from 'node:events'
import { type AddressInfo, type Socket, connect, createServer } from 'node:net'

export type Gate = Awaited<ReturnType<typeof openGate>>

/** Opens a TCP proxy in front of a database, which can make the database unavailable to one of its servers. */
export async function openGate(to: { host: string; port: number }) {
  const sockets = new Set<Socket>()
  let stalled = false
  const server = createServer((near) => {
    const far = connect(to.port, to.host)
    for (const [from, into] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('error', () => {})
      from.on('close', () => {
        sockets.delete(from)
        into.destroy()
      })
      from.on('data', (data) => void (!stalled && into.write(data)))
    }
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  await listen(0)
  const { port } = server.address() as AddressInfo
  const breakAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  const shut = () => {
    server.close()
    breakAll()
  }
  return {
    port,
    /** Breaks every connection and refuses new ones. */
    shut,
    /** Keeps connections open but forwards nothing. */
    stall() {
      stalled = true
    },
    async open() {
      // Connections have lost bytes while stalled, so they cannot be used any more.
      if (stalled) breakAll()
      stalled = false
      if (!server.listening) await listen(port)
    },
    async [Symbol.asyncDispose]() {
      if (server.listening) shut()
    },
  }
}
