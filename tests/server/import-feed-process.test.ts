import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { KEY_PREFIXES, type ImportRun } from '#contract/imports.ts'
import { sha256 } from '#server/http/keys.ts'
import { lockDataDir } from '#server/node/data-lock.ts'
import { importKey } from '#harness/builders.ts'
import { type Place, PRACTICE, envOf, looking, makeClinic } from '#harness/clinic.ts'
import { clientLine, fileText, practiceLine, staffLine } from '#harness/example-export.ts'
import { openServer } from '#harness/open-server.ts'
import { freshPostgres } from '#harness/postgres.ts'
import { kill, startServer } from '#harness/server-process.ts'
import { onEngines } from '#harness/test-server.ts'

/** So many clients that they are loaded ahead, and that a server is stopped before that is done. */
const MANY = 5002
const KEY = `${KEY_PREFIXES.import}of-the-tests`
const AUTHORIZATION = { authorization: `Bearer ${KEY}` }

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'portal-feed-'))
})
afterEach(async () => await rm(dataDir, { recursive: true, force: true }))

async function open(engine: string): Promise<Place> {
  const place = { dataDir, databaseUrl: engine === 'postgres' ? await freshPostgres() : undefined }
  await makeClinic(place)
  await looking(place, async (db) => importKey(db, PRACTICE, { hash: await sha256(KEY) }))
  return place
}

const exportOf = (clients: number) =>
  fileText([
    practiceLine(PRACTICE),
    staffLine('new@proef.example', { practiceId: PRACTICE }),
    ...Array.from({ length: clients }, (_, index) =>
      clientLine(index + 1, { practiceId: PRACTICE, lastName: `Jansen ${index % 7}`, registered: false }),
    ),
  ])

const send = ({ url }: { url: string }, text: string, sequence = 1) =>
  fetch(`${url}/api/practice/${PRACTICE}/import?sequence=${sequence}`, {
    method: 'PUT',
    headers: { ...AUTHORIZATION, 'content-type': 'application/x-ndjson', 'content-encoding': 'gzip' },
    body: new Uint8Array(gzipSync(text)),
  })

async function statusOf({ url }: { url: string }, sequence = 1) {
  const answer = await fetch(`${url}/api/practice/${PRACTICE}/imports/${sequence}`, { headers: AUTHORIZATION })
  expect(answer.status).toBe(200)
  return (await answer.json()) as ImportRun
}
async function until(server: { url: string }, state: ImportRun['state'], sequence = 1) {
  await expect.poll(async () => (await statusOf(server, sequence)).state).toBe(state)
}

/** Perhaps done by then. */
async function untilBegun(server: { url: string }, sequence = 1) {
  await expect.poll(async () => (await statusOf(server, sequence)).state, { interval: 5 }).not.toBe('waiting')
}

const countOf = (place: Place) =>
  looking(place, async (db) => {
    const { count } = await db
      .selectFrom('client')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('practice_id', '=', PRACTICE)
      .executeTakeFirstOrThrow()
    return count
  })

onEngines('a server to which exports are sent', (engine) => {
  test('loads them in a thread of their own, and leaves the mails in the outbox folder', async () => {
    const place = await open(engine)
    await using server = await openServer(envOf(place))
    expect((await send(server, exportOf(100))).status).toBe(202)
    await until(server, 'done')
    expect(await countOf(place)).toBe(100)
    await expect.poll(() => readdir(join(dataDir, 'outbox'))).toHaveLength(1)
    await expect.poll(() => readdir(join(dataDir, 'imports'))).toEqual([])
    expect((await send(server, `${exportOf(1)}no JSON\n`, 2)).status).toBe(202)
    await expect.poll(async () => (await statusOf(server, 2)).warnings).toMatchObject({ first: [{ line: 4 }] })
    expect(await countOf(place)).toBe(100)
    expect(server.logged.filter(({ level }) => level === 'error')).toEqual([])
  })

  test('that is stopped midway goes on after the next start, and has changed nothing before', async () => {
    const place = await open(engine)
    await using first = await openServer(envOf(place))
    expect((await send(first, exportOf(MANY))).status).toBe(202)
    await untilBegun(first)
    await first.stop()
    expect([0, MANY]).toContain(await countOf(place))
    await using second = await openServer(envOf(place))
    await until(second, 'done')
    expect(await countOf(place)).toBe(MANY)
    expect((await send(second, exportOf(MANY))).status).toBe(200)
  })

  test('keeps nothing of what its sender gives up midway', async () => {
    const place = await open(engine)
    await using server = await openServer(envOf(place))
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    await once(socket, 'connect')
    const head = [
      `PUT /api/practice/${PRACTICE}/import?sequence=1 HTTP/1.1`,
      'Host: localhost',
      `Authorization: Bearer ${KEY}`,
      'Content-Type: application/x-ndjson',
      'Content-Length: 1000000',
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n${exportOf(100)}`)
    const folder = join(dataDir, 'imports')
    await expect.poll(() => readdir(folder)).toHaveLength(1)
    socket.destroy()
    await expect.poll(() => readdir(folder)).toEqual([])
    // Once it is let go, the next may come.
    await expect.poll(async () => (await send(server, exportOf(1))).status).toBe(202)
    await until(server, 'done')
  })
})

test('a server that is killed midway goes on after the next start, and has changed nothing before', async () => {
  const place = await open('sqlite')
  await using server = await startServer(envOf(place))
  expect((await send(server, exportOf(MANY))).status).toBe(202)
  await untilBegun(server)
  await kill(server.child)
  expect([0, MANY]).toContain(await countOf(place))
  await using again = await openServer(envOf(place))
  await until(again, 'done')
  expect(await countOf(place)).toBe(MANY)
})

test('an export that takes too long is given up, and has changed nothing', async () => {
  const place = await open('sqlite')
  // As long as no thread is there.
  await using server = await openServer({ ...envOf(place), LIMIT_IMPORT_RUN_MS: '100' })
  const before = await countOf(place)
  expect((await send(server, exportOf(MANY))).status).toBe(202)
  await until(server, 'refused')
  expect((await statusOf(server)).problems).toMatchObject({ first: [{ line: 0, code: 'overdue', value: '0.1' }] })
  expect(await countOf(place)).toBe(before)
})

test('an export waits for an import by the command', async () => {
  const place = await open('sqlite')
  const unlock = lockDataDir(dataDir, 'import')!
  await using server = await openServer(envOf(place))
  expect((await send(server, exportOf(1))).status).toBe(202)
  await expect.poll(() => server.logged).toContainEqual(expect.objectContaining({ failure: 'later' }))
  // It goes back into the queue after it was logged.
  await until(server, 'waiting')
  unlock()
  // With the next that is sent, or a little later by itself.
  expect((await send(server, exportOf(2), 2)).status).toBe(202)
  await until(server, 'done')
})
