import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { AuditEntry } from '#contract/schemas/access-log.ts'
import type { UndoneRemoval } from '#contract/schemas/client.ts'
import type { Page } from '#contract/paging.ts'
import { eraseClient } from '#server/clients/erase.ts'
import { ARCHIVED } from '#server/clients/removal-archive.ts'
import { exportClient } from '#server/export/client.ts'
import { loadExport } from '#server/import/load.ts'
import { purge } from '#server/purge/purge.ts'
import { account, client, patient, practice, sharedCard, staff } from '#harness/builders.ts'
import { checked, clientLine } from '#harness/example-export.ts'
import { eachTestServer, onEngines, outcomeOf } from '#harness/test-server.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const JAN = 'jan@mail.example'
const PIET = 'piet@mail.example'
/** A time in the past. The purge uses the earlier of the server's clock and the database's real clock. */
const START = new Date('2025-01-15T10:00:00.000Z')
const NONE: UndoneRemoval = { restored: 0, otherAccount: 0, registered: 0, addressChanged: 0 }

/** Tables from which a removal deletes rows, and tables that a removal changes. */
const LIVE = [
  'client',
  'client_count',
  'account',
  'passkey',
  'membership',
  'given_up_mail',
  'calendar_feed',
  'shared_card',
  'reminder_subscription',
  'mailed_reminder',
] as const
const UNDO = ['removal', 'removed_client', 'removed_row'] as const
type Snapshot = Record<string, string[]>

