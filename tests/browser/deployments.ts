import { createHash } from 'node:crypto'
import { test as base } from './portal.ts'
import { type Rewrite, withProxy } from './proxy.ts'

interface Deployments {
  deployNext: () => void
  /** Serves the worker of the setting SERVICE_WORKER=off. */
  withdraw: () => void
  /** Serves a worker that has no static routing, as in a browser without it. */
  removeRouting: () => void
}

interface Releases {
  isNext: boolean
  isOff: boolean
  hasRouting: boolean
  url: string
}

const WORKER = '/service-worker.js'
const HASHED = /-([\w-]{8})(\.(?:js|css))/g

const rename = (content: string) => content.replaceAll(HASHED, '-$1next$2')
const retext = (content: string) => content.replaceAll('Welcome back', 'Welcome to the next')
const hash = (content: string) => `sha256-${createHash('sha256').update(content).digest('base64')}`

/**
 * The portal behind a proxy that can switch to the next release. That release renames every script and style, changes its texts and
 * lacks the former names.
 */
export const test = base.extend<Deployments, { releases: Releases }>({
  serviceWorkers: 'allow',
  releases: [
    async ({ portalServer }, provide) => {
      const releases: Releases = { isNext: false, isOff: false, hasRouting: true, url: '' }
      await withProxy(portalServer.url, rewriteFor(portalServer.url, releases), (url) =>
        provide(Object.assign(releases, { url })),
      )
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
  removeRouting: async ({ releases }, provide) => {
    await provide(() => (releases.hasRouting = false))
    releases.hasRouting = true
  },
})

export { expect } from './portal.ts'

const rewriteFor =
  (server: string, releases: Releases): Rewrite =>
  ({ url = '/' }) => {
    const path = releases.isOff && url === WORKER ? '/service-worker-off.js' : url
    if (!releases.hasRouting && path === WORKER)
      return { path, body: (text) => `delete self.InstallEvent?.prototype.addRoutes;${text}` }
    if (!releases.isNext) return { path }
    const original = path.replace(/next(\.(?:js|css))$/, '$1')
    if (path === original && path.search(HASHED) >= 0) return undefined
    if (path.startsWith('/api/')) return { path }
    let inline: string[] = []
    return {
      path: original,
      body: async (text) => {
        inline = [...text.matchAll(/<script>(.*?)<\/script>/gs)].map(([, script = '']) => script)
        const content = rename(retext(text))
        return path === WORKER ? await rehash(content, server) : content
      },
      // The content security policy names the hashes of inline scripts.
      header: (value) => inline.reduce((all, script) => all.replace(hash(script), hash(rename(script))), value),
    }
  }

/** Replaces the hashes in the service worker by those of the next release. */
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
