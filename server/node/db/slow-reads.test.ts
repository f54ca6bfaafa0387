import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '#server/db/schema.ts'
import { openSlowReads } from './slow-reads.ts'
import { openSqlite } from './sqlite.ts'

let folder: string
let db: Database
let slowReads: Database
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portal-slow-reads-'))
  const file = join(folder, 'portal.sqlite')
  db = openSqlite(file)
  slowReads = openSlowReads(file, { queryMs: 60_000 })
  await sql`create table animal (name text)`.execute(db)
})
afterEach(async () => {
  await db.destroy()
  rmSync(folder, { recursive: true })
})

const count = async (reads: Database) => (await sql`select name from animal`.execute(reads)).rows.length

test('openSlowReads returns committed rows', async () => {
  expect(await count(slowReads)).toBe(0)
  await sql`insert into animal values ('Bella')`.execute(db)
  const { rows } = await sql`select name from animal where name = ${'Bella'}`.execute(slowReads)
  expect(rows).toEqual([{ name: 'Bella' }])
})

test('openSlowReads does not block the event loop', async () => {
  let turns = 0
  const ticking = setInterval(() => (turns += 1), 1)
  const { rows } = await sql`with recursive numbers(n) as
    (select 1 union all select n + 1 from numbers where n < 300000)
    select count(*) as n from numbers`.execute(slowReads)
  expect(rows).toEqual([{ n: 300_000 }])
  clearInterval(ticking)
  expect(turns).toBeGreaterThan(3)
})

test('openSlowReads rejects writes and transactions', async () => {
  await expect(sql`insert into animal values ('Bella')`.execute(slowReads)).rejects.toThrow('readonly')
  await expect(slowReads.transaction().execute(count)).rejects.toThrow('no transaction')
  expect(await count(db)).toBe(0)
})
