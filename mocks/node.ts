import { http } from 'msw'
import { setupServer } from 'msw/node'
import { openSqlite } from '#server/db/sqlite.ts'
import { type MockApi, createMockApi } from './api.ts'

/** The portal API inside the test runner: MSW hands every call to the real server on a database in memory. */
export async function startMockApi() {
  const api: MockApi = await createMockApi(openSqlite(':memory:'))
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
