import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { removePractice } from '#server/cli/practices/remove-practice.ts'
import type { Engine } from '#server/db/migrate.ts'
import type { Database } from '#server/db/schema.ts'
import { documentKey } from '#server/documents/types.ts'
import { photoKey } from '#server/files/keys.ts'
import { account, attachment, client, practice, staff } from '#harness/builders.ts'
import { type Place, look, run } from '#harness/commands.ts'
import { freshPostgres } from '#harness/postgres.ts'
import { onEngines, openTestServer } from '#harness/test-server.ts'

const COMMAND = 'server/cli/practices/main.ts'
/** In all that is the removed practice's, so that it can be searched for. */
const GONE = 'gone-practice'
const KEPT = 'kept-practice'

/** By table, what its columns refer to. */
type References = Map<string, Map<string, string>>

async function referencesOf(db: Database, engine: Engine, tables: string[]): Promise<References> {
  const found: References = new Map(tables.map((table) => [table, new Map<string, string>()]))
  if (engine === 'sqlite') {
    for (const table of tables) {
      const { rows } = await sql<{ from: string; table: string }>`select "from", "table"
        from pragma_foreign_key_list(${table})`.execute(db)
      for (const row of rows) found.get(table)?.set(row.from, row.table)
    }
    return found
  }
  const { rows } = await sql<{ table: string; from: string; to: string }>`
    select c.conrelid::regclass::text as "table", a.attname as "from", c.confrelid::regclass::text as "to"
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
    where c.contype = 'f'`.execute(db)
  for (const row of rows) found.get(row.table)?.set(row.from, row.to)
  return found
}

/** The tables that point to practices, directly or not, each after those that it points to. */
function inOrder(references: References, withColumn: ReadonlySet<string>): string[] {
  const order = ['practice']
  for (let isMore = true; isMore;) {
    isMore = false
    for (const [table, refers] of references) {
      if (order.includes(table)) continue
      const targets = [...refers.values()].filter((target) => target !== table)
      const isOf = withColumn.has(table) || targets.some((target) => order.includes(target))
      if (!isOf || !targets.every((target) => order.includes(target))) continue
      order.push(table)
      isMore = true
    }
  }
  return order.filter((table) => !['practice', 'client_count'].includes(table))
}

async function schemaOf(db: Database, engine: Engine) {
  const tables = await db.introspection.getTables()
  const references = await referencesOf(
    db,
    engine,
    tables.map(({ name }) => name),
  )
  const withColumn = tables.filter(({ columns }) => columns.some(({ name }) => name === 'practice_id'))
  const order = inOrder(references, new Set(withColumn.map(({ name }) => name)))
  return { tables, references, order }
}

const DATA: Record<string, (id: string) => unknown> = {
  removed_row: (id) => ({ practice_id: id, account_id: `${id}-account` }),
}

/** A row in each table that points to practices, whatever its columns. */
async function fill(db: Database, engine: Engine, id: string): Promise<void> {
  const { tables, references, order } = await schemaOf(db, engine)
  const named: Record<string, string> = {
    practice_id: id,
    account_id: `${id}-account`,
    client_uuid: `${id}-client`,
    patient_uuid: `${id}-patient`,
    key: documentKey({ type: 'attachment', uuid: `${id}-attachment` }),
    source: 'membership',
  }
  for (const table of order) {
    const values: Record<string, unknown> = {}
    for (const { name, dataType, isNullable, hasDefaultValue, isAutoIncrementing } of tables.find(
      (each) => each.name === table,
    )?.columns ?? []) {
      const target = references.get(table)?.get(name)
      const isText = /text|char/i.test(dataType)
      if (isAutoIncrementing) continue
      if (isText && named[name] !== undefined) values[name] = named[name]
      else if (target !== undefined && target !== table) values[name] = `${id}-${target}`
      else if (name === 'data') values[name] = JSON.stringify(DATA[table]?.(id) ?? {})
      else if ((name === 'uuid' || name === 'id') && isText) values[name] = `${id}-${table}`
      else if (isNullable || (hasDefaultValue && !isText)) continue
      else values[name] = isText ? `${id} ${name}` : 1
    }
    if (table === 'account') Object.assign(values, { staff_role: 'CLINIC_ADMIN', username: `${id}@mail.example` })
    if (table === 'file') values['bytes'] = 10
    await sql`insert into ${sql.table(table)} (${sql.join(Object.keys(values).map((name) => sql.ref(name)))})
      values (${sql.join(Object.values(values))})`.execute(db)
  }
}

/** Two practices with a row of everything, an owner of both, and staff of both. */
async function twoPractices(db: Database, engine: Engine): Promise<void> {
  for (const id of [GONE, KEPT]) {
    await practice(db, id, { name: `Praktijk ${id}`, logo_url: `/files/${id}.png` })
    await fill(db, engine, id)
    await db
      .insertInto('file')
      .values({ key: `${id}.png`, created_at: '2026-01-01T00:00:00.000Z' })
      .execute()
  }
  const owner = await account(db, 'owner@mail.example')
  await client(db, GONE, { uuid: `${GONE}-shared`, account_id: owner })
  await client(db, KEPT, { uuid: `${KEPT}-shared`, account_id: owner })
  // What a removal at the other practice has kept of who worked here.
  const archived = { source: 'membership', client_uuid: `${KEPT}-client`, account_id: `${KEPT}-account` }
  await db
    .insertInto('removed_row')
    .values({ ...archived, data: JSON.stringify({ practice_id: GONE }) })
    .execute()
  const both = await staff(db, GONE, 'both@staff.example', 'CLINIC_ADMIN')
  await db.insertInto('membership').values({ account_id: both, practice_id: KEPT, role: 'CLINIC_USER' }).execute()
}

