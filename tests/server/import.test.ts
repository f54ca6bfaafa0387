import type { ImportReason } from '#contract/imports.ts'
import { checkLine } from '#server/import/check.ts'
import { reasonOf } from '#server/import/reasons.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#server/db/schema.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { openDatabase } from '#server/node/database.ts'
import type { LoadOptions } from '#server/import/load.ts'
import { loadExport } from '#server/import/load.ts'
import { acceptOffers } from '#server/demo/accept-offers.ts'
import type { AnyRecord } from '#harness/example-export.ts'
import {
  checked,
  clientLine,
  papers,
  patientLine,
  appointmentLine,
  practiceLine,
  smallExport,
  staffLine,
  uuid,
} from '#harness/example-export.ts'
import type { Appointment } from '#contract/schemas/appointment.ts'
import { bookAppointment } from '#server/appointments/book.ts'
import { staffInBatches } from '#server/memberships/members.ts'
import { client, patient, practice, staff } from '#harness/builders.ts'
import { engines, onEngines, openTestServer } from '#harness/test-server.ts'

const NOW = new Date('2026-06-15T10:00:00.000Z')
const ALL_KINDS = [
  'practice',
  'user',
  'client',
  'patient',
  'reminder',
  'visitForm',
  'attachment',
  'invoice',
  'logbookEntry',
]

const load = (db: Database, records: AnyRecord[], options: Partial<LoadOptions> = {}) =>
  loadExport(db, checked(records), { practiceId: 'de-krekel', now: NOW, ...options })

const OTHER = 'otherPractice'
const UNKNOWN = 'unknown'

const all = (change: 'added' | 'updated' | 'unchanged') =>
  Object.fromEntries(ALL_KINDS.map((kind) => [kind, { added: 0, updated: 0, unchanged: 0, [change]: 1 }]))

/** Everything of another practice, with 7 for a number. */
const otherPractice = () => [
  practiceLine('other'),
  staffLine('staff@other.example', { practiceId: 'other' }),
  clientLine(7, { practiceId: 'other' }),
  patientLine(7, 7),
  ...papers(7, { client: 7, patient: 7 }),
]

const clientRow = (db: Database, number: number) =>
  db.selectFrom('client').selectAll().where('uuid', '=', uuid('c', number)).executeTakeFirst()

const outbox = (db: Database) =>
  db
    .selectFrom('outbox')
    .innerJoin('account', 'account.id', 'outbox.account_id')
    .select(['kind', 'username', 'outbox.practice_id'])
    .orderBy('username')
    .execute()

const countsOf = (db: Database) =>
  db.selectFrom('client_count').select(['practice_id', 'registered', 'unregistered']).orderBy('practice_id').execute()

