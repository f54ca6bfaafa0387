import { afterEach, beforeEach, expect, test } from 'vitest'
import { account, client } from '#harness/builders.ts'
import { type TestServer, onEngines } from '#harness/test-server.ts'
import { type Fixtures, openFixtures } from '#harness/fixtures.ts'

onEngines('who sees what', (engine) => {
  let fixtures: Fixtures
  let testServer: TestServer
  let call: Fixtures['call']

  beforeEach(async () => {
    fixtures = await openFixtures(engine)
    ;({ testServer, call } = fixtures)
  })
  afterEach(() => fixtures[Symbol.asyncDispose]())

  test('totals count one practice only', async () => {
    const answer = await call('UA', 'GET', 'practice/a/clients')
    expect(((await answer.json()) as { page: { totalElements: number } }).page.totalElements).toBe(4)
  })

  test('staff see all of a practice, owners what it shows the world', async () => {
    const publicFields = { id: 'a', name: 'Praktijk a', phone: '1', email: 'a@a.example', iban: 'NL00', locked: false }
    expect(await (await call('PA1', 'GET', 'practice/a')).json()).toEqual(publicFields)
    expect(await (await call('UA', 'GET', 'practice/a')).json()).toEqual({
      ...publicFields,
      manaId: 'M1',
    })
    expect(await (await call('PAB', 'GET', 'user/practices')).json()).toEqual([
      publicFields,
      { id: 'b', name: 'Praktijk b', locked: false },
    ])
    expect(await (await call('LO', 'GET', 'user/practices')).json()).toMatchObject([{ id: 'locked', locked: true }])
    expect(await (await call('UA', 'GET', 'user/practices')).json()).toEqual([])
  })

  test('papers are those of the client', async () => {
    expect(await (await call('PA1', 'GET', 'clients/$cA1/patients')).json()).toMatchObject([{ name: 'Bella' }])
  })

  test('an account at a file that is not on the portal opens nothing', async () => {
    await testServer.db.updateTable('client').set({ registered: 0 }).where('uuid', '=', fixtures.ids['cA1']!).execute()
    for (const path of ['clients/$cA1', 'clients/$cA1/patients', 'user/client?practiceId=a', 'practice/a']) {
      expect((await call('PA1', 'GET', path)).status).toBe(404)
      expect((await call('PA2', 'GET', path.replace('cA1', 'cA2'))).status).toBe(200)
    }
    expect(await (await call('PA1', 'GET', 'user/practices')).json()).toEqual([])
  })

  test('an admin who is a client elsewhere is an admin at work only', async () => {
    await client(testServer.db, 'a', { account_id: fixtures.accounts.AB! })
    for (const [method, path] of [
      ['GET', 'practice/a/audit'],
      ['DELETE', 'practice/a/clients'],
      ['GET', 'practice/a/clients'],
      ['PUT', 'practice/a'],
    ] as const) {
      expect((await call('AB', method, path)).status).toBe(403)
    }
    expect((await call('AB', 'GET', 'practice/a')).status).toBe(200)
    expect((await call('AB', 'GET', 'practice/b/audit')).status).toBe(200)
    expect((await call('AB', 'DELETE', 'practice/b/clients')).status).toBe(204)
  })

  test('a practice without a role makes nobody staff', async () => {
    const former = await testServer.signIn(await account(testServer.db, 'former@a.example', { practice_id: 'a' }))
    expect((await testServer.call('GET', 'practice/a', { token: former })).status).toBe(404)
    expect((await call('UA', 'GET', 'practice/a')).status).toBe(200)
  })

  test('an id is the same in capitals', async () => {
    const path = `clients/${fixtures.ids['cA1']!.toUpperCase()}`
    expect(await (await call('PA1', 'GET', path)).json()).toMatchObject({ uuid: fixtures.ids['cA1'] })
    expect((await call('PA2', 'GET', path)).status).toBe(404)
  })
})
