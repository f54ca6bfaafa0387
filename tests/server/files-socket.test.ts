import { existsSync } from 'node:fs'
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { folderFiles } from '#server/node/folder-files.ts'
import { type Listening, listen } from '#server/node/listen.ts'
import { readSettings } from '#server/node/settings.ts'
import { practice, staff } from '#harness/builders.ts'
import { openServer } from '#harness/open-server.ts'
import { hasEnded, kill, startServer } from '#harness/server-process.ts'
import { PRACTICE, envOf, looking, makeClinic, signIn } from '#harness/clinic.ts'
import { type TestServer, openTestServer } from '#harness/test-server.ts'
import { PICTURES } from './pictures.ts'

const LIMIT = 2 * 1024 * 1024
const TYPE = { 'content-type': 'image/png' }

let dataDir: string
let folder: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'portal-files-'))
  folder = join(dataDir, 'files')
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

describe('over a socket', () => {
  let testServer: TestServer
  let server: Listening
  beforeEach(async () => {
    testServer = await openTestServer('sqlite', { files: folderFiles(folder) })
    await practice(testServer.db, 'a')
    const limits = { ...readSettings({}).limits, headersMs: 500, requestMs: 1000 }
    server = await listen({ fetch: (request) => testServer.fetch(request), host: '127.0.0.1', port: 0, limits })
  })
  afterEach(async () => {
    await server.drain()
    await testServer[Symbol.asyncDispose]()
  })

  /** What comes back for an upload that sends `part` again and again, until the server ends it. */
  async function upload(headers: string, part: Uint8Array, times = Infinity) {
    const token = await testServer.signIn(await staff(testServer.db, 'a', `${crypto.randomUUID()}@a.example`))
    const answer = await testServer.call('GET', 'practice/a/logoUploadUrl', { token, headers: TYPE })
    const { pathname, search } = new URL(((await answer.json()) as { url: string }).url)
    const socket = connect(server.port, '127.0.0.1')
    let told = ''
    socket.on('data', (data: Buffer) => (told += data.toString('latin1')))
    socket.on('error', () => {})
    // Not by once(), which fails where the server ends it first.
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.write(
      `PUT ${pathname}${search} HTTP/1.1\r\nHost: portal.test\r\nContent-Type: image/png\r\n${headers}\r\n\r\n`,
    )
    let left = times
    const send = () => {
      while (left > 0 && socket.writable) {
        left -= 1
        if (!socket.write(part)) return void socket.once('drain', send)
      }
    }
    send()
    await closed
    return [...told.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status))
  }
  const chunk = (content: Uint8Array) =>
    Buffer.concat([Buffer.from(`${content.length.toString(16)}\r\n`), content, Buffer.from('\r\n')])
  const png = PICTURES.png

  test.each<[string, string, Uint8Array, number, number[]]>([
    ['a picture, announced', `Connection: close\r\nContent-Length: ${png.length}`, png, 1, [204]],
    [
      'a picture, in a chunk',
      'Connection: close\r\nTransfer-Encoding: chunked',
      Buffer.concat([chunk(png), Buffer.from('0\r\n\r\n')]),
      1,
      [204],
    ],
    ['too much, announced', `Connection: close\r\nContent-Length: ${LIMIT + 1}`, new Uint8Array(65_536), 33, [413]],
    ['chunks without end', 'Transfer-Encoding: chunked', chunk(new Uint8Array(65_536)), Infinity, [413]],
    ['less than announced', `Content-Length: ${png.length * 2}`, png, 1, [408]],
  ])('%s', async (_, headers, part, times, statuses) => {
    expect(await upload(headers, part, times)).toEqual(statuses)
    await testServer.mails()
    expect(await readdir(folder).catch(() => [])).toHaveLength(statuses[0] === 204 ? 1 : 0)
    const { logo_url } = await testServer.db.selectFrom('practice').select('logo_url').executeTakeFirstOrThrow()
    expect(logo_url === null).toBe(statuses[0] !== 204)
  })

  test('what comes behind the announced length is no part of it', async () => {
    expect((await upload(`Content-Length: ${png.length}`, png, 2)).at(-1)).toBe(400)
    await testServer.mails()
    for (const file of await readdir(folder).catch(() => []))
      expect(await readFile(join(folder, file))).toEqual(Buffer.from(png))
  })
})

describe('a server that is killed', () => {
  const place = () => ({ dataDir, databaseUrl: undefined })

  async function upload(base: string, token: string): Promise<string | undefined> {
    const headers = { ...TYPE, authorization: token }
    const answer = await fetch(`${base}/api/practice/${PRACTICE}/logoUploadUrl`, { headers })
    const { url } = (await answer.json()) as { url: string }
    const stored = await fetch(url, { method: 'PUT', headers: TYPE, body: PICTURES.png })
    return stored.status === 204 ? new URL(url).pathname.replace('/files/upload/', '') : undefined
  }

  test('shows the logo that was last acknowledged, or the one after it, whole', async () => {
    await makeClinic(place())
    const acknowledged: string[] = []
    {
      await using server = await startServer(envOf(place()))
      const token = await signIn(server.url)
      while (!hasEnded(server.child)) {
        if (acknowledged.length === 5) setImmediate(() => void kill(server.child))
        const id = await upload(server.url, token).catch(() => undefined)
        if (id) acknowledged.push(id)
      }
    }
    await using server = await openServer(envOf(place()))
    const token = await signIn(server.url)
    const answer = await fetch(`${server.url}/api/practice/${PRACTICE}`, { headers: { authorization: token } })
    const { logoUrl } = (await answer.json()) as { logoUrl: string }
    const isLast = logoUrl === `/files/${acknowledged.at(-1)}.png`
    expect(acknowledged.length).toBeGreaterThanOrEqual(5)
    expect(isLast || !acknowledged.some((id) => logoUrl.includes(id))).toBe(true)
    const file = await fetch(server.url + logoUrl)
    expect([file.status, new Uint8Array(await file.arrayBuffer())]).toEqual([200, PICTURES.png])
  })

  test('removes at its next start what nobody shows, and nothing else', async () => {
    await makeClinic(place())
    const files = folderFiles(folder)
    const keys = ['shown', 'lost', 'new'].map((name) => `${name}.png`)
    for (const key of keys) await files.put(key, PICTURES.png)
    await writeFile(join(folder, '.half.png.unfinished'), 'half')
    const now = new Date().toISOString()
    await looking(place(), async (db) => {
      await db.updateTable('practice').set({ logo_url: '/files/shown.png' }).execute()
      const rows = [...keys, 'half.png'].map((key) => ({
        key,
        created_at: key === 'new.png' ? now : '2026-01-01T00:00:00.000Z',
      }))
      await db.insertInto('file').values(rows).execute()
    })
    await using _ = await openServer(envOf(place()))
    await expect
      .poll(() => existsSync(join(folder, 'lost.png')) || existsSync(join(folder, '.half.png.unfinished')))
      .toBe(false)
    expect((await readdir(folder)).sort()).toEqual(['new.png', 'shown.png'])
  })
})
