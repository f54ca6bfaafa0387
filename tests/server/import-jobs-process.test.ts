import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { ImportRun } from '#contract/schemas/imports.ts'
import { KEY_PREFIXES } from '#contract/imports.ts'
import { sha256 } from '#server/http/keys.ts'
import { lockDataDir } from '#server/node/data-lock.ts'
import { importKey } from '#harness/builders.ts'
import { type Place, PRACTICE, envOf, withDatabaseOf, makeClinic } from '#harness/clinic.ts'
import { clientLine, fileText, practiceLine, staffLine } from '#harness/example-export.ts'
import { eachPlace } from '#harness/folders.ts'
import { openServer } from '#harness/open-server.ts'
import { rowsOf } from '#harness/rows.ts'
import { kill, startServer } from '#harness/server-process.ts'
import { onEngines } from '#harness/test-server.ts'

/** Enough clients that the import preloads them, and that a stop comes before the import ends. */
const MANY = 5002
const KEY = `${KEY_PREFIXES.import}of-the-tests`
const AUTHORIZATION = { authorization: `Bearer ${KEY}` }

interface At {
  url: string
}
async function prepare(place: Place) {
  await makeClinic(place)
  await withDatabaseOf(place, async (db) => importKey(db, PRACTICE, { hash: await sha256(KEY) }))
}
const exportOf = (clients: number) =>
  fileText([
    practiceLine(PRACTICE),
    staffLine('new@proef.example', { practiceId: PRACTICE }),
    ...Array.from({ length: clients }, (_, index) =>
      clientLine(index + 1, { practiceId: PRACTICE, lastName: `Jansen ${index % 7}`, registered: false }),
    ),
  ])
const many = exportOf(MANY)
async function send({ url }: At, text: string, sequence = 1) {
  const response = await fetch(`${url}/api/practice/${PRACTICE}/import?sequence=${sequence}`, {
    method: 'PUT',
    headers: { ...AUTHORIZATION, 'content-type': 'application/x-ndjson', 'content-encoding': 'gzip' },
    body: new Uint8Array(gzipSync(text)),
  })
  return response.status
}
async function runAt({ url }: At, sequence = 1) {
  const response = await fetch(`${url}/api/practice/${PRACTICE}/imports/${sequence}`, { headers: AUTHORIZATION })
  expect(response.status).toBe(200)
  return (await response.json()) as ImportRun
}
async function until(server: At, state: ImportRun['state'], sequence = 1) {
  await expect.poll(async () => (await runAt(server, sequence)).state, { interval: 5 }).toBe(state)
}
/** Waits until the import has started; the import may already have ended by then. */
async function untilStarted(server: At) {
  await expect.poll(async () => (await runAt(server)).state, { interval: 5 }).not.toBe('waiting')
}
const countOf = (place: Place) =>
  withDatabaseOf(place, async (db) => (await rowsOf(db, 'client', ['uuid'], { practice_id: PRACTICE })).length)

onEngines('a server that receives exports', (engine) => {
  const place = eachPlace(engine)

  test('loads exports in a separate thread', async () => {
    await prepare(place)
    const { dataDir } = place
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
    const storedFiles = () => readdir(join(dataDir, 'imports'))
    await expect.poll(storedFiles).toHaveLength(1)
    socket.destroy()
    await expect.poll(storedFiles).toEqual([])
    // The server accepts the next export once it has released the aborted upload.
    await expect.poll(() => send(server, exportOf(100))).toBe(202)
    await until(server, 'done')
    expect(await countOf(place)).toBe(100)
    await expect.poll(() => readdir(join(dataDir, 'outbox'))).toHaveLength(1)
    await expect.poll(storedFiles).toEqual([])
    expect(await send(server, `${exportOf(1)}no JSON\n`, 2)).toBe(202)
    await expect.poll(async () => (await runAt(server, 2)).warnings).toMatchObject({ first: [{ line: 4 }] })
    expect(await countOf(place)).toBe(100)
    expect(server.logged.filter(({ level }) => level === 'error')).toEqual([])
  })

  test('resumes an interrupted import after a restart, all or nothing', async () => {
    await prepare(place)
    await using first = await openServer(envOf(place))
    expect(await send(first, many)).toBe(202)
    await untilStarted(first)
    await first.stop()
    expect([0, MANY]).toContain(await countOf(place))
    await using second = await openServer(envOf(place))
    await until(second, 'done')
    expect(await countOf(place)).toBe(MANY)
    expect(await send(second, many)).toBe(200)
  })
})

describe('an export sent to a server on SQLite', () => {
  const place = eachPlace()

  test('is loaded completely or not at all if the server was killed midway', async () => {
    await prepare(place)
    await using server = await startServer(envOf(place))
    expect(await send(server, many)).toBe(202)
    await untilStarted(server)
    await kill(server.child)
    expect([0, MANY]).toContain(await countOf(place))
    await using again = await openServer(envOf(place))
    await until(again, 'done')
    expect(await countOf(place)).toBe(MANY)
  })

  test('changes nothing if loading exceeds the time limit', async () => {
    await prepare(place)
    // The limit is shorter than the start of a thread.
    await using server = await openServer({ ...envOf(place), LIMIT_IMPORT_RUN_MS: '100' })
    const before = await countOf(place)
    expect(await send(server, many)).toBe(202)
    await until(server, 'refused')
    expect((await runAt(server)).problems).toMatchObject({ first: [{ line: 0, code: 'overdue', value: '0.1' }] })
    expect(await countOf(place)).toBe(before)
  })

  test('waits until the import command ends', async () => {
    await prepare(place)
    const unlock = lockDataDir(place.dataDir, 'import')!
    await using server = await openServer(envOf(place))
    expect(await send(server, exportOf(1))).toBe(202)
    await expect.poll(() => server.logged).toContainEqual(expect.objectContaining({ failure: 'later' }))
    // The server logs the postponement before it queues the export again.
    await until(server, 'waiting')
    unlock()
    // The next export starts the queue without delay.
    expect(await send(server, exportOf(2), 2)).toBe(202)
    await until(server, 'done')
  })
})