onEngines('loading an export', (engine) => {
  test('loads all nine kinds, and nothing the second time', { tags: ['database'] }, async () => {
    await using testServer = await openTestServer(engine)
    const first = await load(testServer.db, smallExport())
    expect(first).toMatchObject({ loaded: true, changes: all('added') })

    const client = await clientRow(testServer.db, 1)
    expect(client).toMatchObject({
      practice_id: 'de-krekel',
      registered: 1,
      registered_at: '2022-05-29T09:03:00+01:00',
      locked: 0,
      search_name: 'van den berg',
      sort_name: 'berg\tanna',
    })
    expect(
      await testServer.db
        .selectFrom('account')
        .select(['username', 'practice_id', 'staff_role', 'language'])
        .orderBy('username')
        .execute(),
    ).toEqual([
      { username: 'beheer@de-krekel.example', practice_id: null, staff_role: null, language: 'nl' },
      { username: 'client1@mail.example', practice_id: null, staff_role: null, language: 'nl' },
    ])
    expect(await countsOf(testServer.db)).toEqual([{ practice_id: 'de-krekel', registered: 1, unregistered: 0 }])
    const entry = await testServer.db.selectFrom('logbook_entry').selectAll().executeTakeFirstOrThrow()
    expect(JSON.parse(entry.data)).toEqual({
      uuid: uuid('4', 1),
      date: '2026-03-12',
      description: 'Telefonisch advies',
      withdrawalMilkDays: 0,
    })

    expect(await load(testServer.db, smallExport())).toMatchObject({ loaded: true, changes: all('unchanged') })
    expect(await clientRow(testServer.db, 1)).toEqual(client)
  })

  test('keeps no field that the contract does not name, and reads links in any order and case', async () => {
    await using testServer = await openTestServer(engine)
    const records = smallExport().map((record) => ({ ...record, secret: 'x', ['__proto__x']: 1 }))
    for (const record of records)
      for (const name of ['uuid', 'clientUuid', 'patientUuid']) {
        if (typeof record[name as keyof typeof record] === 'string')
          Object.assign(record, { [name]: String(record[name as keyof typeof record]).toUpperCase() })
      }
    expect(await load(testServer.db, records.toReversed())).toMatchObject({ loaded: true, changes: all('added') })
    const { data, uuid: key } = await testServer.db.selectFrom('reminder').selectAll().executeTakeFirstOrThrow()
    expect(key).toBe(uuid('1', 1))
    expect(JSON.parse(data)).toMatchObject({ uuid: uuid('1', 1), patientUuid: uuid('a', 1) })
    expect(data).not.toContain('secret')
  })

  test('a practice is locked and unlocked by its export, and stays so where a newer one does not say', async () => {
    await using testServer = await openTestServer(engine)
    const { db } = testServer
    const told: unknown[] = []
    const phone = '030 1'
    for (const fields of [{}, { locked: true }, {}, { phone }, { phone, locked: false }, { phone, locked: false }]) {
      const { changes } = await load(db, [practiceLine('a', fields)], { practiceId: 'a' })
      const { locked } = await db.selectFrom('practice').select('locked').executeTakeFirstOrThrow()
      const { added, updated, unchanged } = changes!.practice
      told.push([locked, added, updated, unchanged])
    }
    expect(told).toEqual([
      [0, 1, 0, 0],
      [1, 0, 1, 0],
      [1, 0, 0, 1],
      [1, 0, 1, 0],
      [0, 0, 1, 0],
      [0, 0, 0, 1],
    ])
    await load(db, [practiceLine('b', { locked: true })], { practiceId: 'b' })
    expect(await db.selectFrom('practice').select('locked').where('id', '=', 'b').execute()).toEqual([{ locked: 1 }])
  })

  test('an owner’s choice of weekly mails stays', async () => {
    await using testServer = await openTestServer(engine)
    const { db } = testServer
    await load(db, [practiceLine(), clientLine(1)])
    const { account_id: owner } = (await clientRow(db, 1))!
    const subscription = {
      client_uuid: uuid('c', 1),
      account_id: owner!,
      subscribed_at: NOW.toISOString(),
      week: '2026-06-15',
    }
    await db.insertInto('reminder_subscription').values(subscription).execute()
    const subscriptions = () => db.selectFrom('reminder_subscription').selectAll().execute()
    await load(db, [practiceLine(), clientLine(1, { lastName: 'de Vries' })])
    expect(await subscriptions()).toEqual([subscription])
  })

  test('a newer export changes what is the practice’s, and keeps what is the portal’s', async () => {
    await using testServer = await openTestServer(engine)
    const { db } = testServer
    await load(db, [...smallExport(), clientLine(2, { registered: false })])
    await db.updateTable('client').set({ locked: 1 }).where('uuid', '=', uuid('c', 1)).execute()
    await db.updateTable('account').set({ language: 'en', password_hash: 'kept' }).execute()
    await db
      .updateTable('practice')
      .set({ title: 'Written in the portal', logo_url: '/files/logo', reminder_mails: 1 })
      .execute()

    const newer = smallExport().map((record) => {
      if (record['record'] === 'client')
        return { ...record, lastName: 'de Vries', email: 'new@mail.example', registered: false, locked: false }
      if (record['record'] === 'practice') return { ...record, phone: '030 1', locked: true }
      if (record['record'] === 'user') return { ...record, firstName: 'Femke', language: 'nl' }
      if (record['record'] === 'reminder') return { ...record, active: false, status: 'DONE' }
      return record
    })
    const report = await load(db, [...newer, clientLine(2, { registered: true, firstName: undefined }), clientLine(3)])
    expect(report.changes).toMatchObject({
      practice: { updated: 1 },
      user: { updated: 1 },
      client: { added: 1, updated: 2, unchanged: 0 },
      reminder: { updated: 1 },
      invoice: { unchanged: 1 },
    })

    expect(await clientRow(db, 1)).toMatchObject({
      last_name: 'de Vries',
      sort_name: 'vries\tanna',
      email: 'new@mail.example',
      registered: 1,
      locked: 1,
      account_id: expect.any(String),
    })
    expect(await clientRow(db, 2)).toMatchObject({ registered: 0, account_id: null, first_name: null })
    expect(await db.selectFrom('practice').selectAll().executeTakeFirst()).toMatchObject({
      title: 'Written in the portal',
      phone: '030 1',
      locked: 1,
      logo_url: '/files/logo',
      reminder_mails: 1,
    })
    // An account is its person's: of the export only the offer is.
    const { value: offered } = await staffInBatches(db, 'de-krekel').next()
    expect(offered).toMatchObject([{ firstName: 'Femke', state: 'offered' }])
    const account = await db.selectFrom('account').selectAll().where('username', 'like', 'beheer%').executeTakeFirst()
    expect(account).toMatchObject({ first_name: 'Tess', language: 'en', password_hash: 'kept' })
    expect(await db.selectFrom('reminder').select('active').executeTakeFirst()).toEqual({ active: 0 })
    expect(await countsOf(db)).toEqual([{ practice_id: 'de-krekel', registered: 2, unregistered: 1 }])
  })

  test('a newer export can move a paper to another animal', async () => {
    await using testServer = await openTestServer(engine)
    const { db } = testServer
    const [, , ...rest] = smallExport()
    const others = [
      patientLine(2, 1, { name: 'Max' }),
      { ...papers(9, { client: 1, patient: 1 })[0], patientUuid: undefined },
    ]
    await load(db, [...smallExport(), ...others])
    const animals = async () => {
      const found = []
      for (const table of ['reminder', 'visit_form', 'attachment'] as const)
        found.push(...(await db.selectFrom(table).select(['uuid', 'patient_uuid']).orderBy('uuid').execute()))
      return found.map(({ uuid: key, patient_uuid }) => [key, patient_uuid])
    }
    const [bella, max] = [uuid('a', 1), uuid('a', 2)]
    const keys = ['1', '2', '3'].map((letter) => uuid(letter, 1))
    expect(await animals()).toEqual([
      [keys[0], bella],
      [uuid('1', 9), null],
      [keys[1], bella],
      [keys[2], bella],
    ])

    const moved = rest.map((record) =>
      'patientUuid' in record ? { ...record, patientUuid: max.toUpperCase() } : record,
    )
    const one = { added: 0, updated: 1, unchanged: 0 }
    const report = await load(db, [...moved, ...others])
    expect(report.changes).toMatchObject({
      visitForm: one,
      attachment: one,
      logbookEntry: one,
      invoice: { updated: 0 },
    })
    expect(report.changes).toMatchObject({ reminder: { added: 0, updated: 1, unchanged: 1 } })
    expect(await animals()).toEqual([
      [keys[0], max],
      [uuid('1', 9), null],
      [keys[1], max],
      [keys[2], max],
    ])
    const again = await load(db, [...moved, ...others])
    for (const { added, updated } of Object.values(again.changes ?? {})) expect(added + updated).toBe(0)
  })

  test('appointments are kept by their time, and an answer to a request stays what it is', async () => {
    await using testServer = await openTestServer(engine)
    const { db } = testServer
    const rows = () =>
      db
        .selectFrom('appointment')
        .select(['uuid', 'start', 'ends_at', 'status', 'reminder_uuid', 'request_uuid'])
        .orderBy('uuid')
        .execute()
    const upper = { patientUuids: [uuid('a', 1).toUpperCase()], reminderUuid: uuid('1', 1).toUpperCase() }
    const { warnings } = await load(db, [...smallExport(), appointmentLine(1, upper)])
    expect(warnings.first).toEqual([])
    const first = { uuid: uuid('6', 1), status: 'BOOKED', reminder_uuid: uuid('1', 1), request_uuid: null }
    const morning = { start: '2026-03-12T08:30:00.000Z', ends_at: '2026-03-12T08:50:00.000Z' }
    expect(await rows()).toEqual([{ ...first, ...morning }])

    const { record: _, clientUuid: __, ...answer } = appointmentLine(2, { reminderUuid: undefined })
    const clientId = uuid('c', 1)
    const request = uuid('9', 1)
    const book = (appointment: Appointment, of = clientId) =>
      inTransaction(db, (trx) => bookAppointment(trx, { clientId: of, requestId: request, appointment }))
    await book(answer as Appointment)
    const second = { uuid: uuid('6', 2), ...morning, status: 'BOOKED', reminder_uuid: null, request_uuid: request }
    // The next export does not know it, and one that does changes it.
    await load(db, [...smallExport(), appointmentLine(1, { status: 'CANCELLED' })])
    expect(await rows()).toEqual([{ ...first, ...morning, status: 'CANCELLED' }, second])
    await load(db, [...smallExport(), appointmentLine(2, { clientUuid: clientId, status: 'DONE' })])
    expect((await rows())[1]).toEqual({ ...second, status: 'DONE', reminder_uuid: uuid('1', 2) })

    // Another one of the client takes the place of its former self; one of somebody else does not.
    await book({ ...(answer as Appointment), start: '2026-10-25T02:30:00+01:00' })
    expect((await rows())[1]).toMatchObject({ start: '2026-10-25T01:30:00.000Z', status: 'BOOKED' })
    await load(db, [...smallExport(), clientLine(2)])
    await expect(book(answer as Appointment, uuid('c', 2))).rejects.toThrow('not-found')
    expect((await rows())[1]).toMatchObject({ start: '2026-10-25T01:30:00.000Z' })
  })

  test.each([
    [{ start: '2026-03-12' }, 'start', 'invalidDateTime'],
    [{ start: '2026-02-30T09:30:00Z' }, 'start', 'invalidDateTime'],
    [{ status: 'MOVED' }, 'status', 'unknownValue'],
    [{ clientUuid: uuid('c', 7) }, 'clientUuid', 'unknown'],
  ])('leaves out an appointment with %j, and loads the rest', async (fields, field, code) => {
    await using testServer = await openTestServer(engine)
    const { warnings, loaded, changes } = await load(testServer.db, [...smallExport(), appointmentLine(1, fields)])
    expect([loaded, changes?.client.added, changes?.appointment.added]).toEqual([true, 1, 0])
    expect(warnings.first).toMatchObject([{ line: 10, field, code, wholeLine: true }])
  })

  test('loads a line without the field that cannot be read', async () => {
    await using testServer = await openTestServer(engine)
    const report = await load(testServer.db, [
      ...smallExport(),
      clientLine(2, { email: 'geen', lastName: '', companyName: 'Maatschap' }),
    ])
    expect(report).toMatchObject({ loaded: true, problems: { count: 0 }, changes: { client: { added: 2 } } })
    expect(report.warnings).toEqual({
      count: 1,
      first: [{ line: 10, field: 'email', reason: 'is not an e-mail address', code: 'invalidEmail' }],
      kinds: expect.objectContaining({ client: { lines: 2, leftOut: 0, reasons: { invalidEmail: 1 } } }),
    })
    expect(await clientRow(testServer.db, 2)).toMatchObject({
      last_name: '',
      email: null,
      sort_name: 'maatschap\tanna',
    })
    const token = await testServer.signIn(await staff(testServer.db, 'de-krekel', 'femke@mail.example'))
    const answer = await testServer.call('GET', 'clients?practiceId=de-krekel', { token })
    expect(await answer.json()).toMatchObject({ content: [{ lastName: '', companyName: 'Maatschap', email: null }] })
  })

  test('stores what only one engine accepts', { tags: ['database'] }, async () => {
    await using testServer = await openTestServer(engine)
    const [client, animal] = [clientLine(2, { city: 'a\0b\uD800' }), patientLine(2, 2, { alerts: 'x\0\uDC00\r\ny' })]
    expect(await load(testServer.db, [...smallExport(), client, animal])).toMatchObject({ loaded: true })
    expect(await clientRow(testServer.db, 2)).toMatchObject({ city: 'ab' })
    const { data } = await testServer.db
      .selectFrom('patient')
      .select('data')
      .where('uuid', '=', uuid('a', 2))
      .executeTakeFirstOrThrow()
    expect(JSON.parse(data)).toMatchObject({ alerts: 'x\ny' })
  })

  test('a practice without a name keeps its name, and a new one is called by its id', async () => {
    await using testServer = await openTestServer(engine)
    const { db } = testServer
    const name = async () => (await db.selectFrom('practice').select('name').executeTakeFirstOrThrow()).name
    await load(db, [practiceLine('de-krekel', { name: undefined })])
    expect(await name()).toBe('de-krekel')
    await load(db, [practiceLine('de-krekel', { name: 'De Krekel' })])
    await load(db, [practiceLine('de-krekel', { name: ' ', phone: '030 2' })])
    expect(await name()).toBe('De Krekel')
  })

  test.each<[name: string, line: AnyRecord, field: string, code: ImportReason]>([
    ['another practice', practiceLine('other', { name: 'Renamed' }), 'id', OTHER],
    ['a client for another practice', clientLine(9, { practiceId: 'other' }), 'practiceId', OTHER],
    ['staff for another practice', staffLine('new@other.example', { practiceId: 'other' }), 'practiceId', OTHER],
    ['another practice named beside the client', { ...patientLine(9, 1), practiceId: 'other' }, 'practiceId', OTHER],
    ['a client of another practice', clientLine(7), 'uuid', OTHER],
    ['an animal of another practice', patientLine(7, 1), 'uuid', OTHER],
    ['a paper of another practice', papers(7, { client: 1, patient: 1 })[4]!, 'uuid', OTHER],
    ['a logbook entry of another practice', papers(7, { client: 1, patient: 1 })[3]!, 'uuid', OTHER],
  ])('refuses %s', async (_, line, field, code) => {
    await using testServer = await openTestServer(engine)
    await load(testServer.db, otherPractice(), { practiceId: 'other' })
    const report = await load(testServer.db, [...smallExport(), line])
    expect(report.loaded).toBe(false)
    expect(report.problems).toEqual({ first: [{ line: 10, field, ...reasonOf(code) }], count: 1, lines: 1 })
    expect(await clientRow(testServer.db, 1)).toBeUndefined()
  })

  test.each<[name: string, line: AnyRecord, field: string, code: ImportReason]>([
    ['an unknown client', patientLine(9, 8), 'clientUuid', UNKNOWN],
    ['an unknown animal', papers(9, { client: 1, patient: 8 })[0]!, 'patientUuid', UNKNOWN],
    ['an unknown animal of a logbook', papers(9, { client: 1, patient: 8 })[3]!, 'patientUuid', UNKNOWN],
    ['the client of another practice', patientLine(9, 7), 'clientUuid', UNKNOWN],
    ['the animal of another practice', papers(9, { client: 1, patient: 7 })[0]!, 'patientUuid', UNKNOWN],
    ['the animal of another practice’s logbook', papers(9, { client: 1, patient: 7 })[3]!, 'patientUuid', UNKNOWN],
    [
      'a client of another practice beside the animal of a logbook',
      { ...papers(9, { client: 1, patient: 1 })[3]!, clientUuid: uuid('c', 7) },
      'clientUuid',
      UNKNOWN,
    ],
  ])('leaves out a line with %s, and loads the rest', async (_, line, field, code) => {
    await using testServer = await openTestServer(engine)
    await load(testServer.db, otherPractice(), { practiceId: 'other' })
    const report = await load(testServer.db, [...smallExport(), line])
    expect(report).toMatchObject({ loaded: true, problems: { count: 0 }, changes: all('added') })
    expect(report.warnings.first).toEqual([{ line: 10, field, ...reasonOf(code), wholeLine: true }])
  })

  test.each<[name: string, line: AnyRecord, field: string]>([
    ['client', clientLine(1, { lastName: 'Last' }), 'uuid'],
    ['member of staff', staffLine('BEHEER@de-krekel.example', { firstName: 'Last' }), 'username'],
    ['practice', practiceLine('de-krekel', { name: 'Last' }), 'id'],
    ['animal', patientLine(1, 1, { name: 'Last' }), 'uuid'],
  ])('of a %s that is repeated the last line counts', async (_, line, field) => {
    await using testServer = await openTestServer(engine)
    const { db } = testServer
    const records = smallExport()
    const former = records.findIndex(({ record }) => record === line['record'])
    const report = await load(db, [...records, line])
    expect(report).toMatchObject({ loaded: true, changes: all('added') })
    expect(report.warnings.first).toEqual([{ line: former + 1, field, ...reasonOf('repeated'), wholeLine: true }])
    const names = [
      ...(await db.selectFrom('client').select('last_name as name').execute()),
      ...(await db.selectFrom('exported_staff').select('first_name as name').execute()),
      ...(await db.selectFrom('practice').select('name').execute()),
      ...(await db.selectFrom('patient').select('name').execute()),
    ]
    expect(names.filter(({ name }) => name === 'Last')).toHaveLength(1)
  })

  test('a repeated line that cannot be loaded does not count', async () => {
    await using testServer = await openTestServer(engine)
    await load(testServer.db, [...smallExport(), patientLine(1, 8, { name: 'Last' })])
    expect(await testServer.db.selectFrom('patient').select('name').execute()).toEqual([{ name: 'Bella' }])
  })

  test('of an export that names another practice’s records, the rest is loaded, and the other is as it was', async () => {
    await using testServer = await openTestServer(engine)
    const { db } = testServer
    await load(db, otherPractice(), { practiceId: 'other' })
    const rowsOfOther = async () => [
      await db.selectFrom('practice').selectAll().where('id', '=', 'other').execute(),
      await db.selectFrom('account').selectAll().where('practice_id', '=', 'other').execute(),
      await db.selectFrom('client').selectAll().where('practice_id', '=', 'other').execute(),
      await db.selectFrom('client_count').selectAll().where('practice_id', '=', 'other').execute(),
      await db.selectFrom('audit').selectAll().where('practice_id', '=', 'other').execute(),
      await db.selectFrom('patient').selectAll().where('client_uuid', '=', uuid('c', 7)).execute(),
      await db.selectFrom('invoice').selectAll().where('client_uuid', '=', uuid('c', 7)).execute(),
      await db.selectFrom('logbook_entry').selectAll().where('patient_uuid', '=', uuid('a', 7)).execute(),
    ]
    const before = await rowsOfOther()
    const strange = [
      practiceLine('other', { name: 'Renamed' }),
      staffLine('outsider@mail.example', { practiceId: 'other' }),
      clientLine(7, { lastName: 'Overwritten' }),
      patientLine(8, 7),
      ...papers(8, { client: 7, patient: 8 }),
      ...papers(9, { client: 7, patient: 7 }),
      { ...patientLine(9, 7), practiceId: 'de-krekel' },
    ]
    const options = { skipInvalid: true }
    const report = await load(db, [...smallExport(), ...strange], options)
    expect(report).toMatchObject({ loaded: true, changes: all('added') })
    const found = [...report.problems.first, ...report.warnings.first].map(({ line }) => line)
    expect(found.toSorted((a, b) => a - b)).toEqual(strange.map((_, index) => index + 10))
    expect(await rowsOfOther()).toEqual(before)
    // Without the line of the client, too.
    const alone = await load(db, [patientLine(8, 7), ...papers(9, { client: 7, patient: 7 })], options)
    expect(alone).toMatchObject({ loaded: true, problems: { count: 0 }, warnings: { count: 6 } })
    expect(await rowsOfOther()).toEqual(before)
    // The same lines, of its own export, are loaded.
    const own = [patientLine(8, 7), ...papers(9, { client: 7, patient: 7 })]
    expect(await load(db, own, { practiceId: 'other' })).toMatchObject({ loaded: true, problems: { count: 0 } })
  })

  test('a practice that is neither in the file nor in the database', async () => {
    await using testServer = await openTestServer(engine)
    const report = await load(testServer.db, [clientLine(1), patientLine(1, 1)])
    expect(report).toMatchObject({ loaded: false, problems: { count: 1 } })
    expect(report.problems.first).toEqual([{ line: 1, field: 'practiceId', ...reasonOf(UNKNOWN) }])
  })

  test('links may lead to what an earlier export brought', async () => {
    await using testServer = await openTestServer(engine)
    await load(testServer.db, smallExport())
    const report = await load(testServer.db, [
      patientLine(2, 1),
      ...papers(2, { client: 1, patient: 2 }),
      clientLine(2),
    ])
    expect(report).toMatchObject({ loaded: true, changes: { patient: { added: 1 }, client: { added: 1 } } })
    expect(await countsOf(testServer.db)).toEqual([{ practice_id: 'de-krekel', registered: 2, unregistered: 0 }])
  })

  test('lists the first 20 warnings in the order of the file, and counts all', { tags: ['database'] }, async () => {
    await using testServer = await openTestServer(engine)
    const bad = Array.from({ length: 15 }, (_, index) => [
      patientLine(100 + index, 99),
      clientLine(100 + index, { locked: 'no idea', email: 'geen' }),
    ])
    const { warnings } = await load(testServer.db, [practiceLine(), ...bad.flat()], { confirmed: true })
    expect(warnings.count).toBe(45)
    expect(warnings.first.map(({ line }) => line)).toEqual([
      2, 3, 3, 4, 5, 5, 6, 7, 7, 8, 9, 9, 10, 11, 11, 12, 13, 13, 14, 15,
    ])
    expect(warnings.kinds).toEqual({
      practice: { lines: 1, leftOut: 0, reasons: {} },
      client: { lines: 15, leftOut: 0, reasons: { invalidEmail: 15, notBoolean: 15 } },
      patient: { lines: 15, leftOut: 15, reasons: { unknown: 15 } },
    })
  })

  test('leaves out bad lines and all that hangs on them', async () => {
    await using testServer = await openTestServer(engine)
    const report = await load(testServer.db, [
      ...smallExport(),
      clientLine(2, { practiceId: null }),
      patientLine(2, 2),
      ...papers(2, { client: 2, patient: 2 }),
      clientLine(3),
    ])
    expect(report.warnings.count).toBe(7)
    expect(report.warnings.first.slice(0, 3)).toEqual([
      { line: 10, field: 'practiceId', ...reasonOf('required'), wholeLine: true },
      { line: 11, field: 'clientUuid', ...reasonOf('hanging'), wholeLine: true },
      { line: 12, field: 'clientUuid', ...reasonOf('hanging'), wholeLine: true },
    ])
    expect(report.changes).toMatchObject({ client: { added: 2 }, patient: { added: 1 }, invoice: { added: 1 } })
    expect(await countsOf(testServer.db)).toEqual([{ practice_id: 'de-krekel', registered: 2, unregistered: 0 }])
  })

  test('a bad line about a known client leaves the client as it was, and what hangs on it is loaded', async () => {
    await using testServer = await openTestServer(engine)
    await load(testServer.db, smallExport())
    const report = await load(testServer.db, [clientLine(1, { practiceId: '', lastName: 'Smit' }), patientLine(2, 1)])
    expect(report).toMatchObject({ warnings: { count: 1 }, changes: { patient: { added: 1 } } })
    expect(await clientRow(testServer.db, 1)).toMatchObject({ last_name: 'van den Berg' })
  })

  describe('an export of which large parts would be left out', () => {
    /** Clients of which the last cannot be loaded. */
    const clients = (count: number, bad: number) =>
      Array.from({ length: count }, (_, index) => clientLine(index + 1, index >= count - bad ? { uuid: null } : {}))

    test.each([
      [4, 4, []],
      [100, 5, []],
      [100, 6, [{ kind: 'client', what: 'leftOut', count: 6, of: 100 }]],
      [5, 5, [{ kind: 'client', what: 'leftOut', count: 5, of: 5 }]],
    ])('with %i clients, of which %i have no key', async (count, bad, large) => {
      await using testServer = await openTestServer(engine)
      const report = await load(testServer.db, [practiceLine(), ...clients(count, bad)])
      expect(report).toMatchObject({ large, loaded: large.length === 0 })
      const rows = await testServer.db.selectFrom('client').select('uuid').execute()
      expect(rows).toHaveLength(large.length === 0 ? count - bad : 0)
    })

    test.each([{ confirmed: true }, { skipInvalid: true }])('is loaded with %j', async (options) => {
      await using testServer = await openTestServer(engine)
      const report = await load(testServer.db, [practiceLine(), ...clients(20, 10)], options)
      expect(report).toMatchObject({ loaded: true, large: [], changes: { client: { added: 10 } } })
    })

    test('does not count lines that a later one repeats, or answers to requests that are gone', async () => {
      await using testServer = await openTestServer(engine)
      const answers = Array.from({ length: 10 }, (_, index) => ({
        record: 'requestAnswer',
        uuid: uuid('9', index + 1),
        outcome: 'answered',
        text: 'Kom maar langs.',
      }))
      const repeated = Array.from({ length: 10 }, () => clientLine(1))
      const report = await load(testServer.db, [...smallExport(), ...answers, ...repeated])
      expect(report).toMatchObject({ loaded: true, large: [], warnings: { count: 20 } })
    })

    test('is refused where no line names a record', async () => {
      await using testServer = await openTestServer(engine)
      const lines = ['PK\u0003\u0004', '<xml>', '"x"'].map((text, index) => checkLine(index + 1, text))
      const report = await loadExport(testServer.db, [lines], { practiceId: 'de-krekel', now: NOW, confirmed: true })
      expect(report).toMatchObject({ loaded: false, problems: { first: [{ line: 0, ...reasonOf('notReadable') }] } })
    })
  })

  test('a client without an address is not registered, and two practices share an account', async () => {
    await using testServer = await openTestServer(engine)
    const report = await load(testServer.db, [
      practiceLine(),
      clientLine(1, { email: 'Samen@mail.example' }),
      clientLine(3, { email: undefined }),
    ])
    const theirs = [practiceLine('other'), clientLine(4, { email: 'samen@mail.example', practiceId: 'other' })]
    await load(testServer.db, theirs, { practiceId: 'other' })
    expect(report.unregistered).toEqual({ noAddress: 1 })
    const clients = await testServer.db
      .selectFrom('client')
      .select(['registered', 'account_id'])
      .orderBy('uuid')
      .execute()
    expect(clients.map(({ registered }) => registered)).toEqual([1, 0, 1])
    expect(clients[2]!.account_id).toBe(clients[0]!.account_id)
  })

  test('invites staff, once; owners when asked, never locked ones', async () => {
    await using testServer = await openTestServer(engine)
    const records = [
      practiceLine(),
      staffLine('a@staff.example'),
      clientLine(1),
      clientLine(2, { locked: true }),
      clientLine(3, { registered: false }),
      clientLine(5),
    ]
    const closed = [practiceLine('closed', { locked: true }), clientLine(4, { practiceId: 'closed' })]
    await load(testServer.db, records, { invited: 'staff' })
    expect(await outbox(testServer.db)).toEqual([
      { kind: 'staff-activation', username: 'a@staff.example', practice_id: 'de-krekel' },
    ])

    await testServer.db
      .updateTable('account')
      .set({ password_hash: 'has one' })
      .where('username', '=', 'client5@mail.example')
      .execute()
    await load(testServer.db, records, { invited: 'staff-and-owners' })
    await load(testServer.db, closed, { practiceId: 'closed', invited: 'staff-and-owners' })
    await load(testServer.db, records, { invited: 'staff-and-owners' })
    expect(await outbox(testServer.db)).toEqual([
      { kind: 'staff-activation', username: 'a@staff.example', practice_id: 'de-krekel' },
      { kind: 'activation', username: 'client1@mail.example', practice_id: 'de-krekel' },
      // Knows the portal by another practice.
      { kind: 'access', username: 'client5@mail.example', practice_id: 'de-krekel' },
    ])
  })

  test('calls owners invited only who are, and says how many are not', async () => {
    await using testServer = await openTestServer(engine)
    const { db } = testServer
    const states = async () =>
      (
        await db
          .selectFrom('client')
          .select(['activation', 'invited_at'])
          .where('practice_id', '=', 'de-krekel')
          .orderBy('uuid')
          .execute()
      ).map(({ activation, invited_at: at }) => [activation, at !== null])
    const records = [
      practiceLine(),
      clientLine(1),
      clientLine(2, { locked: true }),
      clientLine(3, { registered: false }),
    ]
    expect(await load(db, records, { invited: 'staff' })).toMatchObject({ notInvited: 1 })
    const before = [
      ['not-invited', false],
      ['not-invited', false],
    ]
    expect(await states()).toEqual([...before, [null, false]])
    expect(await load(db, records, { invited: 'staff-and-owners' })).toMatchObject({ notInvited: 0 })
    expect(await states()).toEqual([
      ['invited', true],
      ['not-invited', false],
      [null, false],
    ])
  })

  test('an owner who is known already hears of the practice that was added', async () => {
    await using testServer = await openTestServer(engine)
    await load(testServer.db, [practiceLine(), clientLine(1)])
    await testServer.db.updateTable('account').set({ password_hash: 'has one' }).execute()
    const more = [practiceLine('other'), clientLine(2, { practiceId: 'other', email: 'client1@mail.example' })]
    await load(testServer.db, more, { practiceId: 'other', invited: 'staff-and-owners' })
    expect(await outbox(testServer.db)).toEqual([
      { kind: 'access', username: 'client1@mail.example', practice_id: 'other' },
    ])
  })

  test('leaves nothing behind when it fails at the end', async () => {
    await using testServer = await openTestServer(engine)
    const failing = load(testServer.db, smallExport(), { andThen: () => Promise.reject(new Error('stopped')) })
    await expect(failing).rejects.toThrow('stopped')
    expect(await testServer.db.selectFrom('practice').selectAll().execute()).toEqual([])
    expect(await load(testServer.db, smallExport())).toMatchObject({ loaded: true, changes: all('added') })
  })
})

