// @module-tag database
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  RETENTION_KINDS,
  RETENTION_RULES,
  type Rehearsal,
  type Retention,
  type RetentionKind,
} from '#contract/retention.ts'
import { eraseClient } from '#server/clients/erase.ts'
import { documentKey } from '#server/documents/types.ts'
import { photoKey, rehearsalKey } from '#server/files/keys.ts'
import { StorageError } from '#server/files/storage-error.ts'
import { loadExport } from '#server/import/load.ts'
import type { Files } from '#server/ports.ts'
import { beginOfDay } from '#server/local-day.ts'
import { cutOffsOf } from '#server/retention/cut-offs.ts'
import { workRetention } from '#server/retention/work.ts'
import { memoryFiles } from '#mocks/files.ts'
import {
  account,
  appointment,
  attachment,
  client,
  invoice,
  logbookEntry,
  patient,
  practice,
  rehearsal,
  reminder,
  request,
  staff,
  visitForm,
} from '#harness/builders.ts'
import { checked, clientLine, patientLine, practiceLine, type AnyRecord, uuid } from '#harness/example-export.ts'
import { type TestServer, onEngines, openTestServer } from '#harness/test-server.ts'

const PROOF = { proof: { currentPassword: 'Welkom#2026' } }
/** The fewest years of each kind. */
const ALL = Object.fromEntries(RETENTION_KINDS.map((kind) => [kind, RETENTION_RULES[kind].least]))
const bytes = new TextEncoder().encode('file')

test('begins days where the practices are, in winter and in summer', () => {
  expect(beginOfDay('2026-01-15')).toBe('2026-01-14T23:00:00.000Z')
  expect(beginOfDay('2026-07-15')).toBe('2026-07-14T22:00:00.000Z')
  // The clocks change on this day, and it begins before.
  expect(beginOfDay('2026-03-29')).toBe('2026-03-28T23:00:00.000Z')
})

test('counts years by day, and those of invoices from the end of theirs', () => {
  const days = (now: string) =>
    Object.fromEntries(cutOffsOf({ invoice: 7, photo: 1 }, new Date(now)).map(({ kind, before }) => [kind, before]))
  expect(days('2026-06-15T10:00:00Z')).toEqual({ invoice: '2019-01-01', photo: '2025-06-15' })
  // Past midnight in Amsterdam.
  expect(days('2026-12-31T23:30:00Z')).toEqual({ invoice: '2020-01-01', photo: '2026-01-01' })
  expect(days('2028-02-29T10:00:00Z')).toMatchObject({ photo: '2027-03-01' })
})

