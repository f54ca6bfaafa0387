import { DatabaseSync } from 'node:sqlite'
import { http } from 'msw'
import { setupServer } from 'msw/node'
import { overSqlite } from '#server/node/sqlite.ts'
import type { Pdf } from '#server/ports.ts'
import { type MockApi, createMockApi } from './api.ts'

/** Cached seed: restoring a copy is ten times faster than seeding. */
let filled: Uint8Array | undefined

/** Of the demo practices every test asks for the same ones. */
const drawn = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()

const pdf: Pdf = async (sheet) => {
  const key = JSON.stringify(sheet)
  const known = drawn.get(key) ?? drawSheet(sheet)
  drawn.set(key, known)
  return (await known).slice()
}

async function drawSheet(sheet: Parameters<Pdf>[0]) {
  const [{ draw }, { FONTS }] = await Promise.all([import('#server/pdf/draw.ts'), import('#server/node/fonts.ts')])
  return await draw(sheet, FONTS)
}

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
