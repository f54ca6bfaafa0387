import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { AuditEntry } from '#contract/access-log.ts'
import type { ImportRun, NewImportKey } from '#contract/imports.ts'
import type { Page } from '#contract/paging.ts'
import type { Problem } from '#contract/problem.ts'
import { memoryFiles } from '#mocks/files.ts'
import { documentKey } from '#server/documents/types.ts'
import { StorageError } from '#server/files/storage-error.ts'
import { ImportError } from '#server/feed/import-error.ts'
import { drainImports, maintainImports, releaseImports } from '#server/feed/drain.ts'
import { deleteOldRuns } from '#server/feed/history.ts'
import { leaseNext } from '#server/feed/queue.ts'
import { account, client, importKey, importRun, practice, staff } from '#harness/builders.ts'
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
import {
  type TestServer,
  type TestServerOptions,
  importsHere,
  onEngines,
  openTestServer,
} from '#harness/test-server.ts'

const PRACTICE = 'de-krekel'
const NDJSON = 'application/x-ndjson'
const MINUTE_MS = 60_000
const PROOF = { currentPassword: 'Welkom#2026' }

interface Sending {
  sequence?: number | string
  practiceId?: string
  headers?: Record<string, string>
}

// The clock of the tests stands at 15 June 2026.
onEngines('exports that are sent', (engine) => {
  let folder: string
  let testServer: TestServer
  let admin: string
  let member: string

  async function open(options: TestServerOptions = {}) {
    testServer = await openTestServer(engine, { importFolder: folder, ...options })
    const { db } = testServer
    await practice(db, PRACTICE)
    await practice(db, 'other')
    admin = await testServer.signIn(await staff(db, PRACTICE, 'admin@de-krekel.example', 'CLINIC_ADMIN'))
    member = await testServer.signIn(await staff(db, PRACTICE, 'staff@de-krekel.example'))
  }
  async function reopen(options: TestServerOptions) {
    await testServer[Symbol.asyncDispose]()
    await open(options)
  }
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portal-feed-'))
    await open()
  })
  afterEach(async () => {
    await testServer[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  })

  /** Beside those that say that a key was made. */
  const mails = async () => (await testServer.mails()).filter(({ kind }) => kind !== 'import-key-made')
  const loading = () => ({ ...testServer.ports, imports: testServer.ports.imports! })
  const idle = async () => void (await testServer.mails())
  const codeOf = async (answer: Response) => `${answer.status} ${((await answer.json()) as Problem).code}`

  async function makeKey(name = 'Praktijksysteem', { token = admin, practiceId = PRACTICE } = {}) {
    const answer = await testServer.call('POST', `practice/${practiceId}/import-keys`, {
      token,
      body: { name, proof: PROOF },
    })
    expect(answer.status).toBe(201)
    return (await answer.json()) as NewImportKey
  }
  const authorised = ({ key }: Pick<NewImportKey, 'key'>) => ({ authorization: `Bearer ${key}` })

  const send = (
    key: Pick<NewImportKey, 'key'> | undefined,
    body: BodyInit | AnyRecord[] | null,
    { sequence = 1, practiceId = PRACTICE, headers = {} }: Sending = {},
  ) =>
    testServer.fetch(
      new Request(`http://portal.test/api/practice/${practiceId}/import?sequence=${sequence}`, {
        method: 'PUT',
        headers: { 'content-type': NDJSON, ...(key && authorised(key)), ...headers },
        body: Array.isArray(body) ? fileText(body) : body,
        duplex: 'half',
      } as RequestInit),
    )
  const packed = (text: string) => new Uint8Array(gzipSync(text))
  const GZIP = { headers: { 'content-encoding': 'gzip' } }

  const statusOf = async (key: NewImportKey, sequence: number) => {
    await idle()
    const answer = await testServer.call('GET', `practice/${PRACTICE}/imports/${sequence}`, {
      headers: authorised(key),
    })
    expect(answer.status).toBe(200)
    return (await answer.json()) as ImportRun
  }
  /** Another practice with a key, and the token of its admin. */
  async function otherPractice() {
    const token = await testServer.signIn(await staff(testServer.db, 'other', 'a@other.example', 'CLINIC_ADMIN'))
    return await makeKey('x', { token, practiceId: 'other' })
  }
  const clients = async () =>
    (await testServer.db.selectFrom('client').select('last_name').orderBy('uuid').execute()).map((row) => row.last_name)

  describe('a key', () => {
    test('is told once, and is nowhere in the database', async () => {
      const made = await makeKey('Praktijksysteem')
      expect(made).toMatchObject({ name: 'Praktijksysteem', madeAt: testServer.now.toISOString() })
      expect(made.key).toMatch(/^dierenportaal_import_[\w-]{43}$/)
      testServer.now = new Date(testServer.now.getTime() + 1000)
      const again = await makeKey('Tweede')
      expect(again.key).not.toBe(made.key)
      const listed = await testServer.call('GET', `practice/${PRACTICE}/import-keys`, { token: admin })
      const text = await listed.text()
      expect(JSON.parse(text)).toEqual([
        {
          id: expect.any(String),
          name: 'Praktijksysteem',
          purpose: 'import',
          madeAt: made.madeAt,
          endsAt: made.endsAt,
          madeBy: 'admin@de-krekel.example',
        },
        {
          id: expect.any(String),
          name: 'Tweede',
          purpose: 'import',
          madeAt: again.madeAt,
          endsAt: again.endsAt,
          madeBy: 'admin@de-krekel.example',
        },
      ])
      const rows = JSON.stringify(await testServer.db.selectFrom('import_key').selectAll().execute())
      expect(rows + text).not.toContain(made.key.slice(-20))
      expect(JSON.stringify(testServer.logged)).not.toContain(made.key.slice(-20))
    })

    test('is made and revoked by an admin, as the audit trail says, and is five at the most', async () => {
      const keys = `practice/${PRACTICE}/import-keys`
      expect(await codeOf(await testServer.call('POST', keys, { token: member, body: { name: 'x' } }))).toBe(
        '403 forbidden',
      )
      const first = await makeKey('1')
      for (const name of ['2', '3', '4', '5']) await makeKey(name)
      expect(
        await codeOf(await testServer.call('POST', keys, { token: admin, body: { name: '6', proof: PROOF } })),
      ).toBe('409 conflict')
      expect(await codeOf(await testServer.call('DELETE', `${keys}/${first.id}`, { token: member }))).toBe(
        '403 forbidden',
      )
      expect((await testServer.call('DELETE', `${keys}/${first.id}`, { token: admin })).status).toBe(204)
      expect(await codeOf(await testServer.call('DELETE', `${keys}/${first.id}`, { token: admin }))).toBe(
        '404 not-found',
      )
      await makeKey('6')
      const trail = (await (
        await testServer.call('GET', `practice/${PRACTICE}/audit`, { token: admin })
      ).json()) as Page<AuditEntry>
      expect(trail.content.map(({ action, key, account: by }) => [action, key, by?.name])).toEqual([
        ['import-key-made', '6', 'admin@de-krekel.example'],
        ['import-key-revoked', '1', 'admin@de-krekel.example'],
        ...['5', '4', '3', '2', '1'].map((name) => ['import-key-made', name, 'admin@de-krekel.example']),
      ])
    })

    test('wants a name of one line', async () => {
      for (const name of ['', ' ', 'a\nb', 'x'.repeat(81), 5]) {
        const answer = await testServer.call('POST', `practice/${PRACTICE}/import-keys`, {
          token: admin,
          body: { name },
        })
        expect(await codeOf(answer)).toBe('400 validation-failed')
      }
      expect((await makeKey('x'.repeat(80))).name).toHaveLength(80)
    })

    test('tells when it was used last, to the minute', async () => {
      const key = await makeKey()
      const lastUsed = async () => {
        const answer = await testServer.call('GET', `practice/${PRACTICE}/import-keys`, { token: admin })
        return ((await answer.json()) as NewImportKey[])[0]!.lastUsedAt
      }
      const first = testServer.now
      await send(key, smallExport())
      expect(await lastUsed()).toBe(first.toISOString())
      testServer.now = new Date(first.getTime() + MINUTE_MS / 2)
      await send(key, smallExport(), { sequence: 2 })
      expect(await lastUsed()).toBe(first.toISOString())
      testServer.now = new Date(first.getTime() + 2 * MINUTE_MS)
      await send(key, smallExport(), { sequence: 3 })
      expect(await lastUsed()).toBe(testServer.now.toISOString())
    })
  })

  describe('an export', () => {
    test('is loaded as by the command, and its address says what came of it', async () => {
      const key = await makeKey()
      const answer = await send(key, smallExport())
      expect(answer.status).toBe(202)
      expect(answer.headers.get('location')).toBe(`/api/practice/${PRACTICE}/imports/1`)
      expect(await answer.json()).toMatchObject({ sequence: 1, state: 'waiting', key: 'Praktijksysteem' })
      const status = await statusOf(key, 1)
      expect(status).toMatchObject({
        state: 'done',
        bytes: fileText(smallExport()).length,
        endedAt: testServer.now.toISOString(),
        changes: {
          client: { added: 1, updated: 0, unchanged: 0 },
          logbookEntry: { added: 1, updated: 0, unchanged: 0 },
        },
      })
      expect(await clients()).toEqual(['van den Berg'])
      expect((await mails()).map(({ to, kind }) => [to, kind])).toEqual([['admin@de-krekel.example', 'admin-change']])
      expect(await readdir(folder)).toEqual([])
      const trail = await testServer.db
        .selectFrom('audit')
        .select(['action', 'details'])
        .orderBy('id', 'desc')
        .execute()
      expect(trail[0]).toMatchObject({
        action: 'imported',
        details: expect.stringContaining('"key":"Praktijksysteem"'),
      })
      // The admin may know as well, and other staff not.
      const ofAdmin = await testServer.call('GET', `practice/${PRACTICE}/imports/1`, { token: admin })
      expect(await ofAdmin.json()).toEqual(status)
      expect((await testServer.call('GET', `practice/${PRACTICE}/imports/1`, { token: member })).status).toBe(403)
    })

    test.each([NDJSON, 'application/jsonl', 'application/ndjson; charset=utf-8', 'application/json'])(
      'may come packed, as %s',
      async (type) => {
        const key = await makeKey()
        const headers = { 'content-encoding': 'gzip', 'content-type': type }
        expect((await send(key, packed(fileText(smallExport())), { headers })).status).toBe(202)
        expect(await statusOf(key, 1)).toMatchObject({ state: 'done', bytes: fileText(smallExport()).length })
      },
    )

    test('is loaded without what cannot be read, and says what that is', async () => {
      const key = await makeKey()
      const text = `${fileText([...smallExport(), clientLine(2, { email: 'nobody' })])}no JSON\n`
      expect((await send(key, text)).status).toBe(202)
      expect(await statusOf(key, 1)).toMatchObject({
        state: 'done',
        warnings: {
          count: 2,
          first: [
            { line: 10, field: 'email', reason: 'is not an e-mail address', code: 'invalidEmail' },
            { line: 11, field: '', reason: 'is not JSON', code: 'notJson', wholeLine: true },
          ],
          kinds: {
            client: { lines: 2, leftOut: 0, reasons: { invalidEmail: 1 } },
            unreadable: { lines: 1, leftOut: 1, reasons: { notJson: 1 } },
          },
        },
      })
      expect(await clients()).toHaveLength(2)
    })

    test('that cannot be read changes nothing', async () => {
      const key = await makeKey()
      await send(key, '<?xml version="1.0"?>\n')
      expect(await statusOf(key, 1)).toMatchObject({
        state: 'refused',
        problems: { count: 1, lines: 0, first: [{ line: 0, field: '', code: 'notReadable' }] },
      })
      expect(await clients()).toEqual([])
      expect(await mails()).toEqual([])
      // Put right, it is the next.
      expect((await send(key, smallExport(), { sequence: 2 })).status).toBe(202)
      expect(await statusOf(key, 2)).toMatchObject({ state: 'done' })
    })

    test('may be one JSON list in UTF-16', async () => {
      const key = await makeKey()
      await send(key, new Uint8Array(Buffer.from(`\uFEFF${JSON.stringify(smallExport(), null, 2)}`, 'utf16le')))
      expect(await statusOf(key, 1)).toMatchObject({ state: 'done', changes: { client: { added: 1 } } })
    })

    test('names the practice of its key alone', async () => {
      const key = await makeKey()
      await send(key, [...smallExport(), practiceLine('other', { name: 'Taken' })])
      expect(await statusOf(key, 1)).toMatchObject({
        state: 'refused',
        problems: { first: [{ line: 10, field: 'id', reason: 'belongs to another practice' }] },
      })
      expect(await clients()).toEqual([])
    })

    test('tells of twenty problems at the most, and how many there are', async () => {
      const key = await makeKey()
      const others = Array.from({ length: 500 }, (_, index) => clientLine(index + 1, { practiceId: 'other' }))
      await send(key, [practiceLine(), ...others])
      const { problems } = await statusOf(key, 1)
      expect(problems).toMatchObject({ count: 500, lines: 500 })
      expect(problems!.first).toHaveLength(20)
    })

    test.each([
      ['nested without end', `{"record":"client","city":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 'required'],
      ['too long', 'x'.repeat(1_100_000), 'tooLongLine'],
      ['of another language', '\u00ff', 'notJson'],
    ])('is loaded without a line that is %s', async (_, line, code) => {
      const key = await makeKey()
      await send(key, `${fileText(smallExport())}${line}\n`)
      expect(await statusOf(key, 1)).toMatchObject({
        state: 'done',
        changes: { client: { added: 1 } },
        warnings: { first: expect.arrayContaining([expect.objectContaining({ line: 10, code, wholeLine: true })]) },
      })
    })
  })

  describe('an export that would leave out a large part', () => {
    /** One client, and lines of six without a key. */
    const large = () => [...smallExport(), ...Array.from({ length: 6 }, (_, at) => clientLine(at + 2, { uuid: null }))]
    const decide = (method: 'POST' | 'DELETE', { sequence = 1, token = admin } = {}) =>
      testServer.call(method, `practice/${PRACTICE}/imports/${sequence}/confirmation`, { token })
    const actions = async () =>
      (await testServer.db.selectFrom('audit').select(['action', 'account_name']).orderBy('id').execute())
        .filter(({ action }) => /^import(ed|-confirmed|-declined)$/.test(action))
        .map(({ action, account_name: by }) => [action, by])

    test('waits for an admin, who gets a mail, and changes nothing', { tags: ['database'] }, async () => {
      const key = await makeKey()
      expect((await send(key, large())).status).toBe(202)
      const run = await statusOf(key, 1)
      expect(run).toMatchObject({
        state: 'unconfirmed',
        large: [{ kind: 'client', what: 'leftOut', count: 6, of: 7 }],
        warnings: { count: 6, kinds: { client: { lines: 7, leftOut: 6, reasons: { required: 6 } } } },
      })
      expect(run).not.toHaveProperty('endedAt')
      expect(await clients()).toEqual([])
      expect((await mails()).map(({ to, kind }) => [to, kind])).toEqual([
        ['admin@de-krekel.example', 'import-unconfirmed'],
      ])
      expect(await readdir(folder)).toHaveLength(1)
      expect(testServer.logged).toContainEqual({
        level: 'info',
        event: 'import-unconfirmed',
        fields: expect.objectContaining({ warnings: run.warnings!.kinds }),
      })
      // The same export again is the same run.
      const again = await send(key, large())
      expect([again.status, await again.json()]).toEqual([202, run])
    })

    test('is loaded once an admin has confirmed it', async () => {
      const key = await makeKey()
      await send(key, large())
      await idle()
      expect(await codeOf(await decide('POST', { token: member }))).toBe('403 forbidden')
      expect((await decide('POST')).status).toBe(204)
      expect(await statusOf(key, 1)).toMatchObject({ state: 'done', warnings: { count: 6 } })
      expect(await statusOf(key, 1)).not.toHaveProperty('large')
      expect((await decide('POST')).status).toBe(204)
      expect(await codeOf(await decide('DELETE'))).toBe('409 conflict')
      expect(await clients()).toEqual(['van den Berg'])
      expect(await readdir(folder)).toEqual([])
      expect(await actions()).toEqual([
        ['import-confirmed', 'admin@de-krekel.example'],
        ['imported', null],
      ])
    })

    test('waits in the same way where it would remove a large part of the records', async () => {
      const key = await makeKey()
      await send(key, smallExport())
      await send(key, [{ record: 'client', uuid: uuid('c', 1), removed: true }], { sequence: 2 })
      expect(await statusOf(key, 2)).toMatchObject({
        state: 'unconfirmed',
        large: [{ kind: 'records', what: 'removed', count: 7, of: 7 }],
      })
      expect(await clients()).toEqual(['van den Berg'])
      expect((await decide('POST', { sequence: 2 })).status).toBe(204)
      expect(await statusOf(key, 2)).toMatchObject({ state: 'done', changes: { client: { removed: 1 } } })
      expect(testServer.logged).toContainEqual(
        expect.objectContaining({ event: 'imported', fields: expect.objectContaining({ removed: 1 }) }),
      )
      expect(await clients()).toEqual([])
    })

    test('is refused where an admin declines it, and its number is free', async () => {
      const key = await makeKey()
      await send(key, large())
      await idle()
      expect((await decide('DELETE')).status).toBe(204)
      expect(await statusOf(key, 1)).toMatchObject({
        state: 'refused',
        problems: { first: [{ code: 'notConfirmed' }] },
      })
      expect(await codeOf(await decide('POST'))).toBe('409 conflict')
      expect([await clients(), await readdir(folder)]).toEqual([[], []])
      expect(await actions()).toEqual([['import-declined', 'admin@de-krekel.example']])
      await send(key, smallExport())
      expect(await statusOf(key, 1)).toMatchObject({ state: 'done' })
    })

    test('is superseded by a newer one', async () => {
      const key = await makeKey()
      await send(key, large())
      await idle()
      await send(key, [...large(), patientLine(2, 1)], { sequence: 2 })
      expect(await statusOf(key, 1)).toMatchObject({ state: 'refused', problems: { first: [{ code: 'superseded' }] } })
      expect(await statusOf(key, 2)).toMatchObject({ state: 'unconfirmed' })
      await send(key, smallExport(), { sequence: 3 })
      expect(await statusOf(key, 2)).toMatchObject({ state: 'refused', problems: { first: [{ code: 'superseded' }] } })
      expect(await codeOf(await decide('POST', { sequence: 2 }))).toBe('409 conflict')
    })

    test('is not confirmed while a newer one waits', async () => {
      const key = await makeKey()
      await send(key, large())
      await idle()
      await importRun(testServer.db, PRACTICE, { sequence: 2, state: 'waiting' })
      expect(await codeOf(await decide('POST'))).toBe('409 conflict')
      expect(await statusOf(key, 1)).toMatchObject({ state: 'unconfirmed' })
    })

    test('survives a restart, and is refused after a month', async () => {
      const key = await makeKey()
      await send(key, large())
      await idle()
      const { db, ports } = testServer
      await db.updateTable('import_run').set({ server: 'former', lease_until: '2026-01-01T00:00:00.000Z' }).execute()
      await maintainImports(loading(), { isAlone: true })
      const row = db.selectFrom('import_run').select(['state', 'server'])
      expect(await row.execute()).toEqual([{ state: 'unconfirmed', server: ports.imports!.server }])
      const reset = await testServer.call('DELETE', `practice/${PRACTICE}/import-sequence`, { token: admin })
      expect(await codeOf(reset)).toBe('409 conflict')
      testServer.now = new Date(testServer.now.getTime() + 31 * 86_400_000)
      await maintainImports(loading(), { isAlone: true })
      expect(await row.execute()).toMatchObject([{ state: 'refused' }])
    })
  })

  test('an export leaves the practice as locked as it is, and says so; the rest is loaded', async () => {
    const key = await makeKey()
    await send(key, [practiceLine(PRACTICE, { locked: true, phone: '030 1' }), clientLine(1)])
    const reason = 'is for the operator alone to change'
    expect(await statusOf(key, 1)).toMatchObject({
      state: 'done',
      changes: { practice: { updated: 1 }, client: { added: 1 } },
      warnings: { count: 1, first: [{ line: 1, field: 'locked', reason, code: 'operatorOnly' }] },
    })
    const row = () => testServer.db.selectFrom('practice').select(['locked', 'phone']).where('id', '=', PRACTICE)
    expect(await row().execute()).toEqual([{ locked: 0, phone: '030 1' }])

    await send(key, [practiceLine(PRACTICE, { locked: false, phone: '030 2' })], { sequence: 2 })
    expect(await statusOf(key, 2)).not.toHaveProperty('warnings')
    // Locked while it waits.
    const { imports } = testServer.ports
    const { load } = imports!
    Object.assign(imports!, {
      async load(stored: StoredExport) {
        await testServer.db.updateTable('practice').set({ locked: 1 }).where('id', '=', PRACTICE).execute()
        return await load(stored)
      },
    })
    await send(key, [practiceLine(PRACTICE, { locked: false, phone: '030 3' })], { sequence: 3 })
    expect(await statusOf(key, 3)).toMatchObject({ state: 'done', warnings: { count: 1 } })
    expect(await row().execute()).toEqual([{ locked: 1, phone: '030 3' }])
  })

  test('an export that drops the name of a file takes the file away, as the command does', async () => {
    const files = memoryFiles()
    await reopen({ files })
    const key = await makeKey()
    const named = (fileName?: string) =>
      smallExport().map((record) => ({ ...record, ...(record['record'] !== 'user' && fileName && { fileName }) }))
    await send(key, named('factuur.pdf'))
    await idle()
    const types = ['attachment', 'invoice', 'visit-form'] as const
    const letters = { attachment: '3', invoice: '5', 'visit-form': '2' }
    const keys = types.map((type) => documentKey({ type, uuid: uuid(letters[type], 1) }))
    // The command has stored them.
    for (const file of keys) {
      await files.put(file, new TextEncoder().encode('our own'))
      await testServer.db.insertInto('file').values({ key: file, created_at: '2026-06-01T02:00:00.000Z' }).execute()
    }
    const stored = async () => [
      [...files.stored.keys()].toSorted(),
      (await testServer.db.selectFrom('file').select('key').orderBy('key').execute()).map((row) => row.key),
    ]
    await send(key, named('factuur.pdf').toReversed(), { sequence: 2 })
    expect(await statusOf(key, 2)).toMatchObject({ state: 'done' })
    expect(await stored()).toEqual([keys, keys])
    // One that is refused takes nothing away.
    await send(key, [...named(), practiceLine('other')], { sequence: 3 })
    expect(await statusOf(key, 3)).toMatchObject({ state: 'refused' })
    expect(await stored()).toEqual([keys, keys])

    const { remove } = files
    files.remove = () => Promise.reject(new StorageError('EIO'))
    await send(key, named(), { sequence: 3 })
    expect(await statusOf(key, 3)).toMatchObject({ state: 'done' })
    expect(testServer.logged).toContainEqual({
      level: 'warn',
      event: 'files-not-removed',
      fields: { run: expect.any(String), code: 'EIO' },
    })
    expect(await stored()).toEqual([keys, keys])
    files.remove = remove
    await send(key, named(), { sequence: 4 })
    expect(await statusOf(key, 4)).toMatchObject({ state: 'done' })
    expect(await stored()).toEqual([[], []])
  })

  describe('the number of an export', () => {
    test('grows, so that an older one undoes nothing', async () => {
      const key = await makeKey()
      await send(key, [practiceLine(), clientLine(1, { lastName: 'New' })], { sequence: 42 })
      await idle()
      for (const sequence of [1, 41, 42]) {
        const answer = await send(key, [practiceLine(), clientLine(1, { lastName: 'Old' })], { sequence })
        expect(answer.status).toBe(409)
        expect(await answer.json()).toMatchObject({ code: 'import-out-of-order', lastSequence: 42 })
      }
      await idle()
      expect(await clients()).toEqual(['New'])
      await send(key, [practiceLine(), clientLine(1, { lastName: 'Newer' })], { sequence: 43 })
      await idle()
      expect(await clients()).toEqual(['Newer'])
      expect(await readdir(folder)).toEqual([])
    })

    test('with the same content is the same export, packed or not', async () => {
      const key = await makeKey()
      await send(key, smallExport())
      const done = await statusOf(key, 1)
      await testServer.db.updateTable('client').set({ last_name: 'Changed' }).execute()
      for (const [body, more] of [
        [fileText(smallExport()), {}],
        [packed(fileText(smallExport())), GZIP],
      ] as const) {
        const again = await send(key, body, more)
        expect([again.status, await again.json()]).toEqual([200, done])
      }
      await idle()
      expect(await clients()).toEqual(['Changed'])
      expect(await readdir(folder)).toEqual([])
    })

    test('is taken by what was done alone: a refused one ends nothing, and its number may be given again', async () => {
      const key = await makeKey()
      const last = Number.MAX_SAFE_INTEGER
      await send(key, 'no JSON\n', { sequence: last })
      expect(await statusOf(key, last)).toMatchObject({ state: 'refused' })
      await send(key, smallExport(), { sequence: 2 })
      expect(await statusOf(key, 2)).toMatchObject({ state: 'done' })
      // The same again, and another.
      expect((await send(key, 'no JSON\n', { sequence: last })).status).toBe(202)
      expect(await statusOf(key, last)).toMatchObject({ state: 'refused', problems: { count: 1 } })
      expect((await send(key, [practiceLine(), clientLine(1, { lastName: 'New' })], { sequence: last })).status).toBe(
        202,
      )
      const run = await statusOf(key, last)
      expect(run).toMatchObject({ state: 'done', changes: { client: { updated: 1 } } })
      expect(run).not.toHaveProperty('problems')
      expect(await clients()).toEqual(['New'])
      expect(await testServer.db.selectFrom('import_run').select('id').execute()).toHaveLength(2)
      expect(await codeOf(await send(key, smallExport(), { sequence: 3 }))).toBe('409 import-out-of-order')
    })

    test('that was refused is older than one that was done since', async () => {
      const key = await makeKey()
      await send(key, 'no JSON\n', { sequence: 1 })
      await send(key, smallExport(), { sequence: 2 })
      await idle()
      for (const body of ['no JSON\n', smallExport()])
        expect(await codeOf(await send(key, body, { sequence: 1 }))).toBe('409 import-out-of-order')
    })

    test('may be given again once an admin says so, and not while one waits', async () => {
      const key = await makeKey()
      const reset = (token = admin) => testServer.call('DELETE', `practice/${PRACTICE}/import-sequence`, { token })
      const last = Number.MAX_SAFE_INTEGER
      await send(key, smallExport(), { sequence: 1 })
      await send(key, smallExport().toReversed(), { sequence: last })
      await idle()
      const again = [practiceLine(), clientLine(1, { lastName: 'New' })]
      expect(await codeOf(await send(key, again, { sequence: 1 }))).toBe('409 import-out-of-order')
      expect(await codeOf(await reset(member))).toBe('403 forbidden')

      const unfinished = {
        sequence: 5,
        state: 'waiting' as const,
        server: 'another',
        lease_until: '2026-06-15T11:00:00.000Z',
      }
      await importRun(testServer.db, PRACTICE, unfinished)
      expect(await codeOf(await reset())).toBe('409 conflict')
      await testServer.db.deleteFrom('import_run').where('sequence', '=', 5).execute()
      await importRun(testServer.db, 'other', { sequence: 7 })

      testServer.now = new Date(testServer.now.getTime() + MINUTE_MS)
      expect((await reset()).status).toBe(204)
      expect((await reset()).status).toBe(204)
      expect(await statusOf(key, last)).toMatchObject({ state: 'done', resetAt: testServer.now.toISOString() })
      const elsewhere = testServer.db.selectFrom('import_run').select('reset_at').where('practice_id', '=', 'other')
      expect(await elsewhere.execute()).toEqual([{ reset_at: null }])
      // The same content is another export by now.
      expect((await send(key, smallExport(), { sequence: 1 })).status).toBe(202)
      expect(await statusOf(key, 1)).toMatchObject({ state: 'done' })
      expect(await statusOf(key, 1)).not.toHaveProperty('resetAt')
      expect(await codeOf(await send(key, again, { sequence: 1 }))).toBe('409 import-out-of-order')
      expect((await send(key, again, { sequence: 2 })).status).toBe(202)
      expect(await statusOf(key, 2)).toMatchObject({ state: 'done' })
      expect(await clients()).toEqual(['New'])
      const trail = await testServer.db
        .selectFrom('audit')
        .select(['action', 'account_name'])
        .where('action', '=', 'import-sequence-reset')
        .execute()
      expect(trail).toEqual([{ action: 'import-sequence-reset', account_name: 'admin@de-krekel.example' }])
      const list = await testServer.call('GET', `practice/${PRACTICE}/imports`, { token: admin })
      expect(((await list.json()) as Page<ImportRun>).content.map(({ sequence }) => sequence)).toEqual([2, 1, last])
    })

    test('is of one practice', async () => {
      const key = await makeKey()
      await send(key, smallExport(), { sequence: 42 })
      const token = await testServer.signIn(await staff(testServer.db, 'other', 'a@other.example', 'CLINIC_ADMIN'))
      const others = await makeKey('x', { token, practiceId: 'other' })
      const answer = await send(others, [practiceLine('other')], { practiceId: 'other' })
      expect(answer.status).toBe(202)
    })

    test.each(['', '0', '-1', '1.5', 'x', '9007199254740992', '1&sequence=2'])(
      'is a number from 1, and not %j',
      async (sequence) => {
        const key = await makeKey()
        expect(await codeOf(await send(key, smallExport(), { sequence }))).toBe('400 invalid-parameter')
        expect((await send(key, smallExport(), { sequence: '9007199254740991' })).status).toBe(202)
      },
    )
  })

  describe('is not let in:', () => {
    test('who has no key, one that is revoked, or a session', async () => {
      const key = await makeKey()
      const ownerId = await account(testServer.db, 'owner@mail.example')
      await client(testServer.db, PRACTICE, { account_id: ownerId })
      const owner = await testServer.signIn(ownerId)
      const strange = [
        undefined,
        { key: `${key.key}x` },
        { key: key.key.slice(0, -1) },
        { key: admin },
        { key: '' },
        { key: key.key.replace('dierenportaal_import_', '') },
      ]
      for (const other of strange) {
        const answer = await send(other, smallExport())
        expect(answer.headers.get('www-authenticate')).toBe('Bearer')
        expect(await codeOf(answer)).toBe('401 unauthenticated')
      }
      for (const authorization of [admin, member, owner, `Bearer ${owner}`, key.key, `bearer${key.key}`]) {
        expect(await codeOf(await send(undefined, smallExport(), { headers: { authorization } }))).toBe(
          '401 unauthenticated',
        )
      }
      const otherwise = { headers: { authorization: `bearer ${key.key}` } }
      expect((await send(undefined, smallExport(), otherwise)).status).toBe(202)
      await testServer.call('DELETE', `practice/${PRACTICE}/import-keys/${key.id}`, { token: admin })
      expect(await codeOf(await send(key, smallExport(), { sequence: 2 }))).toBe('401 unauthenticated')
      await idle()
    })

    test('the key of another practice, which finds nothing', async () => {
      const token = await testServer.signIn(await staff(testServer.db, 'other', 'a@other.example', 'CLINIC_ADMIN'))
      const others = await makeKey('x', { token, practiceId: 'other' })
      const own = await makeKey()
      expect(await codeOf(await send(others, smallExport()))).toBe('404 not-found')
      expect(await codeOf(await send(own, smallExport(), { practiceId: 'nowhere' }))).toBe('404 not-found')
      const revoke = await testServer.call('DELETE', `practice/other/import-keys/${own.id}`, { token })
      expect(await codeOf(revoke)).toBe('404 not-found')
      expect((await send(own, smallExport())).status).toBe(202)
      const path = `practice/${PRACTICE}/imports/1`
      expect(await codeOf(await testServer.call('GET', path, { headers: authorised(others) }))).toBe('404 not-found')
      expect(await codeOf(await testServer.call('GET', path, { token }))).toBe('404 not-found')
      expect((await testServer.call('GET', path, { headers: authorised(own) })).status).toBe(200)
      for (const number of ['2', '0', 'x', '01'])
        expect(
          (await testServer.call('GET', `practice/${PRACTICE}/imports/${number}`, { headers: authorised(own) })).status,
        ).toBe(404)
    })

    test('a key, to any other call', async () => {
      const key = await makeKey()
      for (const path of [
        'user',
        `practice/${PRACTICE}`,
        `practice/${PRACTICE}/clients`,
        `practice/${PRACTICE}/imports`,
        `practice/${PRACTICE}/import-keys`,
      ])
        for (const authorization of [`Bearer ${key.key}`, key.key])
          expect(await codeOf(await testServer.call('GET', path, { headers: { authorization } }))).toBe(
            '401 unauthenticated',
          )
      const options = { headers: authorised(key), body: { name: 'x' } }
      expect((await testServer.call('POST', `practice/${PRACTICE}/import-keys`, options)).status).toBe(401)
    })

    test('anybody, where the practice is locked', async () => {
      const key = await makeKey()
      const lock = (locked: 0 | 1) =>
        testServer.db.updateTable('practice').set({ locked }).where('id', '=', PRACTICE).execute()
      await lock(1)
      expect(await codeOf(await send(key, smallExport()))).toBe('403 practice-locked')
      await lock(0)
      expect((await send(key, smallExport())).status).toBe(202)
    })

    test('a key that is revoked while the export comes', async () => {
      const key = await makeKey()
      await makeKey('another')
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
      const answering = send(key, readable)
      const writer = writable.getWriter()
      await writer.write(new TextEncoder().encode(fileText(smallExport())))
      await testServer.call('DELETE', `practice/${PRACTICE}/import-keys/${key.id}`, { token: admin })
      await writer.close()
      expect(await codeOf(await answering)).toBe('401 unauthenticated')
      expect(await readdir(folder)).toEqual([])
    })
  })

  describe('is not taken:', () => {
    const expectNothing = async () => {
      await idle()
      expect(await readdir(folder)).toEqual([])
      expect(await testServer.db.selectFrom('import_run').select('id').execute()).toEqual([])
    }

    test('what is too large, packed or not', async () => {
      await reopen({ limits: { importBytes: 10_000 } })
      const key = await makeKey()
      const text = fileText(smallExport())
      const padded = (bytes: number) => text + '\n'.repeat(bytes - text.length)
      expect(await codeOf(await send(key, padded(10_001)))).toBe('413 too-large')
      expect(await codeOf(await send(key, new Blob([padded(10_001)]).stream()))).toBe('413 too-large')
      expect(await codeOf(await send(key, packed(padded(10_001)), GZIP))).toBe('413 too-large')
      expect(await codeOf(await send(key, 'x', { headers: { 'content-length': '10001' } }))).toBe('413 too-large')
      // Each unpacks to nothing.
      const parts = new Blob(Array.from({ length: 600 }, () => packed('')))
      expect(await codeOf(await send(key, parts.stream(), GZIP))).toBe('413 too-large')
      await expectNothing()
      expect((await send(key, packed(padded(10_000)), GZIP)).status).toBe(202)
      await idle()
    })

    test('what unpacks to far more than any export', async () => {
      const key = await makeKey()
      const bomb = packed('\n'.repeat(30_000_000))
      expect(bomb.length).toBeLessThan(40_000)
      expect(await codeOf(await send(key, bomb, GZIP))).toBe('413 too-large')
      await expectNothing()
      // As much, but of an export.
      const many = Array.from({ length: 3000 }, (_, index) =>
        clientLine(index, { registered: false, email: `${crypto.randomUUID()}@mail.example` }),
      )
      expect((await send(key, packed(fileText([practiceLine(), ...many])), GZIP)).status).toBe(202)
      expect(await statusOf(key, 1)).toMatchObject({ state: 'done' })
    })

    test('what is cut off, or is not packed as it says', async () => {
      const key = await makeKey()
      const whole = packed(fileText(smallExport()))
      const spoilt = whole.with(whole.length - 6, whole.at(-6)! ^ 1)
      for (const body of [
        whole.slice(0, -1),
        whole.slice(0, 30),
        spoilt,
        new TextEncoder().encode(fileText(smallExport())),
      ]) {
        const answer = await send(key, body, GZIP)
        expect([answer.status, await answer.json()]).toMatchObject([
          400,
          { errors: [{ pointer: '#', code: 'invalidGzip' }] },
        ])
      }
      await expectNothing()
      expect((await send(key, whole, GZIP)).status).toBe(202)
      await idle()
    })

    test('nothing at all', async () => {
      const key = await makeKey()
      expect(await codeOf(await send(key, null))).toBe('400 validation-failed')
      expect(await codeOf(await send(key, packed(''), GZIP))).toBe('400 validation-failed')
      await expectNothing()
    })

    test('another type, or packed in another way', async () => {
      const key = await makeKey()
      for (const headers of [
        { 'content-type': 'application/xml' },
        { 'content-type': 'text/csv' },
        { 'content-encoding': 'br' },
        { 'content-encoding': 'gzip, gzip' },
      ]) {
        const answer = await send(key, smallExport(), { headers })
        expect(answer.headers.get('accept-encoding')).toBe('gzip, identity')
        expect(await codeOf(answer)).toBe('415 unsupported-media-type')
      }
      await expectNothing()
    })

    test('what its sender gives up midway', async () => {
      const key = await makeKey()
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
      const answering = send(key, readable)
      const writer = writable.getWriter()
      await writer.write(new TextEncoder().encode(fileText(smallExport())))
      await writer.abort(new Error('gone'))
      expect(await codeOf(await answering)).toBe('400 bad-request')
      await expectNothing()
      expect((await send(key, smallExport())).status).toBe(202)
      await idle()
    })

    test('a second while the first still comes; of another practice it is', async () => {
      const key = await makeKey()
      const token = await testServer.signIn(await staff(testServer.db, 'other', 'a@other.example', 'CLINIC_ADMIN'))
      const others = await makeKey('x', { token, practiceId: 'other' })
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
      const first = send(key, readable)
      const writer = writable.getWriter()
      await writer.write(new TextEncoder().encode(fileText(smallExport())))
      const second = await send(key, smallExport(), { sequence: 2 })
      expect(second.headers.get('retry-after')).toBe('10')
      expect(await codeOf(second)).toBe('429 rate-limited')
      expect((await send(others, [practiceLine('other')], { practiceId: 'other' })).status).toBe(202)
      await writer.close()
      expect((await first).status).toBe(202)
      expect((await send(key, smallExport(), { sequence: 2 })).status).toBe(202)
      await idle()
    })

    test('more than five that wait', async () => {
      const key = await makeKey()
      const lease_until = new Date(testServer.now.getTime() + MINUTE_MS).toISOString()
      for (const sequence of [1, 2, 3, 4, 5])
        await importRun(testServer.db, PRACTICE, { sequence, state: 'waiting', server: 'another', lease_until })
      const refused = await send(key, smallExport(), { sequence: 6 })
      expect(refused.headers.get('retry-after')).toBe('60')
      expect(await codeOf(refused)).toBe('429 rate-limited')
      expect(await readdir(folder)).toEqual([])
      await testServer.db.updateTable('import_run').set({ state: 'done' }).where('sequence', '=', 1).execute()
      expect((await send(key, smallExport(), { sequence: 6 })).status).toBe(202)
    })

    test('anything where there is no disk to keep it on, or no room', async () => {
      const key = await makeKey()
      const { imports } = testServer.ports
      const { createApp } = await import('#server/app.ts')
      const { fetch } = testServer
      const { imports: _, ...without } = testServer.ports
      const bare = createApp(without)
      testServer.fetch = async (request) => await bare.fetch(request)
      expect(await codeOf(await send(key, smallExport()))).toBe('503 unavailable')
      const full = createApp({ ...testServer.ports, imports: imports!, isFull: async (what) => what === 'imports' })
      testServer.fetch = async (request) => await full.fetch(request)
      expect(await codeOf(await send(key, smallExport()))).toBe('507 storage-full')
      testServer.fetch = fetch
      expect((await send(key, smallExport())).status).toBe(202)
      await idle()
    })
  })

  describe('a server that comes back', () => {
    /** Takes an export, and is ended while it is loaded. */
    async function taken() {
      const key = await makeKey()
      Object.assign(testServer.ports.imports!, { load: () => Promise.reject(new ImportError('stopped')) })
      expect((await send(key, smallExport())).status).toBe(202)
      await idle()
      await testServer.db.updateTable('import_run').set({ state: 'running' }).execute()
      return key
    }
    /** Another one, on the same database and folder. */
    const reopened = () => void Object.assign(testServer.ports.imports!, importsHere(folder, testServer.ports))

    test('goes on with what lies there, at once where it is alone', async () => {
      const key = await taken()
      reopened()
      await maintainImports(loading(), { isAlone: true })
      expect(await statusOf(key, 1)).toMatchObject({ state: 'done' })
      expect(await clients()).toEqual(['van den Berg'])
      expect(await readdir(folder)).toEqual([])
    })

    test('and otherwise once it is sure that nobody else does', async () => {
      const key = await taken()
      reopened()
      await maintainImports(loading(), { isAlone: false })
      expect(await statusOf(key, 1)).not.toMatchObject({ state: 'done' })
      testServer.now = new Date(testServer.now.getTime() + 61_000)
      await maintainImports(loading(), { isAlone: false })
      expect(await statusOf(key, 1)).toMatchObject({ state: 'done' })
    })

    test('or that it was told so', async () => {
      const key = await taken()
      await releaseImports(loading())
      reopened()
      testServer.now = new Date(testServer.now.getTime() + 1)
      await maintainImports(loading(), { isAlone: false })
      expect(await statusOf(key, 1)).toMatchObject({ state: 'done' })
    })

    test('says of what is gone that it was interrupted; sent again it is loaded, unless a newer one came', async () => {
      const key = await taken()
      for (const name of await readdir(folder)) await rm(join(folder, name))
      reopened()
      await maintainImports(loading(), { isAlone: true })
      expect(await statusOf(key, 1)).toMatchObject({ state: 'interrupted' })
      expect(await clients()).toEqual([])
      expect((await send(key, smallExport())).status).toBe(202)
      expect(await statusOf(key, 1)).toMatchObject({ state: 'done' })

      await testServer.db.updateTable('import_run').set({ state: 'interrupted' }).execute()
      await send(key, [practiceLine()], { sequence: 2 })
      await idle()
      expect(await codeOf(await send(key, smallExport()))).toBe('409 import-out-of-order')
    })

    test('does not begin for ever what ends it each time', async () => {
      const key = await taken()
      await testServer.db.updateTable('import_run').set({ tries: 3 }).execute()
      reopened()
      await maintainImports(loading(), { isAlone: true })
      expect(await statusOf(key, 1)).toMatchObject({ state: 'interrupted' })
    })

    test('finds that another has taken it, and has changed nothing', async () => {
      const key = await taken()
      reopened()
      const { db, ports } = testServer
      await maintainImports({ ...loading(), stopping: AbortSignal.abort() }, { isAlone: true })
      const begun = await leaseNext(db, { server: ports.imports!.server, now: testServer.now })
      expect(begun).toMatchObject({ sequence: 1, state: 'running' })
      await db.updateTable('import_run').set({ server: 'another' }).execute()
      const stored = { id: begun!.id, practiceId: PRACTICE, keyName: 'x', isConfirmed: false }
      await expect(ports.imports!.load(stored)).rejects.toMatchObject({ failure: 'taken' })
      expect(await clients()).toEqual([])
      await db.updateTable('import_run').set({ server: ports.imports!.server, state: 'waiting' }).execute()
      await drainImports(loading())
      expect(await statusOf(key, 1)).toMatchObject({ state: 'done' })
      expect(await clients()).toEqual(['van den Berg'])
    })

    test('runs those of one practice by their numbers, and no later one before', async () => {
      const key = await taken()
      await send(key, [practiceLine(), clientLine(1, { lastName: 'Second' })], { sequence: 2 })
      await idle()
      reopened()
      const { db, ports } = testServer
      await db.updateTable('import_run').set({ server: ports.imports!.server }).where('sequence', '=', 2).execute()
      await drainImports(loading())
      expect((await statusOf(key, 2)).state).toBe('waiting')
      testServer.now = new Date(testServer.now.getTime() + 61_000)
      await maintainImports(loading(), { isAlone: false })
      expect((await statusOf(key, 2)).state).toBe('done')
      expect(await clients()).toEqual(['Second'])
    })
  })

  describe('of several practices', () => {
    test('take turns, and each has its own by their numbers', async () => {
      const key = await makeKey()
      const others = await otherPractice()
      const { imports } = testServer.ports
      const { load } = imports!
      const begun: string[] = []
      // The first is begun before the rest has come.
      const { promise: allHere, resolve: goOn } = Promise.withResolvers<void>()
      Object.assign(imports!, {
        async load(stored: StoredExport) {
          begun.push(stored.practiceId)
          await allHere
          testServer.now = new Date(testServer.now.getTime() + 1000)
          return await load(stored)
        },
      })
      for (const sequence of [1, 2, 3, 4]) {
        testServer.now = new Date(testServer.now.getTime() + 1000)
        expect((await send(key, smallExport(), { sequence })).status).toBe(202)
      }
      for (const sequence of [1, 2]) {
        testServer.now = new Date(testServer.now.getTime() + 1000)
        const sent = await send(others, [practiceLine('other')], { practiceId: 'other', sequence })
        expect(sent.status).toBe(202)
      }
      goOn()
      await idle()
      expect(begun).toEqual([PRACTICE, 'other', PRACTICE, 'other', PRACTICE, PRACTICE])
      for (const sequence of [1, 2, 3, 4]) expect(await statusOf(key, sequence)).toMatchObject({ state: 'done' })
    })

    test('one is begun by the server that has it, whatever waits of others', async () => {
      const { db, now } = testServer
      const waiting = { state: 'waiting' as const, lease_until: '2026-06-15T11:00:00.000Z' }
      for (const id of ['other', PRACTICE]) await importKey(db, id)
      await importRun(db, 'other', { ...waiting, sequence: 1, server: 'far' })
      await importRun(db, PRACTICE, { ...waiting, sequence: 2, server: 'here' })
      expect(await leaseNext(db, { server: 'here', now })).toMatchObject({ practice_id: PRACTICE, sequence: 2 })
      expect(await leaseNext(db, { server: 'here', now })).toBeUndefined()
      expect(await leaseNext(db, { server: 'far', now })).toMatchObject({ practice_id: 'other', sequence: 1 })
    })

    test('one that takes too long is refused, and the next is loaded', async () => {
      const key = await makeKey()
      const { imports } = testServer.ports
      const { load } = imports!
      Object.assign(imports!, { load: () => Promise.reject(new ImportError('overdue')) })
      await send(key, smallExport())
      expect(await statusOf(key, 1)).toMatchObject({
        state: 'refused',
        problems: { count: 1, lines: 0, first: [{ line: 0, field: '', code: 'overdue', value: '900' }] },
      })
      expect(await readdir(folder)).toEqual([])
      Object.assign(imports!, { load })
      await send(key, smallExport(), { sequence: 1 })
      expect(await statusOf(key, 1)).toMatchObject({ state: 'done' })
    })

    test('one with too many lines is read no further', async () => {
      await reopen({ limits: { importLines: 20 } })
      const key = await makeKey()
      const [first, ...rest] = smallExport()
      const padded = (lines: number) =>
        `${fileText([first!])}${'\n'.repeat(lines - smallExport().length)}${fileText(rest)}`
      await send(key, padded(21))
      expect(await statusOf(key, 1)).toMatchObject({
        state: 'refused',
        problems: { count: 1, lines: 0, first: [{ line: 0, code: 'tooManyLines', value: '20' }] },
      })
      await send(key, padded(20), { sequence: 2 })
      expect(await statusOf(key, 2)).toMatchObject({ state: 'done' })
    })
  })

  test('what was sent is listed for admins, a page at a time, the latest first', async () => {
    const key = await makeKey()
    await send(key, smallExport())
    await send(key, 'no JSON\n', { sequence: 7 })
    await idle()
    const list = async (query = '') =>
      (await (
        await testServer.call('GET', `practice/${PRACTICE}/imports${query}`, { token: admin })
      ).json()) as Page<ImportRun>
    const { content, page } = await list()
    expect(content.map(({ sequence, state }) => [sequence, state])).toEqual([
      [7, 'refused'],
      [1, 'done'],
    ])
    expect(page).toEqual({ number: 0, size: 25, totalPages: 1, totalElements: 2 })
    expect((await list('?size=1&page=1')).content).toMatchObject([{ sequence: 1 }])
    expect((await testServer.call('GET', `practice/${PRACTICE}/imports`, { token: member })).status).toBe(403)
  })

  test('what nobody needs is removed from the disk after a day, and from the list with the audit trail', async () => {
    const { db } = testServer
    await writeFile(join(folder, 'old.jsonl.unfinished'), 'x')
    await writeFile(join(folder, 'old.jsonl'), 'x')
    await writeFile(join(folder, 'new.jsonl'), 'x')
    const long = new Date(Date.now() - 2 * 86_400_000)
    for (const name of ['old.jsonl', 'old.jsonl.unfinished']) await utimes(join(folder, name), long, long)
    await maintainImports(loading(), { isAlone: true })
    expect(await readdir(folder)).toEqual(['new.jsonl'])

    for (const sequence of [1, 2]) await importRun(db, PRACTICE, { sequence, received_at: '2020-01-01T00:00:00.000Z' })
    await importRun(db, 'other', { sequence: 1, received_at: '2020-01-01T00:00:00.000Z' })
    await importRun(db, 'other', { sequence: 3, received_at: '2026-06-01T00:00:00.000Z' })
    await deleteOldRuns({ db }, '2025-01-01T00:00:00.000Z')
    const left = db.selectFrom('import_run').select(['practice_id', 'sequence']).orderBy('practice_id')
    expect(await left.execute()).toEqual([
      { practice_id: PRACTICE, sequence: 2 },
      { practice_id: 'other', sequence: 3 },
    ])

    // One that was refused is not kept for its number, nor does it take the place of one that is.
    await importRun(db, 'other', { sequence: 9, state: 'refused', received_at: '2020-01-01T00:00:00.000Z' })
    await deleteOldRuns({ db }, '2027-01-01T00:00:00.000Z')
    expect(await left.execute()).toEqual([
      { practice_id: PRACTICE, sequence: 2 },
      { practice_id: 'other', sequence: 3 },
    ])
    await db.updateTable('import_run').set({ reset_at: '2026-01-01T00:00:00.000Z' }).execute()
    await deleteOldRuns({ db }, '2025-01-01T00:00:00.000Z')
    expect(await left.execute()).toEqual([{ practice_id: 'other', sequence: 3 }])
  })

  test('mails go to new staff, and to nobody twice', async () => {
    const key = await makeKey()
    await send(key, [practiceLine(), staffLine('new@de-krekel.example')])
    expect(await mails()).toHaveLength(1)
    await send(key, [practiceLine(), staffLine('new@de-krekel.example')], { sequence: 2 })
    expect(await mails()).toHaveLength(1)
  })
})
