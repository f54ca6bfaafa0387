import type { WorkerScope } from './worker-scope.ts'

// Served in place of main.ts to remove the service worker (docs/operate/upgrade.md). Open tabs continue, and load their files from
// the server again.

declare const self: WorkerScope

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))
self.addEventListener('activate', (event) => event.waitUntil(leave()))

async function leave(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith('portal-'))
  await Promise.all(names.map((name) => caches.delete(name)))
  await self.registration.unregister()
}