onEngines('undoing the removal of clients', (engine) => {
  const testServer = eachTestServer(engine)
  let [adminId, admin] = ['', '']

  beforeEach(async () => {
    testServer.now = START
    await practice(testServer.db, 'a', { reminder_mails: 1 })
    await practice(testServer.db, 'b')
    adminId = await staff(testServer.db, 'a', 'admin@a.example', 'CLINIC_ADMIN')
    admin = await testServer.signIn(adminId)
  })

  const rowsOf = async (table: (typeof LIVE)[number] | (typeof UNDO)[number]) => {
    const rows = await testServer.db.selectFrom(table).selectAll().execute()
    return rows.map((row) => JSON.stringify(row)).sort()
  }
  const snapshotOf = async (tables: readonly Parameters<typeof rowsOf>[0][]): Promise<Snapshot> =>
    Object.fromEntries(await Promise.all(tables.map(async (table) => [table, await rowsOf(table)] as const)))
  const snapshot = () => snapshotOf(LIVE)
  const undoRows = () => snapshotOf(UNDO)
  const later = async (ms: number) => {
    testServer.advance(ms)
    admin = await testServer.signIn(adminId)
  }
  const removed = async (path: string, token = admin) => {
    await testServer.ok(testServer.call('DELETE', path, { token }))
    const { id } = await testServer.db
      .selectFrom('audit')
      .innerJoin('removal', 'removal.id', 'audit.removal_id')
      .select('removal.id')
      .orderBy('audit.id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    return id
  }
  const remove = (uuid: string, token?: string) => removed(`clients/${uuid}`, token)
  const removeAll = () => removed('practice/a/clients')
  const register = (uuid: string, at = 'a', token = admin) =>
    testServer.call('POST', `practice/${at}/clients?clientUuid=${uuid}`, { token })
  const undo = (removal: string, token = admin, at = 'a') =>
    testServer.call('POST', `practice/${at}/removals/${removal}/undo`, { token })
  const undone = (...args: Parameters<typeof undo>) => testServer.ok<UndoneRemoval>(undo(...args))
  const accessLog = async (query = '') =>
    (await testServer.read<Page<AuditEntry>>(`practice/a/audit${query}`, admin)).content
  const login = async (username = JAN) =>
    (await testServer.call('POST', 'user/authenticate', { body: { username, password: 'Welkom#2026' } })).status
  const ofClient = (uuid: string) =>
    testServer.db.selectFrom('client').selectAll().where('uuid', '=', uuid).executeTakeFirstOrThrow()
  const counts = () =>
    testServer.db.selectFrom('client_count').selectAll().where('practice_id', '=', 'a').executeTakeFirstOrThrow()
  const accountIdOf = async (username: string) =>
    (await testServer.db.selectFrom('account').select('id').where('username', '=', username).executeTakeFirst())?.id
  const owned = async (username = JAN, columns = {}, at = 'a') =>
    await client(testServer.db, at, {
      account_id: (await accountIdOf(username)) ?? (await account(testServer.db, username)),
      email: username,
      ...columns,
    })
  const ownedBy = (count: number) =>
    Promise.all(Array.from({ length: count }, (_, index) => owned(`c${index}@mail.example`)))

  /** Adds everything that an owner can have; returns the owner's account id. */
  async function addRecords(uuid: string): Promise<string> {
    const { db } = testServer
    const at = START.toISOString()
    const accountId = (await ofClient(uuid)).account_id!
    const of = { client_uuid: uuid, account_id: accountId }
    const patientId = await patient(db, uuid, 'Bella')
    const id = () => crypto.randomUUID()
    await db
      .insertInto('calendar_feed')
      .values({ ...of, id: id() })
      .execute()
    await db
      .insertInto('reminder_subscription')
      .values({ ...of, subscribed_at: at, week: '2025-01-13' })
      .execute()
    await db
      .insertInto('mailed_reminder')
      .values({ client_uuid: uuid, uuid: id(), date: '2025-01-20', late: 0 })
      .execute()
    for (const days of [2, 9]) {
      const ends_at = new Date(START.getTime() + days * DAY_MS).toISOString()
      await sharedCard(db, { clientId: uuid, accountId, patientId }, { note: 'Oppas "Jan"', ends_at })
    }
    await db
      .insertInto('passkey')
      .values({
        id: id(),
        account_id: accountId,
        credential_id: id(),
        public_key: 'x',
        counter: 4_294_967_295,
        transports: 'internal hybrid',
        name: 'Telefoon',
        created_at: at,
        last_used_at: null,
      })
      .execute()
    await db
      .insertInto('membership')
      .values({ account_id: accountId, practice_id: 'b', role: 'CLINIC_USER', ended_at: at })
      .execute()
    const mail = { kind: 'reminders', reason: '550', account_id: accountId, practice_id: 'a' } as const
    await db
      .insertInto('given_up_mail')
      .values({ ...mail, id: id(), created_at: at, given_up_at: at })
      .execute()
    return accountId
  }

  test('archives every column of the restored tables', async () => {
    const tables = await testServer.db.introspection.getTables()
    const sorted = (columns: readonly string[]) => [...columns].sort()
    for (const [table, columns] of Object.entries(ARCHIVED)) {
      const stored = tables.find(({ name }) => name === table)!.columns.map(({ name }) => name)
      expect([table, sorted(columns)]).toEqual([table, sorted(stored)])
    }
    const ofAccounts = tables.filter(({ columns }) => columns.some(({ name }) => name === 'account_id'))
    // Owners need no second factor; former staff set up a new one, and are matched again at the issuer. The next export proposes a changed address
    // again.
    const notRestored = [
      'address_change',
      'session',
      'password_link',
      'invitation_link',
      'outbox',
      'totp',
      'recovery_code',
      'oidc_identity',
    ]
    const stay = [
      'client',
      'audit',
      'client_reading',
      'request',
      'request_photo',
      'form_answer',
      'visit_question',
      'estimate_answer',
      'letter',
      'import_key',
      'csv_import',
    ]
    const others = ['upload_day', 'ended_address', 'removed_client', 'removed_row', 'staff_offer', 'staff_invitation']
    const archived = Object.keys(ARCHIVED).filter((name) => !['account', 'mailed_reminder'].includes(name))
    expect(sorted(ofAccounts.map(({ name }) => name))).toEqual(
      sorted([...archived, ...notRestored, ...stay, ...others]),
    )
  })

  test('restores one client with the account and everything that the owner created', async () => {
    const uuid = await owned(JAN, { locked: 0, mail_failure: 'bounced', activation: 'activated' })
    const jan = await addRecords(uuid)
    const session = await testServer.signIn(jan)
    const before = await snapshot()

    const removal = await remove(uuid)
    expect(await login()).toBe(401)
    expect(await accountIdOf(JAN)).toBeUndefined()
    for (const table of ['passkey', 'membership', 'given_up_mail', 'calendar_feed', 'shared_card'] as const)
      expect(await rowsOf(table)).toEqual([])
    expect(await ofClient(uuid)).toMatchObject({ registered: 0, account_id: null, activation: null })

    expect(await undone(removal)).toEqual({ ...NONE, restored: 1 })
    expect(await snapshot()).toEqual(before)
    expect(await login()).toBe(200)
    // Ended sessions are not restored.
    expect((await testServer.call('GET', 'user', { token: session })).status).toBe(401)
    const read = await testServer.read('user/client?practiceId=a', await testServer.signIn(jan))
    expect(read).toMatchObject({ uuid, registeredAt: '2026-02-01T00:00:00.000Z' })
    expect((await undoRows())['removed_row']).toEqual([])
    const [entry] = await accessLog()
    expect(entry).toMatchObject({ action: 'removal-undone', client: { uuid }, account: { id: adminId } })
  })

  test('restores the invitation of an owner who had not opened the practice', async () => {
    const uuid = await owned(JAN, { activation: 'invited' })
    expect(await undone(await remove(uuid))).toEqual({ ...NONE, restored: 1 })
    expect(await ofClient(uuid)).toMatchObject({ registered: 1, activation: 'invited' })
    expect(await login()).toBe(200)
  })

  test('restores the lock of a client, without expired or mailed links', async () => {
    const uuid = await owned(JAN, { locked: 1 })
    const jan = await addRecords(uuid)
    await testServer.db
      .insertInto('password_link')
      .values({ account_id: jan, token_hash: 'hash', expires_at: '2025-06-01T00:00:00.000Z' })
      .execute()
    const removal = await remove(uuid)
    await later(3 * DAY_MS)
    expect(await undone(removal)).toEqual({ ...NONE, restored: 1 })
    expect(await ofClient(uuid)).toMatchObject({ registered: 1, locked: 1, account_id: jan })
    expect(await login()).toBe(403)
    const cards = await testServer.db.selectFrom('shared_card').select('ends_at').execute()
    expect(cards).toEqual([{ ends_at: '2025-01-24T10:00:00.000Z' }])
    expect(await testServer.db.selectFrom('password_link').selectAll().execute()).toEqual([])
    expect(await testServer.mails()).toEqual([])
  })

  test('restores only clients of that practice, in one call', async () => {
    const { db } = testServer
    const first = await owned()
    await owned(PIET, { locked: 1 })
    await owned('vet@b.example')
    await db
      .updateTable('account')
      .set({ staff_role: 'CLINIC_USER', practice_id: 'b' })
      .where('username', '=', 'vet@b.example')
      .execute()
    await owned(PIET, {}, 'b')
    await client(db, 'a', { email: 'never@mail.example' })
    await addRecords(first)
    const invited = await client(db, 'a', {
      account_id: await account(db, 'new@mail.example', { password_hash: null }),
      activation: 'failed',
      mail_failure: '550',
    })
    const before = await snapshot()
    const removal = await removeAll()
    expect(await rowsOf('account')).toHaveLength(3)
    expect(await undone(removal)).toEqual({ ...NONE, restored: 4 })
    expect(await snapshot()).toEqual(before)
    expect(await ofClient(invited)).toMatchObject({ activation: 'failed', mail_failure: '550' })
    expect(await counts()).toMatchObject({ registered: 4, unregistered: 1, activated: 3, failed: 1 })
    expect((await accessLog())[0]).toMatchObject({ action: 'removal-undone', count: 4 })
  })

  test('restores more clients than one batch contains', async () => {
    const { db } = testServer
    const numbers = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 10100)
      select '00000000-0000-4000-8000-' || (100000000000 + i)`
    await sql`insert into account (id, username, language, password_hash, created_at)
      select id, id || '@mail.example', 'nl', 'x', '2026' from (${numbers} as id from n) x`.execute(db)
    await sql`insert into client (uuid, account_id, practice_id, registered, activation, locked, last_name, search_name,
      sort_name) select id, id, 'a', 1, 'activated', 0, 'Bos', 'bos', 'bos' from (${numbers} as id from n) x`.execute(
      db,
    )
    const all = { registered: 10_100, activated: 10_100 }
    await db.updateTable('client_count').set(all).where('practice_id', '=', 'a').execute()
    const before = await snapshot()
    const removal = await removeAll()
    expect(await undone(removal)).toEqual({ ...NONE, restored: 10_100 })
    const after = await snapshot()
    for (const table of LIVE) expect(after[table]?.length).toBe(before[table]?.length)
    expect(after).toEqual(before)
    expect((await undoRows())['removed_row']).toEqual([])
  })

  describe('within seven days', () => {
    test('is offered in the access log', async () => {
      const [first, ...rest] = await ownedBy(6)
      const removal = await remove(first!)
      const until = '2025-01-22T10:00:00.000Z'
      expect((await accessLog())[0]).toMatchObject({ action: 'deleted', undo: { until, removal } })
      await later(60_000)
      const removals = [removal]
      for (const uuid of rest) removals.push(await remove(uuid))
      // The undo of a run is available as long as the undo of its first removal.
      const [run] = await accessLog('?runs=true')
      expect(run).toMatchObject({ run: { count: 6 }, undo: { until } })
      expect(run!.undo).not.toHaveProperty('removal')
      for (const id of removals) await undone(id)
      expect((await accessLog('?runs=true&action=deleted'))[0]).not.toHaveProperty('undo')
      expect((await accessLog('?runs=true'))[0]).toMatchObject({ action: 'removal-undone', run: { count: 6 } })
      const all = await removeAll()
      expect((await accessLog())[0]).toMatchObject({ action: 'deleted-all', count: 6, undo: { removal: all } })
    })

    test('is possible, whereas a later attempt returns 404', async () => {
      const removal = await remove(await owned())
      await later(7 * DAY_MS - 1)
      expect((await accessLog())[0]).toHaveProperty('undo')
      await later(1)
      expect((await accessLog())[0]).not.toHaveProperty('undo')
      expect(await outcomeOf(undo(removal))).toBe('404 not-found')
      expect(await login()).toBe(401)
    })

    test('has the removed data, which is purged afterwards', async () => {
      const [jan, piet] = [await owned(), await owned(PIET)]
      await addRecords(jan)
      await remove(jan)
      await later(HOUR_MS)
      const removal = await remove(piet)
      for (let day = 0; day < 7; day += 1) {
        if (day > 0) await later(DAY_MS)
        await purge(testServer.ports)
      }
      expect((await undoRows())['removed_client']).toHaveLength(2)
      await later(DAY_MS - HOUR_MS)
      await purge(testServer.ports)
      const remaining = await undoRows()
      expect([remaining['removal'], remaining['removed_client'], remaining['removed_row']]).toMatchObject([
        { length: 1 },
        { length: 1 },
        { length: 1 },
      ])
      expect(JSON.stringify(remaining)).not.toContain('jan@')
      expect(await undone(removal)).toEqual({ ...NONE, restored: 1 })
    })
  })

  test('is allowed only for admins of the practice that removed the clients', async () => {
    const uuid = await owned()
    const removal = await remove(uuid)
    const nurse = await testServer.signIn(await staff(testServer.db, 'a', 'sam@a.example'))
    const other = await testServer.signIn(await staff(testServer.db, 'b', 'admin@b.example', 'CLINIC_ADMIN'))
    expect(await outcomeOf(undo(removal, nurse))).toBe('403 forbidden')
    expect(await outcomeOf(undo(removal, other))).toBe('404 not-found')
    expect(await outcomeOf(undo(removal, other, 'b'))).toBe('404 not-found')
    expect(await outcomeOf(undo(crypto.randomUUID()))).toBe('404 not-found')
    expect(await ofClient(uuid)).toMatchObject({ registered: 0 })
    expect(await undone(removal.toUpperCase())).toEqual({ ...NONE, restored: 1 })
  })

  test('never restores an erased client', async () => {
    const [jan, piet] = [await owned(), await owned(PIET)]
    await addRecords(jan)
    const [one, other] = [await remove(jan), await remove(piet)]
    await eraseClient(testServer.db, testServer.ports.files, { clientId: jan, now: testServer.now })
    const { removed_client, removed_row } = await undoRows()
    expect([removed_client, removed_row]).toMatchObject([{ length: 1 }, { length: 1 }])
    expect(JSON.stringify([removed_client, removed_row])).not.toContain('jan@')
    expect(await outcomeOf(undo(one))).toBe('404 not-found')
    expect((await accessLog()).filter((entry) => entry.undo)).toHaveLength(1)
    expect(await undone(other)).toEqual({ ...NONE, restored: 1 })
  })

  test('adds the archived data to the export of the client, without credentials', async () => {
    const jan = await owned()
    await addRecords(jan)
    const exported = async () => JSON.stringify(await exportClient(testServer.db, jan, testServer.now))
    expect(await exported()).not.toContain('"removal"')
    await remove(jan)
    const text = await exported()
    expect(text).toContain('"keptUntil":"2025-01-22T10:00:00.000Z","username":"jan@mail.example"')
    for (const part of ['"Telefoon"', 'Oppas', '"reminder_subscription"']) expect(text).toContain(part)
    expect(text).not.toMatch(/hash|public_key|credential/)
  })

  describe('after other changes', () => {
    test('does not change a client that was registered again', async () => {
      const [jan, piet] = [await owned(), await owned(PIET)]
      const before = (await ofClient(jan)).account_id
      const removal = await removeAll()
      expect((await register(jan)).status).toBe(201)
      const newState = await ofClient(jan)
      expect(newState.account_id).not.toBe(before)
      expect(await undone(removal)).toEqual({ ...NONE, restored: 1, registered: 1 })
      expect(await ofClient(jan)).toEqual(newState)
      expect(await ofClient(piet)).toMatchObject({ registered: 1 })
    })

    test('restores a client to the state at the last of several removals', async () => {
      const jan = await owned()
      const first = await remove(jan)
      await register(jan)
      expect((await accessLog('?action=deleted'))[0]).not.toHaveProperty('undo')
      const newState = (await ofClient(jan)).account_id
      const second = await remove(jan)
      expect(await outcomeOf(undo(first))).toBe('404 not-found')
      expect(await undone(second)).toEqual({ ...NONE, restored: 1 })
      expect(await ofClient(jan)).toMatchObject({ account_id: newState, activation: 'invited' })
    })

    test('links another account that now has the e-mail address, without former data', async () => {
      const jan = await owned()
      await addRecords(jan)
      const removal = await remove(jan)
      const clientAtB = await client(testServer.db, 'b', { email: JAN })
      const theirs = await testServer.signIn(await staff(testServer.db, 'b', 'staff@b.example'))
      expect((await register(clientAtB, 'b', theirs)).status).toBe(201)
      const account_id = await accountIdOf(JAN)
      expect(await undone(removal)).toEqual({ ...NONE, restored: 1, otherAccount: 1 })
      expect(await ofClient(jan)).toMatchObject({ account_id, activation: 'not-invited', mail_failure: null })
      // The former password belonged to the former account.
      expect(await login()).toBe(401)
      for (const table of ['passkey', 'calendar_feed', 'shared_card', 'reminder_subscription'] as const)
        expect(await rowsOf(table)).toEqual([])
    })

    test('shares the account of another client registered with the same e-mail address', async () => {
      const jan = await owned()
      const removal = await remove(jan)
      const same = await client(testServer.db, 'a', { email: JAN })
      await register(same)
      expect(await undone(removal)).toEqual({ ...NONE, restored: 1, otherAccount: 1 })
      expect((await ofClient(jan)).account_id).toBe((await ofClient(same)).account_id)
      expect(await login()).toBe(401)
    })

    test('omits a client with a changed e-mail address', async () => {
      const [jan, piet] = [await owned(), await owned(PIET)]
      const removal = await removeAll()
      const setEmail = (uuid: string, email: string | null) =>
        testServer.db.updateTable('client').set({ email }).where('uuid', '=', uuid).execute()
      await setEmail(jan, 'new@mail.example')
      await setEmail(piet, ' Piet@Mail.example')
      const changed = { ...NONE, restored: 1, addressChanged: 1 }
      expect(await undone(removal)).toEqual(changed)
      expect(await ofClient(jan)).toMatchObject({ registered: 0, account_id: null })
      expect([await login(), await login(PIET)]).toEqual([401, 200])
      // A repeated call returns the same result, because the first response may have been lost.
      expect(await undone(removal)).toEqual(changed)
      await setEmail(jan, null)
      expect(await undone(removal)).toEqual({ ...NONE, restored: 1 })
    })

    test('works whether or not an export still contains the client', async () => {
      const jan = await owned()
      const removal = await remove(jan)
      for (const line of [
        clientLine(1, { practiceId: 'a' }),
        clientLine(2, { uuid: jan, practiceId: 'a', email: JAN }),
      ]) {
        const { problems } = await loadExport(testServer.db, checked([line]), { practiceId: 'a', now: testServer.now })
        expect(problems.first).toEqual([])
      }
      expect(await ofClient(jan)).toMatchObject({ registered: 0 })
      expect(await undone(removal)).toEqual({ ...NONE, restored: 1 })
      expect(await login()).toBe(200)
    })

    test('restores an account removed by two practices once', async () => {
      const [here, there] = [await owned(), await owned(JAN, {}, 'b')]
      await addRecords(here)
      const before = await snapshot()
      const boss = await testServer.signIn(await staff(testServer.db, 'b', 'admin@b.example', 'CLINIC_ADMIN'))
      const one = await remove(here)
      // The account is deleted with the last of its clients.
      expect(await accountIdOf(JAN)).toBeDefined()
      const other = await remove(there, boss)
      expect(await accountIdOf(JAN)).toBeUndefined()
      expect(await undone(one)).toEqual({ ...NONE, restored: 1 })
      expect(await ofClient(there)).toMatchObject({ registered: 0 })
      expect(await undone(other, boss, 'b')).toEqual({ ...NONE, restored: 1 })
      const after = await snapshot()
      expect(after['client']).toEqual(before['client'])
      const ofJan = ({ account: accounts }: Snapshot) => accounts?.filter((row) => row.includes('jan@'))
      expect(ofJan(after)).toEqual(ofJan(before))
    })
  })

  test('restores once despite several concurrent calls', { tags: ['database'] }, async () => {
    const uuids = await ownedBy(5)
    const removal = await removeAll()
    const results = await Promise.all([1, 2, 3].map(() => undone(removal)))
    expect(results).toEqual(Array.from({ length: 3 }, () => ({ ...NONE, restored: 5 })))
    for (const uuid of uuids) expect(await ofClient(uuid)).toMatchObject({ registered: 1 })
    expect(await accessLog('?action=removal-undone')).toHaveLength(1)
  })

  test('leaves consistent rows and counts despite concurrent removals', { tags: ['database'] }, async () => {
    const uuids = await ownedBy(8)
    for (let round = 0; round < 3; round += 1) {
      const removal = await removeAll()
      const responses = await Promise.all([
        undo(removal),
        ...uuids.slice(0, 4).map((uuid) => register(uuid)),
        undo(removal),
        testServer.call('DELETE', 'practice/a/clients', { token: admin }),
        undo(removal),
        ...uuids.map((uuid) => register(uuid)),
      ])
      for (const { status } of responses) expect([200, 201, 204, 404, 409]).toContain(status)
      const rows = await testServer.db.selectFrom('client').selectAll().where('practice_id', '=', 'a').execute()
      expect(await counts()).toMatchObject({
        registered: rows.filter(({ registered }) => registered === 1).length,
        activated: rows.filter(({ activation }) => activation === 'activated').length,
      })
      expect(rows.every(({ registered, account_id }) => (registered === 1) === (account_id !== null))).toBe(true)
      for (const uuid of uuids) await register(uuid)
    }
    await testServer.mails()
  })
})
