import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { looking, makeClinic, signIn } from '#harness/clinic.ts'
import { openServer } from '#harness/open-server.ts'
import { freshPostgres, postgresUrl } from '#harness/postgres.ts'

let dataDir: string
beforeEach(() => void (dataDir = mkdtempSync(join(tmpdir(), 'portal-balancer-'))))
afterEach(() => rmSync(dataDir, { recursive: true }))

test('how long connections are kept is a setting, and the start warns of https without a proxy and without mail', async () => {
  const env = { DATA_DIR: dataDir, KEEP_ALIVE_MS: '75000', PUBLIC_URL: 'https://portal.example' }
  const started = async (more: Record<string, string>) => {
    await using server = await openServer({ ...env, ...more })
    const answer = await fetch(`${server.url}/api/health/live`)
    return {
      kept: answer.headers.get('keep-alive'),
      warnings: server.logged.flatMap(({ event, text }) => (event === 'setting' ? [text] : [])),
    }
  }
  expect(await started({})).toEqual({
    kept: 'timeout=75',
    warnings: [
      'PUBLIC_URL is https, and TRUSTED_PROXIES is not set: all visitors count as one, and share the limits.',
      `PUBLIC_URL is https, and SMTP_URL is not set: no mail is sent; all go to outbox in ${dataDir}.`,
    ],
  })
  const wellSet = { KEEP_ALIVE_MS: '', TRUSTED_PROXIES: '127.0.0.1', SMTP_URL: 'smtp://127.0.0.1:1' }
  expect(await started(wellSet)).toEqual({ kept: 'timeout=10', warnings: [] })
})

test.runIf(postgresUrl())('a server has as many connections to PostgreSQL as it is told', async () => {
  const place = { dataDir, databaseUrl: await freshPostgres() }
  await makeClinic(place)
  const hasJustAsMany = async (setting: number) => {
    await using server = await openServer({
      DATA_DIR: dataDir,
      DATABASE_URL: place.databaseUrl,
      DATABASE_CONNECTIONS: String(setting),
    })
    const token = await signIn(server.url)
    const connectionsAfterMany = async () => {
      const asked = Array.from({ length: 40 }, () =>
        fetch(`${server.url}/api/user`, { headers: { authorization: token } }),
      )
      for (const answer of await Promise.all(asked)) expect(answer.status).toBe(200)
      const { rows } = await looking(place, (db) =>
        sql<{ count: number }>`select count(*) as count from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`.execute(db),
      )
      return Number(rows[0]!.count)
    }
    // A server that answers quickly may do with fewer for a while.
    await expect.poll(connectionsAfterMany).toBe(setting)
  }
  await hasJustAsMany(3)
  await hasJustAsMany(7)
})
