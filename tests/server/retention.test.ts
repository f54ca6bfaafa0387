// @module-tag database
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  RETENTION_KINDS,
  RETENTION_RULES,
  type Retention,
  type RetentionPreview,
  type RetentionYears,
} from '#contract/retention.ts'
import { documentKey } from '#server/documents/types.ts'
import { photoKey } from '#server/files/keys.ts'
import { StorageError } from '#server/files/storage-error.ts'
import { loadExport } from '#server/import/load.ts'
import type { Files } from '#server/ports.ts'
import { beginOfDay } from '#server/local-day.ts'
import { purge } from '#server/purge/purge.ts'
import { cutOffsOf } from '#server/retention/due.ts'
import { removeExpired } from '#server/retention/night.ts'
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
  reminder,
  request,
  staff,
  visitForm,
} from '#harness/builders.ts'
import { checked, clientLine, patientLine, practiceLine, type AnyRecord, uuid } from '#harness/example-export.ts'
import { type TestServer, onEngines, openTestServer } from '#harness/test-server.ts'

const DAY_MS = 86_400_000
const PROOF = { currentPassword: 'Welkom#2026' }
/** The fewest years of each kind. */
const ALL: RetentionYears = Object.fromEntries(RETENTION_KINDS.map((kind) => [kind, RETENTION_RULES[kind].least]))
const bytes = new TextEncoder().encode('file')

test('begins days in the time zone of the practices', () => {
  expect(beginOfDay('2026-01-15')).toBe('2026-01-14T23:00:00.000Z')
  expect(beginOfDay('2026-07-15')).toBe('2026-07-14T22:00:00.000Z')
  // The clocks change on this day, after it has begun.
  expect(beginOfDay('2026-03-29')).toBe('2026-03-28T23:00:00.000Z')
})

test.each([
  ['2026-06-15', { invoice: 7, photo: 1 }, { invoice: '2019-01-01', photo: '2025-06-15' }],
  ['2027-01-01', { invoice: 7 }, { invoice: '2020-01-01' }],
  ['2028-02-29', { photo: 1 }, { photo: '2027-03-01' }],
  // Photos go with their requests at the latest.
  ['2026-06-15', { photo: 5, request: 2 }, { photo: '2024-06-15', request: '2024-06-15' }],
])('on %s counts back %j to %j', (today, years, days) => {
  expect(cutOffsOf(years, today)).toEqual(days)
})

