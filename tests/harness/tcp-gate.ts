import { once } from 'node:events'
import { type Socket, connect, createServer } from 'node:net'

export interface Gate extends AsyncDisposable {
  port: number
  /** Breaks every connection and refuses new ones, as where nothing listens any more. */
  shut(): void
  /** Lets nothing through and says nothing, as a network that swallows everything. */
  stall(): void
  open(): Promise<void>
}

/** Stands between a server and a database that others use as well, so that it can be taken away from this server alone. */
export async function openGate(to: { host: string; port: number }): Promise<Gate> {
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
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The gate has no port')
  const breakAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  const shut = () => {
    server.close()
    breakAll()
  }
  return {
    port: address.port,
    shut,
    stall() {
      stalled = true
    },
    async open() {
      // What was swallowed is missing from its connection for good.
      if (stalled) breakAll()
      stalled = false
      if (!server.listening) await listen(address.port)
    },
    async [Symbol.asyncDispose]() {
      if (server.listening) shut()
    },
  }
}
