import { beforeEach, describe, expect, test } from 'vitest'
import type { Retention, RetentionPreview } from '#contract/schemas/retention.ts'
import { RETENTION_KINDS, RETENTION_RULES, type RetentionYears } from '#contract/retention.ts'
import { documentKey } from '#server/documents/types.ts'
import { formKey, photoKey, StorageError } from '#server/files/store.ts'
import { loadExport } from '#server/import/load.ts'
import { beginOfDay } from '#contract/zone.ts'
import { purge } from '#server/purge/purge.ts'
import { cutoffDatesOf } from '#server/retention/due.ts'
import { removeExpired } from '#server/retention/nightly-run.ts'
import { memoryFiles } from '#mocks/files.ts'
import {
  account,
  appointment,
  attachment,
  client,
  form,
  formAnswer,
  formTask,
  invoice,
  logbookEntry,
  patient,
  practice,
  reminder,
  request,
  requestPhoto,
  staff,
  visitForm,
} from '#harness/builders.ts'
import { checked, clientLine, patientLine, practiceLine, type AnyRecord, uuid } from '#harness/example-export.ts'
import { eachTestServer, onEngines, fieldErrorsOf } from '#harness/test-server.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const PROOF = { currentPassword: 'Welkom#2026' }
const MIN_YEARS: RetentionYears = Object.fromEntries(RETENTION_KINDS.map((kind) => [kind, RETENTION_RULES[kind].least]))
const BYTES = new TextEncoder().encode('file')

test.each([
  ['2026-01-15', '2026-01-14T23:00:00.000Z'],
  ['2026-07-15', '2026-07-14T22:00:00.000Z'],
  // Daylight saving time begins on this day, after midnight.
  ['2026-03-29', '2026-03-28T23:00:00.000Z'],
])('beginOfDay: %s begins at %s', (day, at) => {
  expect(beginOfDay(day)).toBe(at)
})

test.each([
  ['2026-06-15', { invoice: 7, photo: 1 }, { invoice: '2019-01-01', photo: '2025-06-15' }],
  ['2027-01-01', { invoice: 7 }, { invoice: '2020-01-01' }],
  ['2028-02-29', { photo: 1 }, { photo: '2027-03-01' }],
  // Photos are removed no later than their requests.
  ['2026-06-15', { photo: 5, request: 2 }, { photo: '2024-06-15', request: '2024-06-15' }],
])('cutoffDatesOf: on %s the years %j give the days %j', (today, years, days) => {
  expect(cutoffDatesOf(years, today)).toEqual(days)
})