onEngines('retention', (engine) => {
  let testServer: TestServer
  let files: Files & { stored: Map<string, Uint8Array> }
  let token: string
  let clientId: string
  let ownerId: string
  let animal: string
  beforeEach(async () => {
    files = memoryFiles()
    testServer = await openTestServer(engine, { files })
    const { db } = testServer
    await practice(db, 'a')
    token = await testServer.signIn(await staff(db, 'a', 'admin@a.example', 'CLINIC_ADMIN'))
    ownerId = await account(db, 'jan@mail.example')
    clientId = await client(db, 'a', { account_id: ownerId, client_number: '=1+1', uuid: uuid('c', 1) })
    animal = await patient(db, clientId, 'Bella')
  })
  afterEach(() => testServer[Symbol.asyncDispose]())

  const call = (method: string, path = '', body?: unknown) =>
    testServer.call(method, `practice/a/retention${path}`, { token, ...(body !== undefined && { body }) })
  const idle = () => testServer.mails()
  const set = async (years: object) => expect((await call('PUT', '', years)).status).toBe(200)
  const state = async () => (await (await call('GET')).json()) as Retention
  const latest = async () => (await state()).rehearsals[0]
  async function rehearse(years: object = ALL): Promise<Rehearsal> {
    await set(years)
    expect((await call('POST', '/rehearsals')).status).toBe(201)
    await idle()
    const made = await latest()
    if (!made) throw new Error('no rehearsal')
    return made
  }
  async function remove(number: number): Promise<Rehearsal | undefined> {
    expect((await call('POST', `/rehearsals/${number}/removal`, PROOF)).status).toBe(200)
    await idle()
    return await latest()
  }
  const ids = async (table: 'invoice' | 'attachment' | 'request' | 'logbook_entry' | 'reminder') =>
    (await testServer.db.selectFrom(table).select('uuid').execute()).map((row) => row.uuid).toSorted()
  const fileOf = async (number: number) => {
    const { url } = (await (await call('GET', `/rehearsals/${number}/file`)).json()) as { url: string }
    const answer = await testServer.fetch(new Request(url))
    return { type: answer.headers.get('content-type'), text: await answer.text() }
  }
  async function photo(requestId: string): Promise<string> {
    const id = crypto.randomUUID()
    await testServer.db
      .insertInto('request_photo')
      .values({
        id,
        client_uuid: clientId,
        account_id: ownerId,
        request_uuid: requestId,
        position: 0,
        type: 'image/png',
        bytes: 4,
        created_at: '2026-06-15T09:00:00.000Z',
      })
      .execute()
    await files.put(photoKey(id), bytes)
    return id
  }

  test('is off until it is set, and never below what the law says', async () => {
    expect(await state()).toEqual({ years: {}, removedBefore: {}, rehearsals: [] })
    for (const [kind, years] of [
      ['invoice', 6],
      ['logbookEntry', 4],
      ['visitForm', 4],
    ] as const) {
      const answer = await call('PUT', '', { [kind]: years })
      expect({ status: answer.status, body: await answer.json() }).toMatchObject({
        status: 400,
        body: { code: 'validation-failed', errors: [{ pointer: `#/${kind}`, code: 'tooFewYears' }] },
      })
    }
    await set({ invoice: 7, logbookEntry: 5, photo: null })
    expect((await state()).years).toEqual({ invoice: 7, logbookEntry: 5 })
    await set({})
    expect((await state()).years).toEqual({})
  })

  test('rehearses by kind and year, in a file whose cells are harmless, and removes nothing', async () => {
    const { db } = testServer
    const old = await invoice(db, clientId, { date: '2017-03-05' })
    await invoice(db, clientId, { date: '2018-12-31' })
    await invoice(db, clientId, { date: '2019-01-01' })
    await logbookEntry(db, animal, { date: '2021-06-14' })
    await logbookEntry(db, animal, { date: '2021-06-15' })
    const made = await rehearse({ invoice: 7, logbookEntry: 5 })
    expect(made).toMatchObject({
      number: 1,
      state: 'made',
      cutOffs: [
        { kind: 'invoice', years: 7, before: '2019-01-01' },
        { kind: 'logbookEntry', years: 5, before: '2021-06-15' },
      ],
      counts: [
        { kind: 'invoice', year: 2017, count: 1 },
        { kind: 'invoice', year: 2018, count: 1 },
        { kind: 'logbookEntry', year: 2021, count: 1 },
      ],
    })
    const { type, text } = await fileOf(1)
    expect(type).toBe('text/csv; charset=utf-8')
    const lines = text.trimEnd().split('\r\n')
    expect(lines).toHaveLength(4)
    expect(lines[0]).toBe('Soort;Datum;Record;Cliënt;Cliëntnummer')
    expect(lines).toContain(`Factuur;05-03-2017;${old};${clientId};'=1+1`)
    expect(await ids('invoice')).toHaveLength(3)
  })

  test('removes what the rehearsal said, with its files, and counts it in the trail', async () => {
    const { db } = testServer
    const paid = await invoice(db, clientId, { date: '2018-01-01' })
    const unpaid = await invoice(db, clientId, { date: '2017-01-01', status: 'UNPAID' })
    const result = await attachment(db, clientId, { date: '2020-01-01', type: 'lab-results' })
    const agreement = await attachment(db, clientId, { date: '2010-01-01', type: 'agreements' })
    await visitForm(db, clientId, { date: '2020-01-01' })
    await appointment(db, clientId, { start: '2024-06-14T09:00:00+02:00' })
    for (const key of [
      documentKey({ type: 'invoice', uuid: paid }),
      documentKey({ type: 'invoice', uuid: unpaid }),
      documentKey({ type: 'attachment', uuid: result }),
      documentKey({ type: 'attachment', uuid: agreement }),
    ]) {
      await files.put(key, bytes)
      await db.insertInto('file').values({ key, created_at: '2020-01-01T00:00:00.000Z', sha256: 'x' }).execute()
    }
    const { number } = await rehearse()
    expect(await remove(number)).toMatchObject({
      state: 'done',
      removed: [
        { kind: 'invoice', count: 1 },
        { kind: 'visitForm', count: 1 },
        { kind: 'attachment', count: 1 },
        { kind: 'appointment', count: 1 },
      ],
      stayed: 0,
    })
    expect(await ids('invoice')).toEqual([unpaid])
    expect(await ids('attachment')).toEqual([agreement])
    const left = [documentKey({ type: 'invoice', uuid: unpaid }), documentKey({ type: 'attachment', uuid: agreement })]
    const { id } = await db.selectFrom('rehearsal').select('id').executeTakeFirstOrThrow()
    expect([...files.stored.keys()].toSorted()).toEqual([...left, rehearsalKey(id)].toSorted())
    expect((await db.selectFrom('file').select('key').execute()).map(({ key }) => key).toSorted()).toEqual(
      left.toSorted(),
    )
    const trail = await db.selectFrom('audit').select(['action', 'account_name', 'details']).orderBy('id').execute()
    expect(trail).toEqual([
      { action: 'retention-changed', account_name: 'admin@a.example', details: null },
      { action: 'retention-removed', account_name: 'admin@a.example', details: '{"count":4}' },
    ])
  })

  test('removes requests that have ended with their photos, and counts those that are left', async () => {
    const { db } = testServer
    const asked = { clientId, accountId: ownerId }
    const ended = await request(db, { ...asked, state: 'answered', sent_at: '2024-06-01T10:00:00.000Z' })
    const waiting = await request(db, { ...asked, state: 'seen', sent_at: '2024-06-01T10:00:00.000Z' })
    const recent = await request(db, { ...asked, state: 'answered', sent_at: '2025-06-14T22:30:00.000Z' })
    const photos = [await photo(ended), await photo(waiting), await photo(recent)]
    const { counts, number } = await rehearse({ request: 2 })
    expect(counts).toEqual([
      { kind: 'photo', year: 2024, count: 1 },
      { kind: 'request', year: 2024, count: 1 },
    ])
    await remove(number)
    expect(await ids('request')).toEqual([waiting, recent].toSorted())
    expect(photos.map((id) => files.stored.has(photoKey(id)))).toEqual([false, true, true])
    const kept = await db.selectFrom('request_count').select(['state', 'count']).orderBy('state').execute()
    expect(kept.map(({ state: of, count }) => [of, Number(count)])).toEqual([
      ['answered', 1],
      ['seen', 1],
    ])
    // Sent after midnight in Amsterdam: it is of 15 June.
    expect((await rehearse({ photo: 1 })).counts).toEqual([])
  })

  test('removes exactly what an oracle says, of generated records', async () => {
    const { db } = testServer
    await practice(db, 'b')
    const others = await client(db, 'b', {})
    const unregistered = await client(db, 'a', {})
    const days = ['2009-05-05', '2018-12-31', '2019-01-01', '2021-06-14', '2021-06-15', '2024-06-14', '2026-06-15']
    const due: Record<'invoice' | 'reminder', string> = { invoice: '2019-01-01', reminder: '2024-06-15' }
    const stay: string[] = []
    for (const of of [clientId, others, unregistered]) {
      for (const date of days) {
        for (const status of ['PAID', 'UNPAID'] as const) {
          const id = await invoice(db, of, { date, status })
          if (of === others || date >= due.invoice || status === 'UNPAID') stay.push(id)
        }
        const id = await reminder(db, of, { date })
        if (of === others || date >= due.reminder) stay.push(id)
      }
    }
    // More than a batch.
    for (let n = 0; n < 450; n += 1) await reminder(db, unregistered, { date: '2015-01-01' })
    const { number, counts = [] } = await rehearse({ invoice: 7, reminder: 2 })
    expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(450 + 2 * 2 + 2 * 6)
    await remove(number)
    expect([...(await ids('invoice')), ...(await ids('reminder'))].toSorted()).toEqual(stay.toSorted())
  })

  test('keeps what became due, was added or was changed since the rehearsal', async () => {
    const { db } = testServer
    const line = (number: number, fields: object = {}): AnyRecord => ({
      record: 'invoice',
      uuid: uuid('e', number),
      clientUuid: clientId,
      date: '2018-01-01',
      status: 'PAID',
      totalInclVat: 10,
      ...fields,
    })
    const load = (lines: AnyRecord[]) => loadExport(db, checked(lines), { practiceId: 'a', now: testServer.now })
    await load([line(1), line(2), line(3)])
    await invoice(db, clientId, { uuid: uuid('e', 4), date: '2019-06-01' })
    const { number } = await rehearse({ invoice: 7 })
    await load([line(1), line(2, { totalInclVat: 11 }), line(3, { status: 'UNPAID' }), line(5)])
    // The rehearsal's days stand still.
    testServer.now = new Date('2027-01-01T12:00:00.000Z')
    token = await testServer.signIn(
      (await db.selectFrom('account').select('id').where('username', '=', 'admin@a.example').executeTakeFirstOrThrow())
        .id,
    )
    expect(await remove(number)).toMatchObject({ state: 'done', removed: [{ kind: 'invoice', count: 1 }] })
    expect(await ids('invoice')).toEqual([2, 3, 4, 5].map((n) => uuid('e', n)))
  })

  test('refuses a rehearsal that was replaced, whose settings have changed, or that was carried out', async () => {
    const gone = async (number: number) => {
      const answer = await call('POST', `/rehearsals/${number}/removal`, PROOF)
      return [answer.status, ((await answer.json()) as { code: string }).code]
    }
    const first = await rehearse({ reminder: 2 })
    const second = await rehearse({ reminder: 2 })
    expect(await gone(first.number)).toEqual([409, 'rehearsal-outdated'])
    await set({ reminder: 3 })
    expect(await gone(second.number)).toEqual([409, 'rehearsal-outdated'])
    const third = await rehearse({ reminder: 3 })
    expect(await remove(third.number)).toMatchObject({ state: 'done' })
    expect(await gone(third.number)).toEqual([409, 'rehearsal-outdated'])
  })

  test('has its own rehearsals, whose file is for who is an admin still', async () => {
    const { db } = testServer
    await practice(db, 'b')
    await rehearsal(db, 'b')
    await reminder(db, clientId, { date: '2020-01-01' })
    const { number } = await rehearse({ reminder: 2 })
    expect(number).toBe(1)
    const { url } = (await (await call('GET', `/rehearsals/${number}/file`)).json()) as { url: string }
    const statusOf = async () => (await testServer.fetch(new Request(url))).status
    expect(await statusOf()).toBe(200)
    await db.updateTable('account').set({ staff_role: 'CLINIC_USER' }).where('practice_id', '=', 'a').execute()
    expect(await statusOf()).toBe(404)
    await db.updateTable('account').set({ staff_role: 'CLINIC_ADMIN' }).where('practice_id', '=', 'a').execute()
    expect(await remove(number)).toMatchObject({ state: 'done', removed: [{ kind: 'reminder', count: 1 }] })
    const other = db.selectFrom('rehearsal').select('state').where('practice_id', '=', 'b')
    expect(await other.execute()).toEqual([{ state: 'made' }])
  })

  test('asks for all that its admin signs in by', async () => {
    const { number } = await rehearse({ reminder: 2 })
    const answer = await call('POST', `/rehearsals/${number}/removal`, { proof: { currentPassword: 'wrong' } })
    expect(answer.status).toBe(422)
    expect(await latest()).toMatchObject({ state: 'made' })
  })

  test('goes on where it ended, when the store of files is there again', async () => {
    const { db } = testServer
    const paid = await invoice(db, clientId, { date: '2018-01-01' })
    const key = documentKey({ type: 'invoice', uuid: paid })
    await files.put(key, bytes)
    await db.insertInto('file').values({ key, created_at: '2020-01-01T00:00:00.000Z', sha256: 'x' }).execute()
    const { number } = await rehearse({ invoice: 7 })
    const { remove: removeFile } = files
    files.remove = () => Promise.reject(new StorageError('unavailable'))
    expect(await remove(number)).toMatchObject({ state: 'running' })
    expect(files.stored.has(key)).toBe(true)
    // Meanwhile neither settings nor another rehearsal.
    expect((await call('PUT', '', {})).status).toBe(409)
    expect((await call('POST', '/rehearsals')).status).toBe(409)
    files.remove = removeFile
    await workRetention(testServer.ports)
    expect(await latest()).toMatchObject({ state: 'done', removed: [{ kind: 'invoice', count: 1 }] })
    expect(files.stored.has(key)).toBe(false)
  })

  test('an import brings nothing back that went, and counts it; what is unpaid, younger or of a kind that is off it loads', async () => {
    const { db } = testServer
    const invoiceLine = (number: number, date: string, status = 'PAID'): AnyRecord => ({
      record: 'invoice',
      uuid: uuid('e', number),
      clientUuid: clientId,
      date,
      status,
      totalInclVat: 10,
    })
    const all: AnyRecord[] = [
      practiceLine('a'),
      clientLine(1, { practiceId: 'a' }),
      patientLine(1, 1),
      invoiceLine(1, '2018-12-31'),
      invoiceLine(2, '2018-12-31', 'UNPAID'),
      invoiceLine(3, '2019-01-01'),
      {
        record: 'reminder',
        uuid: uuid('d', 1),
        clientUuid: clientId,
        date: '2010-01-01',
        active: true,
        description: 'x',
      },
      { record: 'logbookEntry', uuid: uuid('4', 1), patientUuid: uuid('a', 1), date: '2019-01-01', description: 'x' },
    ]
    const load = (lines: AnyRecord[]) => loadExport(db, checked(lines), { practiceId: 'a', now: testServer.now })
    await load(all)
    const { number } = await rehearse({ invoice: 7, logbookEntry: 5 })
    await remove(number)
    const again = await load(all)
    expect(again).toMatchObject({ loaded: true, problems: { first: [] } })
    expect(again.changes?.invoice).toEqual({ added: 0, updated: 0, unchanged: 2, expired: 1 })
    expect(again.changes?.logbookEntry).toEqual({ added: 0, updated: 0, unchanged: 0, expired: 1 })
    expect(again.changes?.reminder).toEqual({ added: 0, updated: 0, unchanged: 1 })
    expect(await ids('invoice')).toEqual([uuid('e', 2), uuid('e', 3)])
    expect(await ids('logbook_entry')).toEqual([])
    // What was unpaid is paid now: it is there, so it is told.
    const paid = await load([invoiceLine(2, '2018-12-31')])
    expect(paid.changes?.invoice).toEqual({ added: 0, updated: 1, unchanged: 0 })
    await set({ logbookEntry: 5 })
    expect((await load(all)).changes?.invoice).toMatchObject({ added: 1 })
  })

  test('a client that is erased is in no rehearsal any more', async () => {
    const { db } = testServer
    await invoice(db, clientId, { date: '2018-01-01' })
    const { number } = await rehearse({ invoice: 7 })
    await eraseClient(db, files, { clientId, now: testServer.now })
    expect(await db.selectFrom('rehearsed').selectAll().execute()).toEqual([])
    expect(await remove(number)).toMatchObject({ state: 'done', removed: [] })
  })

  test('entries of the trail go as well, and not that of the removal', async () => {
    const { db } = testServer
    const entry = (at: string) => ({ practice_id: 'a', at, action: 'locked' as const, account_id: null })
    const rest = { account_name: null, account_username: null, client_uuid: null, client_name: null }
    const none = { search_text: null, details: null, session_id: null, removal_id: null }
    for (const at of ['2025-06-14T21:59:59.000Z', '2025-06-14T22:00:00.000Z'])
      await db
        .insertInto('audit')
        .values({ ...entry(at), ...rest, ...none })
        .execute()
    const kinds: RetentionKind[] = ['audit']
    const { number, counts } = await rehearse({ audit: 1 })
    expect(counts).toEqual(kinds.map((kind) => ({ kind, year: 2025, count: 1 })))
    await remove(number)
    const left = await db.selectFrom('audit').select('action').orderBy('id').execute()
    expect(left.map(({ action }) => action)).toEqual(['locked', 'retention-changed', 'retention-removed'])
  })
})
