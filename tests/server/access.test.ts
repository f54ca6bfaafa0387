import { afterEach, beforeEach, expect, test } from 'vitest'
import { account, client } from '#harness/builders.ts'
import { onEngines } from '#harness/test-server.ts'
import { type Fixtures, openFixtures } from '#harness/fixtures.ts'
import type { Person } from '#harness/people.ts'

onEngines('access control', (engine) => {
  let fixtures: Fixtures
  beforeEach(async () => void (fixtures = await openFixtures(engine)))
  afterEach(() => fixtures[Symbol.asyncDispose]())

  const read = (person: Person, path: string) => fixtures.testServer.ok(fixtures.call(person, 'GET', path))
  const statusOf = async (person: Person, method: string, path: string) =>
    (await fixtures.call(person, method, path)).status

  test('shows owners only the public fields of a practice', async () => {
    const publicFields = { id: 'a', name: 'Praktijk a', phone: '1', email: 'a@a.example', iban: 'NL00', locked: false }
    expect(await read('PA1', 'practice/a')).toEqual(publicFields)
    expect(await read('UA', 'practice/a')).toEqual({ ...publicFields, manaId: 'M1' })
    expect(await read('UA', 'practice/a/clients')).toMatchObject({ page: { totalElements: 4 } })
    const other = { id: 'b', name: 'Praktijk b', locked: false }
    expect(await read('PAB', 'user/practices')).toEqual([publicFields, other])
    expect(await read('LO', 'user/practices')).toMatchObject([{ id: 'locked', locked: true }])
    expect(await read('UA', 'user/practices')).toEqual([])
  })

  test('gives an account no access to a client that is no longer registered', async () => {
    const { testServer, ids } = fixtures
    await testServer.db.updateTable('client').set({ registered: 0 }).where('uuid', '=', ids['cA1']!).execute()
    for (const path of ['clients/$cA1', 'clients/$cA1/patients', 'user/client?practiceId=a', 'practice/a']) {
      expect(await statusOf('PA1', 'GET', path)).toBe(404)
      expect(await statusOf('PA2', 'GET', path.replace('cA1', 'cA2'))).toBe(200)
    }
    expect(await read('PA1', 'user/practices')).toEqual([])
  })

  test('gives an admin who is a client of another practice only owner rights there', async () => {
    await client(fixtures.testServer.db, 'a', { account_id: fixtures.accounts.AB! })
    for (const [method, path, at] of [
      ['GET', 'audit', 403],
      ['DELETE', 'clients', 403],
      ['GET', 'clients', 403],
      ['GET', '', 200],
    ] as const) {
      expect(await statusOf('AB', method, `practice/a/${path}`.replace(/\/$/, ''))).toBe(at)
      expect(await statusOf('AB', method, `practice/b/${path}`.replace(/\/$/, ''))).toBeLessThan(300)
    }
  })

  test('gives no access to a former practice account without a staff role', async () => {
    const former = await account(fixtures.testServer.db, 'former@a.example', { practice_id: 'a' })
    expect((await fixtures.testServer.callAs(former, 'GET', 'practice/a')).status).toBe(404)
    expect(await statusOf('UA', 'GET', 'practice/a')).toBe(200)
  })

  test('ignores the case of ids', async () => {
    const path = `clients/${fixtures.ids['cA1']!.toUpperCase()}`
    expect(await read('PA1', path)).toMatchObject({ uuid: fixtures.ids['cA1'] })
    expect(await statusOf('PA2', 'GET', path)).toBe(404)
  })
})
