import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { plainAnswer, specifiedCall } from '#harness/plain-api.ts'
import { test as base } from './portal.ts'

// The built portal on an API of the specification alone: what the server behind it knows beyond that is 404, and of its answers only the fields of the specification come through.

interface PlainApi {
  url: string
  /** What was asked for that the specification does not have. */
  beyond: string[]
}

interface Stories {
  beyond: string[]
}

export const test = base.extend<Stories, { plainApi: PlainApi }>({
  plainApi: [
    async ({ portalServer }, provide) => {
      const api: PlainApi = { url: '', beyond: [] }
      const proxy = createServer((request, response) => {
        answer(portalServer.url, api, request, response).catch(() => response.destroy())
      })
      proxy.listen(0, '127.0.0.1')
      await once(proxy, 'listening')
      api.url = `http://localhost:${(proxy.address() as AddressInfo).port}`
      await provide(api)
      proxy.closeAllConnections()
      proxy.close()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ portalServer, plainApi }, provide) => provide({ ...portalServer, url: plainApi.url }),
    { scope: 'worker' },
  ],
  beyond: async ({ plainApi }, provide) => {
    plainApi.beyond.length = 0
    await provide(plainApi.beyond)
  },
})

export { expect } from './portal.ts'

const ONE_HOP = /^(host|connection|if-none-match|content-length|content-encoding|transfer-encoding|accept-encoding)$/

async function answer(
  server: string,
  { beyond }: PlainApi,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = 'GET', headers } = request
  const url = new URL(request.url ?? '/', server)
  const call = specifiedCall(method, url)
  if (url.pathname.startsWith('/api/') && !call) {
    beyond.push(`${method} ${url.pathname}${url.search}`)
    response.writeHead(404).end()
    return
  }
  const isRead = method === 'GET' || method === 'HEAD'
  const answered = await fetch(url, {
    method,
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !ONE_HOP.test(name))) as Record<
      string,
      string
    >,
    ...(!isRead && { body: await buffer(request) }),
    redirect: 'manual',
  })
  let body = Buffer.from(await answered.arrayBuffer())
  const type = answered.headers.get('content-type') ?? ''
  if (call && answered.ok && body.length > 0 && type.includes('json'))
    body = Buffer.from(JSON.stringify(plainAnswer(JSON.parse(body.toString()), call)))
  // Our server's page says what it can do for who is not signed in.
  if (type.includes('html'))
    body = Buffer.from(body.toString().replace(/(name="portal-capabilities" content=")[^"]*/, '$1'))
  response.writeHead(answered.status, [...answered.headers].filter(([name]) => !ONE_HOP.test(name)).flat())
  response.end(body)
}