describe.runIf(engines.includes('postgres'))('an import beside the portal, on PostgreSQL', () => {
  test('keeps nobody from signing in, reading or writing elsewhere, and counts who was registered meanwhile', async () => {
    await using testServer = await openTestServer('postgres')
    const { db } = testServer
    await load(db, [practiceLine(), staffLine('tess@kliniek.example'), clientLine(2, { registered: false })])
    await practice(db, 'a')
    await staff(db, 'a', 'staff@a.example')
    await acceptOffers(db)
    await db.updateTable('account').set({ password_hash: 'hash of y' }).execute()
    const signIn = async (username: string) =>
      await testServer.call('POST', 'user/authenticate', { body: { username, password: 'y' } })
    const tokenOf = async (username: string) => ((await (await signIn(username)).json()) as { token: string }).token
    const [here, there] = [await tokenOf('tess@kliniek.example'), await tokenOf('staff@a.example')]
    const clientId = await client(db, 'a', { email: 'x@mail.example' })
    const meanwhile: number[] = []
    await load(db, [practiceLine(), staffLine('tess@kliniek.example'), ...smallExport().slice(2)], {
      andThen: async () => {
        for (const answer of [
          await signIn('tess@kliniek.example'),
          await testServer.call('GET', 'practice/de-krekel/clients', { token: here }),
          await testServer.call('PUT', 'user', { token: here, body: { language: 'en' } }),
          await testServer.call('POST', `practice/a/clients?clientUuid=${clientId}`, { token: there }),
        ])
          meanwhile.push(answer.status)
      },
    })
    expect(meanwhile).toEqual([200, 200, 200, 201])

    // Between the comparison and the merge.
    const register = async () =>
      (await testServer.call('POST', `practice/de-krekel/clients?clientUuid=${uuid('c', 2)}`, { token: here })).status
    let registered: Promise<number> | undefined
    await load(db, [clientLine(3)], {
      progress: (step) => void (step === 'loading practice' && (registered = register())),
    })
    expect(await registered).toBe(201)
    expect(await countsOf(db)).toContainEqual({ practice_id: 'de-krekel', registered: 3, unregistered: 0 })
  })
})

