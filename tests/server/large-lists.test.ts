// @module-tag database
import { Hono } from 'hono'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Env } from '#server/context.ts'
import { BATCH } from '#server/db/in-batches.ts'
import type { Database } from '#server/db/schema.ts'
import { sendJsonList } from '#server/http/json-list.ts'
import { USUAL_LIMITS } from '#server/http/limits.ts'
import { listen } from '#server/node/listen.ts'
import { account, client, patient, practice, staff } from '#harness/builders.ts'
import { type TestServer, onEngines, openTestServer } from '#harness/test-server.ts'

const BATCHES = 3
const COUNT = BATCHES * BATCH - 1
const numbers = Array.from({ length: COUNT }, (_, index) => String(index).padStart(5, '0'))
const uuidOf = (number: string) => `00000000-0000-4000-8000-0000000${number}`

onEngines('lists of several batches', (engine) => {
  let testServer: TestServer
  let db: Database
  let clientId: string
  let animalId: string
  let owner: string
  let admin: string

  beforeEach(async () => {
    testServer = await openTestServer(engine)
    db = testServer.db
    await practice(db, 'a')
    owner = await account(db, 'jan@mail.example')
    admin = await staff(db, 'a', 'admin@a.example', 'CLINIC_ADMIN')
    clientId = await client(db, 'a', { account_id: owner })
    animalId = await patient(db, clientId, 'Zwarte')
  })
  afterEach(() => testServer[Symbol.asyncDispose]())

  const animals = async () => {
    const rows = numbers.map((number) => ({
      uuid: uuidOf(number),
      client_uuid: clientId,
      name: `Koe ${number}`,
      search_name: `koe ${number}`,
      data: JSON.stringify({ uuid: uuidOf(number), name: `Koe ${number}` }),
    }))
    await db.insertInto('patient').values(rows).execute()
  }
  const entries = async () => {
    const rows = numbers.map((number) => ({
      uuid: uuidOf(number),
      patient_uuid: animalId,
      date: '2026-06-01',
      data: JSON.stringify({ uuid: uuidOf(number), date: '2026-06-01', description: number }),
    }))
    await db.insertInto('logbook_entry').values(rows).execute()
  }
  const members = async () => {
    const rows = numbers.map((number) => ({
      id: uuidOf(number),
      username: `${number}@a.example`,
      language: 'nl' as const,
      created_at: '2026-01-01T00:00:00.000Z',
      practice_id: 'a',
      staff_role: 'CLINIC_USER' as const,
    }))
    await db.insertInto('account').values(rows).execute()
  }
  const practices = async () => {
    await db
      .insertInto('practice')
      .values(numbers.map((id) => ({ id, name: `Kliniek ${id}`, locked: 0 as const })))
      .execute()
    const rows = numbers.map((number) => ({
      uuid: uuidOf(number),
      practice_id: number,
      account_id: owner,
      registered: 1 as const,
      locked: 0 as const,
      last_name: 'Jansen',
      search_name: 'jansen',
      sort_name: 'jansen',
    }))
    await db.insertInto('client').values(rows).execute()
  }
  const log = async () => {
    const rows = numbers.map((number, index) => ({
      practice_id: 'a',
      at: `2026-06-0${1 + (index % 5)}T10:00:00.${number.slice(2)}Z`,
      action: 'invited' as const,
      account_id: admin,
      account_name: 'Bea Beheer',
      client_uuid: clientId,
      client_name: 'Jansen',
    }))
    await db.insertInto('audit').values(rows).execute()
  }
  const ask = async (path: string, accountId: string): Promise<Response> => {
    const response = await testServer.call('GET', path, { token: await testServer.signIn(accountId) })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json')
    return response
  }

  test.each([
    ['animals', animals, (): string => `clients/${clientId}/patients`, (): string => owner, COUNT + 1],
    ['logbook', entries, (): string => `clients/${clientId}/patients/${animalId}/logbook`, (): string => owner, COUNT],
    ['staff', members, (): string => 'practice/a/staff', (): string => admin, COUNT + 1],
    ['practices', practices, (): string => 'user/practices', (): string => owner, COUNT + 1],
  ] as const)('yields to the event loop between batches of %s', async (_, fill, path, who, count) => {
    await fill()
    const response = await ask(path(), who())
    const { turns, result } = await countTurns(() => response.json())
    const rows = result as { uuid?: string; id?: string }[]
    expect(new Set(rows.map(({ uuid, id }) => uuid ?? id)).size).toBe(count)
    expect(turns).toBeGreaterThanOrEqual(BATCHES - 2)
  })

  test.each([
    ['animals of a herd', animals, (): string => `clients/${clientId}/herd/animals?search=koe`, COUNT],
    ['entries of the access log', log, (): string => `clients/${clientId}/seen`, 5],
  ] as const)('yields to the event loop between batches of %s', async (_, fill, path, total) => {
    await fill()
    const { turns, result } = await countTurns(async () => await (await ask(path(), owner)).json())
    expect(result).toMatchObject({ page: { totalElements: total } })
    expect(turns).toBeGreaterThanOrEqual(BATCHES - 1)
  })

  test('answers a short list at once, and an empty one', async () => {
    expect(await (await ask(`clients/${clientId}/patients`, owner)).json()).toMatchObject([{ uuid: animalId }])
    expect(await (await ask(`clients/${clientId}/patients/${animalId}/logbook`, owner)).json()).toEqual([])
  })

  test('neither repeats nor misses an animal that is renamed while the list is sent, and omits a deleted one', async () => {
    await animals()
    const response = await ask(`clients/${clientId}/patients`, owner)
    const [renamed = '', deleted = ''] = numbers.slice(-2).map(uuidOf)
    await db.updateTable('patient').set({ search_name: 'a' }).where('uuid', '=', renamed).execute()
    await db.deleteFrom('patient').where('uuid', '=', deleted).execute()
    const uuids = ((await response.json()) as { uuid: string }[]).map(({ uuid }) => uuid)
    expect(uuids).toEqual([...numbers.map(uuidOf).filter((uuid) => uuid !== deleted), animalId])
  })
})

describe('a list over a socket', () => {
  async function* batches(failing: boolean) {
    yield ['1']
    yield ['2']
    if (failing) throw new Error('The database is gone')
    yield ['3']
  }

  const read = async (failing: boolean) => {
    const logged: string[] = []
    const app = new Hono<Env>().get('/', (c) =>
      sendJsonList(c, (_, event) => void logged.push(event), batches(failing)),
    )
    const listening = await listen({
      fetch: (request) => app.fetch(request),
      host: '127.0.0.1',
      port: 0,
      limits: USUAL_LIMITS,
    })
    try {
      const response = await fetch(`http://127.0.0.1:${listening.port}/`)
      return { logged, text: await response.text().catch(() => 'incomplete') }
    } finally {
      await listening.drain()
    }
  }

  test('breaks the connection when a later batch fails', async () => {
    expect(await read(true)).toEqual({ logged: ['response-failed'], text: 'incomplete' })
  })

  test('is complete otherwise', async () => {
    expect(await read(false)).toEqual({ logged: [], text: '[1,2,3]' })
  })
})

/** Counts the turns of the event loop that pass until the work is done. */
async function countTurns<T>(work: () => Promise<T>): Promise<{ turns: number; result: T }> {
  let turns = 0
  let next = setImmediate(function count() {
    turns += 1
    next = setImmediate(count)
  })
  const result = await work()
  clearImmediate(next)
  return { turns, result }
}
