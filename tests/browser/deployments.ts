import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { test as base } from './portal.ts'

// The portal's server behind a proxy that can put the next release in its place: every script and style has another name, the
// texts say something else, and what has the former names is gone.

interface Deployments {
  deployNext: () => void
  /** As with SERVICE_WORKER=off. */
  withdraw: () => void
}

interface Releases {
  isNext: boolean
  isOff: boolean
  url: string
}

const WORKER = '/service-worker.js'
const HASHED = /-([\w-]{8})(\.(?:js|css))/g

const rename = (content: string) => content.replaceAll(HASHED, '-$1next$2')
const retext = (content: string) => content.replaceAll('Welcome back', 'Welcome to the next')
const hash = (content: string) => `sha256-${createHash('sha256').update(content).digest('base64')}`

export const test = base.extend<Deployments, { releases: Releases }>({
  serviceWorkers: 'allow',
  releases: [
    async ({ portalServer }, provide) => {
      const releases: Releases = { isNext: false, isOff: false, url: '' }
      const proxy = createServer((request, response) => {
        answer(portalServer.url, releases, request, response).catch(() => response.destroy())
      })
      proxy.listen(0, '127.0.0.1')
      await once(proxy, 'listening')
      releases.url = `http://localhost:${(proxy.address() as AddressInfo).port}`
      await provide(releases)
      proxy.closeAllConnections()
      proxy.close()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ portalServer, releases }, provide) => provide({ ...portalServer, url: releases.url }),
    { scope: 'worker' },
  ],
  deployNext: async ({ releases }, provide) => {
    await provide(() => (releases.isNext = true))
    releases.isNext = false
  },
  withdraw: async ({ releases }, provide) => {
    await provide(() => (releases.isOff = true))
    releases.isOff = false
  },
})

export { expect } from './portal.ts'

async function answer(
  server: string,
  { isNext, isOff }: Releases,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const asked = request.url ?? '/'
  const path = isOff && asked === WORKER ? '/service-worker-off.js' : asked
  const original = isNext ? path.replace(/next(\.(?:js|css))$/, '$1') : path
  if (isNext && path === original && path.search(HASHED) >= 0) {
    response.writeHead(404).end()
    return
  }
  const { method = 'GET', headers } = request
  const isRead = method === 'GET' || method === 'HEAD'
  const answered = await fetch(server + original, {
    method,
    headers: Object.fromEntries(
      Object.entries(headers).filter(([name]) => !/^(host|connection|if-none-match|content-length)$/.test(name)),
    ) as Record<string, string>,
    ...(!isRead && { body: await text(request) }),
    redirect: 'manual',
  })
  let body = Buffer.from(await answered.arrayBuffer())
  if (isNext && !path.startsWith('/api/') && /javascript|html|json/.test(answered.headers.get('content-type') ?? '')) {
    let content = rename(retext(body.toString()))
    if (path === WORKER) content = await rehash(content, server)
    body = Buffer.from(content)
  }
  response.writeHead(
    answered.status,
    [...answered.headers]
      .filter(([name]) => !/^(content-(length|encoding)|transfer-encoding|connection)$/.test(name))
      .flat(),
  )
  response.end(body)
}

/** The next release has another page, and its scripts and texts other hashes. */
async function rehash(worker: string, server: string): Promise<string> {
  const entries = worker.matchAll(/["'`](\/[^"'`]+\.(?:js|json))["'`]:["'`](sha256-[^"'`]+)/g)
  const changes = await Promise.all(
    [...entries].map(async ([, path = '', former = '']) => {
      const content = await (await fetch(server + path.replace(/next(\.js)$/, '$1'))).text()
      return [former, hash(rename(retext(content)))] as const
    }),
  )
  return changes.reduce(
    (changed, [former, next]) => changed.replaceAll(former, next),
    worker.replace('self.SHELL="', '$&next'),
  )
}
