// @module-tag database
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { memoryFiles } from '#mocks/files.ts'
import { createApp } from '#server/app.ts'
import type { Engine } from '#server/db/migrate.ts'
import type { Database } from '#server/db/schema.ts'
import { StorageError } from '#server/files/store.ts'
import type { Full, Stored } from '#server/ports.ts'
import { account, client, staff, practice } from '#harness/builders.ts'
import { type TestServer, eachTestServer, onEngines, openTestServer, outcomeOf } from '#harness/test-server.ts'
import { openLogos } from './logos.ts'
import { PICTURES } from './pictures.ts'

type Call = (method: string, path: string, body?: unknown) => Promise<string>

/** Returns a function that makes a call as an admin and returns the outcome. */
async function calls(testServer: TestServer, isFull?: Full): Promise<Call> {
  const token = await testServer.signIn(await staff(testServer.db, 'a', 'staff@a.example', 'CLINIC_ADMIN'))
  const app = createApp({ ...testServer.ports, ...(isFull && { isFull }) })
  return (method, path, body) => {
    const headers = { authorization: token, ...(body !== undefined && { 'content-type': 'application/json' }) }
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
    return outcomeOf(app.request(`/api/${path}`, init))
  }
}

const writes = (uuid: string): [method: string, path: string, body?: unknown][] => [
  ['POST', `practice/a/clients?clientUuid=${uuid}`],
  ['PUT', 'practice/a', { name: 'B' }],
  ['PUT', 'user', { language: 'en' }],
  ['DELETE', 'practice/a/clients'],
]

onEngines('a nearly full disk', (engine) => {
  test('rejects writes with 507 and allows reads', async () => {
    await using testServer = await openTestServer(engine)
    await practice(testServer.db, 'a')
    const uuid = await client(testServer.db, 'a', { email: 'x@mail.example' })
    await account(testServer.db, 'y@mail.example', { password_hash: 'hash of y' })
    let isFull = true
    const call = await calls(testServer, async () => isFull)

    for (const [method, path, body] of writes(uuid)) expect(await call(method, path, body)).toBe('507 storage-full')
    expect(await call('POST', 'password/forgot?email=y@mail.example')).toBe('507 storage-full')
    expect(await call('GET', 'practice/a/clients')).toBe('200')
    expect(await call('POST', 'user/authenticate', { username: 'y@mail.example', password: 'y' })).toBe('200')
    const registered = testServer.db.selectFrom('client').select('registered')
    expect(await registered.execute()).toEqual([{ registered: 0 }])

    isFull = false
    const after = []
    for (const [method, path, body] of writes(uuid)) after.push(await call(method, path, body))
    expect(after).toEqual(['201', '200', '200', '204'])
  })

  test('rejects a logo with 507 only if the disk with the files is full', async () => {
    for (const [full, expected] of [
      ['files', 507],
      ['database', 204],
    ] as const) {
      await using at = await openLogos(engine)
      const app = createApp({ ...at.testServer.ports, isFull: async (what) => what === full })
      const url = await at.addressFor()
      at.testServer.fetch = async (request) => await app.fetch(request)
      expect((await at.put(url)).status).toBe(expected)
    }
  })

  test.each<[Stored | undefined, string]>([
    [undefined, 'ready'],
    ['database', 'degraded'],
    ['files', 'degraded'],
  ])('sets the readiness status (full: %s, status: %s)', async (full, status) => {
    await using testServer = await openTestServer(engine)
    const app = createApp({ ...testServer.ports, isFull: async (what) => what === full })
    const response = await app.request('/api/health/ready')
    const storage = status === 'ready' ? 'ready' : 'full'
    expect([response.status, await response.json()]).toMatchObject([200, { status, outboxAgeSeconds: null, storage }])
  })
})

