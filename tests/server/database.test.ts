// @module-tag database
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createApp } from '#server/app.ts'
import { clientPages } from '#server/clients/queries.ts'
import { backupSqlite, databaseFile, openDatabase } from '#server/node/db/database.ts'
import { MIGRATIONS, migrate } from '#server/db/migrate.ts'
import { openPostgres } from '#server/node/db/postgres.ts'
import { openSqlite } from '#server/node/db/sqlite.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { account, client, practice } from '#harness/builders.ts'
import { eachPlace } from '#harness/folders.ts'
import { TEST_TIMEOUT_MS } from '#harness/test-timeout.ts'
import { freshPostgres } from '#harness/postgres.ts'
import { eachTestServer, engines, onEngines, openTestServer, outcomeOf } from '#harness/test-server.ts'

describe('SQLite', () => {
  const place = eachPlace()
  const open = async () => (await openDatabase(place)).db

  test('uses WAL, full synchronisation and foreign keys', async () => {
    const db = await open()
    for (const [name, value] of Object.entries({ journal_mode: 'wal', synchronous: 2, foreign_keys: 1 }))
      expect((await sql`pragma ${sql.raw(name)}`.execute(db)).rows).toEqual([{ [name]: value }])
    await db.destroy()
  })

  test('is backed up only before a migration', async () => {
    const copies = () => readdirSync(place.dataDir).filter((name) => name.endsWith('.backup'))
    const before = await open()
    await practice(before, 'a')
    await before.destroy()
    await (await open()).destroy()
    expect(copies()).toEqual([])

    const file = databaseFile(place.dataDir)
    const db = openSqlite(file)
    const next = (): Migration => ({
      up: async (db) => await db.schema.alterTable('practice').addColumn('x', 'text').execute(),
    })
    const migrations = { ...MIGRATIONS, '9999-next': next }
    await migrate(db, 'sqlite', { migrations, backup: async () => void (await backupSqlite(file, new Date())) })
    expect(copies()).toHaveLength(1)
    const copy = new DatabaseSync(join(place.dataDir, copies()[0]!))
    expect(copy.prepare('select id from practice').all()).toMatchObject([{ id: 'a' }])
    expect(copy.prepare("select * from pragma_table_info('practice') where name = 'x'").all()).toEqual([])
    copy.close()
    expect(await db.selectFrom('practice').selectAll().execute()).toMatchObject([{ id: 'a', x: null }])
    await db.destroy()
  })

  test('yields to the event loop between the statements of a long transaction', async () => {
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
    const testServer = eachTestServer('sqlite')
    let other: DatabaseSync
    beforeEach(async () => {
      await (await open()).destroy()
      other = new DatabaseSync(databaseFile(place.dataDir))
      other.exec('begin immediate')
    })
    afterEach(() => other.close())

    /** An API on the database file, whose writes wait up to `lockMs`. */
    async function serve(lockMs: number) {
      const { db } = await openDatabase({ ...place, lockMs })
      const app = createApp({ ...testServer.ports, db })
      const signIn = () =>
        app.request('/api/user/authenticate', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: '{"username":"x@mail.example","password":"y"}',
        })
      return { db, app, signIn, [Symbol.asyncDispose]: () => db.destroy() }
    }

    test('lets writes wait in order without blocking reads', async () => {
      await using served = await serve(TEST_TIMEOUT_MS)
      const { db, app, signIn } = served
      const written: string[] = []
      const transaction = (id: string) => inTransaction(db, (trx) => practice(trx, id))
      const statement = (id: string) => db.insertInto('practice').values({ id, name: id, locked: 0 }).execute()
      const writing: Promise<unknown>[] = []
      for (const [id, write] of Object.entries({ a: transaction, b: statement, c: transaction })) {
        writing.push(write(id).then(() => written.push(id)))
        await new Promise(setImmediate)
      }
      const signingIn = signIn()
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

    test('hides a transaction from reads until the transaction ends', async () => {
      other.exec('rollback')
      await using served = await serve(TEST_TIMEOUT_MS)
      const { db } = served
      const look = () => db.selectFrom('practice').select('id').execute()
      const started = Promise.withResolvers<void>()
      const writing = inTransaction(db, async (trx) => {
        await practice(trx, 'a')
        started.resolve()
        await new Promise(setImmediate)
        await practice(trx, 'b')
      })
      await started.promise
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

    test('returns 503 for writes that wait too long', async () => {
      await using served = await serve(50)
      const { db, app, signIn } = served
      const rejected = await signIn()
      expect([await outcomeOf(rejected), rejected.headers.get('retry-after')]).toEqual(['503 unavailable', '2'])
      expect((await app.request('/api/health/ready')).status).toBe(200)
      other.exec('rollback')
      await account(db, 'x@mail.example', { password_hash: 'hash of y' })
      expect((await signIn()).status).toBe(200)
    })
  })
})

onEngines('migrations', (engine) => {
  test('report a new database before creating tables, so the caller can abort', async () => {
    const db = engine === 'sqlite' ? openSqlite(':memory:') : openPostgres(await freshPostgres())
    if (engine === 'postgres') await sql`drop schema public cascade; create schema public`.execute(db)
    const abort = () => {
      throw new Error('aborted')
    }
    await expect(migrate(db, engine, { isNew: abort })).rejects.toThrow('aborted')
    expect(await db.introspection.getTables()).toEqual([])
    const isNew = vi.fn<() => void>()
    await migrate(db, engine, { isNew })
    await migrate(db, engine, { isNew })
    expect(isNew).toHaveBeenCalledTimes(1)
    await db.destroy()
  })

  test('run once, and are rolled back on failure', async () => {
    await using testServer = await openTestServer(engine)
    await practice(testServer.db, 'a')
    const broken = (): Migration => ({
      async up(db) {
        await db.schema.createTable('half').addColumn('id', 'text').execute()
        await db.schema.createTable('practice').addColumn('id', 'text').execute()
      },
    })
    const migrations = { ...MIGRATIONS, '9999-broken': broken }
    await expect(migrate(testServer.db, engine, { migrations })).rejects.toThrow('already exists')
    const tables = await testServer.db.introspection.getTables()
    expect(tables.map(({ name }) => name)).not.toContain('half')
    await migrate(testServer.db, engine)
    expect(await testServer.db.selectFrom('practice').select('id').execute()).toEqual([{ id: 'a' }])
  })

  test('fill in the animal of existing records', async () => {
    await using testServer = await openTestServer(engine)
    const { db } = testServer
    await practice(db, 'a')
    const clientId = await client(db, 'a')
    const [animal, other] = [crypto.randomUUID(), crypto.randomUUID()]
    // PostgreSQL rejects an unpaired surrogate in JSON. The note also contains text that looks like a `patientUuid` field.
    const awkward = { note: `\ud83d "patientUuid":"${other}"` }
    const records = [
      { uuid: 'of', ...awkward, patientUuid: animal },
      { uuid: 'of none', ...awkward },
    ].map((record) => ({ uuid: record.uuid, client_uuid: clientId, date: '2026-01-01', data: JSON.stringify(record) }))
    const tables = ['reminder', 'visit_form', 'attachment'] as const
    // SQLite drops no column of an index.
    await db.schema.dropIndex('reminder_patient').execute()
    for (const table of tables) {
      await db.schema.alterTable(table).dropColumn('patient_uuid').execute()
      const selector = { reminder: { active: 1 }, visit_form: {}, attachment: { type: 'attachments' } }[table]
      for (const record of records)
        await db
          .insertInto(table as 'reminder')
          .values({ ...record, ...(selector as { active: 1 }) })
          .execute()
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

test.runIf(engines.includes('postgres'))(
  'PostgreSQL prepares the statement of a client list once per schema',
  async () => {
    const db = openPostgres(await freshPostgres(), { connections: 1 })
    await using _ = { [Symbol.asyncDispose]: () => db.destroy() }
    await practice(db, 'a')
    const clientId = await client(db, 'a', { registered: 1, last_name: 'Berg' })
    const pageOf = clientPages(db)
    const look = async () => await pageOf({ practiceId: 'a', registered: true, lastName: 'berg', page: 0, size: 25 })
    const statements = async () =>
      (await sql<{ name: string }>`select name from pg_prepared_statements`.execute(db)).rows.map(({ name }) => name)

    expect((await look()).content).toMatchObject([{ uuid: clientId, lastName: 'Berg' }])
    const names = await statements()
    expect(names).toHaveLength(1)
    await db.schema.alterTable('client').addColumn('later', 'text').execute()
    expect((await look()).content).toMatchObject([{ uuid: clientId, lastName: 'Berg' }])
    expect(await statements()).toEqual(names)
  },
)

test('the API starts without a database', async () => {
  await using testServer = await openTestServer('sqlite')
  const db = openPostgres('postgres://nobody@127.0.0.1:1/none')
  const app = createApp({ ...testServer.ports, db })
  expect((await app.request('/api/health/live')).status).toBe(200)
  expect((await app.request('/api/health/ready')).status).toBe(503)
  const reset = app.request('/api/password/reset', { method: 'POST', headers: { authorization: 'x' } })
  expect(await outcomeOf(reset)).toBe('503 unavailable')
  await db.destroy()
})
