import { readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeEach, describe, expect, test } from 'vitest'
import type { AuditEntry } from '#contract/schemas/access-log.ts'
import type { ImportKey, ImportRun, NewImportKey } from '#contract/schemas/imports.ts'
import type { Page } from '#contract/paging.ts'
import { memoryFiles } from '#mocks/files.ts'
import { createApp } from '#server/app.ts'
import { documentKey } from '#server/documents/types.ts'
import { StorageError } from '#server/files/store.ts'
import { ImportError } from '#server/import-jobs/import-error.ts'
import { drainImports, maintainImports, releaseImports } from '#server/import-jobs/drain.ts'
import { deleteOldRuns } from '#server/import-jobs/history.ts'
import { leaseNext } from '#server/import-jobs/queue.ts'
import { account, client, importKey, importRun, practice, staff } from '#harness/builders.ts'
import { inProcessImports } from '#harness/in-process-imports.ts'
import type { StoredExport } from '#server/ports.ts'
import {
  type AnyRecord,
  clientLine,
  fileText,
  patientLine,
  practiceLine,
  smallExport,
  staffLine,
  uuid,
} from '#harness/example-export.ts'
import { eachFolder } from '#harness/folders.ts'
import { changeRows, rowsOf } from '#harness/rows.ts'
import { type TestServerOptions, eachTestServer, onEngines, outcomeOf } from '#harness/test-server.ts'

const PRACTICE = 'de-krekel'
const PATH = `practice/${PRACTICE}`
const KEYS = `${PATH}/import-keys`
const NDJSON = 'application/x-ndjson'
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const GZIP = { headers: { 'content-encoding': 'gzip' } }
const UNAUTHENTICATED = '401 unauthenticated'
const OUT_OF_ORDER = '409 import-out-of-order'

type Key = Pick<NewImportKey, 'key'>
interface Sending {
  sequence?: number | string
  practiceId?: string
  headers?: Record<string, string>
  check?: boolean | string
}

const packed = (text: string) => new Uint8Array(gzipSync(text))
const named = (lastName: string) => [practiceLine(), clientLine(1, { lastName })]
const authorised = ({ key }: Key) => ({ authorization: `Bearer ${key}` })

