import { beforeEach, expect, test } from 'vitest'
import type { ImportReason } from '#contract/imports.ts'
import { acceptOffers } from '#server/demo/load.ts'
import { eraseClient } from '#server/clients/erase.ts'
import { deleteEndedRemovals } from '#server/clients/removal-archive.ts'
import { ARCHIVED_RECORDS, deleteEndedRecords } from '#server/clients/removed-records.ts'
import { documentKey } from '#server/documents/types.ts'
import { type LoadOptions, loadExport } from '#server/import/load.ts'
import { form, formAnswer, formTask, request, staff, subscriptions, visitQuestion } from '#harness/builders.ts'
import {
  type AnyRecord,
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
import { changeRows, rowsOf } from '#harness/rows.ts'
import { eachTestServer, onEngines, outcomeOf } from '#harness/test-server.ts'

const DAY_MS = 86_400_000
const START = new Date('2025-01-15T10:00:00.000Z')
const CLIENT = uuid('c', 1)
const ANIMAL = uuid('a', 1)

/** The first letter of each kind's uuids in the small export, and the kind's table. */
const RECORDS = {
  client: ['c', 'client'],
  patient: ['a', 'patient'],
  reminder: ['1', 'reminder'],
  visitForm: ['2', 'visit_form'],
  attachment: ['3', 'attachment'],
  logbookEntry: ['4', 'logbook_entry'],
  invoice: ['5', 'invoice'],
  appointment: ['6', 'appointment'],
} as const
type Kind = keyof typeof RECORDS
const KINDS = Object.keys(RECORDS) as Kind[]
const KINDS_OF_RECORDS = KINDS.slice(2)
const uuidOf = (kind: Kind, number = 1) => uuid(RECORDS[kind][0], number)

const removal = (kind: string, fields: AnyRecord): AnyRecord => ({
  record: kind,
  practiceId: 'de-krekel',
  removed: true,
  ...fields,
})
const removed = (...kinds: Kind[]) => kinds.map((kind) => removal(kind, { uuid: uuidOf(kind) }))
const whole = () => [...smallExport(), appointmentLine(1)]
const invoiceLine = (fields: AnyRecord) => ({ ...smallExport().at(-1)!, ...fields })

onEngines('records removed by an export', (engine) => {
  const testServer = eachTestServer(engine)
  beforeEach(async () => {
    testServer.now = START
    await load(whole())
  })

  const load = (records: AnyRecord[], options: Partial<LoadOptions> = {}) =>
    loadExport(testServer.db, checked(records), {
      practiceId: 'de-krekel',
      now: testServer.now,
      confirmed: true,
      ...options,
    })
  const there = async () => {
    const found = await Promise.all(
      KINDS.map((kind) => rowsOf(testServer.db, RECORDS[kind][1], ['uuid'], { uuid: uuidOf(kind) })),
    )
    return KINDS.filter((_, at) => found[at]!.length > 0)
  }
  const without = (...removedKinds: Kind[]) => KINDS.filter((kind) => !removedKinds.includes(kind))
  const snapshot = async () => {
    const tables = [
      ...KINDS.map((kind) => RECORDS[kind][1]),
      'client_count',
      'request',
      'request_count',
      'shared_card',
      'form_task',
      'form_answer',
      'visit_question',
    ]
    const rows = tables.map(async (table) => [table, await rowsOf(testServer.db, table as 'client')])
    return Object.fromEntries(await Promise.all(rows)) as Record<string, unknown[]>
  }
  const boss = { username: 'boss@kliniek.example' }
  const admin = async () => {
    const [known] = await rowsOf(testServer.db, 'account', ['id'], boss)
    return known?.id ?? (await staff(testServer.db, 'de-krekel', boss.username, 'CLINIC_ADMIN'))
  }
  const undo = async () => {
    const token = await testServer.signIn(await admin())
    const { content } = await testServer.read<{ content: { undo?: { removal: string } }[] }>(
      'practice/de-krekel/audit?action=records-removed',
      token,
    )
    const id = content[0]?.undo?.removal ?? 'none'
    return await testServer.call('POST', `practice/de-krekel/removals/${id}/undo`, { token })
  }
  const undone = async () => await testServer.ok(undo())
  const ownerId = async () => (await rowsOf(testServer.db, 'client', ['account_id']))[0]!.account_id!
  const storedFile = async () => {
    const key = documentKey({ type: 'attachment', uuid: uuidOf('attachment') })
    await testServer.ports.files.put(key, new Uint8Array([1]))
    await testServer.db.insertInto('file').values({ key, created_at: START.toISOString(), sha256: null }).execute()
    return () => testServer.ports.files.sizeOf(key)
  }
  /** Subscribes the owner to the calendar feed and the weekly mails. */
  async function subscribed() {
    await subscriptions(testServer.db, { clientId: CLIENT, accountId: await ownerId(), at: START })
  }

  test('are archived with every column of their tables', async () => {
    const tables = await testServer.db.introspection.getTables()
    const columns = tables.map(({ name, columns: all }) => [name, all.map((column) => column.name).sort()] as const)
    const archived = Object.entries(ARCHIVED_RECORDS).map(([name, all]) => [name, [...all].sort()])
    expect(Object.fromEntries(columns)).toMatchObject(Object.fromEntries(archived))
  })

  test.each<[name: string, kinds: Kind[], removedKinds: Kind[]]>([
    ['a client with everything below it', ['client'], KINDS],
    ['a patient with everything below it', ['patient'], without('client', 'invoice')],
    ['one record of each other kind', KINDS_OF_RECORDS, KINDS_OF_RECORDS],
  ])('may be %s', async (_, kinds, removedKinds) => {
    const before = await snapshot()
    const lines = kinds.map((kind) => removal(kind, { uuid: uuidOf(kind).toUpperCase(), lastName: 5 }))
    const counts = (each: object) => Object.fromEntries(kinds.map((kind) => [kind, each]))
    const removing = await load(lines)
    expect(removing).toMatchObject({
      problems: { count: 0 },
      changes: counts({ added: 0, updated: 0, unchanged: 0, removed: 1 }),
    })
    expect(await there()).toEqual(without(...removedKinds))
    const { changes } = await load(lines)
    for (const kind of kinds) expect(changes![kind]).toEqual({ added: 0, updated: 0, unchanged: 1 })

    expect(await undone()).toMatchObject({ records: kinds.length })
    expect(await snapshot()).toEqual(before)
    const again = await load(lines)
    expect(again).toMatchObject({
      changes: counts({ unchanged: 1 }),
      warnings: { first: kinds.map((__, at) => ({ line: at + 1, field: 'uuid', code: 'removalUndone' })) },
    })
    expect(await there()).toEqual(KINDS)
    // After the system sends the records themselves again, it may remove the records again.
    await load(whole())
    expect(await load(lines)).toMatchObject({ changes: counts({ removed: 1 }) })
    expect(await there()).toEqual(without(...removedKinds))
  })

  test.each(['{', '{}'])('are not restored if their archived row is unreadable, such as %j', async (data) => {
    const { db } = testServer
    await subscribed()
    await load(removed('client'))
    const unreadable = { reminder: '{', visit_form: '', invoice: '5', appointment: '{}' }
    for (const [source, text] of Object.entries(unreadable))
      await changeRows(db, 'removed_record', { data: text }, { source })
    await changeRows(db, 'removed_row', { data }, { source: 'reminder_subscription' })
    expect(await undone()).toMatchObject({ records: 1, restored: 1 })
    expect(await there()).toEqual(without('reminder', 'visitForm', 'invoice', 'appointment'))
    expect(await rowsOf(db, 'calendar_feed', ['id'])).toEqual([{ id: 'feed' }])
    expect(await rowsOf(db, 'reminder_subscription')).toEqual([])
  })

  test("are restored with the client's account, lock, subscriptions and requests", async () => {
    const { db } = testServer
    const accountId = await ownerId()
    await changeRows(db, 'account', { password_hash: 'hash of Welkom#2026' }, { id: accountId })
    await changeRows(db, 'client', { activation: 'activated', locked: 1 })
    await changeRows(db, 'client_count', { activated: 1 })
    await request(db, { clientId: CLIENT, accountId, patient_uuid: ANIMAL })
    const taskId = await formTask(db, CLIENT, await form(db, 'de-krekel'), { patient_uuid: ANIMAL })
    await formAnswer(db, { clientId: CLIENT, accountId, taskId })
    await visitQuestion(db, { clientId: CLIENT, accountId, appointmentId: uuidOf('appointment') })
    await subscribed()
    const before = await snapshot()
    await load(removed('client'))
    for (const table of ['form_task', 'visit_question'] as const) expect(await rowsOf(db, table)).toEqual([])
    expect(await rowsOf(db, 'account', ['id'], { id: accountId })).toEqual([])
    expect(await rowsOf(db, 'request_count', ['count'])).toEqual([{ count: 0 }])
    expect(await rowsOf(db, 'audit', ['action', 'client_uuid'])).toContainEqual({
      action: 'deleted',
      client_uuid: CLIENT,
    })
    expect(await undone()).toMatchObject({ records: 1, restored: 1, otherAccount: 0 })
    expect(await snapshot()).toEqual(before)
    expect(await rowsOf(db, 'calendar_feed', ['id'])).toEqual([{ id: 'feed' }])
    expect(await rowsOf(db, 'reminder_subscription')).toHaveLength(1)
    const login = { username: 'client1@mail.example', password: 'Welkom#2026' }
    const signIn = () => outcomeOf(testServer.call('POST', 'user/authenticate', { body: login }))
    expect(await signIn()).toBe('403 client-locked')
    await changeRows(db, 'client', { locked: 0 })
    expect(await signIn()).toBe('200')
  })

  test('are archived with their files for seven days', async () => {
    const fileSize = await storedFile()
    await load(removed('attachment'))
    const remaining = async (days: number) => {
      testServer.now = new Date(START.getTime() + days * DAY_MS)
      await deleteEndedRecords(testServer.ports, testServer.now)
      await deleteEndedRemovals(testServer.ports, testServer.now)
      return [await fileSize(), (await rowsOf(testServer.db, 'removed_record', ['id'])).length]
    }
    expect([await remaining(6), await remaining(8)]).toEqual([
      [1, 1],
      [undefined, 0],
    ])
    expect(await outcomeOf(undo())).toBe('404 not-found')
  })

  test('are recognised by each value of `removed` that means yes', async () => {
    const [yes, no, unclear] = [
      [true, 'true', ' TRUE ', 1, 'ja', ' J'],
      [false, 'false', null, '', 0],
      ['2025-01-01', 'misschien', { at: '2025-01-01' }],
    ]
    const lines = [...yes, ...no, ...unclear].map((value, at) =>
      invoiceLine({ uuid: uuidOf('invoice', at + 10), removed: value }),
    )
    await load(lines.map((line) => ({ ...line, removed: undefined })))
    const { warnings } = await load(lines)
    expect(warnings.first.map(({ line, field, code }) => [line, field, code])).toEqual(
      unclear.map((_, at) => [yes.length + no.length + at + 1, 'removed', 'notBoolean']),
    )
    const remaining = await rowsOf(testServer.db, 'invoice', ['uuid'])
    expect(remaining.slice(1).map((row) => row.uuid)).toEqual(lines.slice(yes.length).map((line) => line['uuid']))
  })

  test('are determined by the last line if an export repeats a record', async () => {
    const line = (number: number, isRemoved: boolean) => {
      const key = { uuid: uuidOf('invoice', number) }
      return isRemoved ? removal('invoice', key) : invoiceLine(key)
    }
    await load([2, 3].map((number) => line(number, false)))
    const [there, removedKinds] = [false, true]
    const repeated = [
      line(1, there),
      line(1, removedKinds),
      line(2, removedKinds),
      line(2, there),
      line(3, removedKinds),
      line(3, removedKinds),
    ]
    expect(await load([...repeated, line(9, removedKinds)])).toMatchObject({ loaded: true, warnings: { count: 0 } })
    expect(await rowsOf(testServer.db, 'invoice', ['uuid'])).toEqual([{ uuid: uuidOf('invoice', 2) }])
    expect(await load([removal('invoice', { uuid: uuidOf('invoice', 2), practiceId: undefined })])).toMatchObject({
      loaded: true,
      warnings: { count: 0 },
      changes: { invoice: { removed: 1 } },
    })
  })

  test.each([
    ['before', removed('client', 'patient')],
    ['after', removed('patient', 'client')],
  ])('may include a client in a line %s its patients', async (_, lines) => {
    expect(await load(lines)).toMatchObject({ loaded: true, warnings: { count: 0 } })
    expect(await there()).toEqual([])
  })

  test('exclude a patient that was moved to another client', async () => {
    const lines = [patientLine(1, 2), invoiceLine({ uuid: uuidOf('invoice', 2) }), ...removed('client'), clientLine(2)]
    expect(await load(lines)).toMatchObject({ loaded: true })
    expect(await rowsOf(testServer.db, 'invoice')).toEqual([])
    expect(await rowsOf(testServer.db, 'patient', ['uuid', 'client_uuid'])).toEqual([
      { uuid: ANIMAL, client_uuid: uuid('c', 2) },
    ])
  })

  test('exclude an appointment that has another patient', async () => {
    await load([patientLine(2, 1), appointmentLine(1, { patientUuids: [ANIMAL, uuid('a', 2)] })])
    await load(removed('patient'))
    expect(await there()).toContain('appointment')
  })

  test('must belong to the practice of the export', async () => {
    const OTHER = { practiceId: 'other' }
    const theirs = [
      practiceLine('other'),
      clientLine(7, OTHER),
      patientLine(7, 7),
      ...recordsOfAnimal(7, { client: 7, patient: 7 }),
      appointmentLine(7),
    ]
    await load(theirs, OTHER)
    const lines = (number: number, fields: AnyRecord) =>
      KINDS.map((kind) => removal(kind, { uuid: uuidOf(kind, number), ...fields }))
    const rejectedFor = (field: string) => ({
      loaded: false,
      problems: {
        count: KINDS.length,
        first: KINDS.map((_, at) => ({ line: at + 1, field, code: 'otherPractice' })),
      },
    })
    for (const practiceId of ['de-krekel', undefined])
      expect(await load([...lines(7, { practiceId }), clientLine(9)])).toMatchObject(rejectedFor('uuid'))
    expect(await load(lines(1, OTHER))).toMatchObject(rejectedFor('practiceId'))
    expect(await there()).toEqual(KINDS)
    const { changes } = await load(lines(7, OTHER).slice(2), OTHER)
    expect(changes).toMatchObject(Object.fromEntries(KINDS_OF_RECORDS.map((kind) => [kind, { removed: 1 }])))
    expect(await load(lines(7, OTHER).slice(0, 2), OTHER)).toMatchObject({
      changes: { client: { removed: 1 }, patient: { removed: 1 } },
    })
  })

  test('cannot be practices or request answers', async () => {
    const lines = [
      removal('practice', { id: 'de-krekel' }),
      removal('requestAnswer', { uuid: uuid('9', 1) }),
      practiceLine('de-krekel', { replaces: 'other' }),
    ]
    for (const line of lines)
      expect(await load([line])).toMatchObject({
        loaded: true,
        warnings: { first: [{ line: 1, code: 'notRemovable' satisfies ImportReason }] },
      })
    expect(await there()).toEqual(KINDS)
  })

  test('may include staff of earlier exports, except the last admin', async () => {
    const { db } = testServer
    await acceptOffers(db)
    await load([staffLine('vet@de-krekel.example', { roles: ['CLINIC_USER'] })])
    const lines = ['beheer@de-krekel.example', 'VET@de-krekel.example', boss.username].map((username) =>
      removal('user', { username }),
    )
    const first = await load(lines)
    expect(first.changes!.user).toEqual({ added: 0, updated: 0, unchanged: 1, removed: 2 })
    expect(first.warnings.first).toMatchObject([{ line: 1, field: 'username', code: 'lastAdmin' }])
    const members = async () =>
      (await rowsOf(db, 'account', ['username', 'staff_role'])).filter((row) => row.staff_role !== null)
    expect([await rowsOf(db, 'staff_offer'), (await members()).length]).toEqual([[], 1])
    await admin()
    await load(lines)
    expect(await members()).toEqual([{ ...boss, staff_role: 'CLINIC_ADMIN' }])
    expect((await load(lines)).changes!.user).toEqual({ added: 0, updated: 0, unchanged: 3 })
  })

  test('are registered again on undo if a later export added the client again', async () => {
    await load(removed('client'))
    await load([clientLine(1, { registered: false, lastName: 'Terug' }), patientLine(1, 1)])
    expect(await undone()).toMatchObject({ restored: 1 })
    expect(await there()).toEqual(KINDS)
    const columns = ['registered', 'last_name'] as const
    expect(await rowsOf(testServer.db, 'client', columns)).toEqual([{ registered: 1, last_name: 'Terug' }])
    expect((await snapshot())['client_count']).toMatchObject([{ registered: 1, unregistered: 0 }])
  })

  test('are restored on undo below the client that has replaced theirs', async () => {
    await load(removed('invoice'))
    await load([clientLine(2, { registered: false, replaces: CLIENT, email: 'client1@mail.example' })])
    await undone()
    expect(await rowsOf(testServer.db, 'invoice', ['client_uuid'])).toEqual([{ client_uuid: uuid('c', 2) }])
  })

  test('require confirmation above five per cent of all records', async () => {
    const invoices = Array.from({ length: 101 }, (_, at) => invoiceLine({ uuid: uuidOf('invoice', at + 2) }))
    await load(invoices)
    const removing = (count: number) =>
      invoices.slice(0, count).map((line) => removal('invoice', { uuid: line['uuid'] }))
    const counts = async () =>
      [await rowsOf(testServer.db, 'invoice'), await rowsOf(testServer.db, 'client')].map(({ length }) => length)
    const report = await load([...removing(6), clientLine(2)], { confirmed: false })
    expect(report).toMatchObject({
      loaded: false,
      large: [{ kind: 'records', what: 'removed', count: 6, of: 102 + KINDS_OF_RECORDS.length + 1 }],
    })
    expect(await counts()).toEqual([102, 1])
    expect(await load([...removing(5), clientLine(2)], { confirmed: false })).toMatchObject({ loaded: true, large: [] })
    expect(await counts()).toEqual([97, 2])
    expect(await load(removing(101))).toMatchObject({ loaded: true, large: [] })
  })

  test('are counted with all records below a client', async () => {
    const unconfirmed = { confirmed: false }
    expect(await load(removed('client'), unconfirmed)).toMatchObject({
      loaded: false,
      large: [{ kind: 'records', what: 'removed', count: 8, of: 8 }],
    })
    expect(await there()).toEqual(KINDS)
    const both = [...removed('client'), ...Array.from({ length: 5 }, () => clientLine(2, { uuid: null }))]
    expect((await load(both, unconfirmed)).large.map(({ what, count }) => [what, count])).toEqual([
      ['leftOut', 5],
      ['removed', 8],
    ])
    expect(await load(both, { ...unconfirmed, skipInvalid: true })).toMatchObject({
      loaded: false,
      large: [{ what: 'removed', count: 8 }],
    })
    expect(await load(removed('invoice', 'reminder'), unconfirmed)).toMatchObject({ loaded: true, large: [] })
  })

  test('are erased with their archive and files when the client is erased', async () => {
    const { db, ports } = testServer
    const fileSize = await storedFile()
    await load(removed('invoice'))
    await load(removed('client'))
    const erased = await eraseClient(db, ports.files, { clientId: CLIENT, now: START })
    expect(erased).toMatchObject({ practiceId: 'de-krekel', addresses: ['client1@mail.example'] })
    const tables = ['removed_record', 'removed_client', 'removed_row', 'client', 'patient', 'invoice', 'file'] as const
    for (const table of tables) expect([table, await rowsOf(db, table)]).toEqual([table, []])
    expect(await fileSize()).toBeUndefined()
    expect((await snapshot())['client_count']).toMatchObject([{ registered: 0, unregistered: 0 }])
    expect(await outcomeOf(undo())).toBe('404 not-found')
  })
})
