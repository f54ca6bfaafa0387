import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { purge } from '#server/purge/purge.ts'
import { account, client, practice, staff } from '#testing/builders.ts'
import { type TestServer, engines, openTestServer } from '#testing/test-server.ts'

const HOUR_MS = 3_600_000

// In the past: the database's clock, which stands above the server's, is the real one.
const START = new Date('2025-01-15T10:00:00.000Z')

describe.each(engines)('what is past its time, on %s', (engine) => {
  let testServer: TestServer

  beforeEach(async () => {
    testServer = await openTestServer(engine)
    testServer.now = START
    await practice(testServer.db, 'a')
  })
  afterEach(() => testServer[Symbol.asyncDispose]())

  const later = (hours: number) => (testServer.now = new Date(testServer.now.getTime() + hours * HOUR_MS))
  const hourly = async (hours: number) => {
    for (let hour = 0; hour < hours; hour += 1) {
      later(1)
      await purge(testServer.ports)
    }
  }
  const audited = async (...at: string[]) => {
    const rows = at.map((time) => ({ practice_id: 'a', at: time, action: 'deleted' as const }))
    await testServer.db.insertInto('audit').values(rows).execute()
  }
  const trail = async () =>
    (await testServer.db.selectFrom('audit').select('at').orderBy('at').execute()).map(({ at }) => at)
  const leaps = () => testServer.logged.filter(({ event }) => event === 'clock-leapt')

  test('goes once the clock has gone on steadily for a day', async () => {
    await audited('2023-01-15T00:00:00.000Z', '2023-01-20T00:00:00.000Z')
    const id = await account(testServer.db, 'owner@mail.example')
    await testServer.signIn(id)
    const mail = { kind: 'access' as const, account_id: id, created_at: '2024-12-10T00:00:00.000Z', reason: '550' }
    const givenUpAt = ['2024-12-16T00:00:00.000Z', '2024-12-18T00:00:00.000Z']
    await testServer.db
      .insertInto('given_up_mail')
      .values(givenUpAt.map((at) => ({ ...mail, id: crypto.randomUUID(), given_up_at: at })))
      .execute()
    const uses = ['2025-01-16T09:59:59.000Z', '2025-01-16T10:00:01.000Z'].map((at) => ({ hash: at, expires_at: at }))
    await testServer.db.insertInto('used_token').values(uses).execute()
    await purge(testServer.ports)
    await hourly(23)
    expect(await trail()).toHaveLength(2)
    await testServer.signIn(id)
    await hourly(1)
    expect(await trail()).toEqual(['2023-01-20T00:00:00.000Z'])
    expect(await testServer.db.selectFrom('session').select('id').execute()).toHaveLength(1)
    const givenUp = await testServer.db.selectFrom('given_up_mail').select('given_up_at').execute()
    expect(givenUp).toEqual([{ given_up_at: '2024-12-18T00:00:00.000Z' }])
    expect(await testServer.db.selectFrom('used_token').selectAll().execute()).toEqual([uses[1]])
    expect(leaps()).toEqual([])
  })

  test('is not what a clock says that is three months ahead for a moment', async () => {
    await hourly(48)
    await audited('2023-03-01T00:00:00.000Z')
    later(90 * 24)
    await hourly(3)
    expect(leaps()).toMatchObject([{ level: 'warn', fields: { seconds: 90 * 86_400 + 3600 } }])
    later(-90 * 24)
    await hourly(48)
    expect(leaps()).toHaveLength(2)
    expect(await trail()).toEqual(['2023-03-01T00:00:00.000Z'])
  })

  test('goes as well where several servers look whose clocks differ by seconds', async () => {
    await audited('2023-01-15T00:00:00.000Z')
    const behind = { ...testServer.ports, clock: () => new Date(testServer.now.getTime() - 5000) }
    for (let hour = 0; hour < 26; hour += 1) {
      await purge(testServer.ports)
      await purge(behind)
      later(1)
    }
    expect(leaps()).toEqual([])
    expect(await trail()).toEqual([])
  })

  test('goes where the server was off for three months', async () => {
    await hourly(48)
    await audited('2023-03-01T00:00:00.000Z')
    later(90 * 24)
    await hourly(24)
    expect(await trail()).toHaveLength(1)
    await hourly(1)
    expect(await trail()).toEqual([])
  })

  test('nor what one server’s clock says, where the database’s is behind it', async () => {
    await hourly(48)
    const soon = new Date(Date.now() - 86_400_000).toISOString()
    await audited(soon)
    testServer.now = new Date(Date.now() + 3 * 365 * 24 * HOUR_MS)
    await hourly(48)
    expect(await trail()).toEqual([soon])
  })

  test('an action and signing in by a clock that is three years ahead delete nothing', async () => {
    const owner = await account(testServer.db, 'owner@mail.example', { password_hash: 'hash of x' })
    const uuid = await client(testServer.db, 'a', { account_id: owner, registered: 1 })
    const admin = await staff(testServer.db, 'a', 'admin@a.example')
    const token = await testServer.signIn(admin)
    const lock = (locked: boolean, by: string) =>
      testServer.call('PUT', `clients/${uuid}`, { token: by, body: { locked } })
    await audited('2025-01-14T00:00:00.000Z')
    later(3 * 365 * 24)
    expect((await lock(true, await testServer.signIn(admin))).status).toBe(200)
    expect((await lock(false, await testServer.signIn(admin))).status).toBe(200)
    later(-3 * 365 * 24)
    expect(await trail()).toHaveLength(3)
    expect((await testServer.call('GET', 'user', { token })).status).toBe(200)
  })
})