describe('an import beside the portal, on SQLite', () => {
  /** So many that they are loaded ahead. */
  const MANY = 5002
  const many = () => [
    practiceLine(),
    staffLine('tess@kliniek.example'),
    ...Array.from({ length: MANY }, (_, index) => clientLine(index + 1, { registered: index % 2 === 0 })),
    patientLine(1, 1),
    ...papers(1, { client: 1, patient: 1 }),
  ]
  let dataDir: string
  beforeEach(() => (dataDir = mkdtempSync(join(tmpdir(), 'portal-'))))
  afterEach(() => rmSync(dataDir, { recursive: true }))

  /** The import's own connection, and the one of a server. */
  async function opened() {
    const place = { dataDir, databaseUrl: undefined }
    const [importing, serving] = [(await openDatabase(place)).db, (await openDatabase(place)).db]
    const clients = async () => {
      const { count } = await serving
        .selectFrom('client')
        .where('practice_id', '=', 'de-krekel')
        .select((row) => row.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return count
    }
    const all = async () => (await serving.selectFrom('client').select('uuid').execute()).length
    const destroy = async () => void (await Promise.all([importing.destroy(), serving.destroy()]))
    return { importing, serving, clients, all, [Symbol.asyncDispose]: destroy }
  }

  test('lets others write meanwhile, and is seen all at once', async () => {
    await using at = await opened()
    await practice(at.serving, 'a')
    const seen = new Set<number>()
    let written = 0
    const over = new AbortController()
    const importing = load(at.importing, many(), { invited: 'staff-and-owners' }).finally(() => over.abort())
    while (!over.signal.aborted) {
      const title = String(written)
      await inTransaction(at.serving, (trx) =>
        trx.updateTable('practice').set({ title }).where('id', '=', 'a').execute(),
      )
      seen.add(await at.clients())
      const isHalfWay = (await at.all()) > 0 && (await at.clients()) === 0
      if (isHalfWay) written += 1
      await new Promise(setImmediate)
    }
    expect(await importing).toMatchObject({ loaded: true, changes: { client: { added: MANY }, invoice: { added: 1 } } })
    seen.add(await at.clients())
    expect([...seen]).toEqual([0, MANY])
    expect(written).toBeGreaterThan(1)
    expect(await countsOf(at.serving)).toContainEqual({
      practice_id: 'de-krekel',
      registered: MANY / 2,
      unregistered: MANY / 2,
    })
    const names = await at.serving.selectFrom('practice').select('id').orderBy('id').execute()
    expect(names).toEqual([{ id: 'a' }, { id: 'de-krekel' }])
    expect(await load(at.importing, many())).toMatchObject({ changes: { client: { unchanged: MANY } } })
  })

  test('takes away what it had loaded when it fails, and what a killed one left', async () => {
    await using at = await opened()
    let atTheEnd = 0
    const failing = load(at.importing, many(), {
      andThen: async () => {
        atTheEnd = await at.all()
        throw new Error('stopped')
      },
    })
    await expect(failing).rejects.toThrow('stopped')
    expect([atTheEnd, await at.all()]).toEqual([MANY, 0])

    // Killed before the end, another one has left this.
    await at.serving.insertInto('practice').values({ id: '', name: '', locked: 1 }).execute()
    const left = await client(at.serving, '', { uuid: uuid('c', 1) })
    await patient(at.serving, left, 'Bella')
    expect(await load(at.importing, many())).toMatchObject({ loaded: true, changes: { client: { added: MANY } } })
    expect([await at.all(), await at.clients()]).toEqual([MANY, MANY])
    expect(await at.serving.selectFrom('patient').select('name').execute()).toHaveLength(1)
  })
})
