// @module-tag database
import { Client } from 'pg'
import { afterEach, describe, expect, test } from 'vitest'
import { envOf, withDatabaseOf } from '#harness/clinic.ts'
import { eachFolder } from '#harness/folders.ts'
import { openServer } from '#harness/open-server.ts'
import { emptyPostgres, freshPostgres } from '#harness/postgres.ts'
import { kill, logOf, spawnServer } from '#harness/server-process.ts'
import { engines } from '#harness/test-server.ts'

/** Keys of the server's advisory locks for migrations and for loading data. */
const LOCKS = { migrations: 20_261_126, load: 20_261_122 }

describe.runIf(engines.includes('postgres'))('servers that start together on one PostgreSQL database', () => {
  const folder = eachFolder()
  const clients: Client[] = []
  afterEach(() => Promise.all(clients.splice(0).map((client) => client.end())))

  async function at(databaseUrl: string) {
    const place = { dataDir: folder.path, databaseUrl }
    // Two connections, because a transaction caches its first read of pg_stat_activity.
    const [other, observer] = [new Client(databaseUrl), new Client(databaseUrl)]
    clients.push(other, observer)
    await Promise.all([other.connect(), observer.connect()])
    const backends = async (where: string) => {
      const { rows } = await observer.query(
        `select count(*) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and ${where}`,
      )
      return Number(rows[0].count)
    }
    const environment = { ...envOf(place), DEMO: 'on', TOKEN_SECRET: 'a secret of all servers, which is long enough' }
    const expectDemo = async () => {
      const counts = await withDatabaseOf(place, (db) =>
        db.selectFrom('client_count').selectAll().where('practice_id', '=', 'de-waag').executeTakeFirst(),
      )
      expect(counts).toMatchObject({ registered: 180, unregistered: 90 })
    }
    return { other, backends, environment, expectDemo }
  }

  test('wait for each other, so that only one loads the demo', async () => {
    const { other, backends, environment, expectDemo } = await at(await emptyPostgres())
    for (const lock of Object.values(LOCKS)) await other.query(`select pg_advisory_lock(${lock})`)
    const starting = [1, 2].map(() => openServer(environment))
    for (const lock of Object.values(LOCKS)) {
      // Each server polls for the lock, so no statement timeout ends its wait.
      await expect.poll(() => backends(`query like '%pg_try_advisory_lock(${lock})%'`)).toBe(2)
      expect(await backends(`wait_event_type = 'Lock'`)).toBe(0)
      await other.query(`select pg_advisory_unlock(${lock})`)
    }
    const servers = await Promise.all(starting)
    try {
      // On a busy machine readiness is 503 for a moment.
      for (const { url } of servers)
        await expect.poll(async () => (await fetch(`${url}/api/health/ready`)).status).toBe(200)
      await expectDemo()
    } finally {
      for (const server of servers) await server[Symbol.asyncDispose]()
    }
  })

  test('load the demo again if the first load was killed', async () => {
    const { other, backends, environment, expectDemo } = await at(await freshPostgres())
    // The table lock lets the load begin but not end.
    await other.query('begin; lock table request in share mode')
    await using first = spawnServer(environment)
    await expect.poll(() => backends(`wait_event_type = 'Lock'`)).toBe(1)
    await using second = spawnServer(environment)
    await expect.poll(() => backends(`query like '%pg_try_advisory_lock%' and state = 'idle'`)).toBe(1)
    await kill(first.child)
    await other.query('commit')
    await expect.poll(() => logOf(second).map(({ event }) => event)).toContain('demo-loaded')
    await expectDemo()
  })
})
