// @module-tag database
import { afterEach, beforeEach, expect, test } from 'vitest'
import { documentKey } from '#server/documents/types.ts'
import { removeDroppedFiles } from '#server/import/dropped-files.ts'
import { loadExport } from '#server/import/load.ts'
import { request, sharedCard, logEntries } from '#harness/builders.ts'
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

const NOW = new Date('2025-01-15T10:00:00.000Z')
const [OLD, NEW, THIRD] = [uuid('c', 1), uuid('c', 2), uuid('c', 3)] as const
const newLine = (fields: AnyRecord = {}) =>
  clientLine(2, { email: 'client1@mail.example', registered: false, ...fields })

onEngines('replacements by an export', (engine) => {
  let testServer: TestServer
  beforeEach(async () => {
    testServer = await openTestServer(engine)
    testServer.now = NOW
    await load([...smallExport(), appointmentLine(1)])
  })
  afterEach(() => testServer[Symbol.asyncDispose]())

  const load = (records: AnyRecord[], practiceId = 'de-krekel') =>
    loadExport(testServer.db, checked(records), { practiceId, now: NOW, confirmed: true })
  const clients = () =>
    testServer.db
      .selectFrom('client')
      .leftJoin('account', 'account.id', 'account_id')
      .select(['uuid', 'registered', 'locked', 'username', 'client.last_name as name'])
      .orderBy('uuid')
      .execute()
  const clientOf = async (table: 'patient' | 'reminder' | 'appointment' | 'visit_form' | 'attachment' | 'invoice') =>
    (await testServer.db.selectFrom(table).select('client_uuid as id').execute()).map(({ id }) => id)
  const owner = async () =>
    (
      await testServer.db
        .selectFrom('account')
        .select('id')
        .where('username', '=', 'client1@mail.example')
        .executeTakeFirstOrThrow()
    ).id
  const counts = async () => ({
    clients: await testServer.db.selectFrom('client_count').select(['registered', 'unregistered']).execute(),
    requests: await testServer.db.selectFrom('request_count').select(['state', 'count']).execute(),
  })

  /** All that the portal keeps of the old client. */
  async function furnish() {
    const { db } = testServer
    const accountId = await owner()
    const at = NOW.toISOString()
    const of = { client_uuid: OLD, account_id: accountId }
    await db
      .updateTable('client')
      .set({ activation: 'activated', locked: 1, last_opened_at: at })
      .where('uuid', '=', OLD)
      .execute()
    await db
      .insertInto('calendar_feed')
      .values({ ...of, id: 'feed' })
      .execute()
    await db
      .insertInto('reminder_subscription')
      .values({ ...of, subscribed_at: at, week: '2025-01-13' })
      .execute()
    await db
      .insertInto('mailed_reminder')
      .values({ client_uuid: OLD, uuid: uuid('1', 1), date: '2025-01-20', late: 0 })
      .execute()
    await sharedCard(db, { clientId: OLD, accountId, patientId: uuid('a', 1) })
    await request(db, { clientId: OLD, accountId, patient_uuid: uuid('a', 1) })
    const entry = { practice_id: 'de-krekel', at, client_uuid: OLD, client_name: 'Oud' }
    await logEntries(db, [
      { ...entry, action: 'viewed-as', session_id: 's' },
      { ...entry, action: 'read', account_id: accountId, day: '2025-01-14' },
    ])
  }

  test('a client follows with account, lock, requests and all records, and later lines that name the old one mean the new one', async () => {
    await furnish()
    const report = await load([newLine({ replaces: OLD.toUpperCase(), lastName: 'Nieuw' })])
    expect(report).toMatchObject({
      problems: { count: 0 },
      warnings: { count: 0 },
      changes: { client: { added: 1, replaced: 1 } },
    })
    expect(await clients()).toEqual([
      { uuid: NEW, registered: 1, locked: 1, username: 'client1@mail.example', name: 'Nieuw' },
    ])
    for (const table of ['patient', 'reminder', 'appointment', 'visit_form', 'attachment', 'invoice'] as const)
      expect(await clientOf(table)).toEqual([NEW])
    const { db } = testServer
    for (const table of [
      'calendar_feed',
      'reminder_subscription',
      'mailed_reminder',
      'shared_card',
      'request',
    ] as const)
      expect([table, await db.selectFrom(table).select('client_uuid').execute()]).toEqual([
        table,
        [{ client_uuid: NEW }],
      ])
    expect(
      await db
        .selectFrom('audit')
        .select(['action', 'client_uuid'])
        .where('client_uuid', 'is not', null)
        .orderBy('id')
        .execute(),
    ).toEqual(['viewed-as', 'read', 'merged'].map((action) => ({ action, client_uuid: NEW })))
    const named = db.selectFrom('audit_name').select('party_id').where('name', '=', 'Oud').where('party_id', '=', NEW)
    expect(await named.execute()).toHaveLength(1)
    expect(await counts()).toEqual({
      clients: [{ registered: 1, unregistered: 0 }],
      requests: [{ state: 'sent', count: 1 }],
    })
    // Loaded again, and by lines that name the old one.
    const again = [newLine({ replaces: [OLD], lastName: 'Nieuw' }), ...smallExport().slice(3), appointmentLine(1)]
    for (const lines of [again, again.slice(1)]) {
      const { changes, problems } = await load(lines)
      expect(problems.first).toEqual([])
      for (const { added, updated, removed, replaced } of Object.values(changes!))
        expect([added, updated, removed, replaced]).toEqual([0, 0, undefined, undefined])
    }
    const token = await testServer.signIn(await owner())
    await db.updateTable('client').set({ locked: 0 }).execute()
    const mine = await testServer.call('GET', 'user/client?practiceId=de-krekel', { token })
    expect(await mine.json()).toMatchObject({ uuid: NEW, patientCount: 1 })
  })

  test.each<[name: string, lines: AnyRecord[], left: string[]]>([
    ['a chain', [newLine({ replaces: OLD }), clientLine(3, { replaces: NEW, registered: false })], [THIRD]],
    [
      'a chain in the other order',
      [clientLine(3, { replaces: NEW, registered: false }), newLine({ replaces: OLD })],
      [THIRD],
    ],
    ['a list', [clientLine(3, { replaces: [OLD, NEW], registered: false }), clientLine(2)], [THIRD]],
    ['the old record in the same export', [clientLine(1, { lastName: 'Oud' }), newLine({ replaces: OLD })], [NEW]],
    [
      'the old record as removed in the same export',
      [newLine({ replaces: OLD }), { ...clientLine(1), removed: true }],
      [NEW],
    ],
    ['something unknown', [newLine({ replaces: uuid('c', 9) })], [OLD, NEW]],
    ['no value', [newLine({ replaces: '' })], [OLD, NEW]],
    ['null', [newLine({ replaces: null })], [OLD, NEW]],
    ['an empty list', [newLine({ replaces: [] })], [OLD, NEW]],
    ['what a removed record replaces', [{ ...newLine(), removed: true, replaces: OLD }], []],
    ['white space around a uuid', [newLine({ replaces: ` ${OLD}\n` })], [NEW]],
  ])('reads %s', async (_, lines, left) => {
    const report = await load(lines)
    expect(report).toMatchObject({ loaded: true, warnings: { count: 0 } })
    expect((await clients()).map((client) => client.uuid)).toEqual(left)
    if (left.length === 1) expect(await clientOf('invoice')).toEqual(left)
    const before = await clients()
    const again = await load(lines)
    for (const { added, updated, removed, replaced } of Object.values(again.changes!))
      expect([added, updated, removed, replaced]).toEqual([0, 0, undefined, undefined])
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
    ['no uuid', [newLine({ replaces: 'client 1' })], 'invalidUuid'],
    ['a number', [newLine({ replaces: 1 })], 'invalidUuid'],
    ['an object', [newLine({ replaces: { uuid: OLD } })], 'invalidUuid'],
  ])('does not let a client replace %s, and says so', async (_, lines, code) => {
    const { loaded, warnings } = await load(lines)
    expect(loaded).toBe(true)
    expect(warnings.first).toContainEqual(expect.objectContaining({ field: 'replaces', code }))
    expect((await clients()).map((client) => client.uuid)).toContain(OLD)
    expect(await clientOf('invoice')).toEqual([OLD])
  })

  test('an animal follows with its records, also into requests, cards and appointments', async () => {
    await furnish()
    const line = patientLine(2, 1, { replaces: uuid('a', 1), name: 'Bella' })
    expect((await load([line])).changes).toMatchObject({ patient: { added: 1, replaced: 1 } })
    const { db } = testServer
    expect(await db.selectFrom('patient').select('uuid').execute()).toEqual([{ uuid: uuid('a', 2) }])
    for (const table of ['reminder', 'visit_form', 'attachment'] as const) {
      const row = await db.selectFrom(table).select(['patient_uuid', 'data']).executeTakeFirstOrThrow()
      expect([row.patient_uuid, JSON.parse(row.data).patientUuid]).toEqual([uuid('a', 2), uuid('a', 2)])
    }
    for (const table of ['logbook_entry', 'shared_card', 'request'] as const)
      expect(await db.selectFrom(table).select('patient_uuid').execute()).toEqual([{ patient_uuid: uuid('a', 2) }])
    const { data } = await db.selectFrom('appointment').select('data').executeTakeFirstOrThrow()
    expect(JSON.parse(data).patientUuids).toEqual([uuid('a', 2)])
    const { changes } = await load([line, ...smallExport().slice(4), appointmentLine(1)])
    for (const { added, updated } of Object.values(changes!)) expect(added + updated).toBe(0)
  })

  test.each<[kind: string, letter: string, place: number]>([
    ['reminder', '1', 0],
    ['visitForm', '2', 1],
    ['attachment', '3', 2],
    ['logbookEntry', '4', 3],
    ['invoice', '5', 4],
  ])('a %s takes the place of another one', async (kind, letter, place) => {
    const line = { ...papers(1, { client: 1, patient: 1 })[place]!, uuid: uuid(letter, 2), replaces: uuid(letter, 1) }
    if (kind === 'reminder') await load([appointmentLine(1, { reminderUuids: [uuid('1', 9), uuid('1', 1)] })])
    const report = await load([line])
    expect(report.changes).toMatchObject({ [kind]: { added: 1, replaced: 1 } })
    const table = ({ visitForm: 'visit_form', logbookEntry: 'logbook_entry' } as const)[kind] ?? kind
    const rows = await testServer.db
      .selectFrom(table as 'invoice')
      .select('uuid')
      .execute()
    expect(rows).toEqual([{ uuid: uuid(letter, 2) }])
    if (kind === 'reminder')
      expect(await testServer.db.selectFrom('appointment').select(['reminder_uuid', 'data']).execute()).toEqual([
        {
          reminder_uuid: uuid('1', 2),
          data: expect.stringContaining(`"reminderUuids":["${uuid('1', 9)}","${uuid('1', 2)}"]`),
        },
      ])
  })

  test('refuses an export that replaces a record of another practice, which its own export may do', async () => {
    await load([practiceLine('other'), clientLine(7, { practiceId: 'other' })], 'other')
    const before = await clients()
    const refused = await load([newLine({ replaces: uuid('c', 7) })])
    expect(refused).toMatchObject({
      loaded: false,
      problems: { first: [{ line: 1, field: 'replaces', code: 'otherPractice' }] },
    })
    expect(await clients()).toEqual(before)
    const own = clientLine(8, { practiceId: 'other', replaces: uuid('c', 7), email: 'client7@mail.example' })
    expect(await load([own], 'other')).toMatchObject({ loaded: true, changes: { client: { replaced: 1 } } })
  })

  test('of two accounts the one that was used stays, and staff and the other owner are told', async () => {
    await load([clientLine(2), patientLine(2, 2)])
    await testServer.db.updateTable('client').set({ activation: 'activated' }).where('uuid', '=', OLD).execute()
    const { warnings } = await load([clientLine(2, { email: 'client1@mail.example', replaces: OLD })])
    expect(warnings.first).toMatchObject([{ line: 1, field: 'replaces', code: 'otherAccount' }])
    expect(await clients()).toMatchObject([{ uuid: NEW, registered: 1, username: 'client1@mail.example' }])
    expect(await clientOf('patient')).toEqual([NEW, NEW])
    expect(
      await testServer.db.selectFrom('account').select('username').where('username', 'like', 'client%').execute(),
    ).toEqual([{ username: 'client1@mail.example' }])
    expect((await counts()).clients).toEqual([{ registered: 1, unregistered: 0 }])
    const told = testServer.db.selectFrom('outbox').select('address').where('kind', '=', 'address-changed')
    expect(await told.execute()).toEqual([{ address: 'client2@mail.example' }])
  })

  test('a client that keeps its account gets no mail', async () => {
    await load([newLine({ replaces: OLD })])
    const told = testServer.db.selectFrom('outbox').select('address').where('kind', '=', 'address-changed')
    expect(await told.execute()).toEqual([])
  })

  test('a record that comes back by its old uuid is itself again', async () => {
    await load([newLine({ replaces: OLD })])
    await load([clientLine(1, { registered: false }), patientLine(1, 1)])
    expect(await clientOf('patient')).toEqual([OLD])
    expect(await clients()).toMatchObject([
      { uuid: OLD, registered: 0 },
      { uuid: NEW, registered: 1 },
    ])
    await load([patientLine(1, 1)])
    expect(await clientOf('patient')).toEqual([OLD])
  })

  test('staff who are replaced are removed, and the new address gets the offer', async () => {
    const line = staffLine('new@de-krekel.example', { replaces: 'Beheer@de-krekel.example' })
    const { changes } = await load([line])
    expect(changes!.user).toEqual({ added: 1, updated: 0, unchanged: 0, removed: 1 })
    const offers = await testServer.db
      .selectFrom('staff_offer')
      .innerJoin('account', 'account.id', 'account_id')
      .select('username')
      .execute()
    expect(offers).toEqual([{ username: 'new@de-krekel.example' }])
  })

  test.each([
    [
      'the registration follows its animals to a record with the same e-mail address',
      { email: 'Client1@mail.example' },
      NEW,
    ],
    ['the registration stays where the other record has another e-mail address', { email: 'other@mail.example' }, OLD],
    ['the registration stays where a record is left', { email: 'client1@mail.example' }, OLD],
  ])('without a word of a merge: %s', async (name, fields, registered) => {
    const lines = [...smallExport(), appointmentLine(1)]
      .slice(3)
      .map((line) => ({ ...line, ...('clientUuid' in line && { clientUuid: NEW }) }))
    const some = name.includes('left') ? lines.slice(0, -1) : lines
    await load([clientLine(2, { registered: false, ...fields }), ...some])
    const found = (await clients()).filter((client) => client.registered === 1)
    expect(found).toMatchObject([{ uuid: registered, username: 'client1@mail.example' }])
    expect((await counts()).clients).toEqual([{ registered: 1, unregistered: 1 }])
    const { changes } = await load([clientLine(2, { registered: false, ...fields }), ...some])
    for (const { added, updated } of Object.values(changes!)) expect(added + updated).toBe(0)
  })

  test('a registration follows its animals where the other record is removed, and its other records go', async () => {
    const lines = [newLine(), patientLine(1, 2), { ...clientLine(1), removed: true }]
    expect((await load(lines)).changes).toMatchObject({ client: { added: 1, removed: 1 } })
    expect(await clients()).toMatchObject([{ uuid: NEW, registered: 1, username: 'client1@mail.example' }])
    expect([await clientOf('patient'), await clientOf('invoice')]).toEqual([[NEW], []])
    expect((await counts()).clients).toEqual([{ registered: 1, unregistered: 0 }])
  })

  test('a removed client with another e-mail address hands nothing over', async () => {
    await load([newLine({ email: 'other@mail.example' }), patientLine(1, 2), { ...clientLine(1), removed: true }])
    expect(await clients()).toMatchObject([{ uuid: NEW, registered: 0, username: null }])
  })

  test.each([
    ['without a file takes over that of the former one', 'a.pdf', undefined, 'former'],
    ['with a file keeps its own', 'a.pdf', 'own', 'own'],
    ['that names another file takes over none', 'b.pdf', undefined, undefined],
  ])('a document %s', async (_, name, own, expected) => {
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
    const line = {
      ...papers(1, { client: 1, patient: 1 })[2]!,
      uuid: uuid('3', 2),
      replaces: uuid('3', 1),
      fileName: 'a.pdf',
    }
    await loadExport(db, checked([line]), {
      practiceId: 'de-krekel',
      now: NOW,
      afterwards: (connection) => removeDroppedFiles(connection, ports.files),
    })
    const rows = await db.selectFrom('file').select(['key', 'sha256']).execute()
    expect(rows).toEqual(expected === undefined ? [] : [{ key: to, sha256: expected }])
    const stored = await ports.files.get(to)
    expect(stored && (await new Response(stored.stream()).text())).toBe(expected)
    expect(await ports.files.get(from)).toBeUndefined()
  })
})
