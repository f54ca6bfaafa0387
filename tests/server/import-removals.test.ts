// @module-tag database
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ImportReason } from '#contract/imports.ts'
import type { UndoneRemoval } from '#contract/removal.ts'
import type { Schema } from '#server/db/schema.ts'
import { acceptOffers } from '#server/demo/accept-offers.ts'
import { eraseClient } from '#server/clients/erase.ts'
import { deleteEndedRemovals } from '#server/clients/removal-archive.ts'
import { ARCHIVED_RECORDS, deleteEndedRecords } from '#server/clients/removed-records.ts'
import { documentKey } from '#server/documents/types.ts'
import { loadExport } from '#server/import/load.ts'
import { request, staff } from '#harness/builders.ts'
import {
  type AnyRecord,
  appointmentLine,
  checked,
  clientLine,
  papers,
  patientLine,
  practiceLine,
  smallExport,
  staffLine,
  uuid,
} from '#harness/example-export.ts'
import { type TestServer, onEngines, openTestServer } from '#harness/test-server.ts'

const DAY_MS = 86_400_000
const START = new Date('2025-01-15T10:00:00.000Z')
const CLIENT = uuid('c', 1)
const ANIMAL = uuid('a', 1)

/** Uuids of the records of the small export. */
const UUIDS = {
  client: CLIENT,
  patient: ANIMAL,
  reminder: uuid('1', 1),
  visitForm: uuid('2', 1),
  attachment: uuid('3', 1),
  logbookEntry: uuid('4', 1),
  invoice: uuid('5', 1),
  appointment: uuid('6', 1),
}
type Kind = keyof typeof UUIDS
const TABLES = {
  client: 'client',
  patient: 'patient',
  reminder: 'reminder',
  visitForm: 'visit_form',
  attachment: 'attachment',
  logbookEntry: 'logbook_entry',
  invoice: 'invoice',
  appointment: 'appointment',
} as const satisfies Record<Kind, keyof Schema>
const KINDS = Object.keys(TABLES) as Kind[]

const removal = (kind: string, fields: AnyRecord): AnyRecord => ({
  record: kind,
  practiceId: 'de-krekel',
  removed: true,
  ...fields,
})
const whole = () => [...smallExport(), appointmentLine(1)]

