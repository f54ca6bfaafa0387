import { beforeEach, describe, expect, test } from 'vitest'
import type { Appointment } from '#contract/schemas/appointment.ts'
import { bookAppointment } from '#server/appointments/queries.ts'
import type { Database } from '#server/db/schema.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { acceptOffers } from '#server/demo/load.ts'
import { checkLine } from '#server/import/check.ts'
import type { LoadOptions } from '#server/import/load.ts'
import { loadExport } from '#server/import/load.ts'
import { reasonOf } from '#server/import/reasons.ts'
import { staffInBatches } from '#server/memberships/members.ts'
import { openDatabase } from '#server/node/db/database.ts'
import { client, patient, practice, staff } from '#harness/builders.ts'
import type { AnyRecord } from '#harness/example-export.ts'
import {
  appointmentLine,
  checked,
  clientLine,
  recordsOfAnimal,
  patientLine,
  practiceLine,
  smallExport,
  staffLine,
  uuid,
} from '#harness/example-export.ts'
import { eachFolder } from '#harness/folders.ts'
import { changeRows, rowsOf } from '#harness/rows.ts'
import { eachTestServer, engines, onEngines, outcomeOf } from '#harness/test-server.ts'

const NOW = new Date('2026-06-15T10:00:00.000Z')
const KINDS = [
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
const OTHER = { practiceId: 'other' }
const OWNERS = { invited: 'staff-and-owners' } as const

const loadInto = (db: Database, records: AnyRecord[], options: Partial<LoadOptions> = {}) =>
  loadExport(db, checked(records), { practiceId: 'de-krekel', now: NOW, ...options })
const all = (change: 'added' | 'updated' | 'unchanged') =>
  Object.fromEntries(KINDS.map((kind) => [kind, { added: 0, updated: 0, unchanged: 0, [change]: 1 }]))
/** Records of an animal: reminder, logbook entry and invoice. */
const someRecordsOf = (number: number, of: { client: number; patient: number }) => {
  const [reminder, , , entry, invoice] = recordsOfAnimal(number, of) as [
    AnyRecord,
    AnyRecord,
    AnyRecord,
    AnyRecord,
    AnyRecord,
  ]
  return { reminder, entry, invoice }
}
/** All records of another practice, each with number 7. */
const otherPractice = () => [
  practiceLine('other'),
  staffLine('staff@other.example', OTHER),
  clientLine(7, OTHER),
  patientLine(7, 7),
  ...recordsOfAnimal(7, { client: 7, patient: 7 }),
]
const clientRow = async (db: Database, number: number) =>
  (await rowsOf(db, 'client', '*', { uuid: uuid('c', number) }))[0]
const countsOf = (db: Database) => rowsOf(db, 'client_count', ['practice_id', 'registered', 'unregistered'])

onEngines('an import', (engine) => {
  const testServer = eachTestServer(engine)
  const load = (records: AnyRecord[], options: Partial<LoadOptions> = {}) => loadInto(testServer.db, records, options)
  const outbox = async () => {
    const rows = await testServer.db
      .selectFrom('outbox')
      .innerJoin('account', 'account.id', 'outbox.account_id')
      .select(['kind', 'username', 'outbox.practice_id'])
      .orderBy('username')
      .execute()
    return rows.map((row) => Object.values(row).join(' '))
  }

  test('loads all nine kinds idempotently', { tags: ['database'] }, async () => {
    const { db } = testServer
    expect(await load(smallExport())).toMatchObject({ loaded: true, changes: all('added') })
    const before = await clientRow(db, 1)
    expect(before).toMatchObject({
      practice_id: 'de-krekel',
      registered: 1,
      registered_at: '2022-05-29T09:03:00+01:00',
      locked: 0,
      search_name: 'van den berg',
      sort_name: 'berg\tanna',
    })
    const account = { practice_id: null, staff_role: null, language: 'nl' }
    expect(await rowsOf(db, 'account', ['username', 'practice_id', 'staff_role', 'language'])).toEqual([
      { username: 'beheer@de-krekel.example', ...account },
      { username: 'client1@mail.example', ...account },
    ])
    expect(await countsOf(db)).toEqual([{ practice_id: 'de-krekel', registered: 1, unregistered: 0 }])
    const [entry] = await rowsOf(db, 'logbook_entry', ['data'])
    expect(JSON.parse(entry!.data)).toEqual({
      uuid: uuid('4', 1),
      date: '2026-03-12',
      description: 'Telefonisch advies',
      withdrawalMilkDays: 0,
    })
    expect(await load(smallExport())).toMatchObject({ loaded: true, changes: all('unchanged') })
    expect(await clientRow(db, 1)).toEqual(before)
  })

  test('accepts links in any order and case', async () => {
    const records: AnyRecord[] = smallExport().map((record) => ({ ...record, secret: 'x', ['__proto__x']: 1 }))
    for (const record of records)
      for (const name of ['uuid', 'clientUuid', 'patientUuid'])
        if (typeof record[name] === 'string') record[name] = record[name].toUpperCase()
    expect(await load(records.toReversed())).toMatchObject({ loaded: true, changes: all('added') })
    const [row] = await rowsOf(testServer.db, 'reminder', ['uuid', 'data'])
    expect(row!.uuid).toBe(uuid('1', 1))
    expect(JSON.parse(row!.data)).toMatchObject({ uuid: uuid('1', 1), patientUuid: uuid('a', 1) })
    expect(row!.data).not.toContain('secret')
  })

  test('locks and unlocks a practice only if the export says so', async () => {
    const found: unknown[] = []
    const phone = '030 1'
    for (const fields of [{}, { locked: true }, {}, { phone }, { phone, locked: false }, { phone, locked: false }]) {
      const { changes } = await load([practiceLine('a', fields)], { practiceId: 'a' })
      const [row] = await rowsOf(testServer.db, 'practice', ['locked'])
      const { added, updated, unchanged } = changes!.practice
      found.push([row!.locked, added, updated, unchanged])
    }
    expect(found).toEqual([
      [0, 1, 0, 0],
      [1, 0, 1, 0],
      [1, 0, 0, 1],
      [1, 0, 1, 0],
      [0, 0, 1, 0],
      [0, 0, 0, 1],
    ])
    await load([practiceLine('b', { locked: true })], { practiceId: 'b' })
    expect(await rowsOf(testServer.db, 'practice', ['locked'], { id: 'b' })).toEqual([{ locked: 1 }])
  })

  test('updates fields of the practice system without changing those of the portal', async () => {
    const { db } = testServer
    await load([...smallExport(), clientLine(2, { registered: false })])
    const { account_id: owner } = (await clientRow(db, 1))!
    const subscription = { client_uuid: uuid('c', 1), account_id: owner!, subscribed_at: NOW.toISOString() }
    await db
      .insertInto('reminder_subscription')
      .values({ ...subscription, week: '2026-06-15' })
      .execute()
    await changeRows(db, 'client', { locked: 1 }, { uuid: uuid('c', 1) })
    await changeRows(db, 'account', { language: 'en', password_hash: 'kept' })
    const own = { title: 'Written in the portal', logo_url: '/files/logo', reminder_mails: 1 } as const
    await changeRows(db, 'practice', own)

    const newer: Record<string, AnyRecord> = {
      client: { lastName: 'de Vries', email: 'new@mail.example', registered: false, locked: false },
      practice: { phone: '030 1', locked: true },
      user: { firstName: 'Femke', language: 'nl' },
      reminder: { active: false, status: 'DONE' },
    }
    const lines = smallExport().map((record) => ({ ...record, ...newer[String(record['record'])] }))
    const report = await load([...lines, clientLine(2, { registered: true, firstName: undefined }), clientLine(3)])
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
      account_id: owner,
    })
    expect(await clientRow(db, 2)).toMatchObject({ registered: 0, account_id: null, first_name: null })
    expect(await rowsOf(db, 'practice')).toMatchObject([{ ...own, phone: '030 1', locked: 1 }])
    // The export changes the offer only; the account belongs to its person.
    const { value: offered } = await staffInBatches(db, 'de-krekel').next()
    expect(offered).toMatchObject([{ firstName: 'Femke', state: 'offered' }])
    expect((await rowsOf(db, 'account', ['username', 'first_name', 'language', 'password_hash']))[0]).toEqual({
      username: 'beheer@de-krekel.example',
      first_name: 'Tess',
      language: 'en',
      password_hash: 'kept',
    })
    expect(await rowsOf(db, 'reminder', ['active'])).toEqual([{ active: 0 }])
    expect(await rowsOf(db, 'reminder_subscription')).toMatchObject([subscription])
    expect(await countsOf(db)).toEqual([{ practice_id: 'de-krekel', registered: 2, unregistered: 1 }])
  })

  test('moves records to another animal', async () => {
    const { db } = testServer
    const others = [
      patientLine(2, 1, { name: 'Max' }),
      { ...someRecordsOf(9, { client: 1, patient: 1 }).reminder, patientUuid: undefined },
    ]
    await load([...smallExport(), ...others])
    const animals = async () => {
      const tables = ['reminder', 'visit_form', 'attachment'] as const
      const rows = await Promise.all(tables.map((table) => rowsOf(db, table, ['uuid', 'patient_uuid'])))
      return rows.flat().map(({ uuid: key, patient_uuid }) => [key, patient_uuid])
    }
    const of = (animal: string) => [
      [uuid('1', 1), animal],
      [uuid('1', 9), null],
      [uuid('2', 1), animal],
      [uuid('3', 1), animal],
    ]
    const [bella, max] = [uuid('a', 1), uuid('a', 2)]
    expect(await animals()).toEqual(of(bella))
    const rest = smallExport().slice(2)
    const moved = rest.map((line) => ('patientUuid' in line ? { ...line, patientUuid: max.toUpperCase() } : line))
    const one = { added: 0, updated: 1, unchanged: 0 }
    expect((await load([...moved, ...others])).changes).toMatchObject({
      visitForm: one,
      attachment: one,
      logbookEntry: one,
      invoice: { updated: 0 },
      reminder: { added: 0, updated: 1, unchanged: 1 },
    })
    expect(await animals()).toEqual(of(max))
    const again = await load([...moved, ...others])
    for (const { added, updated } of Object.values(again.changes ?? {})) expect(added + updated).toBe(0)
  })

  test('stores appointments without losing those booked through a request', async () => {
    const { db } = testServer
    const rows = () =>
      rowsOf(db, 'appointment', ['uuid', 'start', 'ends_at', 'status', 'reminder_uuid', 'request_uuid'])
    const upper = { patientUuids: [uuid('a', 1).toUpperCase()], reminderUuid: uuid('1', 1).toUpperCase() }
    const { warnings } = await load([...smallExport(), appointmentLine(1, upper)])
    expect(warnings.first).toEqual([])
    const morning = { start: '2026-03-12T08:30:00.000Z', ends_at: '2026-03-12T08:50:00.000Z' }
    const first = { uuid: uuid('6', 1), ...morning, reminder_uuid: uuid('1', 1), request_uuid: null }
    expect(await rows()).toEqual([{ ...first, status: 'BOOKED' }])

    const { record: _, clientUuid: __, ...answer } = appointmentLine(2, { reminderUuid: undefined })
    const request = uuid('9', 1)
    const book = (fields: AnyRecord = {}, clientId = uuid('c', 1)) =>
      inTransaction(db, (trx) =>
        bookAppointment(trx, { clientId, requestId: request, appointment: { ...answer, ...fields } as Appointment }),
      )
    await book()
    const second = { uuid: uuid('6', 2), ...morning, request_uuid: request }
    // The appointment is absent from this export and stays; the next export contains and changes the appointment.
    await load([...smallExport(), appointmentLine(1, { status: 'CANCELLED' })])
    expect(await rows()).toEqual([
      { ...first, status: 'CANCELLED' },
      { ...second, status: 'BOOKED', reminder_uuid: null },
    ])
    await load([...smallExport(), appointmentLine(2, { clientUuid: uuid('c', 1), status: 'DONE' })])
    expect((await rows())[1]).toEqual({ ...second, status: 'DONE', reminder_uuid: uuid('1', 2) })

    // A further booking for the request replaces the appointment; a booking for another client fails.
    await book({ start: '2026-10-25T02:30:00+01:00' })
    const later = { start: '2026-10-25T01:30:00.000Z', status: 'BOOKED' }
    expect((await rows())[1]).toMatchObject(later)
    await load([...smallExport(), clientLine(2)])
    await expect(book({}, uuid('c', 2))).rejects.toThrow('not-found')
    expect((await rows())[1]).toMatchObject(later)
  })

  test('omits appointments without a time, status or known client', async () => {
    const wrong: [fields: AnyRecord, field: string, code: string][] = [
      [{ start: '2026-03-12' }, 'start', 'invalidDateTime'],
      [{ start: '2026-02-30T09:30:00Z' }, 'start', 'invalidDateTime'],
      [{ status: 'MOVED' }, 'status', 'unknownValue'],
      [{ clientUuid: uuid('c', 7) }, 'clientUuid', 'unknown'],
    ]
    const lines = wrong.map(([fields], at) => appointmentLine(at + 1, { clientUuid: uuid('c', 1), ...fields }))
    const { warnings, loaded, changes } = await load([...smallExport(), ...lines])
    expect([loaded, changes?.client.added, changes?.appointment.added]).toEqual([true, 1, 0])
    expect(warnings.first).toMatchObject(
      wrong.map(([, field, code], at) => ({ line: at + 10, field, code, wholeLine: true })),
    )
  })

  test('loads a line without its invalid field', async () => {
    const line = clientLine(2, { email: 'geen', lastName: '', companyName: 'Maatschap' })
    const report = await load([...smallExport(), line])
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
    expect(await testServer.read('clients?practiceId=de-krekel', token)).toMatchObject({
      content: [{ lastName: '', companyName: 'Maatschap', email: null }],
    })
  })

  test('stores text after removing characters that a database rejects', { tags: ['database'] }, async () => {
    const lines = [clientLine(2, { city: 'a\0b\uD800' }), patientLine(2, 2, { alerts: 'x\0\uDC00\r\ny' })]
    expect(await load([...smallExport(), ...lines])).toMatchObject({ loaded: true })
    expect(await clientRow(testServer.db, 2)).toMatchObject({ city: 'ab' })
    const [row] = await rowsOf(testServer.db, 'patient', ['data'], { uuid: uuid('a', 2) })
    expect(JSON.parse(row!.data)).toMatchObject({ alerts: 'x\ny' })
  })

  test('preserves the name of a practice if the export has none', async () => {
    const name = async (fields: AnyRecord) => {
      await load([practiceLine('de-krekel', fields)])
      return (await rowsOf(testServer.db, 'practice', ['name']))[0]!.name
    }
    expect(await name({ name: undefined })).toBe('de-krekel')
    await name({ name: 'De Krekel' })
    expect(await name({ name: ' ', phone: '030 2' })).toBe('De Krekel')
  })

  test('of another practice is rejected with one problem', async () => {
    const clients = (count: number) => Array.from({ length: count }, (_, index) => clientLine(index + 20, OTHER))
    const own = [practiceLine('de-krekel'), clientLine(1), clientLine(2)]
    const { loaded, problems, warnings } = await load([practiceLine('other'), ...clients(30), patientLine(20, 1)])
    const value = 'other'
    expect([loaded, problems]).toEqual([
      false,
      { first: [{ line: 0, field: '', ...reasonOf('wrongPractice', value) }], count: 1, lines: 30 },
    ])
    expect(warnings.count).toBe(0)
    // Single lines of another practice are named.
    expect((await load([...own, ...clients(5)])).problems).toMatchObject({ count: 5, first: { length: 5 } })
    expect((await load(own)).loaded).toBe(true)
  })

  test('is rejected if it names records of another practice', async () => {
    await load(otherPractice(), OTHER)
    const taken = someRecordsOf(7, { client: 1, patient: 1 })
    const lines: [line: AnyRecord, field: string][] = [
      [practiceLine('other', { name: 'Renamed' }), 'id'],
      [clientLine(9, OTHER), 'practiceId'],
      [staffLine('new@other.example', OTHER), 'practiceId'],
      [{ ...patientLine(9, 1), ...OTHER }, 'practiceId'],
      [clientLine(7), 'uuid'],
      [patientLine(7, 1), 'uuid'],
      [taken.invoice, 'uuid'],
      [taken.entry, 'uuid'],
    ]
    const report = await load([...smallExport(), ...lines.map(([line]) => line)])
    expect(report.loaded).toBe(false)
    expect(report.problems).toEqual({
      first: lines.map(([, field], at) => ({ line: at + 10, field, ...reasonOf('otherPractice') })),
      count: lines.length,
      lines: lines.length,
    })
    expect(await clientRow(testServer.db, 1)).toBeUndefined()
  })

  test('omits lines that refer to unknown records or records of another practice', async () => {
    await load(otherPractice(), OTHER)
    const unknown = someRecordsOf(9, { client: 1, patient: 8 })
    const foreign = someRecordsOf(10, { client: 1, patient: 7 })
    const { entry } = someRecordsOf(11, { client: 1, patient: 1 })
    const lines: [line: AnyRecord, field: string][] = [
      [patientLine(9, 8), 'clientUuid'],
      [unknown.reminder, 'patientUuid'],
      [unknown.entry, 'patientUuid'],
      [patientLine(10, 7), 'clientUuid'],
      [foreign.reminder, 'patientUuid'],
      [foreign.entry, 'patientUuid'],
      [{ ...entry, clientUuid: uuid('c', 7) }, 'clientUuid'],
    ]
    const report = await load([...smallExport(), ...lines.map(([line]) => line)])
    expect(report).toMatchObject({ loaded: true, problems: { count: 0 }, changes: all('added') })
    expect(report.warnings.first).toEqual(
      lines.map(([, field], at) => ({ line: at + 10, field, ...reasonOf('unknown'), wholeLine: true })),
    )
  })

  test('uses the last valid line of a repeated record', async () => {
    const { db } = testServer
    const report = await load([
      ...smallExport(),
      practiceLine('de-krekel', { name: 'Last' }),
      staffLine('BEHEER@de-krekel.example', { firstName: 'Last' }),
      clientLine(1, { lastName: 'Last' }),
      patientLine(1, 1, { name: 'Last' }),
      { ...someRecordsOf(1, { client: 1, patient: 8 }).reminder, description: 'Last' },
    ])
    expect(report).toMatchObject({ loaded: true, changes: all('added') })
    expect(report.warnings.first).toEqual([
      ...['id', 'username', 'uuid', 'uuid'].map((field, at) => ({
        line: at + 1,
        field,
        ...reasonOf('repeated'),
        wholeLine: true,
      })),
      { line: 14, field: 'patientUuid', ...reasonOf('unknown'), wholeLine: true },
    ])
    const names = [
      ...(await rowsOf(db, 'client', ['last_name'])),
      ...(await rowsOf(db, 'exported_staff', ['first_name'])),
      ...(await rowsOf(db, 'practice', ['name'])),
      ...(await rowsOf(db, 'patient', ['name'])),
    ]
    expect(names.flatMap((row) => Object.values(row))).toEqual(Array(4).fill('Last'))
    expect((await rowsOf(db, 'reminder', ['data']))[0]!.data).not.toContain('Last')
  })

  test('leaves records of another practice unchanged with `skipInvalid`', async () => {
    const { db } = testServer
    await load(otherPractice(), OTHER)
    const rowsOfOther = () =>
      Promise.all([
        rowsOf(db, 'practice', '*', { id: 'other' }),
        rowsOf(db, 'account', '*', { practice_id: 'other' }),
        rowsOf(db, 'client', '*', { practice_id: 'other' }),
        rowsOf(db, 'client_count', '*', { practice_id: 'other' }),
        rowsOf(db, 'audit', '*', { practice_id: 'other' }),
        rowsOf(db, 'patient', '*', { client_uuid: uuid('c', 7) }),
        rowsOf(db, 'invoice', '*', { client_uuid: uuid('c', 7) }),
        rowsOf(db, 'logbook_entry', '*', { patient_uuid: uuid('a', 7) }),
      ])
    const before = await rowsOfOther()
    const own = [patientLine(8, 7), ...recordsOfAnimal(9, { client: 7, patient: 7 })]
    const foreign = [
      practiceLine('other', { name: 'Renamed' }),
      staffLine('outsider@mail.example', OTHER),
      clientLine(7, { lastName: 'Overwritten' }),
      ...recordsOfAnimal(8, { client: 7, patient: 8 }),
      ...own,
      { ...patientLine(9, 7), practiceId: 'de-krekel' },
    ]
    const report = await load([...smallExport(), ...foreign], { skipInvalid: true })
    expect(report).toMatchObject({ loaded: true, changes: all('added') })
    const found = [...report.problems.first, ...report.warnings.first].map(({ line }) => line)
    expect(found.toSorted((a, b) => a - b)).toEqual(foreign.map((_, index) => index + 10))
    expect(await rowsOfOther()).toEqual(before)
    // The same export without the client's line, and then as an export of the other practice.
    expect(await load(own, { skipInvalid: true })).toMatchObject({
      loaded: true,
      problems: { count: 0 },
      warnings: { count: 6 },
    })
    expect(await rowsOfOther()).toEqual(before)
    expect(await load(own, OTHER)).toMatchObject({ loaded: true, problems: { count: 0 } })
  })

  test('is rejected if neither the file nor the database names a practice', async () => {
    const report = await load([clientLine(1), patientLine(1, 1)])
    expect(report).toMatchObject({ loaded: false, problems: { count: 1 } })
    expect(report.problems.first).toEqual([{ line: 1, field: 'practiceId', ...reasonOf('unknown') }])
  })

  test('links records to those of an earlier export', async () => {
    await load(smallExport())
    const report = await load([patientLine(2, 1), ...recordsOfAnimal(2, { client: 1, patient: 2 }), clientLine(2)])
    expect(report).toMatchObject({ loaded: true, changes: { patient: { added: 1 }, client: { added: 1 } } })
    expect(await countsOf(testServer.db)).toEqual([{ practice_id: 'de-krekel', registered: 2, unregistered: 0 }])
  })

  test('returns the first 20 warnings in file order and the total', { tags: ['database'] }, async () => {
    const bad = Array.from({ length: 15 }, (_, index) => [
      patientLine(100 + index, 99),
      clientLine(100 + index, { locked: 'no idea', email: 'geen' }),
    ])
    const { warnings } = await load([practiceLine(), ...bad.flat()], { confirmed: true })
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

  test('omits lines that refer to an omitted line', async () => {
    const lines = [
      clientLine(2, { practiceId: null }),
      patientLine(2, 2),
      ...recordsOfAnimal(2, { client: 2, patient: 2 }),
    ]
    const report = await load([...smallExport(), ...lines, clientLine(3)])
    expect(report.warnings.count).toBe(7)
    expect(report.warnings.first.slice(0, 3)).toEqual([
      { line: 10, field: 'practiceId', ...reasonOf('required'), wholeLine: true },
      { line: 11, field: 'clientUuid', ...reasonOf('hanging'), wholeLine: true },
      { line: 12, field: 'clientUuid', ...reasonOf('hanging'), wholeLine: true },
    ])
    expect(report.changes).toMatchObject({ client: { added: 2 }, patient: { added: 1 }, invoice: { added: 1 } })
    expect(await countsOf(testServer.db)).toEqual([{ practice_id: 'de-krekel', registered: 2, unregistered: 0 }])
    // A line left out keeps the known client, and lines that link to the client are loaded.
    const again = await load([clientLine(1, { practiceId: '', lastName: 'Smit' }), patientLine(2, 1)])
    expect(again).toMatchObject({ warnings: { count: 1 }, changes: { patient: { added: 1 } } })
    expect(await clientRow(testServer.db, 1)).toMatchObject({ last_name: 'van den Berg' })
  })

  describe('with many omitted lines', () => {
    /** Clients, the last `bad` of which have no uuid. */
    const clients = (count: number, bad: number) =>
      Array.from({ length: count }, (_, index) => clientLine(index + 1, index >= count - bad ? { uuid: null } : {}))

    test.each([
      [4, 4, []],
      [100, 5, []],
      [100, 6, [{ kind: 'client', what: 'leftOut', count: 6, of: 100 }]],
      [5, 5, [{ kind: 'client', what: 'leftOut', count: 5, of: 5 }]],
    ])(
      'requires confirmation from five lines and above five per cent: %i clients, %i without a key',
      async (count, bad, large) => {
        const report = await load([practiceLine(), ...clients(count, bad)])
        expect(report).toMatchObject({ large, loaded: large.length === 0 })
        expect(await rowsOf(testServer.db, 'client')).toHaveLength(large.length === 0 ? count - bad : 0)
      },
    )

    test.each([{ confirmed: true }, { skipInvalid: true }])('is loaded with the option %j', async (options) => {
      const report = await load([practiceLine(), ...clients(20, 10)], options)
      expect(report).toMatchObject({ loaded: true, large: [], changes: { client: { added: 10 } } })
    })

    test('does not count repeated lines or answers to deleted requests', async () => {
      const answers = Array.from({ length: 10 }, (_, index) => ({
        record: 'requestAnswer',
        uuid: uuid('9', index + 1),
        outcome: 'answered',
        text: 'Kom maar langs.',
      }))
      const repeated = Array.from({ length: 10 }, () => clientLine(1))
      const report = await load([...smallExport(), ...answers, ...repeated])
      expect(report).toMatchObject({ loaded: true, large: [], warnings: { count: 20 } })
    })

    test('is rejected if no line names a record, even if confirmed', async () => {
      const lines = ['PK\u0003\u0004', '<xml>', '"x"'].map((text, index) => checkLine(index + 1, text))
      const options = { practiceId: 'de-krekel', now: NOW, confirmed: true }
      expect(await loadExport(testServer.db, [lines], options)).toMatchObject({
        loaded: false,
        problems: { first: [{ line: 0, ...reasonOf('notReadable') }] },
      })
    })
  })

  test('shares an account between practices', async () => {
    const lines = [practiceLine(), clientLine(1, { email: 'Samen@mail.example' }), clientLine(3, { email: undefined })]
    const report = await load(lines)
    await load([practiceLine('other'), clientLine(4, { email: 'samen@mail.example', ...OTHER })], OTHER)
    expect(report.unregistered).toEqual({ noAddress: 1 })
    const [first, second, third] = await rowsOf(testServer.db, 'client', ['uuid', 'registered', 'account_id'])
    expect([first, second, third].map((row) => row?.registered)).toEqual([1, 0, 1])
    expect(third!.account_id).toBe(first!.account_id)
  })

  test('invites staff by default and owners only with an option', async () => {
    const { db } = testServer
    const states = async () =>
      (await rowsOf(db, 'client', ['uuid', 'activation', 'invited_at'], { practice_id: 'de-krekel' })).map(
        ({ activation, invited_at: at }) => [activation, at !== null],
      )
    const [waiting, invited, unregistered] = [
      ['not-invited', false],
      ['invited', true],
      [null, false],
    ]
    const records = [
      practiceLine(),
      staffLine('a@staff.example'),
      clientLine(1),
      clientLine(2, { locked: true }),
      clientLine(3, { registered: false }),
      clientLine(5),
    ]
    const toStaff = 'staff-activation a@staff.example de-krekel'
    expect(await load(records, { invited: 'staff' })).toMatchObject({ notInvited: 2 })
    expect([await outbox(), await states()]).toEqual([[toStaff], [waiting, waiting, unregistered, waiting]])

    // This owner has set a password at another practice.
    await changeRows(db, 'account', { password_hash: 'has one' }, { username: 'client5@mail.example' })
    expect(await load(records, OWNERS)).toMatchObject({ notInvited: 0 })
    const closed = [practiceLine('closed', { locked: true }), clientLine(4, { practiceId: 'closed' })]
    await load(closed, { practiceId: 'closed', ...OWNERS })
    await load(records, OWNERS)
    const all = [toStaff, 'activation client1@mail.example de-krekel', 'access client5@mail.example de-krekel']
    expect([await outbox(), await states()]).toEqual([all, [invited, waiting, unregistered, invited]])
    const more = [practiceLine('other'), clientLine(6, { ...OTHER, email: 'client5@mail.example' })]
    await load(more, { ...OTHER, ...OWNERS })
    expect((await outbox()).toSorted()).toEqual([...all, 'access client5@mail.example other'].toSorted())
  })

  test('is rolled back if the last step fails', async () => {
    const failing = load(smallExport(), { andThen: () => Promise.reject(new Error('stopped')) })
    await expect(failing).rejects.toThrow('stopped')
    expect(await rowsOf(testServer.db, 'practice')).toEqual([])
    expect(await load(smallExport())).toMatchObject({ loaded: true, changes: all('added') })
  })
})

describe.runIf(engines.includes('postgres'))('an import while the portal runs, on PostgreSQL', () => {
  const testServer = eachTestServer('postgres')

  test('allows users to sign in, read and write', async () => {
    const { db } = testServer
    await loadInto(db, [practiceLine(), staffLine('tess@kliniek.example'), clientLine(2, { registered: false })])
    await practice(db, 'a')
    await staff(db, 'a', 'staff@a.example')
    await acceptOffers(db)
    await changeRows(db, 'account', { password_hash: 'hash of y' })
    const signIn = (username: string) =>
      testServer.call('POST', 'user/authenticate', { body: { username, password: 'y' } })
    const tokenOf = async (username: string) => (await testServer.ok<{ token: string }>(signIn(username))).token
    const [here, there] = [await tokenOf('tess@kliniek.example'), await tokenOf('staff@a.example')]
    const clientId = await client(db, 'a', { email: 'x@mail.example' })
    const meanwhile: string[] = []
    await loadInto(db, [practiceLine(), staffLine('tess@kliniek.example'), ...smallExport().slice(2)], {
      andThen: async () => {
        for (const response of [
          await signIn('tess@kliniek.example'),
          await testServer.call('GET', 'practice/de-krekel/clients', { token: here }),
          await testServer.call('PUT', 'user', { token: here, body: { language: 'en' } }),
          await testServer.call('POST', `practice/a/clients?clientUuid=${clientId}`, { token: there }),
        ])
          meanwhile.push(await outcomeOf(response))
      },
    })
    expect(meanwhile).toEqual(['200', '200', '200', '201'])

    // This happens between the comparison and the merge.
    const path = `practice/de-krekel/clients?clientUuid=${uuid('c', 2)}`
    const register = () => outcomeOf(testServer.call('POST', path, { token: here }))
    let registered: Promise<string> | undefined
    await loadInto(db, [clientLine(3)], {
      progress: (step) => void (step === 'loading practice' && (registered = register())),
    })
    expect(await registered).toBe('201')
    expect(await countsOf(db)).toContainEqual({ practice_id: 'de-krekel', registered: 3, unregistered: 0 })
  })
})

describe('an import while the portal runs, on SQLite', () => {
  /** From this number of clients, the import preloads them. */
  const MANY = 5002
  let many: AnyRecord[]
  beforeEach(() => {
    many = [
      practiceLine(),
      staffLine('tess@kliniek.example'),
      ...Array.from({ length: MANY }, (_, index) => clientLine(index + 1, { registered: index % 2 === 0 })),
      patientLine(1, 1),
      ...recordsOfAnimal(1, { client: 1, patient: 1 }),
    ]
  })
  const folder = eachFolder()

  async function opened() {
    const place = { dataDir: folder.path, databaseUrl: undefined }
    const [importing, serving] = [(await openDatabase(place)).db, (await openDatabase(place)).db]
    const counted = serving.selectFrom('client').select((row) => row.fn.countAll<number>().as('count'))
    const all = async () => (await counted.executeTakeFirstOrThrow()).count
    const clients = async () => (await counted.where('practice_id', '=', 'de-krekel').executeTakeFirstOrThrow()).count
    const destroy = async () => void (await Promise.all([importing.destroy(), serving.destroy()]))
    return { importing, serving, clients, all, [Symbol.asyncDispose]: destroy }
  }

  test('allows other writes before all clients appear at once', async () => {
    await using at = await opened()
    await practice(at.serving, 'a')
    const seen = new Set<number>()
    let written = 0
    const over = new AbortController()
    const importing = loadInto(at.importing, many, OWNERS).finally(() => over.abort())
    while (!over.signal.aborted) {
      await inTransaction(at.serving, (trx) => changeRows(trx, 'practice', { title: String(written) }, { id: 'a' }))
      seen.add(await at.clients())
      const isHalfWay = (await at.all()) > 0 && (await at.clients()) === 0
      if (isHalfWay) written += 1
      await new Promise(setImmediate)
    }
    expect(await importing).toMatchObject({ loaded: true, changes: { client: { added: MANY }, invoice: { added: 1 } } })
    seen.add(await at.clients())
    expect([...seen]).toEqual([0, MANY])
    expect(written).toBeGreaterThan(1)
    const half = { registered: MANY / 2, unregistered: MANY / 2 }
    expect(await countsOf(at.serving)).toContainEqual({ practice_id: 'de-krekel', ...half })
    expect(await rowsOf(at.serving, 'practice', ['id'])).toEqual([{ id: 'a' }, { id: 'de-krekel' }])
    expect(await loadInto(at.importing, many)).toMatchObject({ changes: { client: { unchanged: MANY } } })
  })

  test('removes preloaded rows of a failed or killed import', async () => {
    await using at = await opened()
    let rowsAtEnd = 0
    const failing = loadInto(at.importing, many, {
      andThen: async () => {
        rowsAtEnd = await at.all()
        throw new Error('stopped')
      },
    })
    await expect(failing).rejects.toThrow('stopped')
    expect([rowsAtEnd, await at.all()]).toEqual([MANY, 0])

    // A killed import leaves these rows behind.
    await at.serving.insertInto('practice').values({ id: '', name: '', locked: 1 }).execute()
    const left = await client(at.serving, '', { uuid: uuid('c', 1) })
    await patient(at.serving, left, 'Bella')
    expect(await loadInto(at.importing, many)).toMatchObject({ loaded: true, changes: { client: { added: MANY } } })
    expect([await at.all(), await at.clients()]).toEqual([MANY, MANY])
    expect(await rowsOf(at.serving, 'patient')).toHaveLength(1)
  })
})
