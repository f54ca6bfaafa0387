import { readFile, readdir, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { folderFiles } from '#server/node/files/folder-files.ts'
import { type Listening, listen } from '#server/node/http/listen.ts'
import { readSettings } from '#server/node/settings.ts'
import { practice, staff } from '#harness/builders.ts'
import { eachPlace } from '#harness/folders.ts'
import { openServer } from '#harness/open-server.ts'
import { hasEnded, kill, startServer } from '#harness/server-process.ts'
import { PRACTICE, envOf, withDatabaseOf, makeClinic, signIn } from '#harness/clinic.ts'
import { eachTestServer } from '#harness/test-server.ts'
import { PICTURES } from './pictures.ts'

const LIMIT = 2 * 1024 * 1024
const TYPE = { 'content-type': 'image/png' }

const place = eachPlace()
const folder = () => join(place.dataDir, 'files')
const stored = async () => (await readdir(folder()).catch(() => [] as string[])).sort()

describe('a logo upload over a socket', () => {
  const testServer = eachTestServer('sqlite', () => ({ files: folderFiles(folder()) }))
  let server: Listening
  beforeEach(async () => {
    await practice(testServer.db, 'a')
    const limits = { ...readSettings({}).limits, headersMs: 500, requestMs: 1000 }
    server = await listen({ fetch: (request) => testServer.fetch(request), host: '127.0.0.1', port: 0, limits })
  })
  afterEach(() => server.drain())

  /** Sends a part repeatedly until the server closes the connection; returns the statuses of the responses. */
  async function upload(headers: string, part: Uint8Array, times = Infinity) {
    const token = await testServer.signIn(await staff(testServer.db, 'a', `${crypto.randomUUID()}@a.example`))
    const response = testServer.call('GET', 'practice/a/logoUploadUrl', { token, headers: TYPE })
    const { pathname, search } = new URL((await testServer.ok<{ url: string }>(response)).url)
    const socket = connect(server.port, '127.0.0.1')
    let received = ''
    socket.on('data', (data: Buffer) => (received += data.toString('latin1')))
    socket.on('error', () => {})
    // `once` would reject with the error event that comes before `close`.
    const closed = new Promise((resolve) => socket.once('close', resolve))
    const host = 'Host: portal.test\r\nContent-Type: image/png'
    socket.write(`PUT ${pathname}${search} HTTP/1.1\r\n${host}\r\n${headers}\r\n\r\n`)
    let left = times
    const send = () => {
      while (left > 0 && socket.writable) {
        left -= 1
        if (!socket.write(part)) return void socket.once('drain', send)
      }
    }
    send()
    await closed
    return [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status))
  }
  const chunk = (content: Uint8Array) =>
    Buffer.concat([Buffer.from(`${content.length.toString(16)}\r\n`), content, Buffer.from('\r\n')])
  const png = PICTURES.png

  const whole = Buffer.concat([chunk(png), Buffer.from('0\r\n\r\n')])
  const [close, chunked] = ['Connection: close\r\n', 'Transfer-Encoding: chunked']

  test.each<[string, string, Uint8Array, number, number]>([
    ['a picture with its length', `${close}Content-Length: ${png.length}`, png, 1, 204],
    ['a picture in a chunk', close + chunked, whole, 1, 204],
    ['an oversized body with its length', `${close}Content-Length: ${LIMIT + 1}`, new Uint8Array(65_536), 33, 413],
    ['endless chunks', chunked, chunk(new Uint8Array(65_536)), Infinity, 413],
    ['a body shorter than its length', `Content-Length: ${png.length * 2}`, png, 1, 408],
  ])('returns the expected response to %s', async (_, headers, part, times, status) => {
    expect(await upload(headers, part, times)).toEqual([status])
    await testServer.mails()
    const isStored = status === 204
    expect(await stored()).toHaveLength(isStored ? 1 : 0)
    expect((await testServer.rows('practice'))[0]!.logo_url === null).toBe(!isStored)
  })

  test('stores only as many bytes as announced', async () => {
    expect((await upload(`Content-Length: ${png.length}`, png, 2)).at(-1)).toBe(400)
    await testServer.mails()
    for (const file of await stored()) expect(await readFile(join(folder(), file))).toEqual(Buffer.from(png))
  })
})

describe('file storage after a server was killed', () => {
  async function upload(base: string, token: string): Promise<string | undefined> {
    const headers = { ...TYPE, authorization: token }
    const response = await fetch(`${base}/api/practice/${PRACTICE}/logoUploadUrl`, { headers })
    const { url } = (await response.json()) as { url: string }
    const stored = await fetch(url, { method: 'PUT', headers: TYPE, body: PICTURES.png })
    return stored.status === 204 ? new URL(url).pathname.replace('/files/upload/', '') : undefined
  }

  test('serves the last acknowledged logo or a later one', async () => {
    await makeClinic(place)
    const acknowledged: string[] = []
    {
      await using server = await startServer(envOf(place))
      const token = await signIn(server.url)
      while (!hasEnded(server.child)) {
        if (acknowledged.length === 5) setImmediate(() => void kill(server.child))
        const id = await upload(server.url, token).catch(() => undefined)
        if (id) acknowledged.push(id)
      }
    }
    await using server = await openServer(envOf(place))
    const token = await signIn(server.url)
    const response = await fetch(`${server.url}/api/practice/${PRACTICE}`, { headers: { authorization: token } })
    const { logoUrl } = (await response.json()) as { logoUrl: string }
    const isLast = logoUrl === `/files/${acknowledged.at(-1)}.png`
    expect(acknowledged.length).toBeGreaterThanOrEqual(5)
    expect(isLast || !acknowledged.some((id) => logoUrl.includes(id))).toBe(true)
    const file = await fetch(server.url + logoUrl)
    expect([file.status, new Uint8Array(await file.arrayBuffer())]).toEqual([200, PICTURES.png])
  })

  test('deletes unused files on the next start', async () => {
    await makeClinic(place)
    const files = folderFiles(folder())
    const keys = ['shown', 'lost', 'new'].map((name) => `${name}.png`)
    for (const key of keys) await files.put(key, PICTURES.png)
    await writeFile(join(folder(), '.half.png.unfinished'), 'half')
    const now = new Date().toISOString()
    await withDatabaseOf(place, async (db) => {
      await db.updateTable('practice').set({ logo_url: '/files/shown.png' }).execute()
      const rows = [...keys, 'half.png'].map((key) => ({
        key,
        created_at: key === 'new.png' ? now : '2026-01-01T00:00:00.000Z',
      }))
      await db.insertInto('file').values(rows).execute()
    })
    await using _ = await openServer(envOf(place))
    await expect.poll(stored).toEqual(['new.png', 'shown.png'])
  })
})
