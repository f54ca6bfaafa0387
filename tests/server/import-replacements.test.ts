import { beforeEach, expect, test } from 'vitest'
import { documentKey } from '#server/documents/types.ts'
import { removeDroppedFiles } from '#server/import/dropped-files.ts'
import { type LoadOptions, loadExport } from '#server/import/load.ts'
import {
  form,
  formAnswer,
  formTask,
  logEntries,
  request,
  sharedCard,
  subscriptions,
  visitQuestion,
} from '#harness/builders.ts'
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
import { eachTestServer, onEngines } from '#harness/test-server.ts'

const NOW = new Date('2025-01-15T10:00:00.000Z')
const [OLD, NEW, THIRD] = [uuid('c', 1), uuid('c', 2), uuid('c', 3)] as const
const ANIMAL = uuid('a', 1)
const OWNER = { username: 'client1@mail.example' }
const newLine = (fields: AnyRecord = {}) => clientLine(2, { email: OWNER.username, registered: false, ...fields })
const thirdLine = (fields: AnyRecord) => clientLine(3, { registered: false, ...fields })
const removedOldLine = () => ({ ...clientLine(1), removed: true })
/** Records of the given kinds (by uuid letter) with number 2, each replacing number 1 of the small export. */
const replacingLines = (letters: string, fields: AnyRecord = {}) =>
  recordsOfAnimal(1, { client: 1, patient: 1 })
    .filter((line) => letters.includes(String(line['uuid'])[0]!))
    .map((line) => ({ ...line, uuid: String(line['uuid']).replace(/1$/, '2'), replaces: line['uuid'], ...fields }))
const TABLES = ['patient', 'reminder', 'appointment', 'visit_form', 'attachment', 'invoice'] as const

