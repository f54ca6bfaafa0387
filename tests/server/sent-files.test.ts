import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { MAX_SENT_FILE_BYTES, SENT_FILE_DAYS } from '#contract/imports.ts'
import { documentKey } from '#server/documents/types.ts'
import { sha256 } from '#server/http/keys.ts'
import { removeOrphanedFiles } from '#server/practice/logo.ts'
import { removeUnlinkedFiles } from '#server/import-jobs/sent-files.ts'
import { importKey, practice } from '#harness/builders.ts'
import { type AnyRecord, clientLine, fileText, practiceLine, uuid } from '#harness/example-export.ts'
import { eachFolder } from '#harness/folders.ts'
import { changeRows, rowsOf } from '#harness/rows.ts'
import { eachTestServer, onEngines, outcomeOf } from '#harness/test-server.ts'

const PRACTICE = 'de-krekel'
const KEY = 'dierenportaal_import_files'
const DAY_MS = 86_400_000
const PDF = '%PDF-1.7 Uitslag'
const digestOf = (text: string) => createHash('sha256').update(text).digest('base64')
const attachmentLine = (number: number, fileName: string): AnyRecord => ({
  record: 'attachment',
  uuid: uuid('3', number),
  clientUuid: uuid('c', 1),
  type: 'lab-results',
  name: 'Uitslag',
  date: '2026-03-12',
  fileName,
})
const keyOf = (number: number) => documentKey({ type: 'attachment', uuid: uuid('3', number) })

