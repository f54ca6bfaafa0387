import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { withDatabaseOf, makeClinic, signIn } from '#harness/clinic.ts'
import { eachFolder } from '#harness/folders.ts'
import { openServer } from '#harness/open-server.ts'
import { freshPostgres, postgresUrl } from '#harness/postgres.ts'

const folder = eachFolder()

test('the server applies KEEP_ALIVE_MS', async () => {
  const env = { DATA_DIR: folder.path, PUBLIC_URL: 'https://portal.example' }
  const started = async (more: Record<string, string>) => {
    await using server = await openServer({ ...env, ...more })
    const { headers } = await fetch(`${server.url}/api/health/live`)
    const warnings = server.logged.flatMap(({ event, text }) => (event === 'setting' ? [text] : []))
    return { kept: headers.get('keep-alive'), warnings }
  }
  expect(await started({ KEEP_ALIVE_MS: '75000' })).toEqual({
    kept: 'timeout=75',
    warnings: [
      'PUBLIC_URL is https, and TRUSTED_PROXIES is not set: all visitors count as one, and share the limits.',
      `PUBLIC_URL is https, and SMTP_URL is not set: no mail is sent; all go to outbox in ${folder.path}.`,
    ],
  })
  const validSettings = { TRUSTED_PROXIES: '127.0.0.1', SMTP_URL: 'smtp://127.0.0.1:1' }
  expect(await started(validSettings)).toEqual({ kept: 'timeout=10', warnings: [] })
})

test.runIf(postgresUrl()).each([3, 7])(
  'the server opens DATABASE_CONNECTIONS=%i connections to PostgreSQL',
  async (setting) => {
    const place = { dataDir: folder.path, databaseUrl: await freshPostgres() }
    await makeClinic(place)
    const env = { DATA_DIR: folder.path, DATABASE_URL: place.databaseUrl, DATABASE_CONNECTIONS: String(setting) }
    await using server = await openServer(env)
    const headers = { authorization: await signIn(server.url) }
    const connectionsAfterMany = async () => {
      const calls = Array.from({ length: 40 }, () => fetch(`${server.url}/api/user`, { headers }))
      for (const response of await Promise.all(calls)) expect(response.status).toBe(200)
      const { rows } = await withDatabaseOf(place, (db) =>
        sql<{ count: number }>`select count(*) as count from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`.execute(db),
      )
      return Number(rows[0]!.count)
    }
    // A server that responds quickly may need fewer connections at first.
    await expect.poll(connectionsAfterMany).toBe(setting)
  },
)
