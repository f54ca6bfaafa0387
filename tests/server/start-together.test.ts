// @module-tag database
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Place, envOf, looking } from '#harness/clinic.ts'
import { openServer } from '#harness/open-server.ts'
import { emptyPostgres } from '#harness/postgres.ts'
import { kill, logOf, spawnServer } from '#harness/server-process.ts'
import { engines } from '#harness/test-server.ts'

const CLIENTS_OF_DEMO = { registered: 180, unregistered: 90 }

let dataDir: string
beforeEach(() => (dataDir = mkdtempSync(join(tmpdir(), 'portal-start-'))))
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

describe.runIf(engines.includes('postgres'))('servers that start on one empty PostgreSQL', () => {
  let place: Place
  let other: Client
  // A transaction sees the activity of its first look.
  let observer: Client
  beforeEach(async () => {
    const databaseUrl = await emptyPostgres()
    place = { dataDir, databaseUrl }
    other = new Client(databaseUrl)
    observer = new Client(databaseUrl)
    await Promise.all([other.connect(), observer.connect()])
  })
  afterEach(() => Promise.all([other.end(), observer.end()]))

  const environment = () => ({
    ...envOf(place),
    DEMO: 'on',
    TOKEN_SECRET: 'a secret of all three, which is long enough',
  })
  const backends = async (where: string) =>
    Number(
      (
        await observer.query(
          `select count(*) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and ${where}`,
        )
      ).rows[0].count,
    )
  const demoCounts = () =>
    looking(place, (db) =>
      db
        .selectFrom('client_count')
        .select(['registered', 'unregistered'])
        .where('practice_id', '=', 'de-waag')
        .executeTakeFirst(),
    )

  test.each([
    ['creates the schema', 20_261_126],
    ['loads data', 20_261_122],
  ])('wait while another one %s, and one of them loads the demo', async (_what, lock) => {
    await other.query(`select pg_advisory_lock(${lock})`)
    const starting = [1, 2, 3].map(() => openServer(environment()))
    // Each asks again and again, so that no time limit of a statement ends its wait.
    await expect.poll(() => backends(`query like '%pg_try_advisory_lock(${lock})%'`)).toBe(3)
    expect(await backends(`wait_event_type = 'Lock'`)).toBe(0)
    await other.query(`select pg_advisory_unlock(${lock})`)
    const servers = await Promise.all(starting)
    try {
      // On a busy machine readiness is 503 for a moment.
      for (const { url } of servers)
        await expect.poll(async () => (await fetch(`${url}/api/health/ready`)).status).toBe(200)
      expect(await demoCounts()).toEqual(CLIENTS_OF_DEMO)
    } finally {
      for (const server of servers) await server[Symbol.asyncDispose]()
    }
  })

  test('start over where the one that loads the demo is killed', async () => {
    await (await openServer({ ...environment(), DEMO: 'off' }))[Symbol.asyncDispose]()
    // Lets the load begin, and not end.
    await other.query('begin; lock table request in share mode')
    await using first = spawnServer(environment())
    await expect.poll(() => backends(`wait_event_type = 'Lock'`)).toBe(1)
    await using second = spawnServer(environment())
    await expect.poll(() => backends(`query like '%pg_try_advisory_lock%' and state = 'idle'`)).toBe(1)
    await kill(first.child)
    await other.query('commit')
    await expect.poll(() => logOf(second).map(({ event }) => event)).toContain('demo-loaded')
    expect(await demoCounts()).toEqual(CLIENTS_OF_DEMO)
  })
})
