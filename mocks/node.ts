import { subscribe } from 'node:diagnostics_channel'
import type { ClientRequest } from 'node:http'
import { DatabaseSync } from 'node:sqlite'
import { http } from 'msw'
import { setupServer } from 'msw/node'
import { overSqlite } from '#server/node/sqlite.ts'
import type { Pdf } from '#server/ports.ts'
import { type MockApi, createMockApi } from './api.ts'

/** Cached seed: restoring a copy is ten times faster than seeding. */
let filled: Uint8Array | undefined

// Its content only: what is drawn is tested with the server, and to draw took a tenth of the tests that save a file.
const pdf: Pdf = async (sheet) => new TextEncoder().encode(`%PDF-1.7\n${JSON.stringify(sheet)}`)

// msw puts its own `_destroy` on the socket of a call that it answers, which leaves the handle open, and with it the whole call in
// memory: thousands in a run.
subscribe('http.client.request.start', (message) => {
  const { request } = message as { request: ClientRequest & { socket: { _handle?: { close(): void } | null } | null } }
  request.once('close', () => request.socket?._handle?.close())
})

/** The portal API in the test runner: MSW routes every call to the real server, on SQLite in memory. */
export async function startMockApi() {
  const memory = new DatabaseSync(':memory:')
  if (filled) memory.deserialize(filled)
  const api: MockApi = await createMockApi(overSqlite(memory), { pdf })
  filled ??= memory.serialize()
  const network = setupServer(
    ...['*/api/*', '*/files/*'].map((path) => http.all(path, ({ request }) => api.fetch(request))),
  )
  network.listen({ onUnhandledFrame: 'error' })
  return {
    ...api,
    network,
    async stop() {
      network.close()
      await api.db.destroy()
    },
  }
}

export type RunningMockApi = Awaited<ReturnType<typeof startMockApi>>
