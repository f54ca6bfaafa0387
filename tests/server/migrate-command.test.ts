// @module-tag database
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { MIGRATIONS, migrate } from '#server/db/migrate.ts'
import { databaseFile, openDatabase } from '#server/node/database.ts'
import { openPostgres } from '#server/node/postgres.ts'
import { openSqlite } from '#server/node/sqlite.ts'
import { fileText, smallExport } from '#harness/example-export.ts'
import { type Place, look, run } from '#harness/commands.ts'
import { openServer } from '#harness/open-server.ts'
import { freshPostgres } from '#harness/postgres.ts'
import { engines, onEngines } from '#harness/test-server.ts'

const LAST = Object.keys(MIGRATIONS).at(-1)!

onEngines('a schema of another version', (engine) => {
  let where: Place

  beforeEach(async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'portal-'))
    where = { dataDir, databaseUrl: engine === 'postgres' ? await freshPostgres() : undefined }
    await look(where, async () => {})
  })
  afterEach(() => rmSync(where.dataDir, { recursive: true }))

  const empty = async () => {
    if (!where.databaseUrl) return rmSync(databaseFile(where.dataDir))
    const client = new Client(where.databaseUrl)
    await client.connect()
    await client.query('drop schema public cascade; create schema public')
    await client.end()
  }
  const change = (statement: string) => look(where, (db) => sql.raw(statement).execute(db))
  /** The one that the version before the last step made. */
  const makeOlder = async () => {
    await empty()
    const db = where.databaseUrl ? openPostgres(where.databaseUrl) : openSqlite(databaseFile(where.dataDir))
    await migrate(db, engine, { migrations: Object.fromEntries(Object.entries(MIGRATIONS).slice(0, -1)) })
    await db.destroy()
  }
  const makeNewer = () => change("insert into kysely_migration (name, timestamp) values ('9999-next', '')")
  const command = (name: string, ...args: string[]) => run(`server/cli/${name}/main.ts`, args, where)
  const importSmall = () => {
    const file = join(where.dataDir, 'export.jsonl')
    writeFileSync(file, fileText(smallExport()))
    return command('import', file, '--practice', 'de-krekel')
  }
  test('that is newer is refused by all, by a sentence that names it', async () => {
    await makeNewer()
    const sentence = /its schema is of a newer version \(9999-next\); start that version, or restore the backup/
    const starting = openServer({ DATA_DIR: where.dataDir, DATABASE_URL: where.databaseUrl ?? '' })
    await expect(starting).rejects.toThrow(sentence)
    for (const refused of [await importSmall(), await command('migrate'), await command('mails')]) {
      expect(refused).toMatchObject({ code: 1, output: '', errors: expect.stringMatching(sentence) })
    }
  })

  test('that is older is left alone by the commands, and migrated by the one that is for it', async () => {
    await makeOlder()
    const sentence = new RegExp(`its schema is of an older version \\(it lacks ${LAST}\\); run npm run migrate`)
    const user = ['x@a.example', '--practice', 'a', '--role', 'CLINIC_USER']
    for (const refused of [await importSmall(), await command('user', ...user), await command('mails')])
      expect(refused).toMatchObject({ code: 1, output: '', errors: expect.stringMatching(sentence) })
    expect(await command('migrate')).toEqual({ code: 0, output: `Applied: ${LAST}.\n`, errors: '' })
    const copies = readdirSync(where.dataDir).filter((name) => name.endsWith('.backup'))
    expect(copies).toHaveLength(engine === 'sqlite' ? 1 : 0)
    for (const copy of copies) expect(statSync(join(where.dataDir, copy)).mode & 0o777).toBe(0o600)
    expect(await command('migrate')).toEqual({ code: 0, output: 'The schema is up to date.\n', errors: '' })
    expect(await importSmall()).toMatchObject({ code: 0, errors: '' })
  })

  test('that is empty is made by an import or migration only, for elsewhere its folder or address is mistyped', async () => {
    await empty()
    const file = join(where.dataDir, 'out.jsonl')
    const refused = [
      await command('mails'),
      await command('user', 'x@a.example', '--practice', 'a', '--role', 'CLINIC_USER'),
      await command('export', '--practice', 'a', file),
      await command('erase', '--client', 'a', '--yes'),
    ]
    const errors = where.databaseUrl
      ? 'The database of DATABASE_URL is empty.\n'
      : `There is no database in ${where.dataDir}.\n`
    for (const one of refused) expect(one).toEqual({ code: 1, output: '', errors })
    expect(readdirSync(where.dataDir)).not.toContain('portal.sqlite')
    expect(await importSmall()).toMatchObject({ code: 0, errors: '' })
  })

  test('and the list of mails names what waits and what was given up', async () => {
    await importSmall()
    const { db } = await openDatabase(where)
    const { id } = await db.selectFrom('account').select('id').where('username', 'like', '%').executeTakeFirstOrThrow()
    const at = '2026-06-15T10:00:00.000Z'
    const mail = { id: 'one', kind: 'access' as const, account_id: id, created_at: at }
    await db.insertInto('outbox').values(mail).execute()
    await db
      .insertInto('given_up_mail')
      .values({ ...mail, given_up_at: at, reason: '550 5.1.1' })
      .execute()
    const { username } = await db
      .selectFrom('account')
      .select('username')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await db.destroy()
    const { code, output } = await command('mails')
    expect({ code, lines: output.trimEnd().split('\n') }).toEqual({
      code: 0,
      lines: [
        `Mails that wait: 1, the oldest since ${at}.`,
        'Given up in the last 30 days: 1.',
        `${at}\taccess\t${username}\t-\t550 5.1.1`,
      ],
    })
  })
})

test.runIf(engines.includes('postgres'))(
  'a migration that waits for a lock refuses nobody who waits behind it',
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
      for (let looks = 0; looks < 4; looks += 1) {
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
