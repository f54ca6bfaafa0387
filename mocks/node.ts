import { DatabaseSync } from 'node:sqlite'
import { RequestHandler, getResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { kyselyOfSqlite } from '#server/node/db/sqlite.ts'
import type { Bundles, Imports, Pdf, Ports } from '#server/ports.ts'
import { type MockApi, createMockApi } from './api.ts'

/** Serialised database with demo data; restoring it is ten times faster than seeding. */
let filled: Uint8Array | undefined

// Contains only the sheet, because server tests cover drawing. Drawing took a tenth of the time of tests that save a
// file.
const pdf: Pdf = async (sheet) => new TextEncoder().encode(`%PDF-1.7\n${JSON.stringify(sheet)}`)

const bundles: Bundles = {
  read: async () => 'damaged',
  draw: async (bundle) => new TextEncoder().encode(`%PDF-1.7\n${JSON.stringify(bundle)}`),
}

const memoryDatabase = async () => kyselyOfSqlite(new DatabaseSync(':memory:'))

/** Observer of the page's calls. Both functions get the same `Request` object for a call. */
interface Watcher {
  started?(request: Request): void
  answered?(request: Request): void
}

/** Setting of happy-dom's window: the interceptor responds to `fetch` and XMLHttpRequest of the page. */
interface PageSettings {
  happyDOM: {
    settings: { fetch: { interceptor: { beforeAsyncRequest(call: { request: Request }): Promise<Response> } | null } }
  }
}

/** Starts the portal API in the test runner. MSW routes every call to the real server, on SQLite in memory. */
export async function startMockApi(openImports?: (ports: Ports) => Imports) {
  const memory = new DatabaseSync(':memory:')
  if (filled) memory.deserialize(filled)
  const api: MockApi = await createMockApi(
    kyselyOfSqlite(memory),
    { pdf, bundles, memoryDatabase },
    undefined,
    openImports,
  )
  filled ??= memory.serialize()
  // `network.listen()` is not called: intercepting Node's sockets took longer than the calls themselves.
  const network = setupServer(
    ...['*/api/*', '*/files/*'].map((path) => http.all(path, ({ request }) => api.fetch(request))),
  )
  const watchers: Watcher[] = []

  async function respond(request: Request): Promise<Response> {
    request.signal.throwIfAborted()
    for (const watcher of watchers) watcher.started?.(request)
    const { promise: aborted, reject } = Promise.withResolvers<never>()
    request.signal.addEventListener('abort', () => reject(request.signal.reason))
    const handlers = network.listHandlers().filter((handler) => handler instanceof RequestHandler)
    const response = await Promise.race([getResponse(handlers, request), aborted])
    if (!response || response.type === 'error') throw new TypeError(`No answer to ${request.method} ${request.url}`)
    for (const watcher of watchers) watcher.answered?.(request)
    const location = response.headers.get('location')
    if (!location || response.status < 300 || response.status >= 400) return response
    if (request.redirect === 'error') throw new TypeError(`${request.url} leads to ${location}`)
    return respond(new Request(location, request))
  }

  const { happyDOM } = window as typeof window & PageSettings
  happyDOM.settings.fetch.interceptor = { beforeAsyncRequest: ({ request }) => respond(request) }
  return {
    ...api,
    network,
    watch: (watcher: Watcher) => void watchers.push(watcher),
    stop: () => api.db.destroy(),
  }
}

export type RunningMockApi = Awaited<ReturnType<typeof startMockApi>>
