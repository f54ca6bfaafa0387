import { type Release, createReleaseCache, isPage } from './release-cache.ts'
import { BROKEN, IS_NEWEST, STARTED } from './messages.ts'
import type { FetchEvent, WorkerScope } from './worker-scope.ts'

// Service worker: stores the portal on the device, so that the next visit starts without the network. It ignores the API and its
// files.

/** Replaced by tools/build/release.ts. */
declare const RELEASE: Release
declare const self: WorkerScope

// The only reference: the build replaces each `RELEASE` with the whole list.
const release = RELEASE
const name = [release.name, self.SHELL].filter(Boolean).join('-')
const releases = createReleaseCache(
  { ...release, name },
  { caches, fetch: (...call) => fetch(...call), clients: self.clients, now: Date.now },
)

/** Requests that a browser with static routing sends without starting the worker. */
const NETWORK_ONLY = ['/api/*', '/files/*'].map(
  (pathname) => ({ condition: { urlPattern: { pathname } }, source: 'network' }) as const,
)

self.addEventListener('install', (event) => {
  // Skips waiting for open tabs to close, because they keep their release.
  event.waitUntil(releases.install().then(() => self.skipWaiting()))
  // A browser that rejects the rules lets the worker see these requests, which it ignores.
  event.waitUntil(event.addRoutes?.(NETWORK_ONLY).catch(() => {}) ?? Promise.resolve())
})
self.addEventListener('activate', (event) => event.waitUntil(releases.activate()))

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  // If the storage fails, the network responds.
  const withoutStorage = () => fetch(request)
  if (request.mode === 'navigate') {
    if (isPage(pathname)) event.respondWith(open(event).catch(withoutStorage))
  } else if (releases.has(pathname)) {
    event.respondWith(releases.file(request, event.clientId).catch(withoutStorage))
  }
})

async function open(event: FetchEvent): Promise<Response> {
  const { response, opened } = await releases.page(event.request, event.resultingClientId)
  event.waitUntil(opened)
  return response
}

self.addEventListener('message', (event) => {
  const { data, source } = event
  if (data === STARTED) event.waitUntil(releases.started().catch(() => {}))
  if (data === BROKEN) event.waitUntil(releases.giveUp())
  if (data === IS_NEWEST) {
    const [port] = event.ports
    if (port && source) event.waitUntil(releases.isNewest(source.id).then((isNewest) => port.postMessage(isNewest)))
  }
})
