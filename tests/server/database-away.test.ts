import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { openPostgres } from '#server/node/postgres.ts'
import { isExplained } from '#server/node/start-error.ts'
import type { Database } from '#server/db/schema.ts'
import { client, practice, staff } from '#harness/builders.ts'
import { PATIENCE_MS } from '#harness/patience.ts'
import { openServer } from '#harness/open-server.ts'
import { eachTestServer, type TestServer, engines, openTestServer } from '#harness/test-server.ts'
import { freshPostgres } from '#harness/postgres.ts'
import { type PostgresUser, makeUser, only, setPassword } from '#harness/postgres-users.ts'

/** A portal over a PostgreSQL that is not the harness's own. */
async function portalOn(db: Database, testServer: TestServer) {
  const app = createApp({ ...testServer.ports, db })
  await practice(db, 'a')
  const clientId = await client(db, 'a', { registered: 1 })
  const accountId = await staff(db, 'a', 'x@a.example')
  const { id: sessionId } = await db
    .insertInto('session')
    .values({ id: crypto.randomUUID(), account_id: accountId, signed_in_at: testServer.now.toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { createTokens } = await import('#server/auth/token.ts')
  const authTime = Math.floor(testServer.now.getTime() / 1000)
  const token = await createTokens(testServer.ports).issue({ sessionId, accountId, authTime })
  const ask = async (path: string) => {
    const answer = await app.request(`/api/${path}`, { headers: { authorization: token } })
    await answer.text()
    return [answer.status, answer.headers.get('retry-after')]
  }
  const register = async (uuid: string) => {
    const path = `/api/practice/a/clients?clientUuid=${uuid}`
    const answer = await app.request(path, { method: 'POST', headers: { authorization: token } })
    await answer.text()
    return answer.status
  }
  return { ask, register, clientId, list: () => ask('practice/a/clients'), close: () => db.destroy() }
}

describe.runIf(engines.includes('postgres'))('PostgreSQL says no', () => {
  let url: string
  let user: PostgresUser
  const testServer = eachTestServer('sqlite')

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
      'the password is another one',
      () => setPassword(url, user.name, 'another'),
      () => setPassword(url, user.name, user.password),
    ],
    ['there are too many connections', () => only(url, user.name, 0), () => only(url, user.name, -1)],
  ])('while it runs, because %s: 503 until it says yes again', async (_, away, back) => {
    await using portal = await closing(portalOn(openPostgres(user.url), testServer))
    expect(await portal.list()).toEqual([200, null])
    await away()
    await breakAll()
    // The pool may not know yet that its connections are gone.
    await portal.list()
    expect(await portal.list()).toEqual([503, '2'])
    await back()
    expect(await portal.list()).toEqual([200, null])
  })

  test('with room for two connections only, some are told to come back, and no connection is lost', async () => {
    await only(url, user.name, 2)
    await using portal = await closing(portalOn(openPostgres(user.url), testServer))
    const answers = await Promise.all(Array.from({ length: 30 }, portal.list))
    expect(answers.filter(([status]) => status !== 200 && status !== 503)).toEqual([])
    for (let call = 0; call < 20; call += 1) expect(await portal.list()).toEqual([200, null])
  })

  describe('at the start', () => {
    let dataDir: string
    beforeEach(() => (dataDir = mkdtempSync(join(tmpdir(), 'portal-'))))
    afterEach(() => rmSync(dataDir, { recursive: true }))

    test.each([
      ['password authentication failed', (at: URL) => void (at.password = 'wrong-one')],
      ['does not exist', (at: URL) => void (at.pathname = '/no_such_database')],
    ])('%s: one line, without the password', async (text, change) => {
      const at = new URL(user.url)
      change(at)
      const refused = await openServer({ DATA_DIR: dataDir, DATABASE_URL: at.href }).catch((error: unknown) => error)
      expect(isExplained(refused) && refused.message).toMatch(new RegExp(`^DATABASE_URL: .*${text}.*$`))
      expect(String(refused)).not.toContain(at.password)
    })
  })
})

test.runIf(engines.includes('postgres'))(
  'a client who is registered twice at once while connections break is never in conflict with itself',
  async () => {
    await using testServer = await openTestServer('sqlite')
    const url = await freshPostgres()
    await using portal = await closing(portalOn(openPostgres(url), testServer))
    const db = openPostgres(url)
    const admin = new Client(url)
    await admin.connect()
    const clients: string[] = []
    for (let number = 0; number < 60; number += 1)
      clients.push(await client(db, 'a', { email: `client${number}@mail.example` }))
    const waiting = clients.flatMap((uuid) => [uuid, uuid])
    const statuses = new Set<number>()
    const call = async () => {
      for (let uuid = waiting.pop(); uuid !== undefined; uuid = waiting.pop()) {
        const status = await portal.register(uuid)
        statuses.add(status)
        // Whoever is told to come back does.
        if (status === 503) waiting.unshift(uuid)
      }
    }
    const over = new AbortController()
    const calling = Promise.all(Array.from({ length: 8 }, call)).finally(() => over.abort())
    const others = 'from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'
    for (let rounds = 0; rounds < 20 && !over.signal.aborted; rounds += 1) {
      const left = waiting.length
      await admin.query(`select pg_terminate_backend(pid) ${others}`)
      while (waiting.length > left - 4 && !over.signal.aborted) await delay(1)
    }
    await calling
    expect([...statuses].filter((status) => ![200, 201, 503].includes(status))).toEqual([])
    const registered = await db.selectFrom('client').select('uuid').where('registered', '=', 1).execute()
    expect(registered.map(({ uuid }) => uuid)).toEqual(expect.arrayContaining(clients))
    const accounts = await db.selectFrom('account').select('id').where('staff_role', 'is', null).execute()
    expect(accounts).toHaveLength(60)
    await Promise.all([admin.end(), db.destroy()])
  },
)

test.runIf(engines.includes('postgres'))(
  'a query that lasts too long is 503 in time, and others are answered meanwhile',
  async () => {
    await using testServer = await openTestServer('sqlite')
    const url = await freshPostgres()
    await using portal = await closing(portalOn(openPostgres(url, { queryMs: 700 }), testServer))
    const db = openPostgres(url)
    await sql`alter table reminder rename to slow_reminder`.execute(db)
    await sql`create view reminder as select r.* from (select pg_sleep(${sql.lit((10 * PATIENCE_MS) / 1000)}) is null as slept) s
      left join slow_reminder r on not s.slept`.execute(db)
    await db.destroy()
    const slow = portal.ask(`clients/${portal.clientId}/reminders`)
    const over = new AbortController()
    const ended = slow.finally(() => over.abort())
    let others = 0
    while (!over.signal.aborted) {
      const [status] = await portal.list()
      if (status === 200) others += 1
    }
    expect(await ended).toEqual([503, '2'])
    expect(others).toBeGreaterThan(1)
  },
)

async function closing<T extends { close(): Promise<void> }>(opening: Promise<T>): Promise<T & AsyncDisposable> {
  const opened = await opening
  return { ...opened, [Symbol.asyncDispose]: () => opened.close() }
}