onEngines('readiness without a check of free space', (engine) => {
  const stored = memoryFiles()
  let { put } = stored
  const testServer = eachTestServer(engine, { files: { ...stored, put: (...file) => put(...file) } })
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance'] })
    ;({ put } = stored)
  })
  afterEach(() => void vi.useRealTimers())
  const readiness = async () => {
    const { status, storage } = await testServer.read<Record<string, string>>('health/ready')
    return `${status} ${storage}`
  }
  /** Advances the clock past the time that a successful write probe remains valid. */
  const later = () => void vi.advanceTimersByTime(10_000)

  test.each([
    ['ENOSPC', 'degraded full'],
    ['EDQUOT', 'degraded full'],
    ['PUT 507', 'degraded full'],
    ['EROFS', 'degraded unavailable'],
    ['PUT 403', 'degraded unavailable'],
  ])('reports unwritable files (%s) until they are writable again', async (code, expected) => {
    expect(await readiness()).toBe('ready ready')
    put = () => Promise.reject(new StorageError(code))
    later()
    expect(await readiness()).toBe(expected)
    put = stored.put
    vi.advanceTimersByTime(1000)
    expect(await readiness()).toBe('ready ready')
    expect([...stored.stored.keys()]).toEqual([])
  })

  test('reports an unwritable database until it is writable again', { tags: ['database'] }, async () => {
    const { db } = testServer
    expect(await readiness()).toBe('ready ready')
    await fillDatabase(db, engine)
    later()
    expect(await readiness()).toBe('degraded full')
    await freeDatabase(db, engine)
    vi.advanceTimersByTime(1000)
    expect(await readiness()).toBe('ready ready')
  })

  test('reports a full storage after a failed call, even if a small probe succeeds', async () => {
    const { db } = testServer
    await practice(db, 'a')
    const token = await testServer.signIn(await staff(db, 'a', 'x@a.example'))
    const isProbe = (content: Parameters<typeof put>[1]) => content instanceof Uint8Array && content.length > 1000
    put = (key, content) => (isProbe(content) ? stored.put(key, content) : Promise.reject(new StorageError('ENOSPC')))
    const headers = { 'content-type': 'image/png' }
    const reply = testServer.call('GET', 'practice/a/logoUploadUrl', { token, headers })
    const { url } = await testServer.ok<{ url: string }>(reply)
    expect(await readiness()).toBe('ready ready')
    const rejected = await testServer.fetch(new Request(url, { method: 'PUT', headers, body: PICTURES.png }))
    expect(rejected.status).toBe(507)
    vi.advanceTimersByTime(9000)
    expect(await readiness()).toBe('degraded full')
    later()
    expect(await readiness()).toBe('ready ready')
  })
})

/** Fills the database: SQLite by its page limit, PostgreSQL by raising the disk-full error. */
async function fillDatabase(db: Database, engine: Engine): Promise<void> {
  if (engine === 'sqlite') {
    // Vacuuming first removes the free pages that could still take rows.
    await sql`vacuum`.execute(db)
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db)
    await sql`pragma max_page_count = ${sql.lit(rows[0]?.page_count)}`.execute(db)
    return
  }
  await sql`create function no_room() returns trigger language plpgsql
    as $$ begin raise exception 'full' using errcode = '53100'; end $$`.execute(db)
  await sql`create trigger no_room before insert on write_probe execute function no_room()`.execute(db)
}

async function freeDatabase(db: Database, engine: Engine): Promise<void> {
  if (engine === 'sqlite') await sql`pragma max_page_count = 1000000`.execute(db)
  else await sql`drop function no_room cascade`.execute(db)
}

test('a full SQLite database rejects writes with 507 until space is available', async () => {
  await using testServer = await openTestServer('sqlite')
  const { db } = testServer
  await practice(db, 'a')
  const uuid = await client(db, 'a', { email: 'x@mail.example' })
  const call = await calls(testServer)
  await fillDatabase(db, 'sqlite')
  const long = 'x'.repeat(5000)
  expect(await call('PUT', 'practice/a', { text: long })).toBe('507 storage-full')
  expect(await call('GET', 'practice/a/clients')).toBe('200')
  expect(await call('GET', `clients/${uuid}`)).toBe('200')
  // Signing in inserts a row, for which the last page may still have room.
  const signIn = () => call('POST', 'user/authenticate', { username: 'staff@a.example', password: 'Welkom#2026' })
  let outcome = '200'
  for (let times = 0; outcome === '200' && times < 1000; times += 1) outcome = await signIn()
  expect(outcome).toBe('507 storage-full')
  expect([await call('GET', 'user'), await call('GET', 'user/refresh')]).toEqual(['200', '200'])
  await freeDatabase(db, 'sqlite')
  expect([await signIn(), await call('PUT', 'practice/a', { text: long })]).toEqual(['200', '200'])
})
