// @module-tag database
import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { Client } from 'pg'
import { beforeEach, expect, test } from 'vitest'
import { MIGRATIONS, migrate } from '#server/db/migrate.ts'
import { databaseFile } from '#server/node/db/database.ts'
import { openPostgres } from '#server/node/db/postgres.ts'
import { openSqlite } from '#server/node/db/sqlite.ts'
import { account } from '#harness/builders.ts'
import { fileText, smallExport } from '#harness/example-export.ts'
import { run, withDatabase } from '#harness/commands.ts'
import { eachPlace } from '#harness/folders.ts'
import { openServer } from '#harness/open-server.ts'
import { freshPostgres } from '#harness/postgres.ts'
import { engines, onEngines } from '#harness/test-server.ts'

const LAST = Object.keys(MIGRATIONS).at(-1)!
const USER = ['x@a.example', '--practice', 'a', '--role', 'CLINIC_USER']

onEngines('database commands', (engine) => {
  const where = eachPlace(engine)
  const command = (name: string, ...args: string[]) => run(`server/cli/${name}/main.ts`, args, where)
  const importSmall = () => {
    const file = join(where.dataDir, 'export.jsonl')
    writeFileSync(file, fileText(smallExport()))
    return command('import', file, '--practice', 'de-krekel')
  }
  const empty = async () => {
    if (!where.databaseUrl) return rmSync(databaseFile(where.dataDir))
    const client = new Client(where.databaseUrl)
    await client.connect()
    await client.query('drop schema public cascade; create schema public')
    await client.end()
  }
  beforeEach(() => withDatabase(where, async () => {}))

  test('reject a newer schema by name of its version', async () => {
    await withDatabase(where, (db) =>
      sql`insert into kysely_migration (name, timestamp) values ('9999-next', '')`.execute(db),
    )
    const sentence = /its schema is of a newer version \(9999-next\); start that version, or restore the backup/
    const starting = openServer({ DATA_DIR: where.dataDir, DATABASE_URL: where.databaseUrl ?? '' })
    await expect(starting).rejects.toThrow(sentence)
    for (const rejected of [await importSmall(), await command('migrate'), await command('mails')])
      expect(rejected).toMatchObject({ code: 1, output: '', errors: expect.stringMatching(sentence) })
  })

  test('reject an older schema, which npm run migrate updates', async () => {
    await empty()
    const db = where.databaseUrl ? openPostgres(where.databaseUrl) : openSqlite(databaseFile(where.dataDir))
    await migrate(db, engine, { migrations: Object.fromEntries(Object.entries(MIGRATIONS).slice(0, -1)) })
    await db.destroy()
    const sentence = new RegExp(`its schema is of an older version \\(it lacks ${LAST}\\); run npm run migrate`)
    for (const rejected of [await importSmall(), await command('user', ...USER), await command('mails')])
      expect(rejected).toMatchObject({ code: 1, output: '', errors: expect.stringMatching(sentence) })
    expect(await command('migrate')).toEqual({ code: 0, output: `Applied: ${LAST}.\n`, errors: '' })
    const copies = readdirSync(where.dataDir).filter((name) => name.endsWith('.backup'))
    expect(copies.map((copy) => statSync(join(where.dataDir, copy)).mode & 0o777)).toEqual(
      engine === 'sqlite' ? [0o600] : [],
    )
    expect(await command('migrate')).toEqual({ code: 0, output: 'The schema is up to date.\n', errors: '' })
    expect(await importSmall()).toMatchObject({ code: 0, errors: '' })
  })

  test('reject an empty database, except import and migrate', async () => {
    await empty()
    const errors = where.databaseUrl
      ? 'The database of DATABASE_URL is empty.\n'
      : `There is no database in ${where.dataDir}.\n`
    for (const rejected of [
      await command('mails'),
      await command('user', ...USER),
      await command('export', '--practice', 'a', join(where.dataDir, 'out.jsonl')),
      await command('erase', '--client', 'a', '--yes'),
    ])
      expect(rejected).toEqual({ code: 1, output: '', errors })
    expect(readdirSync(where.dataDir)).not.toContain('portal.sqlite')
    expect(await importSmall()).toMatchObject({ code: 0, errors: '' })
  })

  test('list queued and given-up mails (npm run mails)', async () => {
    const at = '2026-06-15T10:00:00.000Z'
    await withDatabase(where, async (db) => {
      const account_id = await account(db, 'jan@mail.example')
      const mail = { id: 'one', kind: 'access', account_id, created_at: at } as const
      await db.insertInto('outbox').values(mail).execute()
      await db
        .insertInto('given_up_mail')
        .values({ ...mail, given_up_at: at, reason: '550 5.1.1' })
        .execute()
    })
    const { code, output } = await command('mails')
    expect([code, ...output.trimEnd().split('\n')]).toEqual([
      0,
      `Waiting mails: 1, the oldest since ${at}.`,
      'Given up in the last 30 days: 1.',
      `${at}\taccess\tjan@mail.example\t-\t550 5.1.1`,
    ])
  })
})

test.runIf(engines.includes('postgres'))(
  'a migration on PostgreSQL that waits for a lock does not block other queries',
  async () => {
    const url = await freshPostgres()
    const holder = new Client(url)
    await holder.connect()
    await holder.query('begin; select 1 from outbox')
    const next = (): Migration => ({
      up: async (db) => await db.schema.alterTable('outbox').addColumn('x', 'text').execute(),
    })
    const migrating = openPostgres(url, { lockMs: 500 })
    const serving = openPostgres(url)
    try {
      const migrated = migrate(migrating, 'postgres', { migrations: { ...MIGRATIONS, '9999-next': next } })
      for (let looks = 0; looks < 3; looks += 1) {
        const waits = async () =>
          (await sql`select 1 from pg_locks where not granted and relation = 'outbox'::regclass`.execute(serving)).rows
        await expect.poll(waits, { interval: 5 }).toHaveLength(1)
        await serving.selectFrom('outbox').select('id').execute()
      }
      await holder.query('commit')
      expect(await migrated).toEqual(['9999-next'])
    } finally {
      await Promise.all([holder.end(), migrating.destroy(), serving.destroy()])
    }
  },
)