onEngines('retention', (engine) => {
  let testServer: TestServer
  let files: Files & { stored: Map<string, Uint8Array> }
  let adminId: string
  let clientId: string
  let ownerId: string
  let animal: string
  beforeEach(async () => {
    files = memoryFiles()
    testServer = await openTestServer(engine, { files })
    const { db, now } = testServer
    await practice(db, 'a')
    adminId = await staff(db, 'a', 'admin@a.example', 'CLINIC_ADMIN')
    await staff(db, 'a', 'colleague@a.example', 'CLINIC_ADMIN')
    ownerId = await account(db, 'jan@mail.example')
    clientId = await client(db, 'a', { account_id: ownerId, client_number: '=1+1', uuid: uuid('c', 1) })
    animal = await patient(db, clientId, 'Bella')
    const steady = new Date(now.getTime() - 2 * DAY_MS).toISOString()
    await db.insertInto('purge_clock').values({ id: 1, seen_at: now.toISOString(), steady_since: steady }).execute()
  })
  afterEach(() => testServer[Symbol.asyncDispose]())

  const call = async (method: string, path = '', body?: unknown) =>
    await testServer.call(method, `practice/a/retention${path}`, {
      token: await testServer.signIn(adminId),
      ...(body !== undefined && { body }),
    })
  const set = async (years: RetentionYears, isOn = true) => {
    const answer = await call('PUT', '', { years, isOn, proof: PROOF })
    expect(answer.status).toBe(200)
  }
  const state = async () => (await (await call('GET')).json()) as Retention
  const preview = async (query = '') =>
    ((await (await call('GET', `/preview${query}`)).json()) as RetentionPreview).counts
  const later = (ms: number) => (testServer.now = new Date(testServer.now.getTime() + ms))
  const night = async () => {
    later(DAY_MS)
    await purge(testServer.ports)
  }
  const ids = async (table: 'invoice' | 'attachment' | 'request' | 'logbook_entry' | 'reminder' | 'appointment') =>
    (await testServer.db.selectFrom(table).select('uuid').execute()).map((row) => row.uuid).toSorted()
  const logged = async () =>
    (await testServer.db.selectFrom('audit').select(['action', 'details']).orderBy('id').execute()).map(
      ({ action, details }) => [action, details && JSON.parse(details)],
    )
  const fileOf = async (type: 'invoice' | 'attachment', id: string) => {
    const key = documentKey({ type, uuid: id })
    await files.put(key, bytes)
    const row = { key, created_at: '2020-01-01T00:00:00.000Z', sha256: 'x' }
    await testServer.db.insertInto('file').values(row).execute()
    return key
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
  const invoiceLine = (number: number, date: string, fields: object = {}): AnyRecord => ({
    record: 'invoice',
    uuid: uuid('e', number),
    clientUuid: clientId,
    date,
    status: 'PAID',
    totalInclVat: 10,
    ...fields,
  })
  const load = (lines: AnyRecord[]) =>
    loadExport(testServer.db, checked(lines), { practiceId: 'a', now: testServer.now })

  describe('the policy', () => {
    test('is off until it is switched on, and never below the legal minimum', async () => {
      const old = await invoice(testServer.db, clientId, { date: '2010-01-01' })
      expect(await state()).toEqual({ years: {}, isOn: false, removedBefore: {}, removed: [] })
      await set(ALL, false)
      await night()
      expect(await ids('invoice')).toEqual([old])
      for (const [kind, years] of Object.entries({ invoice: 6, logbookEntry: 4, visitForm: 4, attachment: 4 })) {
        const answer = await call('PUT', '', { years: { [kind]: years }, isOn: true, proof: PROOF })
        expect({ status: answer.status, body: await answer.json() }).toMatchObject({
          status: 400,
          body: { code: 'validation-failed', errors: [{ pointer: `#/years/${kind}`, code: 'tooFewYears' }] },
        })
      }
      expect(await state()).toMatchObject({ years: ALL, isOn: false })
    })

    test('stays as it is when its own answer is sent back', async () => {
      await set({ invoice: 7, photo: 1 })
      await night()
      const before = await state()
      const entries = await logged()
      expect((await call('PUT', '', before)).status).toBe(200)
      expect(await state()).toEqual(before)
      expect(await logged()).toEqual(entries)
    })

    test.each([{}, { invoice: 7 }, { isOn: true }, { years: {} }, { years: { invoce: 7 }, isOn: true }])(
      'refuses the body %j and stays as it is',
      async (body) => {
        await set({ invoice: 7 })
        expect((await call('PUT', '', { ...body, proof: PROOF })).status).toBe(400)
        expect(await state()).toMatchObject({ years: { invoice: 7 }, isOn: true })
      },
    )

    test.each<[string, RetentionYears, boolean, number]>([
      ['fewer years', { invoice: 7, reminder: 2 }, true, 422],
      ['another kind', { invoice: 8, reminder: 2, photo: 1 }, true, 422],
      ['more years', { invoice: 9, reminder: 2 }, true, 200],
      ['a kind less', { invoice: 8 }, true, 200],
      ['nothing at all', { invoice: 7 }, false, 200],
    ])('without a proof, removing %s is answered with its status', async (_, years, isOn, status) => {
      await set({ invoice: 8, reminder: 2 })
      const mails = (await testServer.mails()).length
      expect((await call('PUT', '', { years, isOn })).status).toBe(status)
      expect((await testServer.mails()).length).toBe(mails)
    })

    test('is mailed to all admins when it is made stricter', async () => {
      await set({ invoice: 7 })
      const told = (await testServer.mails()).map(({ kind, to }) => `${kind} ${to}`)
      expect(told.toSorted()).toEqual([
        'retention-tightened admin@a.example',
        'retention-tightened colleague@a.example',
      ])
      expect(await logged()).toEqual([['retention-changed', null]])
    })
  })

  describe('the preview', () => {
    test('counts by kind and year, for the saved or other years, and stores nothing', async () => {
      const { db } = testServer
      await practice(db, 'b')
      await invoice(db, await client(db, 'b'), { date: '2010-01-01' })
      for (const date of ['2017-03-05', '2018-12-31', '2018-01-01', '2019-01-01']) await invoice(db, clientId, { date })
      await logbookEntry(db, animal, { date: '2021-06-14' })
      await logbookEntry(db, animal, { date: '2021-06-15' })
      await set({ invoice: 7 })
      expect(await state()).toMatchObject({ nextRun: '2026-06-16' })
      expect(await preview()).toEqual([
        { kind: 'invoice', year: 2017, count: 1 },
        { kind: 'invoice', year: 2018, count: 2 },
      ])
      expect(await preview('?logbookEntry=5')).toEqual([{ kind: 'logbookEntry', year: 2021, count: 2 }])
      expect(await ids('invoice')).toHaveLength(5)
    })

    test('is a CSV file without names, whose cells begin no formula', async () => {
      await invoice(testServer.db, clientId, { uuid: uuid('e', 1), date: '2017-03-05' })
      const answer = await call('GET', '/preview/file?invoice=7')
      expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
      expect((await answer.text()).trimEnd().split('\r\n')).toEqual([
        'Soort;Datum;Record;Cliënt;Cliëntnummer',
        `Factuur;05-03-2017;${uuid('e', 1)};${clientId};'=1+1`,
      ])
    })
  })

  describe('the nightly run', () => {
    test('removes old records with their files from the next night on, and logs how many of each kind', async () => {
      const { db } = testServer
      const paid = await invoice(db, clientId, { date: '2018-01-01' })
      const unpaid = await invoice(db, clientId, { date: '2017-01-01', status: 'UNPAID' })
      const result = await attachment(db, clientId, { date: '2020-01-01', type: 'lab-results' })
      const agreement = await attachment(db, clientId, { date: '2010-01-01', type: 'agreements' })
      await visitForm(db, clientId, { date: '2020-01-01' })
      await appointment(db, clientId, { start: '2024-06-14T09:00:00+02:00' })
      for (const id of [paid, unpaid]) await fileOf('invoice', id)
      for (const id of [result, agreement]) await fileOf('attachment', id)
      await set(ALL)
      later(3_600_000)
      await purge(testServer.ports)
      expect(await ids('invoice')).toHaveLength(2)
      await night()
      expect(await ids('invoice')).toEqual([unpaid])
      expect(await ids('attachment')).toEqual([agreement])
      const left = [
        documentKey({ type: 'invoice', uuid: unpaid }),
        documentKey({ type: 'attachment', uuid: agreement }),
      ]
      expect([...files.stored.keys()].toSorted()).toEqual(left.toSorted())
      const rows = await db.selectFrom('file').select('key').execute()
      expect(rows.map(({ key }) => key).toSorted()).toEqual(left.toSorted())
      expect(await logged()).toEqual([
        ['retention-changed', null],
        ['retention-removed', { kind: 'invoice', count: 1 }],
        ['retention-removed', { kind: 'visitForm', count: 1 }],
        ['retention-removed', { kind: 'attachment', count: 1 }],
        ['retention-removed', { kind: 'appointment', count: 1 }],
      ])
      const { removed, nextRun, removedBefore } = await state()
      expect(removed.map(({ kind, count }) => `${kind} ${count}`).toSorted()).toEqual([
        'appointment 1',
        'attachment 1',
        'invoice 1',
        'visitForm 1',
      ])
      expect([nextRun, removedBefore.invoice]).toEqual(['2026-06-17', '2019-01-01'])
      // Once a night: a record that is found later waits for the next one.
      const found = await invoice(db, clientId, { date: '2018-01-01' })
      later(3_600_000)
      await purge(testServer.ports)
      expect(await ids('invoice')).toContain(found)
    })

    test('removes answered requests with their photos, and counts those that are left', async () => {
      const { db } = testServer
      const asked = { clientId, accountId: ownerId }
      const ended = await request(db, { ...asked, state: 'answered', sent_at: '2024-06-01T10:00:00.000Z' })
      const waiting = await request(db, { ...asked, state: 'seen', sent_at: '2024-06-01T10:00:00.000Z' })
      // Sent after midnight in the practice's time zone, on the day of the cut-off.
      const recent = await request(db, { ...asked, state: 'answered', sent_at: '2024-06-15T22:30:00.000Z' })
      const photos = [await photo(ended), await photo(waiting), await photo(recent)]
      await set({ request: 2 })
      await night()
      expect(await ids('request')).toEqual([waiting, recent].toSorted())
      expect(photos.map((id) => files.stored.has(photoKey(id)))).toEqual([false, true, true])
      const kept = await db.selectFrom('request_count').select(['state', 'count']).orderBy('state').execute()
      expect(kept.map(({ state: of, count }) => [of, Number(count)])).toEqual([
        ['answered', 1],
        ['seen', 1],
      ])
    })

    test('removes exactly what an oracle says, in several batches', async () => {
      const { db } = testServer
      await practice(db, 'b')
      const others = await client(db, 'b', {})
      const unregistered = await client(db, 'a', {})
      const days = ['2009-05-05', '2018-12-31', '2019-01-01', '2024-06-15', '2024-06-16', '2026-06-15']
      const stay: string[] = []
      for (const of of [clientId, others, unregistered]) {
        for (const date of days) {
          for (const status of ['PAID', 'UNPAID'] as const) {
            const id = await invoice(db, of, { date, status })
            if (of === others || date >= '2019-01-01' || status === 'UNPAID') stay.push(id)
          }
          const id = await reminder(db, of, { date })
          if (of === others || date >= '2024-06-16') stay.push(id)
        }
      }
      const many = Array.from({ length: 1100 }, () => ({ date: '2015-01-01' }))
      for (const columns of many) await reminder(db, unregistered, columns)
      await set({ invoice: 7, reminder: 2 })
      const counted = (await preview()).reduce((sum, { count }) => sum + count, 0)
      await night()
      expect([...(await ids('invoice')), ...(await ids('reminder'))].toSorted()).toEqual(stay.toSorted())
      const [, ...removals] = await logged()
      expect(removals).toEqual([
        ['retention-removed', { kind: 'invoice', count: 4 }],
        ['retention-removed', { kind: 'reminder', count: 1108 }],
      ])
      expect(counted).toBe(1112)
    })

    test('removes old entries of the audit trail, and not its own', async () => {
      const entries = ['2025-06-15T21:59:59.000Z', '2025-06-15T22:00:00.000Z'].map((at) => ({
        practice_id: 'a',
        at,
        action: 'locked' as const,
      }))
      await testServer.db.insertInto('audit').values(entries).execute()
      await set({ audit: 1 })
      await night()
      const left = (await logged()).map(([action]) => action as string)
      expect(left).toEqual(['locked', 'retention-changed', 'retention-removed'])
    })

    const run = (meanwhile: () => Promise<unknown>) => {
      later(DAY_MS)
      const keepsLease = async () => (await meanwhile()) !== false
      return removeExpired(testServer.ports, { now: testServer.now, keepsLease })
    }

    test.each<[string, number, () => Promise<unknown>]>([
      ['nothing', 0, async () => {}],
      [
        'an invoice that is not paid any more',
        1,
        () => testServer.db.updateTable('invoice').set({ status: 'UNPAID' }).execute(),
      ],
      [
        'an invoice with a later date',
        1,
        () => testServer.db.updateTable('invoice').set({ date: '2025-01-01' }).execute(),
      ],
      ['a policy that is off', 1, () => set({ invoice: 7 }, false)],
      ['a policy with more years', 1, () => set({ invoice: 9 })],
      ['a purge that another server has taken over', 1, async () => false],
    ])('meets %s between finding and deleting: %i stays', async (_, stays, meanwhile) => {
      await invoice(testServer.db, clientId, { date: '2018-01-01' })
      await set({ invoice: 7 })
      await run(meanwhile)
      expect(await ids('invoice')).toHaveLength(stays)
    })

    test('goes on after a failure of the file store, and leaves no file without a record', async () => {
      const key = await fileOf('invoice', await invoice(testServer.db, clientId, { date: '2018-01-01' }))
      await reminder(testServer.db, clientId, { date: '2010-01-01' })
      await set({ invoice: 7, reminder: 2 })
      const { remove } = files
      files.remove = () => Promise.reject(new StorageError('unavailable'))
      await night()
      expect([files.stored.has(key), (await ids('reminder')).length]).toEqual([true, 1])
      expect(testServer.logged.map(({ event }) => event)).toContain('retention-failed')
      files.remove = remove
      later(3_600_000)
      await purge(testServer.ports)
      expect([files.stored.has(key), await ids('reminder')]).toEqual([false, []])
    })

    test('keeps the file of a record that is there again', async () => {
      const id = await invoice(testServer.db, clientId, { date: '2018-01-01' })
      const key = await fileOf('invoice', id)
      const queued = { key, source: 'invoice' as const, id }
      await testServer.db.insertInto('removed_file').values(queued).execute()
      await purge(testServer.ports)
      expect(files.stored.has(key)).toBe(true)
      expect(await testServer.db.selectFrom('removed_file').selectAll().execute()).toEqual([])
    })
  })

  test('imports leave out removed records and count them, and load unpaid, younger and other kinds', async () => {
    const lines: AnyRecord[] = [
      practiceLine('a'),
      clientLine(1, { practiceId: 'a' }),
      patientLine(1, 1),
      invoiceLine(1, '2018-12-31'),
      invoiceLine(2, '2018-12-31', { status: 'UNPAID' }),
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
    await load(lines)
    await set({ invoice: 7, logbookEntry: 5 })
    await night()
    const again = await load(lines)
    expect(again).toMatchObject({ loaded: true, problems: { first: [] } })
    expect(again.changes?.invoice).toEqual({ added: 0, updated: 0, unchanged: 2, expired: 1 })
    expect(again.changes?.logbookEntry).toEqual({ added: 0, updated: 0, unchanged: 0, expired: 1 })
    expect(again.changes?.reminder).toEqual({ added: 0, updated: 0, unchanged: 1 })
    expect(await ids('invoice')).toEqual([uuid('e', 2), uuid('e', 3)])
    // The record is in the portal, so its change is loaded.
    const paid = await load([invoiceLine(2, '2018-12-31')])
    expect(paid.changes?.invoice).toEqual({ added: 0, updated: 1, unchanged: 0 })
    // More years or a policy that is off bring nothing back.
    for (const [years, isOn] of [
      [{ invoice: 20, logbookEntry: 5 }, true],
      [{ invoice: 20 }, false],
    ] as const) {
      await set(years, isOn)
      await night()
      await load(lines)
      expect(await ids('invoice')).toEqual([uuid('e', 2), uuid('e', 3)])
    }
    await set({})
    expect((await load(lines)).changes?.invoice).toMatchObject({ added: 1 })
  })

  test('undoing a removal brings back younger records, and none that retention has removed since', async () => {
    const { db } = testServer
    const removal = (number: number) => ({ record: 'invoice', practiceId: 'a', removed: true, uuid: uuid('e', number) })
    const lines = [invoiceLine(1, '2018-01-01'), invoiceLine(2, '2020-01-01')]
    await load(lines)
    const key = await fileOf('invoice', uuid('e', 1))
    await load([removal(1), removal(2)])
    await set({ invoice: 7 })
    await night()
    const { id } = await db.selectFrom('removal').select('id').executeTakeFirstOrThrow()
    const answer = await testServer.call('POST', `practice/a/removals/${id}/undo`, {
      token: await testServer.signIn(adminId),
    })
    expect(await answer.json()).toMatchObject({ records: 1 })
    expect(await ids('invoice')).toEqual([uuid('e', 2)])
    await purge(testServer.ports)
    expect(files.stored.has(key)).toBe(false)
  })

  describe('a clock that jumped', () => {
    const confirm = async (stoppedAt: string | undefined) => (await call('POST', '/clock', { stoppedAt })).status
    const events = () => testServer.logged.map(({ event }) => event).filter((event) => event === 'removals-stopped')
    beforeEach(async () => {
      await invoice(testServer.db, clientId, { date: '2018-01-01' })
      await set({ invoice: 7 })
    })

    test.each([
      ['two days forward', 2 * DAY_MS, 0],
      ['three days forward', 3 * DAY_MS, 1],
      ['three years forward', 1095 * DAY_MS, 1],
      ['an hour back', -3_600_000, 1],
    ])('by %s stops removals or does not', async (_, jumpMs, stays) => {
      later(jumpMs)
      await purge(testServer.ports)
      expect((await state()).clock !== undefined).toBe(stays === 1)
      for (let nights = 0; nights < 3; nights += 1) await night()
      expect(await ids('invoice')).toHaveLength(stays)
      expect(events().length > 0).toBe(stays === 1)
      const { clock, nextRun } = await state()
      expect([clock?.now, nextRun === undefined]).toEqual(
        stays ? [testServer.now.toISOString(), true] : [undefined, false],
      )
    })

    test('stops the removals of a practice until its own admin confirms that very jump', async () => {
      const { db } = testServer
      await practice(db, 'b')
      const elsewhere = await invoice(db, await client(db, 'b'), { date: '2018-01-01' })
      const policy = {
        practice_id: 'b',
        kind: 'invoice' as const,
        years: 7,
        removed_before: null,
        starts_on: '2026-06-16',
      }
      await db.insertInto('retention').values(policy).execute()
      later(3 * DAY_MS)
      await purge(testServer.ports)
      const first = (await state()).clock?.stoppedAt
      later(3 * DAY_MS)
      await purge(testServer.ports)
      expect([await confirm(first), await confirm(undefined)]).toEqual([409, 400])
      expect(await confirm((await state()).clock?.stoppedAt)).toBe(200)
      expect((await state()).clock).toBeUndefined()
      for (let nights = 0; nights < 3; nights += 1) await night()
      expect(await ids('invoice')).toEqual([elsewhere])
      expect((await logged()).map(([action]) => action as string)).toContain('clock-confirmed')
      // The other practice has a policy as well, so what concerns all practices waits for its admin, too.
      const stops = async () => (await db.selectFrom('purge_clock').select('stopped_at').executeTakeFirst())?.stopped_at
      expect(await stops()).not.toBeNull()
      // Another jump stops them again.
      later(3 * DAY_MS)
      await purge(testServer.ports)
      expect((await state()).clock).toBeDefined()
      await db.updateTable('retention').set({ starts_on: null }).where('practice_id', '=', 'b').execute()
      expect(await confirm((await state()).clock?.stoppedAt)).toBe(200)
      expect(await stops()).toBeNull()
    })

    test.each([
      ['a demo', ['de-waag', 'de-linde'], false],
      ['a practice beside a demo', ['de-waag', 'own'], true],
    ])('asks nobody in %s: it is off for a month at a time', async (_, practices, asks) => {
      await using server = await openTestServer(engine)
      for (const id of practices) await practice(server.db, id)
      await purge(server.ports)
      server.now = new Date(server.now.getTime() + 30 * DAY_MS)
      await purge(server.ports)
      const { stopped_at: stop } = await server.db.selectFrom('purge_clock').selectAll().executeTakeFirstOrThrow()
      expect([stop !== null, server.logged.length > 0]).toEqual([asks, asks])
    })
  })
})