onEngines('removals by an export', (engine) => {
  let testServer: TestServer
  beforeEach(async () => {
    testServer = await openTestServer(engine)
    testServer.now = START
    await load(whole())
  })
  afterEach(() => testServer[Symbol.asyncDispose]())

  const load = (records: AnyRecord[], practiceId = 'de-krekel') =>
    loadExport(testServer.db, checked(records), { practiceId, now: testServer.now, confirmed: true })
  const there = async () => {
    const found: Kind[] = []
    for (const kind of KINDS)
      if (
        await testServer.db.selectFrom(TABLES[kind]).select('uuid').where('uuid', '=', UUIDS[kind]).executeTakeFirst()
      )
        found.push(kind)
    return found
  }
  const without = (...gone: Kind[]) => KINDS.filter((kind) => !gone.includes(kind))
  const snapshot = async () => {
    const tables = [...Object.values(TABLES), 'client_count', 'request', 'request_count', 'shared_card'] as const
    const rows = tables.map(async (table) => [table, await testServer.db.selectFrom(table).selectAll().execute()])
    return Object.fromEntries(await Promise.all(rows)) as Record<string, unknown[]>
  }
  const admin = async () => {
    const id = (
      await testServer.db
        .selectFrom('account')
        .select('id')
        .where('username', '=', 'boss@kliniek.example')
        .executeTakeFirst()
    )?.id
    return await testServer.signIn(
      id ?? (await staff(testServer.db, 'de-krekel', 'boss@kliniek.example', 'CLINIC_ADMIN')),
    )
  }
  const undoable = async () => {
    const answer = await testServer.call('GET', 'practice/de-krekel/audit?action=records-removed', {
      token: await admin(),
    })
    const { content } = (await answer.json()) as { content: { count?: number; undo?: { removal: string } }[] }
    return content[0]
  }
  const undo = async () => {
    const removalId = (await undoable())?.undo?.removal ?? 'none'
    return await testServer.call('POST', `practice/de-krekel/removals/${removalId}/undo`, { token: await admin() })
  }

  test('keeps every column of what it removes', async () => {
    const tables = await testServer.db.introspection.getTables()
    const columnsOf = (name: string) =>
      tables
        .find((table) => table.name === name)
        ?.columns.map((column) => column.name)
        .sort()
    for (const [table, columns] of Object.entries(ARCHIVED_RECORDS))
      expect([...columns].sort()).toEqual(columnsOf(table))
  })

  test.each<[kind: Kind, gone: Kind[]]>([
    ['client', KINDS],
    ['patient', ['patient', 'reminder', 'visitForm', 'attachment', 'logbookEntry', 'appointment']],
    ['reminder', ['reminder']],
    ['visitForm', ['visitForm']],
    ['attachment', ['attachment']],
    ['logbookEntry', ['logbookEntry']],
    ['invoice', ['invoice']],
    ['appointment', ['appointment']],
  ])('removes a %s with what is below it once, and an undo brings all of it back for good', async (kind, gone) => {
    const before = await snapshot()
    const line = [removal(kind, { uuid: UUIDS[kind].toUpperCase(), lastName: 5 })]
    const { changes, problems } = await load(line)
    expect(problems.first).toEqual([])
    expect(changes).toMatchObject({ [kind]: { added: 0, updated: 0, unchanged: 0, removed: 1 } })
    expect(await there()).toEqual(without(...gone))
    expect((await load(line)).changes![kind]).toEqual({ added: 0, updated: 0, unchanged: 1 })

    expect(await undoable()).toMatchObject({ count: 1 })
    const answer = await undo()
    expect(answer.status).toBe(200)
    expect(((await answer.json()) as UndoneRemoval).records).toBe(1)
    expect(await snapshot()).toEqual(before)
    // The same export again.
    const again = await load(line)
    expect(again).toMatchObject({
      changes: { [kind]: { unchanged: 1 } },
      warnings: { first: [{ line: 1, field: 'uuid', code: 'removalUndone' }] },
    })
    expect(await there()).toEqual(KINDS)
    // A system that has the record itself again may remove it again.
    await load(whole())
    expect((await load(line)).changes).toMatchObject({ [kind]: { removed: 1 } })
    expect(await there()).toEqual(without(...gone))
  })

  test.each(['{', '', '5', '{}'])(
    'an undo restores the rows beside those of which the archive holds %j',
    async (data) => {
      const { db } = testServer
      const { account_id: accountId } = await db.selectFrom('client').select('account_id').executeTakeFirstOrThrow()
      const of = { client_uuid: CLIENT, account_id: accountId! }
      await db
        .insertInto('calendar_feed')
        .values({ ...of, id: 'feed' })
        .execute()
      await db
        .insertInto('reminder_subscription')
        .values({ ...of, subscribed_at: START.toISOString(), week: '2025-01-13' })
        .execute()
      await load([removal('client', { uuid: CLIENT })])
      for (const source of ['reminder', 'appointment'])
        await db.updateTable('removed_record').set({ data }).where('source', '=', source).execute()
      await db.updateTable('removed_row').set({ data }).where('source', '=', 'reminder_subscription').execute()
      expect(await (await undo()).json()).toMatchObject({ records: 1, restored: 1 })
      expect(await there()).toEqual(without('reminder', 'appointment'))
      expect(await db.selectFrom('calendar_feed').select('id').execute()).toEqual([{ id: 'feed' }])
      expect(await db.selectFrom('reminder_subscription').selectAll().execute()).toEqual([])
    },
  )

  test('an undo gives a removed client its account, lock and requests back', async () => {
    const { db } = testServer
    await db
      .updateTable('account')
      .set({ password_hash: 'hash of Welkom#2026' })
      .where('username', '=', 'client1@mail.example')
      .execute()
    await db.updateTable('client').set({ activation: 'activated', locked: 1 }).execute()
    await db.updateTable('client_count').set({ activated: 1 }).execute()
    const { account_id: accountId } = await db.selectFrom('client').select('account_id').executeTakeFirstOrThrow()
    await request(db, { clientId: CLIENT, accountId: accountId!, patient_uuid: ANIMAL })
    const of = { client_uuid: CLIENT, account_id: accountId! }
    await db
      .insertInto('calendar_feed')
      .values({ ...of, id: 'feed' })
      .execute()
    const before = await snapshot()
    await load([removal('client', { uuid: CLIENT })])
    expect(await db.selectFrom('account').select('id').where('id', '=', accountId!).execute()).toEqual([])
    expect((await snapshot())['request_count']).toEqual([expect.objectContaining({ count: 0 })])
    const trail = await db.selectFrom('audit').select(['action', 'client_uuid']).orderBy('id').execute()
    expect(trail).toContainEqual({ action: 'deleted', client_uuid: CLIENT })
    expect(await (await undo()).json()).toMatchObject({ records: 1, restored: 1, otherAccount: 0 })
    expect(await snapshot()).toEqual(before)
    expect(await db.selectFrom('calendar_feed').select('id').execute()).toEqual([{ id: 'feed' }])
    const login = { username: 'client1@mail.example', password: 'Welkom#2026' }
    expect((await testServer.call('POST', 'user/authenticate', { body: login })).status).toBe(403)
    await db.updateTable('client').set({ locked: 0 }).execute()
    expect((await testServer.call('POST', 'user/authenticate', { body: login })).status).toBe(200)
  })

  test('after seven days the purge deletes the archive and the files, and until then it keeps both', async () => {
    const key = documentKey({ type: 'attachment', uuid: UUIDS.attachment })
    await testServer.ports.files.put(key, new Uint8Array([1]))
    await testServer.db.insertInto('file').values({ key, created_at: START.toISOString(), sha256: null }).execute()
    await load([removal('attachment', { uuid: UUIDS.attachment })])
    const left = async () => ({
      file: await testServer.ports.files.sizeOf(key),
      archive: (await testServer.db.selectFrom('removed_record').select('id').execute()).length,
    })
    for (const [days, expected] of [
      [6, { file: 1, archive: 1 }],
      [8, { file: undefined, archive: 0 }],
    ] as const) {
      testServer.now = new Date(START.getTime() + days * DAY_MS)
      await deleteEndedRecords(testServer.ports, testServer.now)
      await deleteEndedRemovals(testServer.ports, testServer.now)
      expect(await left()).toEqual(expected)
    }
    expect((await undo()).status).toBe(404)
  })

  test.each<[name: string, value: unknown, isRemoved: boolean, code?: ImportReason]>([
    ['true', true, true],
    ['the text true', 'true', true],
    ['TRUE with white space', ' TRUE ', true],
    ['1', 1, true],
    ['false', false, false],
    ['the text false', 'false', false],
    ['null', null, false],
    ['an empty text', '', false],
    ['0', 0, false],
    ['a date', '2025-01-01', false, 'notBoolean'],
    ['ja', 'ja', true],
    ['a letter', ' J', true],
    ['another word', 'misschien', false, 'notBoolean'],
    ['an object', { at: '2025-01-01' }, false, 'notBoolean'],
  ])('reads %s', async (_, value, isRemoved, code) => {
    const invoice = smallExport().at(-1)!
    const { warnings } = await load([{ ...invoice, removed: value }])
    expect(await there()).toEqual(isRemoved ? without('invoice') : KINDS)
    expect(warnings.first).toMatchObject(code ? [{ line: 1, field: 'removed', code }] : [])
  })

  test.each<[name: string, lines: AnyRecord[], gone: Kind[]]>([
    [
      'of repeated lines the last counts: removed',
      [smallExport().at(-1)!, removal('invoice', { uuid: UUIDS.invoice })],
      ['invoice'],
    ],
    [
      'of repeated lines the last counts: there',
      [removal('invoice', { uuid: UUIDS.invoice }), smallExport().at(-1)!],
      [],
    ],
    [
      'the same removal twice',
      [removal('invoice', { uuid: UUIDS.invoice }), removal('invoice', { uuid: UUIDS.invoice })],
      ['invoice'],
    ],
    ['something unknown', [removal('invoice', { uuid: uuid('5', 9) })], []],
    ['without a practice', [removal('invoice', { uuid: UUIDS.invoice, practiceId: undefined })], ['invoice']],
    ['parents before children', [removal('client', { uuid: CLIENT }), removal('patient', { uuid: ANIMAL })], KINDS],
    ['children before parents', [removal('patient', { uuid: ANIMAL }), removal('client', { uuid: CLIENT })], KINDS],
  ])('%s', async (_, lines, gone) => {
    expect(await load(lines)).toMatchObject({ loaded: true, warnings: { count: 0 } })
    expect(await there()).toEqual(without(...gone))
  })

  test('leaves out what the same export has below a removed client, and keeps an animal that it gives to another one', async () => {
    const { loaded } = await loadExport(
      testServer.db,
      checked([
        patientLine(1, 2),
        { ...smallExport().at(-1)!, uuid: uuid('5', 2) },
        removal('client', { uuid: CLIENT }),
        clientLine(2),
      ]),
      { practiceId: 'de-krekel', now: START, confirmed: true },
    )
    expect(loaded).toBe(true)
    expect(await testServer.db.selectFrom('invoice').select('uuid').execute()).toEqual([])
    expect(await testServer.db.selectFrom('patient').select(['uuid', 'client_uuid']).execute()).toEqual([
      { uuid: ANIMAL, client_uuid: uuid('c', 2) },
    ])
  })

  test('an appointment of two animals stays for the other one', async () => {
    await load([patientLine(2, 1), appointmentLine(1, { patientUuids: [ANIMAL, uuid('a', 2)] })])
    await load([removal('patient', { uuid: ANIMAL })])
    expect(await there()).toContain('appointment')
  })

  test.each<[kind: Kind]>(KINDS.map((kind) => [kind]))(
    'refuses to remove a %s of another practice, which its own export may',
    async (kind) => {
      const theirs = [
        practiceLine('other'),
        clientLine(7, { practiceId: 'other' }),
        patientLine(7, 7),
        ...papers(7, { client: 7, patient: 7 }),
        appointmentLine(7),
      ]
      await load(theirs, 'other')
      const id = UUIDS[kind].replace(/1$/, '7')
      for (const practiceId of ['de-krekel', undefined])
        expect(await load([removal(kind, { uuid: id, practiceId }), clientLine(9)])).toMatchObject({
          loaded: false,
          problems: { first: [{ line: 1, field: 'uuid', code: 'otherPractice' }] },
        })
      expect(await load([removal(kind, { uuid: UUIDS[kind], practiceId: 'other' })])).toMatchObject({
        loaded: false,
        problems: { first: [{ line: 1, field: 'practiceId', code: 'otherPractice' }] },
      })
      expect(await there()).toEqual(KINDS)
      expect(await load([removal(kind, { uuid: id, practiceId: 'other' })], 'other')).toMatchObject({
        changes: { [kind]: { removed: 1 } },
      })
    },
  )

  test.each<[line: AnyRecord, code: ImportReason]>([
    [removal('practice', { id: 'de-krekel' }), 'notRemovable'],
    [removal('requestAnswer', { uuid: uuid('9', 1) }), 'notRemovable'],
    [practiceLine('de-krekel', { replaces: 'other' }), 'notRemovable'],
  ])('neither removes nor replaces by %j', async (line, code) => {
    const { loaded, warnings } = await load([line])
    expect(loaded).toBe(true)
    expect(warnings.first).toMatchObject([{ line: 1, code }])
    expect(await there()).toEqual(KINDS)
  })

  test('staff whom an export brought lose their membership, but not the last admin and not those of the portal', async () => {
    const { db } = testServer
    await acceptOffers(db)
    await load([staffLine('vet@de-krekel.example', { roles: ['CLINIC_USER'] })])
    const lines = ['beheer@de-krekel.example', 'VET@de-krekel.example', 'boss@kliniek.example'].map((username) =>
      removal('user', { username }),
    )
    const first = await load(lines)
    expect(first.changes!.user).toEqual({ added: 0, updated: 0, unchanged: 1, removed: 2 })
    expect(first.warnings.first).toMatchObject([{ line: 1, field: 'username', code: 'lastAdmin' }])
    const offers = async () => (await db.selectFrom('staff_offer').selectAll().execute()).length
    const admins = async () =>
      (await db.selectFrom('account').select('username').where('staff_role', '=', 'CLINIC_ADMIN').execute()).length
    expect([await offers(), await admins()]).toEqual([0, 1])
    await admin()
    await load(lines)
    expect(await admins()).toBe(1)
    expect(await db.selectFrom('account').select('username').where('staff_role', 'is not', null).execute()).toEqual([
      { username: 'boss@kliniek.example' },
    ])
    const again = await load(lines)
    expect(again.changes!.user).toEqual({ added: 0, updated: 0, unchanged: 3 })
  })

  test('a removed client that comes back by an export gets its registration back by the undo', async () => {
    await load([removal('client', { uuid: CLIENT })])
    await load([clientLine(1, { registered: false, lastName: 'Terug' }), patientLine(1, 1)])
    expect(await (await undo()).json()).toMatchObject({ restored: 1 })
    expect(await there()).toEqual(KINDS)
    const row = await testServer.db.selectFrom('client').select(['registered', 'last_name']).executeTakeFirstOrThrow()
    expect(row).toEqual({ registered: 1, last_name: 'Terug' })
    expect((await snapshot())['client_count']).toMatchObject([{ registered: 1, unregistered: 0 }])
  })

  test('what was removed of an animal comes back to the client that replaced its client', async () => {
    await load([removal('invoice', { uuid: UUIDS.invoice })])
    await load([clientLine(2, { registered: false, replaces: CLIENT, email: 'client1@mail.example' })])
    expect((await undo()).status).toBe(200)
    expect(await testServer.db.selectFrom('invoice').select('client_uuid').execute()).toEqual([
      { client_uuid: uuid('c', 2) },
    ])
  })

  test.each([
    ['five per cent', 5, true],
    ['more than five per cent', 6, false],
  ])('asks for confirmation only above five per cent: %s', async (_, count, isLoaded) => {
    // 109 records with the small export.
    const invoices = Array.from({ length: 101 }, (__, index) => ({
      ...smallExport().at(-1)!,
      uuid: uuid('5', index + 2),
    }))
    await load(invoices)
    const lines = invoices.slice(0, count).map((line) => removal('invoice', { uuid: line['uuid'] }))
    const unconfirmed = { practiceId: 'de-krekel', now: START }
    const report = await loadExport(testServer.db, checked([...lines, clientLine(2)]), unconfirmed)
    const large = isLoaded ? [] : [{ kind: 'records', what: 'removed', count, of: 109 }]
    expect(report).toMatchObject({ loaded: isLoaded, large })
    const left = await testServer.db.selectFrom('invoice').select('uuid').execute()
    expect(left).toHaveLength(isLoaded ? 102 - count : 102)
    expect(await testServer.db.selectFrom('client').select('uuid').execute()).toHaveLength(isLoaded ? 2 : 1)
    expect(await load(lines)).toMatchObject({ loaded: true, large: [] })
  })

  test('counts what goes with a client, and lets few records go whatever their share', async () => {
    const unconfirmed = (lines: AnyRecord[]) =>
      loadExport(testServer.db, checked(lines), { practiceId: 'de-krekel', now: START })
    expect(await unconfirmed([removal('client', { uuid: CLIENT })])).toMatchObject({
      loaded: false,
      large: [{ kind: 'records', what: 'removed', count: 8, of: 8 }],
    })
    expect(await there()).toEqual(KINDS)
    const keyless = Array.from({ length: 5 }, () => clientLine(2, { uuid: null }))
    const both = await unconfirmed([removal('client', { uuid: CLIENT }), ...keyless])
    expect(both.large.map(({ what, count }) => [what, count])).toEqual([
      ['leftOut', 5],
      ['removed', 8],
    ])
    const skipping = { practiceId: 'de-krekel', now: START, skipInvalid: true }
    const skipped = await loadExport(
      testServer.db,
      checked([removal('client', { uuid: CLIENT }), ...keyless]),
      skipping,
    )
    expect(skipped).toMatchObject({ loaded: false, large: [{ what: 'removed', count: 8 }] })
    const few = [removal('invoice', { uuid: UUIDS.invoice }), removal('reminder', { uuid: UUIDS.reminder })]
    expect(await unconfirmed(few)).toMatchObject({ loaded: true, large: [] })
  })

  test('erases a client that an export has removed, with its archive and files', async () => {
    const { db, ports } = testServer
    const key = documentKey({ type: 'attachment', uuid: UUIDS.attachment })
    await ports.files.put(key, new Uint8Array([1]))
    await db.insertInto('file').values({ key, created_at: START.toISOString(), sha256: null }).execute()
    await load([removal('invoice', { uuid: UUIDS.invoice })])
    await load([removal('client', { uuid: CLIENT })])
    const erased = await eraseClient(db, ports.files, { clientId: CLIENT, now: START })
    expect(erased).toMatchObject({ practiceId: 'de-krekel', addresses: ['client1@mail.example'] })
    for (const table of [
      'removed_record',
      'removed_client',
      'removed_row',
      'client',
      'patient',
      'invoice',
      'file',
    ] as const)
      expect([table, await db.selectFrom(table).selectAll().execute()]).toEqual([table, []])
    expect(await ports.files.sizeOf(key)).toBeUndefined()
    expect((await snapshot())['client_count']).toMatchObject([{ registered: 0, unregistered: 0 }])
    expect((await undo()).status).toBe(404)
  })
})