onEngines('files sent to the API', (engine) => {
  const folder = eachFolder()
  const testServer = eachTestServer(engine, () => ({ importFolder: folder.path }))
  const idle = async () => void (await testServer.mails())

  beforeEach(async () => {
    const { db } = testServer
    await practice(db, PRACTICE)
    await practice(db, 'other')
    await importKey(db, PRACTICE, { hash: await sha256(KEY) })
  })

  const call = (
    method: string,
    name: string,
    more: { body?: BodyInit; key?: string; of?: string; headers?: object } = {},
  ) =>
    testServer.fetch(
      new Request(`http://portal.test/api/practice/${more.of ?? PRACTICE}/import/files/${encodeURIComponent(name)}`, {
        method,
        headers: { authorization: `Bearer ${more.key ?? KEY}`, ...more.headers },
        ...(more.body !== undefined && { body: more.body, duplex: 'half' }),
      }),
    )
  const send = (name: string, body: BodyInit = PDF, more: Parameters<typeof call>[2] = {}) =>
    outcomeOf(call('PUT', name, { ...more, body }))
  let sequence = 0
  const load = async (...records: AnyRecord[]) => {
    sequence += 1
    const request = new Request(`http://portal.test/api/practice/${PRACTICE}/import?sequence=${sequence}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/x-ndjson' },
      body: fileText([practiceLine(), clientLine(1), ...records]),
    })
    expect((await testServer.fetch(request)).status).toBe(202)
    await idle()
  }
  const rows = async () =>
    (await rowsOf(testServer.db, 'file', ['key', 'name', 'bytes'])).map(({ key, name, bytes }) => [
      key.replace(/^sent-.*/, 'sent'),
      name,
      Number(bytes),
    ])
  const contentOf = async (key: string) => {
    const file = await testServer.ports.files.get(key)
    return file && (await new Response(file.stream()).text())
  }
  const linked = [[keyOf(1), 'lab/Uitslag.pdf', PDF.length]]

  describe('are linked to the record that names them', () => {
    test('if they arrive before the record', async () => {
      expect(await send('lab/Uitslag.pdf')).toBe('201')
      await idle()
      expect(await rows()).toEqual([['sent', 'lab/Uitslag.pdf', PDF.length]])
      await load(attachmentLine(1, 'lab/Uitslag.pdf'), attachmentLine(2, 'other.pdf'))
      expect([await rows(), await contentOf(keyOf(1))]).toEqual([linked, PDF])
    })

    test('if they arrive after the record, whatever the capitals and slashes', async () => {
      await load(attachmentLine(1, 'lab/Uitslag.pdf'), attachmentLine(2, 'other.pdf'))
      expect(await send(String.raw`LAB\uitslag.PDF`)).toBe('201')
      await idle()
      expect([await rows(), await contentOf(keyOf(1))]).toEqual([linked, PDF])
    })

    test('in place of an earlier file of the record', async () => {
      await load(attachmentLine(1, 'lab/Uitslag.pdf'))
      for (const content of [PDF, `${PDF} 2`]) {
        expect(await send('lab/Uitslag.pdf', content)).toBe('201')
        await idle()
      }
      expect(await rows()).toEqual([[keyOf(1), 'lab/Uitslag.pdf', PDF.length + 2]])
      expect(await contentOf(keyOf(1))).toBe(`${PDF} 2`)
    })
  })

  test('are stored once, and report their checksum', async () => {
    const head = async () => {
      const { status, headers } = await call('HEAD', 'lab/Uitslag.pdf')
      return [status, headers.get('repr-digest')]
    }
    expect(await head()).toEqual([404, null])
    for (const outcome of ['201', '200']) expect(await send('lab/Uitslag.pdf')).toBe(outcome)
    expect(await head()).toEqual([200, `sha-256=:${digestOf(PDF)}:`])
    await load(attachmentLine(1, 'lab/Uitslag.pdf'))
    expect(await head()).toEqual([200, `sha-256=:${digestOf(PDF)}:`])
    expect([await send('lab/Uitslag.pdf'), await rows()]).toEqual(['200', linked])
    expect(await (await call('GET', 'lab/Uitslag.pdf')).json()).toMatchObject({ isLinked: true, bytes: PDF.length })
  })

  test('have the content that their digest states', async () => {
    const [right, wrong] = [digestOf(PDF), digestOf('x')]
    for (const headers of [
      { 'content-digest': `sha-256=:${wrong}:` },
      { 'repr-digest': `sha-512=:abc=:, sha-256=:${wrong}:` },
      { digest: `SHA-256=${wrong}` },
    ])
      expect(await send('a.pdf', PDF, { headers })).toBe('400 digest-mismatch')
    expect(await rows()).toEqual([])
    expect(await send('a.pdf', PDF, { headers: { 'content-digest': `sha-256=:${right}:` } })).toBe('201')
    expect(await send('b.pdf', PDF, { headers: { digest: `sha-512=abc=,SHA-256=${right}` } })).toBe('201')
    expect(await send('c.pdf', PDF, { headers: { 'content-digest': 'md5=:abc=:' } })).toBe('201')
  })

  test('of a stated length go to the storage as they arrive, one of a name at a time', async () => {
    const sized = (body: BodyInit, { length = PDF.length, digest = digestOf(PDF) } = {}) =>
      send('a.pdf', body, {
        headers: { 'content-length': String(length), 'content-digest': `sha-256=:${digest}:` },
      })
    expect(await sized(PDF, { digest: digestOf('x') })).toBe('400 digest-mismatch')
    expect(await sized(PDF, { length: PDF.length + 1 })).toBe('400 bad-request')
    expect(await sized('<html></html>', { length: 13 })).toBe('415 unsupported-media-type')
    expect([await rows(), await sized(PDF), await sized(PDF)]).toEqual([[], '201', '200'])

    const other = `${PDF} 2`
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    const writer = writable.getWriter()
    const slow = sized(readable)
    await writer.write(new TextEncoder().encode(PDF))
    const headers = { 'content-length': String(other.length) }
    expect(await send('a.pdf', other, { headers })).toBe('429 rate-limited')
    await writer.close()
    expect(await slow).toBe('200')
    await load(attachmentLine(1, 'a.pdf'))
    expect([await contentOf(keyOf(1)), await rows()]).toEqual([PDF, [[keyOf(1), 'a.pdf', PDF.length]]])
  })

  test('are rejected if they are too large, of an unknown type or over the quota of the practice', async () => {
    expect(await send('a.exe', 'MZ')).toBe('415 unsupported-media-type')
    expect(await send('a.html', '<html></html>')).toBe('415 unsupported-media-type')
    expect(await send('a.txt', 'Tekst')).toBe('201')
    expect(await send('a.pdf', new Uint8Array(MAX_SENT_FILE_BYTES + 1))).toBe('413 too-large')
    expect(await send(' ')).toBe('400 invalid-parameter')
    expect(await send(`${'a'.repeat(252)}.pdf`)).toBe('400 invalid-parameter')
    await changeRows(testServer.db, 'practice', { most_bytes: PDF.length + 5 })
    expect([await send('b.pdf'), await send('c.pdf')]).toEqual(['201', '507 quota-full'])
    expect(await rows()).toHaveLength(2)
  })

  test('need a key of the practice with the scope for exports', async () => {
    const reading = 'dierenportaal_requests_files'
    await importKey(testServer.db, PRACTICE, { scopes: 'requests:read', hash: await sha256(reading) })
    for (const method of ['GET', 'PUT']) {
      const body = method === 'PUT' ? { body: PDF } : {}
      const outcome = (more: object) => outcomeOf(call(method, 'a.pdf', { ...body, ...more }))
      expect(await outcome({ key: reading })).toBe('403 scope-missing')
      expect(await outcome({ key: `${KEY}x` })).toBe('401 unauthenticated')
      expect(await outcome({ of: 'other' })).toBe('404 not-found')
      await changeRows(testServer.db, 'practice', { locked: 1 })
      expect(await outcome({})).toBe('403 practice-locked')
      await changeRows(testServer.db, 'practice', { locked: 0 })
    }
    expect(await rows()).toEqual([])
  })

  test('are removed after a week without a record', async () => {
    await send('a.pdf')
    const sweep = async () => {
      await removeOrphanedFiles(testServer.ports)
      await removeUnlinkedFiles(testServer.ports, testServer.now)
      return (await rows()).length
    }
    testServer.advance(SENT_FILE_DAYS * DAY_MS)
    expect(await sweep()).toBe(1)
    testServer.advance(1)
    expect(await sweep()).toBe(0)
  })
})