onEngines('records replaced by an export', (engine) => {
  const testServer = eachTestServer(engine)
  beforeEach(async () => {
    testServer.now = NOW
    await load([...smallExport(), appointmentLine(1)])
  })

  const load = (records: AnyRecord[], options: Partial<LoadOptions> = {}) =>
    loadExport(testServer.db, checked(records), { practiceId: 'de-krekel', now: NOW, confirmed: true, ...options })
  const expectNoChange = async (records: AnyRecord[]) => {
    const { changes, problems } = await load(records)
    expect(problems.first).toEqual([])
    for (const { added, updated, removed, replaced } of Object.values(changes!))
      expect([added, updated, removed, replaced]).toEqual([0, 0, undefined, undefined])
  }
  const clients = () =>
    testServer.db
      .selectFrom('client')
      .leftJoin('account', 'account.id', 'account_id')
      .select(['uuid', 'registered', 'locked', 'username', 'client.last_name as name'])
      .orderBy('uuid')
      .execute()
  const uuids = async () => (await clients()).map((client) => client.uuid)
  const clientOf = async (table: (typeof TABLES)[number]) =>
    (await rowsOf(testServer.db, table, ['client_uuid'])).map((row) => row.client_uuid)
  const owner = async () => (await rowsOf(testServer.db, 'account', ['id'], OWNER))[0]!.id
  const counts = () => rowsOf(testServer.db, 'client_count', ['registered', 'unregistered'])
  const mailed = () => rowsOf(testServer.db, 'outbox', ['address'], { kind: 'address-changed' })

  /** Adds the portal's own data of the old client: subscriptions, card, request and log entries. */
  async function addRecords() {
    const { db } = testServer
    const accountId = await owner()
    const at = NOW.toISOString()
    const mail = { client_uuid: OLD, uuid: uuid('1', 1), date: '2025-01-20', late: 0 as const }
    await changeRows(db, 'client', { activation: 'activated', locked: 1, last_opened_at: at }, { uuid: OLD })
    await subscriptions(db, { clientId: OLD, accountId, at: NOW })
    await db.insertInto('mailed_reminder').values(mail).execute()
    await sharedCard(db, { clientId: OLD, accountId, patientId: ANIMAL })
    await request(db, { clientId: OLD, accountId, patient_uuid: ANIMAL })
    const formId = await form(db, 'de-krekel')
    const visit = { patient_uuid: ANIMAL, appointment_uuid: uuid('2', 1) }
    const taskId = await formTask(db, OLD, formId, visit)
    await formAnswer(db, { clientId: OLD, accountId, taskId })
    await visitQuestion(db, { clientId: OLD, accountId, appointmentId: uuid('6', 1) })
    const entry = { practice_id: 'de-krekel', at, client_uuid: OLD, client_name: 'Oud' }
    await logEntries(db, [
      { ...entry, action: 'viewed-as', session_id: 's' },
      { ...entry, action: 'read', account_id: accountId, day: '2025-01-14' },
    ])
  }

  test('transfer the account, lock, requests and all records to the new client', async () => {
    const { db } = testServer
    await addRecords()
    expect(await load([newLine({ replaces: OLD.toUpperCase(), lastName: 'Nieuw' })])).toMatchObject({
      problems: { count: 0 },
      warnings: { count: 0 },
      changes: { client: { added: 1, replaced: 1 } },
    })
    expect(await clients()).toEqual([{ uuid: NEW, registered: 1, locked: 1, name: 'Nieuw', ...OWNER }])
    const movedTables = ['calendar_feed', 'reminder_subscription', 'mailed_reminder', 'shared_card', 'request'] as const
    const formTables = ['form_task', 'form_answer', 'visit_question'] as const
    for (const table of [...TABLES, ...movedTables, ...formTables])
      expect([table, await rowsOf(db, table as 'request', ['client_uuid'])]).toEqual([table, [{ client_uuid: NEW }]])
    const accessLog = await rowsOf(db, 'audit', ['id', 'action', 'client_uuid'])
    expect(accessLog.filter((row) => row.client_uuid !== null).map((row) => [row.action, row.client_uuid])).toEqual(
      ['viewed-as', 'read', 'merged'].map((action) => [action, NEW]),
    )
    expect(await rowsOf(db, 'audit_name', ['party_id'], { name: 'Oud', party_id: NEW })).toHaveLength(1)
    expect(await counts()).toEqual([{ registered: 1, unregistered: 0 }])
    expect(await rowsOf(db, 'request_count', ['state', 'count'])).toEqual([{ state: 'sent', count: 1 }])

    const later = [...smallExport().slice(3), appointmentLine(1)]
    await expectNoChange([newLine({ replaces: [OLD], lastName: 'Nieuw' }), ...later])
    await expectNoChange(later)
    await changeRows(db, 'client', { locked: 0 })
    const token = await testServer.signIn(await owner())
    expect(await testServer.read('user/client?practiceId=de-krekel', token)).toMatchObject({
      uuid: NEW,
      patientCount: 1,
    })
    expect(await mailed()).toEqual([])
  })

  test.each<[name: string, lines: AnyRecord[], left: string[]]>([
    ['in a chain', [newLine({ replaces: OLD }), thirdLine({ replaces: NEW })], [THIRD]],
    ['in a chain in the other order', [thirdLine({ replaces: NEW }), newLine({ replaces: OLD })], [THIRD]],
    ['in a list', [thirdLine({ replaces: [OLD, NEW] }), clientLine(2)], [THIRD]],
    ['alongside the old record', [clientLine(1, { lastName: 'Oud' }), newLine({ replaces: OLD })], [NEW]],
    ['alongside the removal of the old record', [newLine({ replaces: OLD }), removedOldLine()], [NEW]],
    ['with white space around the uuid', [newLine({ replaces: ` ${OLD}\n` })], [NEW]],
    ['with a line that removes the new client', [{ ...newLine(), removed: true, replaces: OLD }], []],
    ['not if the old client is unknown', [newLine({ replaces: uuid('c', 9) })], [OLD, NEW]],
    [
      'not for empty values',
      ['', null, []].map((replaces, at) => thirdLine({ uuid: uuid('c', at + 2), replaces })),
      [OLD, NEW, THIRD, uuid('c', 4)],
    ],
  ])('are clients %s', async (_, lines, remaining) => {
    expect(await load(lines)).toMatchObject({ loaded: true, warnings: { count: 0 } })
    const before = await clients()
    expect(before.map((client) => client.uuid)).toEqual(remaining)
    if (remaining.length === 1) expect(await clientOf('invoice')).toEqual(remaining)
    await expectNoChange(lines)
    expect(await clients()).toEqual(before)
  })

  test.each<[name: string, lines: AnyRecord[], code: string]>([
    ['itself', [clientLine(1, { replaces: OLD })], 'replacesItself'],
    ['one another', [clientLine(1, { replaces: NEW }), clientLine(2, { replaces: OLD })], 'replacesItself'],
    [
      'in a circle of three',
      [clientLine(1, { replaces: THIRD }), clientLine(2, { replaces: OLD }), clientLine(3, { replaces: NEW })],
      'replacesItself',
    ],
    [
      'a value that is no uuid',
      ['client 1', 1, { uuid: OLD }].map((replaces, at) => thirdLine({ uuid: uuid('c', at + 2), replaces })),
      'invalidUuid',
    ],
  ])('are rejected with a warning for a client that replaces %s', async (_, lines, code) => {
    const { loaded, warnings } = await load(lines)
    expect(loaded).toBe(true)
    const found = warnings.first.filter((warning) => warning.field === 'replaces').map((warning) => warning.code)
    expect(new Set(found)).toEqual(new Set([code]))
    if (code === 'invalidUuid') expect(found).toHaveLength(lines.length)
    expect(await uuids()).toContain(OLD)
    expect(await clientOf('invoice')).toEqual([OLD])
  })

  test('transfer records, requests, cards and appointments to the new patient', async () => {
    const { db } = testServer
    await addRecords()
    const line = patientLine(2, 1, { replaces: ANIMAL, name: 'Bella' })
    expect((await load([line])).changes).toMatchObject({ patient: { added: 1, replaced: 1 } })
    const moved = { patient_uuid: uuid('a', 2) }
    expect(await rowsOf(db, 'patient', ['uuid'])).toEqual([{ uuid: moved.patient_uuid }])
    for (const table of ['reminder', 'visit_form', 'attachment'] as const) {
      const [row] = await rowsOf(db, table, ['patient_uuid', 'data'])
      expect([row!.patient_uuid, JSON.parse(row!.data).patientUuid]).toEqual([moved.patient_uuid, moved.patient_uuid])
    }
    for (const table of ['logbook_entry', 'shared_card', 'request', 'form_task'] as const)
      expect(await rowsOf(db, table, ['patient_uuid'])).toEqual([moved])
    const [appointment] = await rowsOf(db, 'appointment', ['data'])
    expect(JSON.parse(appointment!.data).patientUuids).toEqual([moved.patient_uuid])
    await expectNoChange([line, ...smallExport().slice(4), appointmentLine(1)])
  })

  test('may be of each kind, also if an appointment refers to a replaced reminder', async () => {
    const { db } = testServer
    await load([appointmentLine(1, { reminderUuids: [uuid('1', 9), uuid('1', 1)] })])
    const one = { added: 1, replaced: 1 }
    const { changes } = await load(replacingLines('12345'))
    expect(changes).toMatchObject({ reminder: one, visitForm: one, attachment: one, logbookEntry: one, invoice: one })
    const tables = ['reminder', 'visit_form', 'attachment', 'logbook_entry', 'invoice'] as const
    for (const [at, table] of tables.entries())
      expect(await rowsOf(db, table, ['uuid'])).toEqual([{ uuid: uuid(String(at + 1), 2) }])
    expect(await rowsOf(db, 'appointment', ['reminder_uuid', 'data'])).toEqual([
      {
        reminder_uuid: uuid('1', 2),
        data: expect.stringContaining(`"reminderUuids":["${uuid('1', 9)}","${uuid('1', 2)}"]`),
      },
    ])
  })

  test('transfer questions, visit forms and invoices to the new appointment', async () => {
    const { db } = testServer
    const of = { appointmentUuid: uuid('6', 1) }
    const results = () =>
      recordsOfAnimal(1, { client: 1, patient: 1 }).filter((line) => /^[25]/.test(String(line['uuid'])))
    await load(results().map((line) => ({ ...line, ...of })))
    await visitQuestion(db, { clientId: OLD, accountId: await owner(), appointmentId: uuid('6', 1) })
    const moved = { ...appointmentLine(1), uuid: uuid('6', 2), replaces: uuid('6', 1) }
    await load([moved])
    const appointment_uuid = uuid('6', 2)
    expect(await rowsOf(db, 'visit_question', ['appointment_uuid'])).toEqual([{ appointment_uuid }])
    for (const table of ['visit_form', 'invoice'] as const) {
      const [row] = await rowsOf(db, table, ['appointment_uuid', 'data'])
      expect([row!.appointment_uuid, JSON.parse(row!.data).appointmentUuid]).toEqual([
        appointment_uuid,
        appointment_uuid,
      ])
    }
    // Later exports may use the former key.
    await expectNoChange([moved, ...results().map((line) => ({ ...line, ...of }))])
  })

  test('must belong to the practice of the export', async () => {
    const OTHER = { practiceId: 'other' }
    await load([practiceLine('other'), clientLine(7, OTHER)], OTHER)
    const before = await clients()
    expect(await load([newLine({ replaces: uuid('c', 7) })])).toMatchObject({
      loaded: false,
      problems: { first: [{ line: 1, field: 'replaces', code: 'otherPractice' }] },
    })
    expect(await clients()).toEqual(before)
    const own = clientLine(8, { ...OTHER, replaces: uuid('c', 7), email: 'client7@mail.example' })
    expect(await load([own], OTHER)).toMatchObject({ loaded: true, changes: { client: { replaced: 1 } } })
  })

  test('keep the activated account if two clients become one', async () => {
    await load([clientLine(2), patientLine(2, 2)])
    await changeRows(testServer.db, 'client', { activation: 'activated' }, { uuid: OLD })
    const { warnings } = await load([clientLine(2, { email: OWNER.username, replaces: OLD })])
    expect(warnings.first).toMatchObject([{ line: 1, field: 'replaces', code: 'otherAccount' }])
    expect(await clients()).toMatchObject([{ uuid: NEW, registered: 1, ...OWNER }])
    expect(await clientOf('patient')).toEqual([NEW, NEW])
    const accounts = await rowsOf(testServer.db, 'account', ['username'])
    expect(accounts.filter(({ username }) => username.startsWith('client'))).toEqual([OWNER])
    expect(await counts()).toEqual([{ registered: 1, unregistered: 0 }])
    expect(await mailed()).toEqual([{ address: 'client2@mail.example' }])
  })

  test('are restored if a later export sends their former uuid', async () => {
    await load([newLine({ replaces: OLD })])
    await load([clientLine(1, { registered: false }), patientLine(1, 1)])
    expect(await clientOf('patient')).toEqual([OLD])
    expect((await clients()).map((client) => [client.uuid, client.registered])).toEqual([
      [OLD, 0],
      [NEW, 1],
    ])
    await load([patientLine(1, 1)])
    expect(await clientOf('patient')).toEqual([OLD])
  })

  test('may be staff, who get an offer at the new e-mail address', async () => {
    const { changes } = await load([staffLine('new@de-krekel.example', { replaces: 'Beheer@de-krekel.example' })])
    expect(changes!.user).toEqual({ added: 1, updated: 0, unchanged: 0, removed: 1 })
    const [account] = await rowsOf(testServer.db, 'account', ['id'], { username: 'new@de-krekel.example' })
    expect(await rowsOf(testServer.db, 'staff_offer', ['account_id'])).toEqual([{ account_id: account!.id }])
  })

  test.each<[name: string, email: string, moved: (records: AnyRecord[]) => AnyRecord[], registered: string]>([
    ['move the registration with all records to', 'Client1@mail.example', (records) => records, NEW],
    ['leave the registration with another e-mail address than', 'other@mail.example', (records) => records, OLD],
    [
      'leave the registration with a record that is not moved to',
      OWNER.username,
      (records) => records.slice(0, -1),
      OLD,
    ],
  ])('%s a client that takes over records without `replaces`', async (_, email, moved, registered) => {
    const all = [...smallExport(), appointmentLine(1)].slice(3)
    const records = all.map((line) => ({ ...line, ...('clientUuid' in line && { clientUuid: NEW }) }))
    const lines = [clientLine(2, { registered: false, email }), ...moved(records)]
    await load(lines)
    const found = (await clients()).filter((client) => client.registered === 1)
    expect(found).toMatchObject([{ uuid: registered, ...OWNER }])
    expect(await counts()).toEqual([{ registered: 1, unregistered: 1 }])
    await expectNoChange(lines)
  })

  test('transfer the registration of a removed client to one with the same e-mail address', async () => {
    const { changes } = await load([newLine(), patientLine(1, 2), removedOldLine()])
    expect(changes).toMatchObject({ client: { added: 1, removed: 1 } })
    expect(await clients()).toMatchObject([{ uuid: NEW, registered: 1, ...OWNER }])
    expect([await clientOf('patient'), await clientOf('invoice')]).toEqual([[NEW], []])
    expect(await counts()).toEqual([{ registered: 1, unregistered: 0 }])
  })

  test('do not transfer the registration of a removed client to one with another e-mail address', async () => {
    await load([newLine({ email: 'other@mail.example' }), patientLine(1, 2), removedOldLine()])
    expect(await clients()).toMatchObject([{ uuid: NEW, registered: 0, username: null }])
  })

  test.each([
    ['pass on the file to a document without one', 'a.pdf', undefined, 'former'],
    ['leave a document its own file', 'a.pdf', 'own', 'own'],
    ['pass on no file to a document that names another one', 'b.pdf', undefined, undefined],
  ])('%s', async (_, name, own, expected) => {
    const { db, ports } = testServer
    const [from, to] = [1, 2].map((number) => documentKey({ type: 'attachment', uuid: uuid('3', number) })) as [
      string,
      string,
    ]
    const store = async (key: string, text: string) => {
      await ports.files.put(key, new TextEncoder().encode(text))
      await db.insertInto('file').values({ key, created_at: NOW.toISOString(), sha256: text, name }).execute()
    }
    await store(from, 'former')
    if (own !== undefined) await store(to, own)
    await load(replacingLines('3', { fileName: 'a.pdf' }), {
      afterwards: (connection) => removeDroppedFiles(connection, ports.files),
    })
    const rows = await rowsOf(db, 'file', ['key', 'sha256'])
    expect(rows).toEqual(expected === undefined ? [] : [{ key: to, sha256: expected }])
    const stored = await ports.files.get(to)
    expect(stored && (await new Response(stored.stream()).text())).toBe(expected)
    expect(await ports.files.get(from)).toBeUndefined()
  })
})