onEngines('exports sent to the API', (engine) => {
  const folder = eachFolder()
  const testServer = eachTestServer(engine, () => ({ importFolder: folder.path }))
  let [admin, member, adminOfOther] = ['', '', '']

  const prepare = async () => {
    const { db } = testServer
    await practice(db, PRACTICE)
    await practice(db, 'other')
    admin = await testServer.signIn(await staff(db, PRACTICE, 'admin@de-krekel.example', 'CLINIC_ADMIN'))
    member = await testServer.signIn(await staff(db, PRACTICE, 'staff@de-krekel.example'))
    adminOfOther = await testServer.signIn(await staff(db, 'other', 'a@other.example', 'CLINIC_ADMIN'))
  }
  beforeEach(prepare)
  const reopen = async (options: TestServerOptions) => {
    await testServer.reopen({ importFolder: folder.path, ...options })
    await prepare()
  }

  /** Mails sent so far, except mails about new import keys. */
  const mails = async () =>
    (await testServer.mails()).filter(({ kind }) => kind !== 'import-key-made').map(({ to, kind }) => [to, kind])
  const idle = async () => void (await testServer.mails())
  const imports = () => testServer.ports.imports!
  const loading = () => ({ ...testServer.ports, imports: imports() })
  const maintain = (isAlone: boolean) => maintainImports(loading(), { isAlone })
  const storedFiles = () => readdir(folder.path)
  const clients = async () => (await rowsOf(testServer.db, 'client', ['uuid', 'last_name'])).map((row) => row.last_name)
  const setRuns = (columns: Parameters<typeof changeRows<'import_run'>>[2]) =>
    changeRows(testServer.db, 'import_run', columns)

  const call = (method: string, path: string, { token = admin, body }: { token?: string; body?: unknown } = {}) =>
    outcomeOf(testServer.call(method, path, { token, body }))
  const makeKey = (name = 'Praktijksysteem', { token = admin, practiceId = PRACTICE } = {}) =>
    testServer.ok<NewImportKey>(
      testServer.call('POST', `practice/${practiceId}/import-keys`, {
        token,
        body: { name, proof: { currentPassword: 'Welkom#2026' } },
      }),
    )
  const keyOfOther = () => makeKey('x', { token: adminOfOther, practiceId: 'other' })
  const keys = () => testServer.read<ImportKey[]>(KEYS, admin)
  const revoke = ({ id }: NewImportKey) => call('DELETE', `${KEYS}/${id}`)

  const respond = (
    key: Key | undefined,
    body: BodyInit | AnyRecord[] | null,
    { sequence = 1, practiceId = PRACTICE, headers = {}, check }: Sending = {},
  ) =>
    testServer.fetch(
      new Request(
        `http://portal.test/api/practice/${practiceId}/import?sequence=${sequence}${check === undefined ? '' : `&check=${check}`}`,
        {
          method: 'PUT',
          headers: { 'content-type': NDJSON, ...(key && authorised(key)), ...headers },
          body: Array.isArray(body) ? fileText(body) : body,
          duplex: 'half',
        } as RequestInit,
      ),
    )
  const send = (...sending: Parameters<typeof respond>) => outcomeOf(respond(...sending))
  /** Starts an upload whose end the caller writes later. */
  async function begin(key: Key) {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    const sent = send(key, readable)
    const writer = writable.getWriter()
    await writer.write(new TextEncoder().encode(fileText(smallExport())))
    return { sent, writer }
  }
  const statusOf = async (key: Key, sequence = 1) => {
    await idle()
    const headers = authorised(key)
    return await testServer.ok<ImportRun>(testServer.call('GET', `${PATH}/imports/${sequence}`, { headers }))
  }
  /** Sends an export and returns its run once the import has ended. */
  const sendAndLoad = async (key: Key, body: BodyInit | AnyRecord[], sequence = 1, more: Sending = {}) => {
    expect(await send(key, body, { sequence, ...more })).toBe('202')
    return await statusOf(key, sequence)
  }

  describe('an import key', () => {
    test('is shown once and never stored or logged', async () => {
      const made = await makeKey()
      expect(made.key).toMatch(/^dierenportaal_import_[\w-]{43}$/)
      testServer.advance(1000)
      const again = await makeKey('Tweede')
      expect(again.key).not.toBe(made.key)
      const listed = await keys()
      const entry = {
        id: expect.any(String),
        purpose: 'import',
        scopes: ['import:write'],
        madeBy: 'admin@de-krekel.example',
      }
      expect(listed).toEqual([
        { ...entry, name: 'Praktijksysteem', madeAt: '2026-06-15T10:00:00.000Z', endsAt: made.endsAt },
        { ...entry, name: 'Tweede', madeAt: '2026-06-15T10:00:01.000Z', endsAt: again.endsAt },
      ])
      const rows = await rowsOf(testServer.db, 'import_key')
      expect(JSON.stringify([rows, listed, testServer.logged])).not.toContain(made.key.slice(-20))
    })

    test('is logged on creation and revocation, with at most five keys', async () => {
      const [first] = [await makeKey('1')]
      for (const name of ['2', '3', '4', '5']) await makeKey(name)
      await expect(makeKey('6')).rejects.toThrow('409')
      expect([await revoke(first), await revoke(first)]).toEqual(['204', '404 not-found'])
      await makeKey('6')
      const { content } = await testServer.read<Page<AuditEntry>>(`${PATH}/audit`, admin)
      const by = 'admin@de-krekel.example'
      expect(content.map(({ action, key, account: maker }) => [action, key, maker?.name])).toEqual([
        ['import-key-made', '6', by],
        ['import-key-revoked', '1', by],
        ...['5', '4', '3', '2', '1'].map((name) => ['import-key-made', name, by]),
      ])
    })

    test('has a name of one line with at most 80 characters', async () => {
      for (const name of ['', ' ', 'a\nb', 'x'.repeat(81)])
        expect(await call('POST', KEYS, { body: { name } })).toBe('400 validation-failed')
      expect((await makeKey('x'.repeat(80))).name).toHaveLength(80)
    })

    test('shows when it was last used, to the minute', async () => {
      const key = await makeKey()
      const used: unknown[] = []
      for (const [at, seconds] of [0, 30, 90].entries()) {
        testServer.advance(seconds * 1000)
        await send(key, smallExport(), { sequence: at + 1 })
        used.push((await keys())[0]!.lastUsedAt)
      }
      expect(used).toEqual(['2026-06-15T10:00:00.000Z', '2026-06-15T10:00:00.000Z', '2026-06-15T10:02:00.000Z'])
    })
  })

  describe('a sent export', () => {
    test('is loaded with its result at the returned URL', async () => {
      const key = await makeKey()
      const response = await respond(key, smallExport())
      expect([response.status, response.headers.get('location')]).toEqual([202, `/api/${PATH}/imports/1`])
      expect(await response.json()).toMatchObject({ sequence: 1, state: 'waiting', key: 'Praktijksysteem' })
      const added = { added: 1, updated: 0, unchanged: 0 }
      expect(await statusOf(key)).toMatchObject({
        state: 'done',
        bytes: fileText(smallExport()).length,
        endedAt: testServer.now.toISOString(),
        changes: { client: added, logbookEntry: added },
      })
      expect([await clients(), await storedFiles()]).toEqual([['van den Berg'], []])
      expect(await mails()).toEqual([['admin@de-krekel.example', 'admin-change']])
      expect((await rowsOf(testServer.db, 'audit', ['id', 'action', 'details'])).at(-1)).toMatchObject({
        action: 'imported',
        details: expect.stringContaining('"key":"Praktijksysteem"'),
      })
    })

    test('may be compressed and have one of several media types', async () => {
      const key = await makeKey()
      const text = fileText(smallExport())
      const types = [NDJSON, 'application/jsonl', 'application/ndjson; charset=utf-8', 'application/json']
      for (const [at, type] of types.entries()) {
        const headers = { ...GZIP.headers, 'content-type': type }
        expect(await sendAndLoad(key, packed(text), at + 1, { headers })).toMatchObject({
          state: 'done',
          bytes: text.length,
        })
      }
    })

    test('is loaded without invalid fields and unreadable lines', async () => {
      const key = await makeKey()
      const nested = `{"record":"client","city":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
      const lines = ['no JSON', nested, 'x'.repeat(1_100_000), '\u00ff']
      const text = `${fileText([...smallExport(), clientLine(2, { email: 'nobody' })])}${lines.join('\n')}\n`
      const { state, warnings } = await sendAndLoad(key, text)
      expect([state, warnings!.count, await clients()]).toMatchObject(['done', 6, { length: 2 }])
      expect(warnings!.first.slice(0, 2)).toEqual([
        { line: 10, field: 'email', reason: 'is not an e-mail address', code: 'invalidEmail' },
        { line: 11, field: '', reason: 'is not JSON', code: 'notJson', wholeLine: true },
      ])
      expect(warnings!.first.slice(2).map(({ line, code, wholeLine }) => [line, code, wholeLine])).toEqual([
        [12, 'required', true],
        [12, 'required', true],
        [13, 'tooLongLine', true],
        [14, 'notJson', true],
      ])
      expect(warnings!.kinds).toMatchObject({
        client: { leftOut: 1, reasons: { invalidEmail: 1 } },
        unreadable: { lines: 3, leftOut: 3, reasons: { notJson: 2, tooLongLine: 1 } },
      })
    })

    test('changes nothing if the content is no export', async () => {
      const key = await makeKey()
      expect(await sendAndLoad(key, '<?xml version="1.0"?>\n')).toMatchObject({
        state: 'refused',
        problems: { count: 1, lines: 0, first: [{ line: 0, field: '', code: 'notReadable' }] },
      })
      expect([await clients(), await mails()]).toEqual([[], []])
      expect(await sendAndLoad(key, smallExport(), 2)).toMatchObject({ state: 'done' })
    })

    test('cannot lock or unlock the practice', async () => {
      const key = await makeKey()
      const line = (locked: boolean, phone: string) => practiceLine(PRACTICE, { locked, phone })
      const row = () => rowsOf(testServer.db, 'practice', ['locked', 'phone'], { id: PRACTICE })
      expect(await sendAndLoad(key, [line(true, '030 1'), clientLine(1)])).toMatchObject({
        state: 'done',
        changes: { practice: { updated: 1 }, client: { added: 1 } },
        warnings: {
          count: 1,
          first: [
            {
              line: 1,
              field: 'locked',
              reason: 'was skipped: only the operator of the portal can change it',
              code: 'operatorOnly',
            },
          ],
        },
      })
      expect(await row()).toEqual([{ locked: 0, phone: '030 1' }])
      expect(await sendAndLoad(key, [line(false, '030 2')], 2)).not.toHaveProperty('warnings')
      // The practice gets locked while the export waits.
      const { load } = imports()
      Object.assign(imports(), {
        async load(stored: StoredExport) {
          await changeRows(testServer.db, 'practice', { locked: 1 }, { id: PRACTICE })
          return await load(stored)
        },
      })
      expect(await sendAndLoad(key, [line(false, '030 3')], 3)).toMatchObject({ state: 'done', warnings: { count: 1 } })
      expect(await row()).toEqual([{ locked: 1, phone: '030 3' }])
    })

    test('deletes stored files that the export no longer names', async () => {
      const files = memoryFiles()
      await reopen({ files })
      const key = await makeKey()
      const lines = (fileName?: string) =>
        smallExport().map((record) => ({ ...record, ...(record['record'] !== 'user' && fileName && { fileName }) }))
      await sendAndLoad(key, lines('factuur.pdf'))
      const documents = [
        documentKey({ type: 'attachment', uuid: uuid('3', 1) }),
        documentKey({ type: 'invoice', uuid: uuid('5', 1) }),
        documentKey({ type: 'visit-form', uuid: uuid('2', 1) }),
      ]
      // Rows and files as the import command stores them.
      for (const file of documents) {
        await files.put(file, new TextEncoder().encode('our own'))
        await testServer.db.insertInto('file').values({ key: file, created_at: '2026-06-01T02:00:00.000Z' }).execute()
      }
      const stored = async () => [
        [...files.stored.keys()].toSorted(),
        (await rowsOf(testServer.db, 'file', ['key'])).map((row) => row.key),
      ]
      expect(await sendAndLoad(key, lines('factuur.pdf').toReversed(), 2)).toMatchObject({ state: 'done' })
      const rejected = await sendAndLoad(key, [...lines(), practiceLine('other')], 3)
      expect([rejected.state, await stored()]).toEqual(['refused', [documents, documents]])

      const { remove } = files
      files.remove = () => Promise.reject(new StorageError('EIO'))
      expect(await sendAndLoad(key, lines(), 3)).toMatchObject({ state: 'done' })
      const fields = { run: expect.any(String), code: 'EIO' }
      expect(testServer.logged).toContainEqual({ level: 'warn', event: 'files-not-removed', fields })
      expect(await stored()).toEqual([documents, documents])
      files.remove = remove
      await sendAndLoad(key, lines(), 4)
      expect(await stored()).toEqual([[], []])
    })

    test('mails new staff once', async () => {
      const key = await makeKey()
      for (const sequence of [1, 2]) {
        await sendAndLoad(key, [practiceLine(), staffLine('new@de-krekel.example')], sequence)
        expect(await mails()).toHaveLength(1)
      }
    })

    test('is listed for admins by page, latest first', async () => {
      const key = await makeKey()
      await send(key, smallExport())
      await send(key, 'no JSON\n', { sequence: 7 })
      await idle()
      const list = (query = '') => testServer.read<Page<ImportRun>>(`${PATH}/imports${query}`, admin)
      const { content, page } = await list()
      expect(content).toMatchObject([
        { sequence: 7, state: 'refused' },
        { sequence: 1, state: 'done' },
      ])
      expect(page).toEqual({ number: 0, size: 25, totalPages: 1, totalElements: 2 })
      expect((await list('?size=1&page=1')).content).toMatchObject([{ sequence: 1 }])
    })
  })

  describe('a dry run', () => {
    const result = (key: Key, sequence = 1) =>
      testServer.ok<ImportRun>(testServer.call('GET', `${PATH}/imports/${sequence}`, { headers: authorised(key) }))

    test('reports counts and omitted lines, and changes nothing', async () => {
      const key = await makeKey()
      const response = await respond(key, [...smallExport(), clientLine(9, { uuid: 'x' })], { check: true })
      expect([response.status, response.headers.get('location')]).toEqual([202, `/api/${PATH}/imports/1`])
      await idle()
      const run = await result(key)
      expect(run).toMatchObject({ state: 'checked', check: true, changes: { client: { added: 1, updated: 0 } } })
      expect(run.warnings?.kinds?.['client']).toMatchObject({ leftOut: 1 })
      expect(run.warnings?.first).toContainEqual(expect.objectContaining({ field: 'uuid', code: 'invalidUuid' }))
      expect([await clients(), await mails(), await storedFiles()]).toEqual([[], [], []])
      const { content } = await testServer.read<Page<AuditEntry>>(`${PATH}/audit`, admin)
      expect(content.map(({ action }) => action)).toEqual(['import-key-made'])
    })

    test('lists the problems of an export that would be rejected', async () => {
      const key = await makeKey()
      await send(key, [practiceLine('other')], { check: true })
      await idle()
      expect(await result(key)).toMatchObject({ state: 'refused', check: true, problems: { first: [{ line: 1 }] } })
      expect(await testServer.read(`${PATH}/follow-up`, admin)).toMatchObject({ failedImports: 0 })
    })

    test('leaves its number free, and needs a number above the last', async () => {
      const key = await makeKey()
      for (const check of [true, true]) expect(await send(key, named('Bos'), { check })).toBe('202')
      // The export replaces a dry run that waits.
      expect(await send(key, named('Bos'))).toBe('202')
      await idle()
      expect([await clients(), (await result(key)).state]).toEqual([['Bos'], 'done'])
      expect(await result(key)).not.toHaveProperty('check')
      expect(await send(key, named('Vos'), { check: true })).toBe(OUT_OF_ORDER)
      expect(await send(key, named('Vos'), { check: true, sequence: 2 })).toBe('202')
      await idle()
      expect(await result(key, 2)).toMatchObject({ state: 'checked', changes: { client: { updated: 1 } } })
      expect(await clients()).toEqual(['Bos'])
      expect(await send(key, named('Vos'), { check: 'ja', sequence: 3 })).toBe('400 invalid-parameter')
    })
  })

  describe('an export that omits or removes many records', () => {
    /** An export with one client and six lines without a uuid. */
    const large = () => [...smallExport(), ...Array.from({ length: 6 }, (_, at) => clientLine(at + 2, { uuid: null }))]
    const decide = (method: 'POST' | 'DELETE', sequence = 1) => call(method, `${PATH}/imports/${sequence}/confirmation`)
    const actions = async () =>
      (await rowsOf(testServer.db, 'audit', ['id', 'action', 'account_name']))
        .filter(({ action }) => /^import(ed|-confirmed|-declined)$/.test(action))
        .map(({ action, account_name: by }) => [action, by])
    const states = async () =>
      (await rowsOf(testServer.db, 'import_run', ['sequence', 'state'])).map(({ state }) => state)

    test('is loaded only after an admin confirms the import', { tags: ['database'] }, async () => {
      const key = await makeKey()
      const run = await sendAndLoad(key, large())
      expect(run).toMatchObject({
        state: 'unconfirmed',
        large: [{ kind: 'client', what: 'leftOut', count: 6, of: 7 }],
        warnings: { count: 6, kinds: { client: { lines: 7, leftOut: 6, reasons: { required: 6 } } } },
      })
      expect(run).not.toHaveProperty('endedAt')
      expect(await clients()).toEqual([])
      expect(await mails()).toEqual([['admin@de-krekel.example', 'import-unconfirmed']])
      expect(await storedFiles()).toHaveLength(1)
      expect(testServer.logged).toContainEqual({
        level: 'info',
        event: 'import-unconfirmed',
        fields: expect.objectContaining({ warnings: run.warnings!.kinds }),
      })
      // Sending the same export again returns the same run.
      expect(await testServer.ok(respond(key, large()))).toEqual(run)

      expect(await decide('POST')).toBe('204')
      const loaded = await statusOf(key)
      expect(loaded).toMatchObject({ state: 'done', warnings: { count: 6 } })
      expect(loaded).not.toHaveProperty('large')
      expect([await decide('POST'), await decide('DELETE')]).toEqual(['204', '409 conflict'])
      expect([await clients(), await storedFiles()]).toEqual([['van den Berg'], []])
      expect(await actions()).toEqual([
        ['import-confirmed', 'admin@de-krekel.example'],
        ['imported', null],
      ])
    })

    test('requires confirmation if many records would be removed', async () => {
      const key = await makeKey()
      await send(key, smallExport())
      const removal = [{ record: 'client', uuid: uuid('c', 1), removed: true }]
      expect(await sendAndLoad(key, removal, 2)).toMatchObject({
        state: 'unconfirmed',
        large: [{ kind: 'records', what: 'removed', count: 7, of: 7 }],
      })
      expect(await clients()).toEqual(['van den Berg'])
      expect(await decide('POST', 2)).toBe('204')
      expect(await statusOf(key, 2)).toMatchObject({ state: 'done', changes: { client: { removed: 1 } } })
      expect(testServer.logged).toContainEqual(
        expect.objectContaining({ event: 'imported', fields: expect.objectContaining({ removed: 1 }) }),
      )
      expect(await clients()).toEqual([])
    })

    test('releases its sequence number if an admin declines', async () => {
      const key = await makeKey()
      await sendAndLoad(key, large())
      expect(await decide('DELETE')).toBe('204')
      const problems = { first: [{ code: 'notConfirmed' }] }
      expect(await statusOf(key)).toMatchObject({ state: 'refused', problems })
      expect(await decide('POST')).toBe('409 conflict')
      expect([await clients(), await storedFiles()]).toEqual([[], []])
      expect(await actions()).toEqual([['import-declined', 'admin@de-krekel.example']])
      expect(await sendAndLoad(key, smallExport())).toMatchObject({ state: 'done' })
    })

    test('is superseded by a newer export', async () => {
      const key = await makeKey()
      await sendAndLoad(key, large())
      await sendAndLoad(key, [...large(), patientLine(2, 1)], 2)
      expect(await states()).toEqual(['refused', 'unconfirmed'])
      await importRun(testServer.db, PRACTICE, { sequence: 3, state: 'waiting' })
      expect(await decide('POST', 2)).toBe('409 conflict')
      expect(await states()).toEqual(['refused', 'unconfirmed', 'waiting'])
      await testServer.db.deleteFrom('import_run').where('sequence', '=', 3).execute()
      await sendAndLoad(key, smallExport(), 3)
      const superseded = { state: 'refused', problems: { first: [{ code: 'superseded' }] } }
      expect([await statusOf(key, 1), await statusOf(key, 2)]).toMatchObject([superseded, superseded])
      expect(await decide('POST', 2)).toBe('409 conflict')
    })

    test('is rejected after a month without confirmation', async () => {
      await sendAndLoad(await makeKey(), large())
      await setRuns({ server: 'former', lease_until: '2026-01-01T00:00:00.000Z' })
      await maintain(true)
      expect(await rowsOf(testServer.db, 'import_run', ['state', 'server'])).toEqual([
        { state: 'unconfirmed', server: imports().server },
      ])
      expect(await call('DELETE', `${PATH}/import-sequence`)).toBe('409 conflict')
      testServer.advance(31 * DAY_MS)
      await maintain(true)
      expect(await states()).toEqual(['refused'])
    })
  })

  describe('the sequence number of an export', () => {
    test('must be above the last number', async () => {
      const key = await makeKey()
      await sendAndLoad(key, named('New'), 42)
      for (const sequence of [1, 41, 42]) {
        const response = await respond(key, named('Old'), { sequence })
        expect([response.status, await response.json()]).toMatchObject([
          409,
          { code: 'import-out-of-order', lastSequence: 42 },
        ])
      }
      await idle()
      expect(await clients()).toEqual(['New'])
      await sendAndLoad(key, named('Newer'), 43)
      expect([await clients(), await storedFiles()]).toEqual([['Newer'], []])
      // Each practice has its own sequence.
      expect(await send(await keyOfOther(), [practiceLine('other')], { practiceId: 'other' })).toBe('202')
    })

    test('identifies the same export if sent again with the same content', async () => {
      const key = await makeKey()
      const done = await sendAndLoad(key, smallExport())
      await changeRows(testServer.db, 'client', { last_name: 'Changed' })
      const text = fileText(smallExport())
      for (const again of [await respond(key, text), await respond(key, packed(text), GZIP)])
        expect([again.status, await again.json()]).toEqual([200, done])
      await idle()
      expect([await clients(), await storedFiles()]).toEqual([['Changed'], []])
    })

    test('can be used again after a rejected export', async () => {
      const key = await makeKey()
      const last = Number.MAX_SAFE_INTEGER
      await send(key, 'no JSON\n', { sequence: 1 })
      expect(await sendAndLoad(key, 'no JSON\n', last)).toMatchObject({ state: 'refused' })
      expect(await sendAndLoad(key, smallExport(), 2)).toMatchObject({ state: 'done' })
      for (const body of ['no JSON\n', smallExport()]) expect(await send(key, body, { sequence: 1 })).toBe(OUT_OF_ORDER)
      // The rejected number is used for the same content again, and then for other content.
      expect(await sendAndLoad(key, 'no JSON\n', last)).toMatchObject({ state: 'refused', problems: { count: 1 } })
      const run = await sendAndLoad(key, named('New'), last)
      expect(run).toMatchObject({ state: 'done', changes: { client: { updated: 1 } } })
      expect(run).not.toHaveProperty('problems')
      expect(await clients()).toEqual(['New'])
      expect(await rowsOf(testServer.db, 'import_run')).toHaveLength(3)
      expect(await send(key, smallExport(), { sequence: 3 })).toBe(OUT_OF_ORDER)
    })

    test('can be reset by an admin if no export waits', async () => {
      const key = await makeKey()
      const { db } = testServer
      const reset = () => call('DELETE', `${PATH}/import-sequence`)
      const last = Number.MAX_SAFE_INTEGER
      await send(key, smallExport(), { sequence: 1 })
      await sendAndLoad(key, smallExport().toReversed(), last)
      expect(await send(key, named('New'), { sequence: 1 })).toBe(OUT_OF_ORDER)

      await importRun(db, PRACTICE, {
        sequence: 5,
        state: 'waiting',
        server: 'another',
        lease_until: '2026-06-15T11:00:00.000Z',
      })
      expect(await reset()).toBe('409 conflict')
      await db.deleteFrom('import_run').where('sequence', '=', 5).execute()
      await importRun(db, 'other', { sequence: 7 })

      testServer.advance(MINUTE_MS)
      expect([await reset(), await reset()]).toEqual(['204', '204'])
      expect(await statusOf(key, last)).toMatchObject({ state: 'done', resetAt: testServer.now.toISOString() })
      expect(await rowsOf(db, 'import_run', ['reset_at'], { practice_id: 'other' })).toEqual([{ reset_at: null }])
      // The same content counts as a new export after the reset.
      const run = await sendAndLoad(key, smallExport(), 1)
      expect(run).toMatchObject({ state: 'done' })
      expect(run).not.toHaveProperty('resetAt')
      expect(await send(key, named('New'), { sequence: 1 })).toBe(OUT_OF_ORDER)
      expect(await sendAndLoad(key, named('New'), 2)).toMatchObject({ state: 'done' })
      expect(await clients()).toEqual(['New'])
      expect(await rowsOf(db, 'audit', ['account_name'], { action: 'import-sequence-reset' })).toEqual([
        { account_name: 'admin@de-krekel.example' },
      ])
      const { content } = await testServer.read<Page<ImportRun>>(`${PATH}/imports`, admin)
      expect(content.map(({ sequence }) => sequence)).toEqual([2, 1, last])
    })

    test('is a safe integer of at least 1', async () => {
      const key = await makeKey()
      for (const sequence of ['', '0', '-1', '1.5', 'x', '9007199254740992', '1&sequence=2'])
        expect([sequence, await send(key, smallExport(), { sequence })]).toEqual([sequence, '400 invalid-parameter'])
      expect(await send(key, smallExport(), { sequence: '9007199254740991' })).toBe('202')
    })
  })

  describe('authorization of exports', () => {
    test('requires an import key that is not revoked', async () => {
      const key = await makeKey()
      const ownerId = await account(testServer.db, 'owner@mail.example')
      await client(testServer.db, PRACTICE, { account_id: ownerId })
      const owner = await testServer.signIn(ownerId)
      const wrong = [`${key.key}x`, key.key.slice(0, -1), admin, '', key.key.replace('dierenportaal_import_', '')]
      for (const other of [undefined, ...wrong.map((text) => ({ key: text }))]) {
        const response = await respond(other, smallExport())
        expect(response.headers.get('www-authenticate')).toBe('Bearer')
        expect(await outcomeOf(response)).toBe(UNAUTHENTICATED)
      }
      const by = (authorization: string) => send(undefined, smallExport(), { headers: { authorization } })
      for (const authorization of [admin, member, owner, `Bearer ${owner}`, key.key, `bearer${key.key}`])
        expect(await by(authorization)).toBe(UNAUTHENTICATED)
      expect(await by(`bearer ${key.key}`)).toBe('202')
      await revoke(key)
      expect(await send(key, smallExport(), { sequence: 2 })).toBe(UNAUTHENTICATED)
      await idle()
    })

    test('is limited to the practice of the key', async () => {
      const [others, own] = [await keyOfOther(), await makeKey()]
      const run = (key: Key, number = '1') =>
        outcomeOf(testServer.call('GET', `${PATH}/imports/${number}`, { headers: authorised(key) }))
      const missing = '404 not-found'
      expect(await send(others, smallExport())).toBe(missing)
      expect(await send(own, smallExport(), { practiceId: 'nowhere' })).toBe(missing)
      expect(await call('DELETE', `practice/other/import-keys/${own.id}`, { token: adminOfOther })).toBe(missing)
      expect(await send(own, smallExport())).toBe('202')
      expect([await run(others), await run(own)]).toEqual([missing, '200'])
      for (const number of ['2', '0', 'x', '01']) expect(await run(own, number)).toBe(missing)
    })

    test('fails while the practice is locked', async () => {
      const key = await makeKey()
      await changeRows(testServer.db, 'practice', { locked: 1 }, { id: PRACTICE })
      expect(await send(key, smallExport())).toBe('403 practice-locked')
      await changeRows(testServer.db, 'practice', { locked: 0 }, { id: PRACTICE })
      expect(await send(key, smallExport())).toBe('202')
    })

    test('ends if the key is revoked during the upload', async () => {
      const key = await makeKey()
      await makeKey('another')
      const { sent, writer } = await begin(key)
      await revoke(key)
      await writer.close()
      expect([await sent, await storedFiles()]).toEqual([UNAUTHENTICATED, []])
    })
  })

  describe('an upload is rejected without leaving a file', () => {
    const expectNothing = async () => {
      await idle()
      expect([await storedFiles(), await rowsOf(testServer.db, 'import_run')]).toEqual([[], []])
    }

    test('if it is too large, compressed or not', async () => {
      await reopen({ limits: { importBytes: 10_000 } })
      const key = await makeKey()
      const text = fileText(smallExport())
      const padded = (bytes: number) => text + '\n'.repeat(bytes - text.length)
      // Each gzip member unpacks to nothing.
      const parts = new Blob(Array.from({ length: 600 }, () => packed('')))
      const large: [body: BodyInit, more?: Sending][] = [
        [padded(10_001)],
        [new Blob([padded(10_001)]).stream()],
        [packed(padded(10_001)), GZIP],
        ['x', { headers: { 'content-length': '10001' } }],
        [parts.stream(), GZIP],
      ]
      for (const [body, more] of large) expect(await send(key, body, more)).toBe('413 too-large')
      await expectNothing()
      expect(await send(key, packed(padded(10_000)), GZIP)).toBe('202')
      await idle()
    })

    test('if its compression ratio is far above any real export', async () => {
      const key = await makeKey()
      const bomb = packed('\n'.repeat(30_000_000))
      expect(bomb.length).toBeLessThan(40_000)
      expect(await send(key, bomb, GZIP)).toBe('413 too-large')
      await expectNothing()
      // A real export with about as many compressed bytes is accepted.
      const many = Array.from({ length: 1000 }, (_, at) =>
        clientLine(at, { registered: false, email: `${crypto.randomUUID()}@mail.example` }),
      )
      expect(await sendAndLoad(key, packed(fileText([practiceLine(), ...many])), 1, GZIP)).toMatchObject({
        state: 'done',
      })
    })

    test('if it is truncated or not compressed as announced', async () => {
      const key = await makeKey()
      const text = fileText(smallExport())
      const whole = packed(text)
      const corrupted = whole.with(whole.length - 6, whole.at(-6)! ^ 1)
      for (const body of [whole.slice(0, -1), whole.slice(0, 30), corrupted, new TextEncoder().encode(text)]) {
        const response = await respond(key, body, GZIP)
        expect([response.status, await response.json()]).toMatchObject([
          400,
          { errors: [{ pointer: '#', code: 'invalidGzip' }] },
        ])
      }
      await expectNothing()
      expect(await send(key, whole, GZIP)).toBe('202')
      await idle()
    })

    test('if it is empty', async () => {
      const key = await makeKey()
      expect(await send(key, null)).toBe('400 validation-failed')
      expect(await send(key, packed(''), GZIP)).toBe('400 validation-failed')
      await expectNothing()
    })

    test('if its media type or compression is not supported', async () => {
      const key = await makeKey()
      for (const headers of [
        { 'content-type': 'application/xml' },
        { 'content-encoding': 'br' },
        { 'content-encoding': 'gzip, gzip' },
      ]) {
        const response = await respond(key, smallExport(), { headers })
        expect(response.headers.get('accept-encoding')).toBe('gzip, identity')
        expect(await outcomeOf(response)).toBe('415 unsupported-media-type')
      }
      await expectNothing()
    })

    test('if the sender aborts it', async () => {
      const key = await makeKey()
      const { sent, writer } = await begin(key)
      await writer.abort(new Error('gone'))
      expect(await sent).toBe('400 bad-request')
      await expectNothing()
      expect(await send(key, smallExport())).toBe('202')
      await idle()
    })

    test('while another export of the same practice arrives', async () => {
      const [key, others] = [await makeKey(), await keyOfOther()]
      const { sent, writer } = await begin(key)
      const second = await respond(key, smallExport(), { sequence: 2 })
      expect([second.headers.get('retry-after'), await outcomeOf(second)]).toEqual(['10', '429 rate-limited'])
      expect(await send(others, [practiceLine('other')], { practiceId: 'other' })).toBe('202')
      await writer.close()
      expect([await sent, await send(key, smallExport(), { sequence: 2 })]).toEqual(['202', '202'])
      await idle()
    })

    test('while five other exports wait', async () => {
      const key = await makeKey()
      const waiting = { state: 'waiting', server: 'another', lease_until: '2026-06-15T10:01:00.000Z' } as const
      for (const sequence of [1, 2, 3, 4, 5]) await importRun(testServer.db, PRACTICE, { sequence, ...waiting })
      const rejected = await respond(key, smallExport(), { sequence: 6 })
      expect([rejected.headers.get('retry-after'), await outcomeOf(rejected)]).toEqual(['60', '429 rate-limited'])
      expect(await storedFiles()).toEqual([])
      await changeRows(testServer.db, 'import_run', { state: 'done' }, { sequence: 1 })
      expect(await send(key, smallExport(), { sequence: 6 })).toBe('202')
    })

    test('if the server has no folder for exports, or no space', async () => {
      const key = await makeKey()
      const { fetch } = testServer
      const { imports: _, ...without } = testServer.ports
      const full = { ...testServer.ports, isFull: async (what: string) => what === 'imports' }
      for (const [ports, outcome] of [
        [without, '503 unavailable'],
        [full, '507 storage-full'],
      ] as const) {
        const app = createApp(ports)
        testServer.fetch = async (request) => await app.fetch(request)
        expect(await send(key, smallExport())).toBe(outcome)
      }
      testServer.fetch = fetch
      expect(await send(key, smallExport())).toBe('202')
      await idle()
    })
  })

  describe('an import after a restart', () => {
    /** Sends an export whose server stops while loading. `restart` continues with the same database and folder. */
    async function interrupted() {
      const key = await makeKey()
      Object.assign(imports(), { load: () => Promise.reject(new ImportError('stopped')) })
      expect(await send(key, smallExport())).toBe('202')
      await idle()
      await setRuns({ state: 'running' })
      return { key, restart: () => void Object.assign(imports(), inProcessImports(folder.path, testServer.ports)) }
    }

    test('is resumed after a minute by one of several servers', async () => {
      const { key, restart } = await interrupted()
      restart()
      await maintain(false)
      expect((await statusOf(key)).state).not.toBe('done')
      testServer.advance(61_000)
      await maintain(false)
      expect(await statusOf(key)).toMatchObject({ state: 'done' })
    })

    test('is resumed immediately if the stopping server released the lease', async () => {
      const { key, restart } = await interrupted()
      await releaseImports(loading())
      restart()
      testServer.advance(1)
      await maintain(false)
      expect(await statusOf(key)).toMatchObject({ state: 'done' })
    })

    test('becomes interrupted if its file is lost', async () => {
      const { key, restart } = await interrupted()
      for (const name of await storedFiles()) await rm(join(folder.path, name))
      restart()
      await maintain(true)
      expect(await statusOf(key)).toMatchObject({ state: 'interrupted' })
      expect(await clients()).toEqual([])
      expect(await sendAndLoad(key, smallExport())).toMatchObject({ state: 'done' })

      await setRuns({ state: 'interrupted' })
      await sendAndLoad(key, [practiceLine()], 2)
      expect(await send(key, smallExport())).toBe(OUT_OF_ORDER)
    })

    test('becomes interrupted after crashing its server three times', async () => {
      const { key, restart } = await interrupted()
      await setRuns({ tries: 3 })
      restart()
      await maintain(true)
      expect(await statusOf(key)).toMatchObject({ state: 'interrupted' })
    })

    test('changes nothing once another server has taken over the lease', async () => {
      const { key, restart } = await interrupted()
      restart()
      await maintainImports({ ...loading(), stopping: AbortSignal.abort() }, { isAlone: true })
      const { server } = imports()
      const job = await leaseNext(testServer.db, { server, now: testServer.now })
      expect(job).toMatchObject({ sequence: 1, state: 'running' })
      await setRuns({ server: 'another' })
      const stored = { id: job!.id, practiceId: PRACTICE, keyName: 'x', isConfirmed: false }
      await expect(imports().load(stored)).rejects.toMatchObject({ failure: 'taken' })
      expect(await clients()).toEqual([])
      await setRuns({ server, state: 'waiting' })
      await drainImports(loading())
      expect(await statusOf(key)).toMatchObject({ state: 'done' })
      expect(await clients()).toEqual(['van den Berg'])
    })

    test('runs in sequence with other imports of the practice', async () => {
      const { key, restart } = await interrupted()
      await send(key, named('Second'), { sequence: 2 })
      await idle()
      restart()
      await changeRows(testServer.db, 'import_run', { server: imports().server }, { sequence: 2 })
      await drainImports(loading())
      expect((await statusOf(key, 2)).state).toBe('waiting')
      testServer.advance(61_000)
      await maintain(false)
      expect((await statusOf(key, 2)).state).toBe('done')
      expect(await clients()).toEqual(['Second'])
    })
  })

  describe('the import queue', () => {
    test('alternates between practices and preserves the order of each practice', async () => {
      const [key, others] = [await makeKey(), await keyOfOther()]
      const { load } = imports()
      const started: string[] = []
      // The first export starts to load before the rest arrives.
      const { promise: allSent, resolve: proceed } = Promise.withResolvers<void>()
      Object.assign(imports(), {
        async load(stored: StoredExport) {
          started.push(stored.practiceId)
          await allSent
          testServer.advance(1000)
          return await load(stored)
        },
      })
      for (const sequence of [1, 2, 3, 4]) {
        testServer.advance(1000)
        expect(await send(key, smallExport(), { sequence })).toBe('202')
      }
      for (const sequence of [1, 2]) {
        testServer.advance(1000)
        expect(await send(others, [practiceLine('other')], { practiceId: 'other', sequence })).toBe('202')
      }
      proceed()
      await idle()
      expect(started).toEqual([PRACTICE, 'other', PRACTICE, 'other', PRACTICE, PRACTICE])
      for (const sequence of [1, 2, 3, 4]) expect(await statusOf(key, sequence)).toMatchObject({ state: 'done' })
    })

    test('gives each server only exports on its own disk', async () => {
      const { db, now } = testServer
      const waiting = { state: 'waiting' as const, lease_until: '2026-06-15T11:00:00.000Z' }
      for (const id of ['other', PRACTICE]) await importKey(db, id)
      await importRun(db, 'other', { ...waiting, sequence: 1, server: 'far' })
      await importRun(db, PRACTICE, { ...waiting, sequence: 2, server: 'here' })
      expect(await leaseNext(db, { server: 'here', now })).toMatchObject({ practice_id: PRACTICE, sequence: 2 })
      expect(await leaseNext(db, { server: 'here', now })).toBeUndefined()
      expect(await leaseNext(db, { server: 'far', now })).toMatchObject({ practice_id: 'other', sequence: 1 })
    })

    test('rejects an export that takes too long, then loads the next', async () => {
      const key = await makeKey()
      const { load } = imports()
      Object.assign(imports(), { load: () => Promise.reject(new ImportError('overdue')) })
      expect(await sendAndLoad(key, smallExport())).toMatchObject({
        state: 'refused',
        problems: { count: 1, lines: 0, first: [{ line: 0, field: '', code: 'overdue', value: '900' }] },
      })
      expect(await storedFiles()).toEqual([])
      Object.assign(imports(), { load })
      expect(await sendAndLoad(key, smallExport())).toMatchObject({ state: 'done' })
    })

    test('rejects an export with too many lines', async () => {
      await reopen({ limits: { importLines: 20 } })
      const key = await makeKey()
      const [first, ...rest] = smallExport()
      const padded = (lines: number) =>
        `${fileText([first!])}${'\n'.repeat(lines - smallExport().length)}${fileText(rest)}`
      expect(await sendAndLoad(key, padded(21))).toMatchObject({
        state: 'refused',
        problems: { count: 1, lines: 0, first: [{ line: 0, code: 'tooManyLines', value: '20' }] },
      })
      expect(await sendAndLoad(key, padded(20), 2)).toMatchObject({ state: 'done' })
    })
  })

  test('unused files in the import folder are deleted after a day', async () => {
    const names = ['old.jsonl.unfinished', 'old.jsonl', 'new.jsonl']
    for (const name of names) await writeFile(join(folder.path, name), 'x')
    const long = new Date(Date.now() - 2 * DAY_MS)
    for (const name of names.slice(0, 2)) await utimes(join(folder.path, name), long, long)
    await maintain(true)
    expect(await storedFiles()).toEqual(['new.jsonl'])
  })

  test('old import results are deleted, except the latest of each practice', async () => {
    const { db } = testServer
    const old = { received_at: '2020-01-01T00:00:00.000Z' }
    for (const sequence of [1, 2]) await importRun(db, PRACTICE, { sequence, ...old })
    await importRun(db, 'other', { sequence: 1, ...old })
    await importRun(db, 'other', { sequence: 3, received_at: '2026-06-01T00:00:00.000Z' })
    const remainingRuns = async (before: string) => {
      await deleteOldRuns({ db }, `${before}-01-01T00:00:00.000Z`)
      return (await rowsOf(db, 'import_run', ['practice_id', 'sequence'])).map((row) => Object.values(row).join(' '))
    }
    expect(await remainingRuns('2025')).toEqual([`${PRACTICE} 2`, 'other 3'])
    // A rejected run does not count as the last run, and does not replace that run.
    await importRun(db, 'other', { sequence: 9, state: 'refused', ...old })
    expect(await remainingRuns('2027')).toEqual([`${PRACTICE} 2`, 'other 3'])
    await setRuns({ reset_at: '2026-01-01T00:00:00.000Z' })
    expect(await remainingRuns('2025')).toEqual(['other 3'])
  })
})
