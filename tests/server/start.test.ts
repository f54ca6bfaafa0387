import { beforeEach, expect, test } from 'vitest'
import { account, client, practice, reminder, staff } from '#harness/builders.ts'
import { eachTestServer, onEngines } from '#harness/test-server.ts'

interface Part {
  path: string
  body: string
  version?: string
}

const CALLS = 'practice/%7BpracticeId%7D/request-count clients/%7BclientId%7D/reminders?page=0'

onEngines('the start of the portal', (engine) => {
  const testServer = eachTestServer(engine)
  let [staffId, ownerId, clientId] = ['', '', '']
  beforeEach(async () => {
    const { db } = testServer
    await practice(db, 'a')
    staffId = await staff(db, 'a', 'staff@a.example')
    ownerId = await account(db, 'owner@mail.example')
    clientId = await client(db, 'a', { account_id: ownerId })
    await reminder(db, clientId)
  })

  const start = async (by: string, query: Record<string, string> = {}) => {
    const path = `portal/start?${new URLSearchParams({ calls: CALLS, ...query })}`
    return (await testServer.readAs<{ parts: Part[] }>(by, path)).parts
  }
  const pathsOf = (parts: Part[]) => parts.map(({ path }) => path).sort()
  const reads = async () => (await testServer.rows('audit')).map((entry) => entry.client_uuid)

  test('each part equals the response of its separate call', async () => {
    const parts = await start(ownerId)
    expect(pathsOf(parts)).toEqual([
      'capabilities',
      `clients/${clientId}/reminders?page=0`,
      'practice/a',
      'user',
      'user/client?practiceId=a',
      'user/practices',
      'user/refresh',
    ])
    for (const { path, body, version } of parts.filter((part) => part.path !== 'user/refresh')) {
      const response = await testServer.callAs(ownerId, 'GET', path)
      expect([path, await response.text(), response.headers.get('etag')]).toEqual([path, body, version ?? null])
    }
  })

  test('staff get the viewed client, with an entry in the access log', async () => {
    expect(pathsOf(await start(staffId))).toEqual([
      'capabilities',
      'practice/a',
      'practice/a/request-count',
      'user',
      'user/refresh',
    ])
    expect(await reads()).toEqual([])
    const parts = pathsOf(await start(staffId, { clientUuid: clientId }))
    expect(parts).toContain(`clients/${clientId}`)
    expect(parts).toContain(`clients/${clientId}/reminders?page=0`)
    expect(await reads()).toContain(clientId)
  })

  test('a person gets no part that a separate call would reject', async () => {
    await practice(testServer.db, 'b')
    const other = await staff(testServer.db, 'b', 'staff@b.example')
    const calls = `clients/${clientId}/reminders practice/a/clients user/session nowhere ../files/x portal/start`
    expect(pathsOf(await start(other, { clientUuid: clientId, calls }))).toEqual([
      'capabilities',
      'practice/b',
      'user',
      'user/refresh',
    ])
  })

  test('a locked client gets no session', async () => {
    await testServer.db.updateTable('client').set({ locked: 1 }).execute()
    expect(await start(ownerId)).toEqual([])
  })

  test('an owner of several clients gets the remembered one', async () => {
    const other = await client(testServer.db, 'a', { account_id: ownerId })
    expect(pathsOf(await start(ownerId))).toEqual(['capabilities', 'user', 'user/practices', 'user/refresh'])
    expect(pathsOf(await start(ownerId, { practiceId: 'a', clientUuid: other }))).toContain(
      `user/client?practiceId=a&clientUuid=${other}`,
    )
  })
})