/** All rows, as text. */
async function dump(db: Database): Promise<string[]> {
  const all: string[] = []
  for (const { name } of await db.introspection.getTables()) {
    const { rows } = await sql<object>`select * from ${sql.table(name)}`.execute(db)
    all.push(...rows.map((row) => `${name} ${JSON.stringify(row)}`))
  }
  return all.toSorted()
}

const stored = (id: string) => [
  documentKey({ type: 'attachment', uuid: `${id}-attachment` }),
  photoKey(`${id}-request_photo`),
  `${id}.png`,
]

onEngines('removing a practice by command', (engine) => {
  let where: Place
  beforeEach(async () => {
    where = {
      dataDir: mkdtempSync(join(tmpdir(), 'portal-')),
      databaseUrl: engine === 'postgres' ? await freshPostgres() : undefined,
    }
    mkdirSync(join(where.dataDir, 'files'))
    mkdirSync(join(where.dataDir, 'imports'))
    for (const id of [GONE, KEPT]) {
      for (const key of stored(id)) writeFileSync(join(where.dataDir, 'files', key), `content of ${id}`)
      writeFileSync(join(where.dataDir, 'imports', `${id}-import_run.jsonl`), id)
    }
    await look(where, (db) => twoPractices(db, engine))
  })
  afterEach(() => rmSync(where.dataDir, { recursive: true }))
  const rows = () => look(where, dump)

  test('leaves nothing of it in any table or file, and all of the other one', { tags: ['database'] }, async () => {
    const before = await rows()
    const { order } = await look(where, (db) => schemaOf(db, engine))
    expect(order.length).toBeGreaterThan(35)
    // A row in each is there to be removed, also in a table that is new.
    expect(order.filter((table) => !before.some((row) => row.startsWith(`${table} `) && row.includes(GONE)))).toEqual(
      [],
    )

    const name = `Praktijk ${GONE}`
    const { code, output, errors } = await run(COMMAND, ['remove', GONE, '--yes', name], where)
    expect({ code, errors }).toEqual({ code: 0, errors: '' })
    expect(output).toContain(
      `${GONE} (${name}) would go for good: 2 clients, 1 accounts that have no other practice, 8 records, 2 files of 11 B.`,
    )
    const after = await rows()
    expect(after.filter((row) => row.includes(GONE))).toEqual([])
    const isMoved = (row: string) => row.includes('both@staff.example') || row.startsWith('membership')
    const kept = before.filter((row) => !row.includes(GONE) && !isMoved(row))
    expect(kept.length).toBeGreaterThan(40)
    expect(after).toEqual(expect.arrayContaining(kept))
    expect(after.find((row) => row.includes('both@staff.example'))).toContain(`"practice_id":"${KEPT}"`)
    expect(readdirSync(join(where.dataDir, 'files')).toSorted()).toEqual(stored(KEPT).toSorted())
    expect(readdirSync(join(where.dataDir, 'imports'))).toEqual([`${KEPT}-import_run.jsonl`])
    if (engine === 'sqlite')
      for (const file of readdirSync(where.dataDir).filter((each) => /sqlite/.test(each)))
        expect([file, readFileSync(join(where.dataDir, file)).includes(GONE)]).toEqual([file, false])
    expect((await run(COMMAND, ['remove', GONE, '--yes', name], where)).errors).toBe(`There is no practice ${GONE}.\n`)
  })

  test('changes nothing unless its name is said', async () => {
    const before = await rows()
    for (const args of [[], ['--yes', GONE], ['--yes', `Praktijk ${KEPT}`]]) {
      const { code, errors } = await run(COMMAND, ['remove', GONE, ...args], where)
      expect([code, errors]).toEqual([1, `Nothing has changed; say --yes "Praktijk ${GONE}" to remove it.\n`])
    }
    expect(await rows()).toEqual(before)
    expect(readdirSync(join(where.dataDir, 'files'))).toHaveLength(6)
  })
})

onEngines('a practice that is removed beside a server', (engine) => {
  test('goes on where it was cut off, and who asks for it is answered', async () => {
    await using testServer = await openTestServer(engine)
    const { db, ports } = testServer
    for (const id of ['a', 'b']) await practice(db, id)
    const admin = await testServer.signIn(await staff(db, 'a', 'admin@a.example', 'CLINIC_ADMIN'))
    const owner = await account(db, 'owner@mail.example')
    const token = await testServer.signIn(owner)
    const [ofA, ofB] = [await client(db, 'a', { account_id: owner }), await client(db, 'b', { account_id: owner })]
    const key = documentKey({ type: 'attachment', uuid: await attachment(db, ofA) })
    await ports.files.put(key, new Uint8Array(3))
    await db.insertInto('file').values({ key, created_at: testServer.now.toISOString() }).execute()

    const asked = { practiceId: 'a', now: testServer.now, removeExport: async () => {} }
    const broken = { ...ports.files, remove: () => Promise.reject(new Error('cut off')) }
    await expect(removePractice(db, broken, asked)).rejects.toThrow('cut off')
    const statusOf = async (path: string, as: string) => (await testServer.call('GET', path, { token: as })).status
    expect([await statusOf('practice/a', admin), await statusOf(`clients/${ofA}`, token)]).toEqual([401, 403])

    await removePractice(db, ports.files, asked)
    expect(await ports.files.sizeOf(key)).toBeUndefined()
    expect(await db.selectFrom('practice').select('id').execute()).toEqual([{ id: 'b' }])
    const paths = ['user', 'practice/a', `clients/${ofA}`, `clients/${ofA}/patients`, `clients/${ofB}/patients`]
    expect(await Promise.all(paths.map((path) => statusOf(path, token)))).toEqual([200, 404, 404, 404, 200])
  })
})
