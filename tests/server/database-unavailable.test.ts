import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { Client } from 'pg'
import { beforeEach, describe, expect, test } from 'vitest'
import { openPostgres } from '#server/node/db/postgres.ts'
import { isStartProblem } from '#server/node/start-error.ts'
import type { Database } from '#server/db/schema.ts'
import { client, practice, staff } from '#harness/builders.ts'
import { eachFolder } from '#harness/folders.ts'
import { TEST_TIMEOUT_MS } from '#harness/test-timeout.ts'
import { openServer } from '#harness/open-server.ts'
import { engines, openTestServer } from '#harness/test-server.ts'
import { freshPostgres } from '#harness/postgres.ts'
import { type PostgresUser, makeUser, only, setPassword } from '#harness/postgres-users.ts'

/** A test server on its own PostgreSQL database. */
async function portalOn(db: Database) {
  const testServer = await openTestServer('postgres', { database: db })
  await practice(db, 'a')
  const clientId = await client(db, 'a', { registered: 1 })
  const token = await testServer.signIn(await staff(db, 'a', 'x@a.example'))
  const fetchPath = async (path: string) => {
    const response = await testServer.call('GET', path, { token })
    return [response.status, response.headers.get('retry-after')]
  }
  return {
    fetchPath,
    clientId,
    list: () => fetchPath('practice/a/clients'),
    register: async (uuid: string) =>
      (await testServer.call('POST', `practice/a/clients?clientUuid=${uuid}`, { token })).status,
    [Symbol.asyncDispose]: () => db.destroy(),
  }
}

describe.runIf(engines.includes('postgres'))('PostgreSQL that refuses connections', () => {
  let url: string
  let user: PostgresUser
  const folder = eachFolder()

  beforeEach(async () => {
    url = await freshPostgres()
    user = await makeUser(url)
    await user.mayUseAll()
  })

  async function breakAll() {
    const admin = new Client(url)
    await admin.connect()
    const mine = 'from pg_stat_activity where usename = $1'
    await admin.query(`select pg_terminate_backend(pid) ${mine}`, [user.name])
    while ((await admin.query(`select 1 ${mine}`, [user.name])).rows.length > 0) await delay(5)
    await admin.end()
  }

  test.each<[string, () => Promise<void>, () => Promise<void>]>([
    [
      'another password',
      () => setPassword(url, user.name, 'another'),
      () => setPassword(url, user.name, user.password),
    ],
    ['too many connections', () => only(url, user.name, 0), () => only(url, user.name, -1)],
  ])('causes 503 until connections are accepted again: %s', async (_, interrupt, restore) => {
    await using portal = await portalOn(openPostgres(user.url))
    expect(await portal.list()).toEqual([200, null])
    await interrupt()
    await breakAll()
    // The pool may not have noticed the closed connections yet.
    await portal.list()
    expect(await portal.list()).toEqual([503, '2'])
    await restore()
    expect(await portal.list()).toEqual([200, null])
  })

  test('leaks no connection if limited to two', async () => {
    await only(url, user.name, 2)
    await using portal = await portalOn(openPostgres(user.url))
    const responses = await Promise.all(Array.from({ length: 30 }, portal.list))
    expect(responses.filter(([status]) => status !== 200 && status !== 503)).toEqual([])
    for (let call = 0; call < 20; call += 1) expect(await portal.list()).toEqual([200, null])
  })

  test.each([
    ['password authentication failed', (at: URL) => void (at.password = 'wrong-one')],
    ['does not exist', (at: URL) => void (at.pathname = '/no_such_database')],
  ])('makes the start fail with one line that hides the password: %s', async (text, change) => {
    const at = new URL(user.url)
    change(at)
    const env = { DATA_DIR: folder.path, DATABASE_URL: at.href }
    const rejected = await openServer(env).catch((error: unknown) => error)
    expect(isStartProblem(rejected) && rejected.message).toMatch(new RegExp(`^DATABASE_URL: .*${text}.*$`))
    expect(String(rejected)).not.toContain(at.password)
  })
})

test.runIf(engines.includes('postgres'))(
  'concurrent registrations register each client once despite broken connections',
  async () => {
    const url = await freshPostgres()
    await using portal = await portalOn(openPostgres(url))
    const db = openPostgres(url)
    const admin = new Client(url)
    await admin.connect()
    const CLIENTS = 24
    const clients: string[] = []
    for (let number = 0; number < CLIENTS; number += 1)
      clients.push(await client(db, 'a', { email: `client${number}@mail.example` }))
    const waiting = clients.flatMap((uuid) => [uuid, uuid])
    const statuses = new Set<number>()
    const call = async () => {
      for (let uuid = waiting.pop(); uuid !== undefined; uuid = waiting.pop()) {
        const status = await portal.register(uuid)
        statuses.add(status)
        if (status === 503) waiting.unshift(uuid)
      }
    }
    const over = new AbortController()
    const calling = Promise.all(Array.from({ length: 8 }, call)).finally(() => over.abort())
    const others = 'from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'
    for (let rounds = 0; rounds < 8 && !over.signal.aborted; rounds += 1) {
      const left = waiting.length
      await admin.query(`select pg_terminate_backend(pid) ${others}`)
      while (waiting.length > left - 4 && !over.signal.aborted) await delay(1)
    }
    await calling
    expect([...statuses].filter((status) => ![200, 201, 503].includes(status))).toEqual([])
    const registered = await db.selectFrom('client').select('uuid').where('registered', '=', 1).execute()
    expect(registered.map(({ uuid }) => uuid)).toEqual(expect.arrayContaining(clients))
    const accounts = await db.selectFrom('account').select('id').where('staff_role', 'is', null).execute()
    expect(accounts).toHaveLength(CLIENTS)
    await Promise.all([admin.end(), db.destroy()])
  },
)

test.runIf(engines.includes('postgres'))('a query over the time limit does not affect other calls', async () => {
  const url = await freshPostgres()
  await using portal = await portalOn(openPostgres(url, { queryMs: 300 }))
  const db = openPostgres(url)
  await sql`alter table reminder rename to slow_reminder`.execute(db)
  await sql`create view reminder as select r.* from (select pg_sleep(${sql.lit((10 * TEST_TIMEOUT_MS) / 1000)}) is null as slept) s
      left join slow_reminder r on not s.slept`.execute(db)
  await db.destroy()
  const slow = portal.fetchPath(`clients/${portal.clientId}/reminders`)
  const over = new AbortController()
  const ended = slow.finally(() => over.abort())
  let others = 0
  while (!over.signal.aborted) {
    const [status] = await portal.list()
    if (status === 200) others += 1
  }
  expect(await ended).toEqual([503, '2'])
  expect(others).toBeGreaterThan(1)
})
