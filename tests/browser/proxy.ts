import { once } from 'node:events'
import { type IncomingMessage, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

const NOT_FORWARDED =
  /^(host|connection|if-none-match|content-length|content-encoding|transfer-encoding|accept-encoding)$/

/** Returns the path to forward to and functions that change the response. Undefined answers 404. */
export type Rewrite = (request: IncomingMessage) =>
  | {
      path?: string
      body?: (text: string, type: string, status: number) => string | Promise<string>
      /** Called after `body` with each value of a header. */
      header?: (value: string) => string
    }
  | undefined

/** Runs a proxy in front of a server until `provide` ends. */
export async function withProxy(server: string, rewrite: Rewrite, provide: (url: string) => Promise<void>) {
  const proxy = createServer((request, response) => {
    forward(server, rewrite, request).then(
      ({ status, headers, body }) => response.writeHead(status, headers).end(body),
      () => response.destroy(),
    )
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  await provide(`http://localhost:${(proxy.address() as AddressInfo).port}`)
  proxy.closeAllConnections()
  proxy.close()
}

async function forward(server: string, rewrite: Rewrite, request: IncomingMessage) {
  const change = rewrite(request)
  if (!change) return { status: 404, headers: [], body: '' }
  const { method = 'GET', url = '/' } = request
  const headers = Object.entries(request.headers).filter(([name]) => !NOT_FORWARDED.test(name)) as [string, string][]
  const received = await fetch(server + (change.path ?? url), {
    method,
    headers,
    ...(method !== 'GET' && method !== 'HEAD' && { body: await buffer(request) }),
    redirect: 'manual',
  })
  const bytes = Buffer.from(await received.arrayBuffer())
  const type = received.headers.get('content-type') ?? ''
  const isText = /javascript|html|json/.test(type) && bytes.length > 0
  const body = isText && change.body ? await change.body(bytes.toString(), type, received.status) : bytes
  return {
    status: received.status,
    headers: [...received.headers]
      .filter(([name]) => !NOT_FORWARDED.test(name))
      .flatMap(([name, value]) => [name, change.header?.(value) ?? value]),
    body,
  }
}
