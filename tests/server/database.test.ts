// @module-tag database
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Problem } from '#contract/problem.ts'
import { createApp } from '#server/app.ts'
import { clientPages } from '#server/clients/queries.ts'
import { backupSqlite } from '#server/node/backup.ts'
import { MIGRATIONS, migrate } from '#server/db/migrate.ts'
import { databaseFile, openDatabase } from '#server/node/database.ts'
import { openPostgres } from '#server/node/postgres.ts'
import { openSqlite } from '#server/node/sqlite.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { account, client, practice } from '#harness/builders.ts'
import { PATIENCE_MS } from '#harness/patience.ts'
import { freshPostgres } from '#harness/postgres.ts'
import { type TestServer, onEngines, openTestServer } from '#harness/test-server.ts'

describe('the embedded database', () => {
  let dataDir: string

  beforeEach(() => (dataDir = mkdtempSync(join(tmpdir(), 'portal-'))))
  afterEach(() => rmSync(dataDir, { recursive: true }))

  const open = async () => (await openDatabase({ dataDir, databaseUrl: undefined })).db

  test('is durable, and minds its references', async () => {
    const db = await open()
    const setting = async (name: string) =>
      (await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(db)).rows[0]
    expect(await setting('journal_mode')).toEqual({ journal_mode: 'wal' })
    expect(await setting('synchronous')).toEqual({ synchronous: 2 })
    expect(await setting('foreign_keys')).toEqual({ foreign_keys: 1 })
    await db.destroy()
  })

  test('is copied before its schema changes, and only then', async () => {
    const copies = () => readdirSync(dataDir).filter((name) => name.endsWith('.backup'))
    const before = await open()
    await practice(before, 'a')
    await before.destroy()
    await (await open()).destroy()
    expect(copies()).toEqual([])

    const file = databaseFile(dataDir)
    const db = openSqlite(file)
    const next = (): Migration => ({
      up: async (db) => await db.schema.alterTable('practice').addColumn('x', 'text').execute(),
    })
    const migrations = { ...MIGRATIONS, '9999-next': next }
    await migrate(db, 'sqlite', { migrations, backup: async () => void (await backupSqlite(file, new Date())) })
    expect(copies()).toHaveLength(1)
    const copy = new DatabaseSync(join(dataDir, copies()[0]!))
    expect(copy.prepare('select id from practice').all()).toMatchObject([{ id: 'a' }])
    expect(copy.prepare("select * from pragma_table_info('practice') where name = 'x'").all()).toEqual([])
    copy.close()
    expect(await db.selectFrom('practice').selectAll().execute()).toMatchObject([{ id: 'a', x: null }])
    await db.destroy()
  })

  test('lets other callers in between the statements of a long transaction', async () => {
    const db = await open()
    let turns = 0
    const ticking = setInterval(() => (turns += 1), 1)
    const busy = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 300000) select count(*) from n`
    await inTransaction(db, async (trx) => {
      for (let index = 0; index < 10; index += 1) await busy.execute(trx)
    })
    clearInterval(ticking)
    expect(turns).toBeGreaterThan(1)
    await db.destroy()
  })

  describe('while another process writes', () => {
    let testServer: TestServer
    let other: DatabaseSync
    beforeEach(async () => {
      testServer = await openTestServer('sqlite')
      await (await open()).destroy()
      other = new DatabaseSync(databaseFile(dataDir))
      other.exec('begin immediate')
    })
    afterEach(async () => {
      other.close()
      await testServer[Symbol.asyncDispose]()
    })

    /** An API on the file, whose writes wait that long. */
    async function serve(lockMs: number) {
      const { db } = await openDatabase({ dataDir, databaseUrl: undefined, lockMs })
      const app = createApp({ ...testServer.ports, db })
      const signIn = () =>
        app.request('/api/user/authenticate', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: '{"username":"x@mail.example","password":"y"}',
        })
      return { db, app, signIn, [Symbol.asyncDispose]: () => db.destroy() }
    }

    test('writes wait in turn, and reads go on', async () => {
      await using served = await serve(PATIENCE_MS)
      const { db, app, signIn } = served
      const written: string[] = []
      const write = async (id: string) => {
        await inTransaction(db, (trx) => practice(trx, id))
        written.push(id)
      }
      const statement = async (id: string) => {
        await db.insertInto('practice').values({ id, name: id, locked: 0 }).execute()
        written.push(id)
      }
      const writing: Promise<void>[] = []
      for (const begin of [() => write('a'), () => statement('b'), () => write('c')]) {
        writing.push(begin())
        await new Promise(setImmediate)
      }
      const signingIn = signIn()
      // The loop turns, and whoever reads is answered, for as long as the other process writes.
      for (let turn = 0; turn < 50; turn += 1) {
        await new Promise(setImmediate)
        expect((await app.request(`/api/practice/a`)).status).toBe(401)
        expect(await db.selectFrom('practice').selectAll().execute()).toEqual([])
      }
      expect(written).toEqual([])
      other.exec('rollback')
      await Promise.all(writing)
      expect(written).toEqual(['a', 'b', 'c'])
      expect((await signingIn).status).toBe(401)
    })

    test('a transaction is seen by nobody before it ends, and by all after it', async () => {
      other.exec('rollback')
      await using served = await serve(PATIENCE_MS)
      const { db } = served
      const look = () => db.selectFrom('practice').select('id').execute()
      const begun = Promise.withResolvers<void>()
      const writing = inTransaction(db, async (trx) => {
        await practice(trx, 'a')
        begun.resolve()
        await new Promise(setImmediate)
        await practice(trx, 'b')
      })
      await begun.promise
      expect(await look()).toEqual([{ id: 'a' }, { id: 'b' }])
      await writing
      const failing = inTransaction(db, async (trx) => {
        await practice(trx, 'c')
        await practice(trx, 'a')
      })
      const seen = look()
      await expect(failing).rejects.toThrow('UNIQUE')
      expect(await seen).toHaveLength(2)
    })

    test('who has waited long is asked to come back', async () => {
      await using served = await serve(50)
      const { db, app, signIn } = served
      const refused = await signIn()
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
      expect(((await refused.json()) as Problem).code).toBe('unavailable')
      expect((await app.request('/api/health/ready')).status).toBe(200)
      other.exec('rollback')
      await account(db, 'x@mail.example', { password_hash: 'hash of y' })
      expect((await signIn()).status).toBe(200)
    })
  })
})

onEngines('migrations', (engine) => {
  test('of an empty database are announced, and may be refused', async () => {
    const db = engine === 'sqlite' ? openSqlite(':memory:') : openPostgres(await freshPostgres())
    if (engine === 'postgres') await sql`drop schema public cascade; create schema public`.execute(db)
    const refuse = () => {
      throw new Error('refused')
    }
    await expect(migrate(db, engine, { isNew: refuse })).rejects.toThrow('refused')
    expect(await db.introspection.getTables()).toEqual([])
    const isNew = vi.fn<() => void>()
    await migrate(db, engine, { isNew })
    await migrate(db, engine, { isNew })
    expect(isNew).toHaveBeenCalledTimes(1)
    await db.destroy()
  })

  test('run once, and a broken one changes nothing', async () => {
    await using testServer = await openTestServer(engine)
    await practice(testServer.db, 'a')
    const broken = (): Migration => ({
      async up(db) {
        await db.schema.createTable('half').addColumn('id', 'text').execute()
        await db.schema.createTable('practice').addColumn('id', 'text').execute()
      },
    })
    await expect(
      migrate(testServer.db, engine, { migrations: { ...MIGRATIONS, '9999-broken': broken } }),
    ).rejects.toThrow('already exists')
    const tables = await testServer.db.introspection.getTables()
    expect(tables.map(({ name }) => name)).not.toContain('half')
    await migrate(testServer.db, engine)
    expect(await testServer.db.selectFrom('practice').select('id').execute()).toEqual([{ id: 'a' }])
  })

  test('papers of before are found by their animal', async () => {
    await using testServer = await openTestServer(engine)
    const { db } = testServer
    await practice(db, 'a')
    const clientId = await client(db, 'a')
    const [animal, other] = [crypto.randomUUID(), crypto.randomUUID()]
    // Half a character, of which PostgreSQL would make no JSON, and a text that looks like the field.
    const awkward = { note: `\ud83d "patientUuid":"${other}"` }
    const records = [
      { uuid: 'of', ...awkward, patientUuid: animal },
      { uuid: 'of none', ...awkward },
    ].map((record) => ({ uuid: record.uuid, client_uuid: clientId, date: '2026-01-01', data: JSON.stringify(record) }))
    const tables = ['reminder', 'visit_form', 'attachment'] as const
    for (const table of tables) {
      await db.schema.alterTable(table).dropColumn('patient_uuid').execute()
      const selector = { reminder: { active: 1 }, visit_form: {}, attachment: { type: 'attachments' } }[table]
      for (const record of records)
        await sql`insert into ${sql.table(table)} ${sql.raw(`(${Object.keys({ ...record, ...selector }).join(', ')})`)}
          values (${sql.join(Object.values({ ...record, ...selector }))})`.execute(db)
    }

    await MIGRATIONS['0005-of-animal']!(engine).up(db)
    for (const table of tables) {
      const rows = await db.selectFrom(table).selectAll().orderBy('uuid').execute()
      expect(rows).toMatchObject([
        { ...records[0], patient_uuid: animal },
        { ...records[1], patient_uuid: null },
      ])
    }
  })
})

test('PostgreSQL plans the statement of a list once for a connection, and anew after the schema has changed', async () => {
  const db = openPostgres(await freshPostgres(), { connections: 1 })
  await using _ = { [Symbol.asyncDispose]: () => db.destroy() }
  await practice(db, 'a')
  const clientId = await client(db, 'a', { registered: 1, last_name: 'Berg' })
  const pageOf = clientPages(db)
  const look = async () => await pageOf({ practiceId: 'a', registered: true, lastName: 'berg', page: 0, size: 25 })
  const kept = async () =>
    (await sql<{ name: string }>`select name from pg_prepared_statements`.execute(db)).rows.map(({ name }) => name)

  expect((await look()).content).toMatchObject([{ uuid: clientId, lastName: 'Berg' }])
  const names = await kept()
  expect(names).toHaveLength(1)
  await db.schema.alterTable('client').addColumn('later', 'text').execute()
  expect((await look()).content).toMatchObject([{ uuid: clientId, lastName: 'Berg' }])
  expect(await kept()).toEqual(names)
})

test('without a database there is an answer all the same', async () => {
  await using testServer = await openTestServer('sqlite')
  const db = openPostgres('postgres://nobody@127.0.0.1:1/none')
  const app = createApp({ ...testServer.ports, db })
  expect((await app.request('/api/health/live')).status).toBe(200)
  expect((await app.request('/api/health/ready')).status).toBe(503)
  const answer = await app.request('/api/password/reset', { method: 'POST', headers: { authorization: 'x' } })
  expect([answer.status, ((await answer.json()) as Problem).code]).toEqual([503, 'unavailable'])
  await db.destroy()
})
