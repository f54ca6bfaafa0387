import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Problem } from '#contract/problem.ts'
import { createApp } from '#server/app.ts'
import { backupSqlite } from '#server/node/backup.ts'
import { MIGRATIONS, migrate } from '#server/db/migrate.ts'
import { databaseFile, openDatabase } from '#server/node/database.ts'
import { openPostgres } from '#server/node/postgres.ts'
import { openSqlite } from '#server/node/sqlite.ts'
import { account, client, practice } from '#testing/builders.ts'
import { freshPostgres } from '#testing/postgres.ts'
import { engines, openTestServer } from '#testing/test-server.ts'

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

  test('S-212 is copied before its schema changes, and only then', async () => {
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

  test('while another process writes, writes are asked to come back and reads go on', async () => {
    await using testServer = await openTestServer('sqlite')
    const db = await open()
    await practice(db, 'a')
    const app = createApp({ ...testServer.ports, db })
    const other = new DatabaseSync(databaseFile(dataDir))
    await account(db, 'x@mail.example', { password_hash: 'hash of y' })
    other.exec('begin immediate')

    const signIn = () =>
      app.request('/api/user/authenticate', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"username":"x@mail.example","password":"y"}',
      })
    const start = performance.now()
    const refused = await signIn()
    expect(performance.now() - start).toBeLessThan(1000)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
    expect(((await refused.json()) as Problem).code).toBe('unavailable')
    expect((await app.request('/api/health/ready')).status).toBe(200)
    other.exec('rollback')
    expect((await signIn()).status).toBe(200)
    other.close()
    await db.destroy()
  })
})

describe.each(engines)('migrations on %s', (engine) => {
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
