import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { removePractice } from '#server/cli/practices/remove-practice.ts'
import type { Engine } from '#server/db/migrate.ts'
import type { Database } from '#server/db/schema.ts'
import { documentKey } from '#server/documents/types.ts'
import { photoKey } from '#server/files/store.ts'
import { account, attachment, client, practice, staff } from '#harness/builders.ts'
import { run, withDatabase } from '#harness/commands.ts'
import { eachPlace } from '#harness/folders.ts'
import { eachTestServer, onEngines } from '#harness/test-server.ts'

const COMMAND = 'server/cli/practices/main.ts'
/** Text that every value of the removed practice contains, so that the test can search for leftovers. */
const GONE = 'gone-practice'
const KEPT = 'kept-practice'

/** For each table, the table that each of its columns refers to. */
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

/** Tables that refer to practices, directly or not, each after the tables that it refers to. */
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
  const names = tables.map(({ name }) => name)
  const references = await referencesOf(db, engine, names)
  const withColumn = tables.filter(({ columns }) => columns.some(({ name }) => name === 'practice_id'))
  const order = inOrder(references, new Set(withColumn.map(({ name }) => name)))
  return { tables, references, order }
}

/** Inserts a row into each table that refers to practices, whatever its columns. */
async function fill(db: Database, engine: Engine, id: string): Promise<void> {
  const { tables, references, order } = await schemaOf(db, engine)
  const archived = { practice_id: id, account_id: `${id}-account` }
  const named: Record<string, string> = {
    ...archived,
    client_uuid: `${id}-client`,
    patient_uuid: `${id}-patient`,
    key: documentKey({ type: 'attachment', uuid: `${id}-attachment` }),
    source: 'membership',
  }
  for (const table of order) {
    const values: Record<string, unknown> = {}
    const { columns = [] } = tables.find(({ name }) => name === table) ?? {}
    for (const { name, dataType, isNullable, hasDefaultValue, isAutoIncrementing } of columns) {
      const target = references.get(table)?.get(name)
      const isText = /text|char/i.test(dataType)
      if (isAutoIncrementing) continue
      if (isText && named[name] !== undefined) values[name] = named[name]
      else if (target !== undefined && target !== table) values[name] = `${id}-${target}`
      else if (name === 'data') values[name] = JSON.stringify(table === 'removed_row' ? archived : {})
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

/** Creates two practices with a row in each table, an owner of both and a staff member of both. */
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
  // A removal at the kept practice has archived a membership at the removed practice.
  const archived = { source: 'membership', client_uuid: `${KEPT}-client`, account_id: `${KEPT}-account` }
  await db
    .insertInto('removed_row')
    .values({ ...archived, data: JSON.stringify({ practice_id: GONE }) })
    .execute()
  const both = await staff(db, GONE, 'both@staff.example', 'CLINIC_ADMIN')
  await db.insertInto('membership').values({ account_id: both, practice_id: KEPT, role: 'CLINIC_USER' }).execute()
}

/** All rows of all tables as text. */
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

onEngines('npm run practices remove', (engine) => {
  const place = eachPlace(engine)
  const inFolder = (...names: string[]) => join(place.dataDir, ...names)
  beforeEach(async () => {
    for (const name of ['files', 'imports']) mkdirSync(inFolder(name))
    for (const id of [GONE, KEPT]) {
      for (const key of stored(id)) writeFileSync(inFolder('files', key), `content of ${id}`)
      writeFileSync(inFolder('imports', `${id}-import_run.jsonl`), id)
    }
    await withDatabase(place, (db) => twoPractices(db, engine))
  })
  const rows = () => withDatabase(place, dump)
  const remove = (...options: string[]) => run(COMMAND, ['remove', GONE, ...options], place)

  test('removes every row and file of that practice only', { tags: ['database'] }, async () => {
    const before = await rows()
    const { order } = await withDatabase(place, (db) => schemaOf(db, engine))
    expect(order.length).toBeGreaterThan(35)
    // This fails for a new table that the test does not fill.
    const isFilled = (table: string) => before.some((row) => row.startsWith(`${table} `) && row.includes(GONE))
    expect(order.filter((table) => !isFilled(table))).toEqual([])

    const name = `Praktijk ${GONE}`
    const { code, output, errors } = await remove('--yes', name)
    expect({ code, errors }).toEqual({ code: 0, errors: '' })
    expect(output).toContain(
      `${GONE} (${name}) would be removed permanently: 2 clients, 1 accounts without another practice, 9 records, 2 files of 11 B.`,
    )
    const after = await rows()
    expect(after.filter((row) => row.includes(GONE))).toEqual([])
    const isMoved = (row: string) => row.includes('both@staff.example') || row.startsWith('membership')
    const unchanged = before.filter((row) => !row.includes(GONE) && !isMoved(row))
    expect(unchanged.length).toBeGreaterThan(40)
    expect(after).toEqual(expect.arrayContaining(unchanged))
    expect(after.find((row) => row.includes('both@staff.example'))).toContain(`"practice_id":"${KEPT}"`)
    expect(readdirSync(inFolder('files')).toSorted()).toEqual(stored(KEPT).toSorted())
    expect(readdirSync(inFolder('imports'))).toEqual([`${KEPT}-import_run.jsonl`])
    if (engine === 'sqlite')
      for (const file of readdirSync(inFolder()).filter((each) => /sqlite/.test(each)))
        expect([file, readFileSync(inFolder(file)).includes(GONE)]).toEqual([file, false])
    expect((await remove('--yes', name)).errors).toBe(`There is no practice ${GONE}.\n`)
  })

  test('changes nothing unless --yes contains the name of the practice', async () => {
    const before = await rows()
    for (const args of [[], ['--yes', GONE], ['--yes', `Praktijk ${KEPT}`]]) {
      const errors = `Nothing has changed. Add --yes "Praktijk ${GONE}" to remove the practice.\n`
      expect(await remove(...args)).toMatchObject({ code: 1, errors })
    }
    expect(await rows()).toEqual(before)
    expect(readdirSync(inFolder('files'))).toHaveLength(6)
  })
})

onEngines('removePractice', (engine) => {
  const testServer = eachTestServer(engine)

  test('resumes an interrupted removal while the server runs', async () => {
    const { db, ports } = testServer
    for (const id of ['a', 'b']) await practice(db, id)
    const admin = await testServer.signIn(await staff(db, 'a', 'admin@a.example', 'CLINIC_ADMIN'))
    const owner = await account(db, 'owner@mail.example')
    const token = await testServer.signIn(owner)
    const [ofA, ofB] = [await client(db, 'a', { account_id: owner }), await client(db, 'b', { account_id: owner })]
    const key = documentKey({ type: 'attachment', uuid: await attachment(db, ofA) })
    await ports.files.put(key, new Uint8Array(3))
    await db.insertInto('file').values({ key, created_at: testServer.now.toISOString() }).execute()

    const options = { practiceId: 'a', now: testServer.now, removeExport: async () => {} }
    const broken = { ...ports.files, remove: () => Promise.reject(new Error('cut off')) }
    await expect(removePractice(db, broken, options)).rejects.toThrow('cut off')
    const statusOf = async (path: string, as = token) => (await testServer.call('GET', path, { token: as })).status
    expect([await statusOf('practice/a', admin), await statusOf(`clients/${ofA}`)]).toEqual([401, 403])

    await removePractice(db, ports.files, options)
    expect(await ports.files.sizeOf(key)).toBeUndefined()
    expect(await testServer.rows('practice')).toMatchObject([{ id: 'b' }])
    const paths = ['user', 'practice/a', `clients/${ofA}`, `clients/${ofA}/patients`, `clients/${ofB}/patients`]
    expect(await Promise.all(paths.map((path) => statusOf(path)))).toEqual([200, 404, 404, 404, 200])
  })
})
