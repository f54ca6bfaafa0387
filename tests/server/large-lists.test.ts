// @module-tag database
import { Hono } from 'hono'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Env } from '#server/context.ts'
import { BATCH_SIZE } from '#server/db/in-batches.ts'
import { sendJsonList } from '#server/http/json-list.ts'
import { USUAL_LIMITS } from '#server/http/limits.ts'
import { listen } from '#server/node/http/listen.ts'
import { account, client, patient, practice, staff } from '#harness/builders.ts'
import { changeRows } from '#harness/rows.ts'
import { eachTestServer, onEngines } from '#harness/test-server.ts'

const BATCHES = 3
const COUNT = BATCHES * BATCH_SIZE - 1
const numbers = Array.from({ length: COUNT }, (_, index) => String(index).padStart(5, '0'))
const uuidOf = (number: string) => `00000000-0000-4000-8000-0000000${number}`

onEngines('a list read in several batches', (engine) => {
  const testServer = eachTestServer(engine)
  let [clientId, animalId, owner, admin] = ['', '', '', '']

  beforeEach(async () => {
    const { db } = testServer
    await practice(db, 'a')
    owner = await account(db, 'jan@mail.example')
    admin = await staff(db, 'a', 'admin@a.example', 'CLINIC_ADMIN')
    clientId = await client(db, 'a', { account_id: owner })
    animalId = await patient(db, clientId, 'Zwarte')
  })

  const animals = () => {
    const named = (uuid: string, number: string) => ({
      name: `Koe ${number}`,
      search_name: `koe ${number}`,
      data: JSON.stringify({ uuid, name: `Koe ${number}` }),
    })
    const rows = numbers.map((number) => ({
      ...named(uuidOf(number), number),
      uuid: uuidOf(number),
      client_uuid: clientId,
    }))
    return testServer.db.insertInto('patient').values(rows).execute()
  }
  const entries = () => {
    const date = '2026-06-01'
    const dataOf = (number: string) => JSON.stringify({ uuid: uuidOf(number), date, description: number })
    const rows = numbers.map((number) => ({ uuid: uuidOf(number), patient_uuid: animalId, date, data: dataOf(number) }))
    return testServer.db.insertInto('logbook_entry').values(rows).execute()
  }
  const members = () => {
    const member = { language: 'nl', created_at: '2026-01-01', practice_id: 'a', staff_role: 'CLINIC_USER' } as const
    const rows = numbers.map((number) => ({ ...member, id: uuidOf(number), username: `${number}@a.example` }))
    return testServer.db.insertInto('account').values(rows).execute()
  }
  const practices = async () => {
    const clinics = numbers.map((id) => ({ id, name: `Kliniek ${id}`, locked: 0 as const }))
    await testServer.db.insertInto('practice').values(clinics).execute()
    const registered = { account_id: owner, registered: 1, locked: 0 } as const
    const named = { last_name: 'Jansen', search_name: 'jansen', sort_name: 'jansen' }
    const rows = numbers.map((id) => ({ ...registered, ...named, uuid: uuidOf(id), practice_id: id }))
    await testServer.db.insertInto('client').values(rows).execute()
  }
  const log = () => {
    const entry = { practice_id: 'a', action: 'invited', account_id: admin, account_name: 'Bea Beheer' } as const
    const rows = numbers.map((number, index) => ({
      ...entry,
      client_uuid: clientId,
      client_name: 'Jansen',
      at: `2026-06-0${1 + (index % 5)}T10:00:00.${number.slice(2)}Z`,
    }))
    return testServer.db.insertInto('audit').values(rows).execute()
  }
  const fetchList = async (path: string, accountId = owner): Promise<Response> => {
    const response = await testServer.callAs(accountId, 'GET', path)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json'])
    return response
  }
  const patients = (): string => `clients/${clientId}/patients`
  const logbook = (): string => `clients/${clientId}/patients/${animalId}/logbook`

  test.each([
    ['animals', animals, patients, (): string => owner, COUNT + 1],
    ['logbook entries', entries, logbook, (): string => owner, COUNT],
    ['staff', members, (): string => 'practice/a/staff', (): string => admin, COUNT + 1],
    ['practices', practices, (): string => 'user/practices', (): string => owner, COUNT + 1],
  ])('of %s does not block the event loop while sent', async (_, fill, path, who, count) => {
    await fill()
    const response = await fetchList(path(), who())
    const { turns, result } = await countTurns<{ uuid?: string; id?: string }[]>(() => response.json())
    expect(new Set(result.map(({ uuid, id }) => uuid ?? id)).size).toBe(count)
    expect(turns).toBeGreaterThanOrEqual(BATCHES - 2)
  })

  test.each([
    ['animals of a herd', animals, (): string => `clients/${clientId}/herd/animals?search=koe`, COUNT],
    ['entries of the access log', log, (): string => `clients/${clientId}/seen`, 5],
  ])('of %s does not block the event loop while read', async (_, fill, path, totalElements) => {
    await fill()
    const { turns, result } = await countTurns<unknown>(async () => await (await fetchList(path())).json())
    expect(result).toMatchObject({ page: { totalElements } })
    expect(turns).toBeGreaterThanOrEqual(BATCHES - 1)
  })

  test('may contain one row or none', async () => {
    expect(await (await fetchList(patients())).json()).toMatchObject([{ uuid: animalId }])
    expect(await (await fetchList(logbook())).json()).toEqual([])
  })

  test('contains a renamed animal exactly once', async () => {
    await animals()
    const response = await fetchList(patients())
    const [renamed = '', deleted = ''] = numbers.slice(-2).map(uuidOf)
    await changeRows(testServer.db, 'patient', { search_name: 'a' }, { uuid: renamed })
    await testServer.db.deleteFrom('patient').where('uuid', '=', deleted).execute()
    const uuids = ((await response.json()) as { uuid: string }[]).map(({ uuid }) => uuid)
    expect(uuids).toEqual([...numbers.map(uuidOf).filter((uuid) => uuid !== deleted), animalId])
  })
})

describe('a streamed list over a socket', () => {
  async function* batches(failing: boolean) {
    yield ['1']
    yield ['2']
    if (failing) throw new Error('The database is gone')
    yield ['3']
  }

  test.each([
    ['breaks the connection when a later batch fails', true, ['response-failed'], 'incomplete'],
    ['is complete otherwise', false, [], '[1,2,3]'],
  ])('%s', async (_, failing, events, text) => {
    const logged: string[] = []
    const app = new Hono<Env>().get('/', (c) =>
      sendJsonList(c, (__, event) => void logged.push(event), batches(failing)),
    )
    const fetchApp = (request: Request) => app.fetch(request)
    // Hono's adapter prints the error of a stream.
    using printed = vi.spyOn(console, 'error').mockImplementation(() => {})
    const listening = await listen({ fetch: fetchApp, host: '127.0.0.1', port: 0, limits: USUAL_LIMITS })
    try {
      const response = await fetch(`http://127.0.0.1:${listening.port}/`)
      expect(await response.text().catch(() => 'incomplete')).toBe(text)
      expect(logged).toEqual(events)
    } finally {
      await listening.drain()
    }
    expect(printed.mock.calls).toEqual(events.map(() => [new Error('The response could not be completed')]))
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