onEngines('retention', (engine) => {
  let files = memoryFiles()
  const testServer = eachTestServer(engine, () => ({ files: (files = memoryFiles()) }))
  let [adminId, clientId, ownerId] = ['', '', '']
  beforeEach(async () => {
    const { db, now } = testServer
    await practice(db, 'a')
    adminId = await staff(db, 'a', 'admin@a.example', 'CLINIC_ADMIN')
    ownerId = await account(db, 'jan@mail.example')
    clientId = await client(db, 'a', { account_id: ownerId, client_number: '=1+1', uuid: uuid('c', 1) })
    const steady_since = new Date(now.getTime() - 2 * DAY_MS).toISOString()
    await db.insertInto('purge_clock').values({ id: 1, seen_at: now.toISOString(), steady_since }).execute()
  })

  const call = (method: string, path = '', body?: object) =>
    testServer.callAs(adminId, method, `practice/a/retention${path}`, body)
  const set = (years: RetentionYears, isOn = true) => testServer.ok(call('PUT', '', { years, isOn, proof: PROOF }))
  const state = () => testServer.ok<Retention>(call('GET'))
  const preview = async (query = '') => (await testServer.ok<RetentionPreview>(call('GET', `/preview${query}`))).counts
  const purgeAfter = async (ms: number) => {
    testServer.advance(ms)
    await purge(testServer.ports)
  }
  const nights = async (count = 1) => {
    for (let night = 0; night < count; night += 1) await purgeAfter(DAY_MS)
  }
  const ids = async (table: 'invoice' | 'attachment' | 'request' | 'reminder') =>
    (await testServer.rows(table)).map((row) => row.uuid).toSorted()
  const logged = async () => {
    const accessLog = testServer.db.selectFrom('audit').select(['action', 'details']).orderBy('id')
    return (await accessLog.execute()).map(({ action, details }) => [action, details && JSON.parse(details)])
  }
  const oldInvoice = (id = clientId) => invoice(testServer.db, id, { date: '2018-01-01' })
  const fileOf = async (type: 'invoice' | 'attachment', id: string) => {
    const key = documentKey({ type, uuid: id })
    await files.put(key, BYTES)
    const row = { key, created_at: '2020-01-01T00:00:00.000Z', sha256: 'x' }
    await testServer.db.insertInto('file').values(row).execute()
    return key
  }
  const photoOf = async (requestId: string) => {
    const id = await requestPhoto(testServer.db, { clientId, accountId: ownerId }, requestId)
    await files.put(photoKey(id), BYTES)
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
    test('removes nothing by default', async () => {
      const old = await invoice(testServer.db, clientId, { date: '2010-01-01' })
      expect(await state()).toEqual({ years: {}, isOn: false, removedBefore: {}, removed: [] })
      await set(MIN_YEARS, false)
      await nights()
      expect(await ids('invoice')).toEqual([old])
      for (const [kind, years] of Object.entries({ invoice: 6, logbookEntry: 4, visitForm: 4, attachment: 4 }))
        expect(await fieldErrorsOf(call('PUT', '', { years: { [kind]: years }, isOn: true, proof: PROOF }))).toEqual([
          '400 validation-failed',
          `#/years/${kind} tooFewYears`,
        ])
      for (const body of [{ isOn: true }, { years: {} }, { years: { invoce: 7 }, isOn: true }])
        expect((await call('PUT', '', { ...body, proof: PROOF })).status).toBe(400)
      expect(await state()).toMatchObject({ years: MIN_YEARS, isOn: false })
    })

    test.each<[string, RetentionYears, boolean, number]>([
      ['fewer years', { invoice: 7, reminder: 2 }, true, 422],
      ['another kind', { invoice: 8, reminder: 2, photo: 1 }, true, 422],
      ['more years', { invoice: 9, reminder: 2 }, true, 200],
      ['one kind less', { invoice: 8 }, true, 200],
      ['nothing at all', { invoice: 7 }, false, 200],
    ])('set without proof to remove %s returns 422 only if it removes more', async (_, years, isOn, status) => {
      await set({ invoice: 8, reminder: 2 })
      const mails = (await testServer.mails()).length
      expect((await call('PUT', '', { years, isOn })).status).toBe(status)
      expect((await testServer.mails()).length).toBe(mails)
    })
  })

  describe('the preview', () => {
    test('counts records by kind and year without removing any', async () => {
      const { db } = testServer
      await practice(db, 'b')
      await oldInvoice(await client(db, 'b'))
      for (const date of ['2017-03-05', '2018-12-31', '2018-01-01', '2019-01-01']) await invoice(db, clientId, { date })
      const animal = await patient(db, clientId, 'Bella')
      for (const date of ['2021-06-14', '2021-06-15']) await logbookEntry(db, animal, { date })
      await set({ invoice: 7 })
      expect(await state()).toMatchObject({ nextRun: '2026-06-16' })
      expect(await preview()).toEqual([
        { kind: 'invoice', year: 2017, count: 1 },
        { kind: 'invoice', year: 2018, count: 2 },
      ])
      expect(await preview('?logbookEntry=5')).toEqual([{ kind: 'logbookEntry', year: 2021, count: 2 }])
      expect(await ids('invoice')).toHaveLength(5)
    })

    test('assigns a moment to its year in the time zone of the practices', async () => {
      for (const start of ['2020-12-31T22:59:59.000Z', '2020-12-31T23:00:00.000Z', '2021-01-01T00:00:00.000Z'])
        await appointment(testServer.db, clientId, { start })
      expect(await preview('?appointment=2')).toEqual([
        { kind: 'appointment', year: 2020, count: 1 },
        { kind: 'appointment', year: 2021, count: 2 },
      ])
    })

    test('is a CSV file without names or formulas', async () => {
      await invoice(testServer.db, clientId, { uuid: uuid('e', 1), date: '2017-03-05' })
      const file = await call('GET', '/preview/file?invoice=7')
      expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8')
      expect((await file.text()).trimEnd().split('\r\n')).toEqual([
        'Soort;Datum;Record;Cliënt;Cliëntnummer',
        `Factuur;05-03-2017;${uuid('e', 1)};${clientId};'=1+1`,
      ])
    })
  })

  describe('the nightly run', () => {
    test('removes old records with their files once a night', async () => {
      const { db } = testServer
      const paid = await oldInvoice()
      const unpaid = await invoice(db, clientId, { date: '2017-01-01', status: 'UNPAID' })
      const result = await attachment(db, clientId, { date: '2020-01-01', type: 'lab-results' })
      const agreement = await attachment(db, clientId, { date: '2010-01-01', type: 'agreements' })
      await visitForm(db, clientId, { date: '2020-01-01' })
      await appointment(db, clientId, { start: '2024-06-14T09:00:00+02:00' })
      await fileOf('invoice', paid)
      await fileOf('attachment', result)
      const remaining = [await fileOf('invoice', unpaid), await fileOf('attachment', agreement)].toSorted()
      await set(MIN_YEARS)
      await purgeAfter(HOUR_MS)
      expect(await ids('invoice')).toHaveLength(2)
      await nights()
      expect([await ids('invoice'), await ids('attachment')]).toEqual([[unpaid], [agreement]])
      expect([...files.stored.keys()].toSorted()).toEqual(remaining)
      expect((await testServer.rows('file')).map(({ key }) => key).toSorted()).toEqual(remaining)
      const removed = ['invoice', 'visitForm', 'attachment', 'appointment'].map((kind) => ({ kind, count: 1 }))
      expect(await logged()).toEqual([
        ['retention-changed', null],
        ...removed.map((details) => ['retention-removed', details]),
      ])
      const shown = await state()
      expect(shown).toMatchObject({ nextRun: '2026-06-17', removedBefore: { invoice: '2019-01-01' } })
      expect(shown.removed.map(({ kind, count }) => ({ kind, count }))).toEqual(expect.arrayContaining(removed))
      const found = await oldInvoice()
      await purgeAfter(HOUR_MS)
      expect(await ids('invoice')).toContain(found)
    })

    test('removes closed requests with their photos', async () => {
      const { db } = testServer
      const [old, afterMidnight] = ['2024-06-01T10:00:00.000Z', '2024-06-15T22:30:00.000Z']
      const of = { clientId, accountId: ownerId }
      const ended = await request(db, { ...of, state: 'answered', sent_at: old })
      const waiting = await request(db, { ...of, state: 'seen', sent_at: old })
      const recent = await request(db, { ...of, state: 'answered', sent_at: afterMidnight })
      const photos = [await photoOf(ended), await photoOf(waiting), await photoOf(recent)]
      await set({ request: 2 })
      await nights()
      expect(await ids('request')).toEqual([waiting, recent].toSorted())
      expect(photos.map((id) => files.stored.has(photoKey(id)))).toEqual([false, true, true])
      const counts = (await testServer.rows('request_count')).map((row) => `${row.state} ${row.count}`)
      expect(counts.toSorted()).toEqual(['answered 1', 'seen 1'])
    })

    test('removes forms with their documents, counted from their completion', async () => {
      const { db } = testServer
      const formId = await form(db, 'a')
      const completed = async (completed_at: string) => {
        const taskId = await formTask(db, clientId, formId, { asked_at: '2020-01-01T10:00:00.000Z' })
        const id = await formAnswer(db, { clientId, accountId: ownerId, taskId }, { completed_at })
        await files.put(formKey(id), BYTES)
        return id
      }
      const [old, recent] = [await completed('2021-01-01T10:00:00.000Z'), await completed('2026-01-01T10:00:00.000Z')]
      await set({ form: 5 })
      await nights()
      expect((await testServer.rows('form_answer')).map(({ id }) => id)).toEqual([recent])
      expect([old, recent].map((id) => files.stored.has(formKey(id)))).toEqual([false, true])
      expect(await testServer.rows('form_task')).toHaveLength(1)
    })

    test('removes exactly the records of the preview, in several batches', async () => {
      const { db } = testServer
      await practice(db, 'b')
      const others = await client(db, 'b')
      const unregistered = await client(db, 'a')
      const stay: string[] = []
      for (const of of [clientId, others, unregistered]) {
        for (const date of ['2018-12-31', '2019-01-01', '2024-06-15', '2024-06-16', '2026-06-15']) {
          for (const status of ['PAID', 'UNPAID'] as const) {
            const id = await invoice(db, of, { date, status })
            if (of === others || date >= '2019-01-01' || status === 'UNPAID') stay.push(id)
          }
          const id = await reminder(db, of, { date })
          if (of === others || date >= '2024-06-16') stay.push(id)
        }
      }
      const many = Array.from({ length: 1100 }, () => ({
        uuid: crypto.randomUUID(),
        client_uuid: unregistered,
        date: '2015-01-01',
        active: 1 as const,
        data: '{}',
      }))
      await db.insertInto('reminder').values(many).execute()
      await set({ invoice: 7, reminder: 2 })
      const counted = (await preview()).reduce((sum, { count }) => sum + count, 0)
      await nights()
      expect([...(await ids('invoice')), ...(await ids('reminder'))].toSorted()).toEqual(stay.toSorted())
      expect((await logged()).slice(1)).toEqual([
        ['retention-removed', { kind: 'invoice', count: 2 }],
        ['retention-removed', { kind: 'reminder', count: 1106 }],
      ])
      expect(counted).toBe(1108)
    })

    test('removes old entries of the access log, except entries about retention', async () => {
      const entries = ['2025-06-15T21:59:59.000Z', '2025-06-15T22:00:00.000Z'].map((at) => ({
        practice_id: 'a',
        at,
        action: 'locked' as const,
      }))
      await testServer.db.insertInto('audit').values(entries).execute()
      await set({ audit: 1 })
      await nights()
      expect((await logged()).map(([action]) => action as string)).toEqual([
        'locked',
        'retention-changed',
        'retention-removed',
      ])
    })

    const update = (columns: object) => () => testServer.db.updateTable('invoice').set(columns).execute()

    test.each<[string, number, () => Promise<unknown>]>([
      ['nothing changes', 0, async () => {}],
      ['the invoice becomes unpaid', 1, update({ status: 'UNPAID' })],
      ['the invoice gets a later date', 1, update({ date: '2025-01-01' })],
      ['the policy is switched off', 1, () => set({ invoice: 7 }, false)],
      ['the policy gets more years', 1, () => set({ invoice: 9 })],
      ['another server takes over the purge', 1, async () => false],
    ])('if %s between finding and deleting, leaves %i invoices', async (_, remaining, meanwhile) => {
      await oldInvoice()
      await set({ invoice: 7 })
      testServer.advance(DAY_MS)
      const keepsLease = async () => (await meanwhile()) !== false
      await removeExpired(testServer.ports, { now: testServer.now, keepsLease })
      expect(await ids('invoice')).toHaveLength(remaining)
    })

    test('continues after a failure of the file storage', async () => {
      const key = await fileOf('invoice', await oldInvoice())
      await reminder(testServer.db, clientId, { date: '2010-01-01' })
      await set({ invoice: 7, reminder: 2 })
      const { remove } = files
      files.remove = () => Promise.reject(new StorageError('unavailable'))
      await nights()
      expect([files.stored.has(key), (await ids('reminder')).length]).toEqual([true, 1])
      expect(testServer.logged.map(({ event }) => event)).toContain('retention-failed')
      files.remove = remove
      await purgeAfter(HOUR_MS)
      expect([files.stored.has(key), await ids('reminder')]).toEqual([false, []])
    })

    test('does not delete the file of a record that exists again', async () => {
      const id = await oldInvoice()
      const key = await fileOf('invoice', id)
      await testServer.db.insertInto('removed_file').values({ key, source: 'invoice', id }).execute()
      await purge(testServer.ports)
      expect(files.stored.has(key)).toBe(true)
      expect(await testServer.rows('removed_file')).toEqual([])
    })
  })

  test('makes imports omit expired records', async () => {
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
    await nights()
    expect(await load(lines)).toMatchObject({
      loaded: true,
      problems: { first: [] },
      changes: {
        invoice: { added: 0, updated: 0, unchanged: 2, expired: 1 },
        logbookEntry: { added: 0, updated: 0, unchanged: 0, expired: 1 },
        reminder: { added: 0, updated: 0, unchanged: 1 },
      },
    })
    const remaining = [uuid('e', 2), uuid('e', 3)]
    expect(await ids('invoice')).toEqual(remaining)
    // The portal has this record, so its change is loaded.
    const paid = await load([invoiceLine(2, '2018-12-31')])
    expect(paid.changes?.invoice).toEqual({ added: 0, updated: 1, unchanged: 0 })
    // More years, or switching the policy off, does not bring records back.
    for (const [years, isOn] of [
      [{ invoice: 20, logbookEntry: 5 }, true],
      [{ invoice: 20 }, false],
    ] as const) {
      await set(years, isOn)
      await nights()
      await load(lines)
      expect(await ids('invoice')).toEqual(remaining)
    }
    await set({})
    expect((await load(lines)).changes?.invoice).toMatchObject({ added: 1 })
  })

  test('prevents an undo from restoring records it has removed since', async () => {
    const removal = (number: number) => ({ record: 'invoice', practiceId: 'a', removed: true, uuid: uuid('e', number) })
    await load([invoiceLine(1, '2018-01-01'), invoiceLine(2, '2020-01-01')])
    const key = await fileOf('invoice', uuid('e', 1))
    await load([removal(1), removal(2)])
    await set({ invoice: 7 })
    await nights()
    const [{ id } = { id: '' }] = await testServer.rows('removal')
    const undo = testServer.callAs(adminId, 'POST', `practice/a/removals/${id}/undo`)
    expect(await testServer.ok(undo)).toMatchObject({ records: 1 })
    expect(await ids('invoice')).toEqual([uuid('e', 2)])
    await purge(testServer.ports)
    expect(files.stored.has(key)).toBe(false)
  })

  describe('a clock jump', () => {
    const stoppedAt = async () => (await state()).clock?.stoppedAt
    const confirm = async (stop: string | undefined) => (await call('POST', '/clock', { stoppedAt: stop })).status
    const stopOfAll = async () => (await testServer.rows('purge_clock'))[0]?.stopped_at
    beforeEach(async () => {
      await oldInvoice()
      await set({ invoice: 7 })
    })

    test.each([
      ['two days forward removes', 2 * DAY_MS, 0],
      ['three days forward keeps', 3 * DAY_MS, 1],
      ['three years forward keeps', 1095 * DAY_MS, 1],
      ['an hour back keeps', -HOUR_MS, 1],
    ])('%s the records', async (_, jumpMs, remaining) => {
      await purgeAfter(jumpMs)
      expect((await stoppedAt()) !== undefined).toBe(remaining === 1)
      await nights(3)
      expect(await ids('invoice')).toHaveLength(remaining)
      expect(testServer.logged.some(({ event }) => event === 'removals-stopped')).toBe(remaining === 1)
      const { clock, nextRun } = await state()
      expect([clock?.now, nextRun === undefined]).toEqual(
        remaining ? [testServer.now.toISOString(), true] : [undefined, false],
      )
    })

    test('stops the removals of a practice until an admin confirms the jump', async () => {
      const { db } = testServer
      await practice(db, 'b')
      const invoiceAtB = await oldInvoice(await client(db, 'b'))
      const policy = { kind: 'invoice', years: 7, removed_before: null, starts_on: '2026-06-16' } as const
      await db
        .insertInto('retention')
        .values({ practice_id: 'b', ...policy })
        .execute()
      await purgeAfter(3 * DAY_MS)
      const first = await stoppedAt()
      await purgeAfter(3 * DAY_MS)
      expect([await confirm(first), await confirm(undefined), await confirm(await stoppedAt())]).toEqual([
        409, 400, 200,
      ])
      expect(await stoppedAt()).toBeUndefined()
      await nights(3)
      expect(await ids('invoice')).toEqual([invoiceAtB])
      expect((await logged()).map(([action]) => action as string)).toContain('clock-confirmed')
      // Practice `b` has a policy too, and its admin has not confirmed.
      expect(await stopOfAll()).not.toBeNull()
      await purgeAfter(3 * DAY_MS)
      expect(await stoppedAt()).toBeDefined()
      await db.updateTable('retention').set({ starts_on: null }).where('practice_id', '=', 'b').execute()
      expect(await confirm(await stoppedAt())).toBe(200)
      expect(await stopOfAll()).toBeNull()
    })

    test.each([
      ['is ignored in a demo, which may be off for months', ['de-waag', 'de-linde'], false],
      ['stops removals of a practice besides a demo', ['de-waag', 'own'], true],
    ])('%s', async (_, practices, isStopped) => {
      await testServer.reopen({})
      for (const id of practices) await practice(testServer.db, id)
      await purge(testServer.ports)
      await purgeAfter(30 * DAY_MS)
      expect([(await stopOfAll()) !== null, testServer.logged.length > 0]).toEqual([isStopped, isStopped])
    })
  })
})
