import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { AuditEntry } from '#contract/access-log.ts'
import type { Page } from '#contract/paging.ts'
import type { Problem } from '#contract/problem.ts'
import type { UndoneRemoval } from '#contract/removal.ts'
import { eraseClient } from '#server/clients/erase.ts'
import { ARCHIVED } from '#server/clients/removal-archive.ts'
import { exportClient } from '#server/export/client.ts'
import { loadExport } from '#server/import/load.ts'
import { purge } from '#server/purge/purge.ts'
import { account, client, patient, practice, staff } from '#harness/builders.ts'
import { checked, clientLine } from '#harness/example-export.ts'
import { type TestServer, onEngines, openTestServer } from '#harness/test-server.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** In the past: the database's clock, which stands above the server's where things are purged, is the real one. */
const START = new Date('2025-01-15T10:00:00.000Z')
const NONE: UndoneRemoval = { restored: 0, otherAccount: 0, registered: 0, addressChanged: 0 }

/** All that a removal takes away, and what stands beside it. */
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

onEngines('undoing the removal of clients', (engine) => {
  let testServer: TestServer
  let adminId: string
  let admin: string

  beforeEach(async () => {
    testServer = await openTestServer(engine)
    testServer.now = START
    await practice(testServer.db, 'a', { reminder_mails: 1 })
    await practice(testServer.db, 'b')
    adminId = await staff(testServer.db, 'a', 'admin@a.example', 'CLINIC_ADMIN')
    admin = await testServer.signIn(adminId)
  })
  afterEach(() => testServer[Symbol.asyncDispose]())

  const rowsOf = async (table: (typeof LIVE)[number] | (typeof UNDO)[number]) => {
    const rows = await testServer.db.selectFrom(table).selectAll().execute()
    return rows.map((row) => JSON.stringify(row)).sort()
  }
  const snapshot = async (): Promise<Record<string, string[]>> =>
    Object.fromEntries(await Promise.all(LIVE.map(async (table) => [table, await rowsOf(table)])))
  const kept = async (): Promise<Record<string, string[]>> =>
    Object.fromEntries(await Promise.all(UNDO.map(async (table) => [table, await rowsOf(table)])))
  const signedInAgain = async () => (admin = await testServer.signIn(adminId))
  const later = async (ms: number) => {
    testServer.now = new Date(testServer.now.getTime() + ms)
    await signedInAgain()
  }
  const remove = async (uuid: string) => {
    expect((await testServer.call('DELETE', `clients/${uuid}`, { token: admin })).status).toBe(204)
    return await latest()
  }
  const removeAll = async () => {
    expect((await testServer.call('DELETE', 'practice/a/clients', { token: admin })).status).toBe(204)
    return await latest()
  }
  const latest = async () => {
    const { id } = await testServer.db
      .selectFrom('audit')
      .innerJoin('removal', 'removal.id', 'audit.removal_id')
      .select('removal.id')
      .orderBy('audit.id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    return id
  }
  const register = (uuid: string, at = 'a', token = admin) =>
    testServer.call('POST', `practice/${at}/clients?clientUuid=${uuid}`, { token })
  const undo = (removal: string, token = admin, at = 'a') =>
    testServer.call('POST', `practice/${at}/removals/${removal}/undo`, { token })
  const outcome = async (answer: Response | Promise<Response>) => {
    const { status, ...rest } = await answer
    expect({ status, rest, logged: status === 200 ? [] : testServer.logged.slice(-3) }).toMatchObject({ status: 200 })
    return (await (await answer).json()) as UndoneRemoval
  }
  const refusal = async (answer: Promise<Response>) => {
    const { status, code } = (await (await answer).json()) as Problem
    return `${status} ${code}`
  }
  const trail = async (query = ''): Promise<AuditEntry[]> => {
    const answer = await testServer.call('GET', `practice/a/audit${query}`, { token: admin })
    expect(answer.status).toBe(200)
    return ((await answer.json()) as Page<AuditEntry>).content
  }
  const login = async (username: string) =>
    (await testServer.call('POST', 'user/authenticate', { body: { username, password: 'Welkom#2026' } })).status
  const ofClient = (uuid: string) =>
    testServer.db.selectFrom('client').selectAll().where('uuid', '=', uuid).executeTakeFirstOrThrow()
  const accountIdOf = async (username: string) =>
    (await testServer.db.selectFrom('account').select('id').where('username', '=', username).executeTakeFirst())?.id
  const owned = async (username: string, columns = {}, at = 'a') =>
    await client(testServer.db, at, {
      account_id: (await accountIdOf(username)) ?? (await account(testServer.db, username)),
      email: username,
      ...columns,
    })

  /** An owner who has made all that an owner can make. */
  async function furnish(uuid: string, accountId: string) {
    const { db } = testServer
    const at = START.toISOString()
    const of = { client_uuid: uuid, account_id: accountId }
    const bella = await patient(db, uuid, 'Bella')
    await db
      .insertInto('calendar_feed')
      .values({ ...of, id: crypto.randomUUID() })
      .execute()
    await db
      .insertInto('reminder_subscription')
      .values({ ...of, subscribed_at: at, week: '2025-01-13' })
      .execute()
    await db
      .insertInto('mailed_reminder')
      .values({ client_uuid: uuid, uuid: crypto.randomUUID(), date: '2025-01-20', late: 0 })
      .execute()
    const card = {
      ...of,
      patient_uuid: bella,
      parts: '["identity"]',
      note: 'Oppas "Jan"',
      created_at: at,
      opened_at: null,
    }
    for (const days of [2, 9])
      await db
        .insertInto('shared_card')
        .values({
          ...card,
          uuid: crypto.randomUUID(),
          secret_hash: crypto.randomUUID(),
          ends_at: new Date(START.getTime() + days * DAY_MS).toISOString(),
        })
        .execute()
    await db
      .insertInto('passkey')
      .values({
        id: crypto.randomUUID(),
        account_id: accountId,
        credential_id: crypto.randomUUID(),
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
    await db
      .insertInto('given_up_mail')
      .values({
        id: crypto.randomUUID(),
        kind: 'reminders',
        account_id: accountId,
        practice_id: 'a',
        created_at: at,
        given_up_at: at,
        reason: '550',
      })
      .execute()
  }

  test('every column of what comes back is kept', async () => {
    const sorted = (of: Record<string, readonly string[]>) =>
      Object.entries(of).map(([table, columns]) => `${table}: ${[...columns].sort().join(' ')}`)
    const tables = (await testServer.db.introspection.getTables()).map(({ name, columns }): [string, string[]] => [
      name,
      columns.map((column) => column.name),
    ])
    const known = sorted(Object.fromEntries(tables))
    expect(sorted(ARCHIVED).filter((table) => !known.includes(table))).toEqual([])
  })

  test('what goes with an account or a client comes back, or is known to stay away', async () => {
    const theirs = (await testServer.db.introspection.getTables()).filter(({ columns }) =>
      columns.some(({ name }) => name === 'account_id'),
    )
    // Owners need no code, and a former member of staff sets up a new one. The next export asks for a new address again.
    const gone = [
      'address_change',
      'session',
      'password_link',
      'invitation_link',
      'outbox',
      'totp',
      'recovery_code',
      'upload_day',
    ]
    // An account with an offer is not deleted, a key is its practice's, and invitations were of a version before. What was asked
    // stays with its client, and who has read it, a letter with its practice, and addresses end for good.
    const others = [
      'client',
      'audit',
      'client_reading',
      'ended_address',
      'removed_client',
      'removed_row',
      'staff_offer',
      'staff_invitation',
      'import_key',
      'request',
      'request_photo',
      'letter',
    ]
    expect(theirs.map(({ name }) => name).sort()).toEqual(
      [
        ...Object.keys(ARCHIVED).filter((name) => !['account', 'mailed_reminder'].includes(name)),
        ...gone,
        ...others,
      ].sort(),
    )
  })

  test('one comes back as it was: signs in with the same password, and has what its owner made', async () => {
    const uuid = await owned('jan@mail.example', { locked: 0, mail_failure: 'bounced', activation: 'activated' })
    const jan = (await ofClient(uuid)).account_id!
    await furnish(uuid, jan)
    const session = await testServer.signIn(jan)
    const before = await snapshot()

    const removal = await remove(uuid)
    expect(await login('jan@mail.example')).toBe(401)
    expect(await accountIdOf('jan@mail.example')).toBeUndefined()
    for (const table of ['passkey', 'membership', 'given_up_mail', 'calendar_feed', 'shared_card'] as const)
      expect(await rowsOf(table)).toEqual([])
    expect(await ofClient(uuid)).toMatchObject({ registered: 0, account_id: null, activation: null })

    expect(await outcome(undo(removal))).toEqual({ ...NONE, restored: 1 })
    expect(await snapshot()).toEqual(before)
    expect(await login('jan@mail.example')).toBe(200)
    // A session that was ended stays so.
    expect((await testServer.call('GET', 'user', { token: session })).status).toBe(401)
    const read = await testServer.call('GET', 'user/client?practiceId=a', { token: await testServer.signIn(jan) })
    expect(await read.json()).toMatchObject({ uuid, registeredAt: '2026-02-01T00:00:00.000Z' })
    expect((await kept())['removed_row']).toEqual([])
    const [entry] = await trail()
    expect(entry).toMatchObject({ action: 'removal-undone', client: { uuid }, account: { id: adminId } })
  })

  test('who had a password and had not opened the practice comes back as invited', async () => {
    const uuid = await owned('jan@mail.example', { activation: 'invited' })
    await testServer.db.updateTable('client_count').set({ activated: 0 }).where('practice_id', '=', 'a').execute()
    expect(await outcome(undo(await remove(uuid)))).toEqual({ ...NONE, restored: 1 })
    expect(await ofClient(uuid)).toMatchObject({ registered: 1, activation: 'invited' })
    expect(await login('jan@mail.example')).toBe(200)
  })

  test('a lock comes back with who was locked, a card that has ended does not, and links in mails stay revoked', async () => {
    const uuid = await owned('jan@mail.example', { locked: 1 })
    const jan = (await ofClient(uuid)).account_id!
    await furnish(uuid, jan)
    await testServer.db
      .insertInto('password_link')
      .values({ account_id: jan, token_hash: 'hash', expires_at: '2025-06-01T00:00:00.000Z' })
      .execute()
    const removal = await remove(uuid)
    await later(3 * DAY_MS)
    expect(await outcome(undo(removal))).toEqual({ ...NONE, restored: 1 })
    expect(await ofClient(uuid)).toMatchObject({ registered: 1, locked: 1, account_id: jan })
    expect(await login('jan@mail.example')).toBe(403)
    expect(await testServer.db.selectFrom('shared_card').select('ends_at').execute()).toEqual([
      { ends_at: '2025-01-24T10:00:00.000Z' },
    ])
    expect(await testServer.db.selectFrom('password_link').selectAll().execute()).toEqual([])
    expect(await testServer.mails()).toEqual([])
  })

  test('all of a practice come back at once, and nobody else', async () => {
    const uuids = await Promise.all(
      ['jan@mail.example', 'piet@mail.example', 'vet@b.example'].map((name, index) =>
        owned(name, { locked: index === 1 ? 1 : 0 }),
      ),
    )
    await testServer.db
      .updateTable('account')
      .set({ staff_role: 'CLINIC_USER', practice_id: 'b' })
      .where('username', '=', 'vet@b.example')
      .execute()
    await owned('piet@mail.example', {}, 'b')
    await client(testServer.db, 'a', { email: 'never@mail.example' })
    await furnish(uuids[0]!, (await ofClient(uuids[0]!)).account_id!)
    const invited = await client(testServer.db, 'a', {
      account_id: await account(testServer.db, 'new@mail.example', { password_hash: null }),
      activation: 'failed',
      mail_failure: '550',
    })
    await testServer.db.updateTable('client_count').set({ failed: 1 }).where('practice_id', '=', 'a').execute()
    const before = await snapshot()
    const removal = await removeAll()
    expect(await rowsOf('account')).toHaveLength(3)
    expect(await outcome(undo(removal))).toEqual({ ...NONE, restored: 4 })
    const sorted = (all: Record<string, unknown>) => ({ ...all, client_count: 0 })
    const after = await snapshot()
    expect(sorted(after)).toEqual(sorted(before))
    expect(await ofClient(invited)).toMatchObject({ activation: 'failed', mail_failure: '550' })
    const counts = await testServer.db
      .selectFrom('client_count')
      .selectAll()
      .where('practice_id', '=', 'a')
      .executeTakeFirstOrThrow()
    expect(counts).toMatchObject({ registered: 4, unregistered: 1, activated: 3, failed: 1 })
    expect((await trail())[0]).toMatchObject({ action: 'removal-undone', count: 4 })
  })

  test('more than are done at a time', async () => {
    const { db } = testServer
    const numbers = Array.from({ length: 10_500 }, (_, index) => String(index).padStart(12, '0'))
    await db.transaction().execute(async (trx) => {
      for (let from = 0; from < numbers.length; from += 1050) {
        const ids = numbers.slice(from, from + 1050).map((number) => `00000000-0000-4000-8000-${number}`)
        await trx
          .insertInto('account')
          .values(
            ids.map((id) => ({
              id,
              username: `${id}@mail.example`,
              language: 'nl',
              password_hash: 'x',
              created_at: '2026',
            })),
          )
          .execute()
        await trx
          .insertInto('client')
          .values(
            ids.map((uuid) => ({
              uuid,
              account_id: uuid,
              practice_id: 'a',
              registered: 1,
              activation: 'activated' as const,
              locked: 0,
              last_name: 'Bos',
              search_name: 'bos',
              sort_name: 'bos\t',
            })),
          )
          .execute()
      }
    })
    await db
      .updateTable('client_count')
      .set({ registered: 10_500, activated: 10_500 })
      .where('practice_id', '=', 'a')
      .execute()
    const before = await snapshot()
    const removal = await removeAll()
    expect(await outcome(undo(removal))).toEqual({ ...NONE, restored: 10_500 })
    const after = await snapshot()
    const sizes = (all: Record<string, string[]>) => LIVE.map((table) => [table, all[table]?.length])
    expect(sizes(after)).toEqual(sizes(before))
    expect(after).toEqual(before)
    expect((await kept())['removed_row']).toEqual([])
  })

  describe('for seven days', () => {
    test('is it told in the trail, of one, of many and of all', async () => {
      const uuids = await Promise.all(Array.from({ length: 6 }, (_, index) => owned(`c${index}@mail.example`)))
      const [first, ...rest] = uuids
      const removal = await remove(first!)
      const until = '2025-01-22T10:00:00.000Z'
      expect((await trail())[0]).toMatchObject({ action: 'deleted', undo: { until, removal } })
      await later(60_000)
      const ids = []
      for (const uuid of rest) ids.push(await remove(uuid))
      // With the first they are a run, and it is the first of them that ends.
      const [run] = await trail('?runs=true')
      expect(run).toMatchObject({ run: { count: 6 }, undo: { until } })
      expect(run!.undo).not.toHaveProperty('removal')
      for (const id of [removal, ...ids]) await outcome(undo(id))
      expect((await trail('?runs=true&action=deleted'))[0]).not.toHaveProperty('undo')
      expect((await trail('?runs=true'))[0]).toMatchObject({ action: 'removal-undone', run: { count: 6 } })
      const all = await removeAll()
      expect((await trail())[0]).toMatchObject({ action: 'deleted-all', count: 6, undo: { removal: all } })
    })

    test('and no longer', async () => {
      const uuid = await owned('jan@mail.example')
      const removal = await remove(uuid)
      await later(7 * DAY_MS - 1)
      expect((await trail())[0]).toHaveProperty('undo')
      await later(1)
      expect((await trail())[0]).not.toHaveProperty('undo')
      expect(await refusal(undo(removal))).toBe('404 not-found')
      expect(await login('jan@mail.example')).toBe(401)
    })

    test('is it kept: then it is purged, and what can be undone still stays', async () => {
      const [jan, piet] = [await owned('jan@mail.example'), await owned('piet@mail.example')]
      await furnish(jan, (await ofClient(jan)).account_id!)
      await remove(jan)
      await later(HOUR_MS)
      const removal = await remove(piet)
      for (let hour = 0; hour < 7 * 24 - 1; hour += 1) {
        await purge(testServer.ports)
        await later(HOUR_MS)
      }
      expect((await kept())['removed_client']).toHaveLength(2)
      await purge(testServer.ports)
      const { removed_client, removed_row, ...rest } = await kept()
      expect(rest['removal']).toHaveLength(1)
      expect(removed_client).toHaveLength(1)
      expect(JSON.stringify([removed_client, removed_row])).not.toContain('jan@')
      expect(removed_row).toHaveLength(1)
      expect(await outcome(undo(removal))).toEqual({ ...NONE, restored: 1 })
    })
  })

  describe('is for admins of the practice', () => {
    test('and of no other', async () => {
      const uuid = await owned('jan@mail.example')
      const removal = await remove(uuid)
      const [nurse, other] = await Promise.all(
        [
          await staff(testServer.db, 'a', 'sam@a.example'),
          await staff(testServer.db, 'b', 'admin@b.example', 'CLINIC_ADMIN'),
        ].map((id) => testServer.signIn(id)),
      )
      expect(await refusal(undo(removal, nurse))).toBe('403 forbidden')
      expect(await refusal(undo(removal, other))).toBe('404 not-found')
      // Below a practice of one's own it is not found either.
      expect(await refusal(undo(removal, other, 'b'))).toBe('404 not-found')
      expect(await refusal(undo(crypto.randomUUID()))).toBe('404 not-found')
      expect(await ofClient(uuid)).toMatchObject({ registered: 0 })
      expect(await outcome(undo(removal.toUpperCase()))).toEqual({ ...NONE, restored: 1 })
    })
  })

  test('an erased client never comes back, and nothing is kept of it', async () => {
    const [jan, piet] = [await owned('jan@mail.example'), await owned('piet@mail.example')]
    await furnish(jan, (await ofClient(jan)).account_id!)
    const [one, other] = [await remove(jan), await remove(piet)]
    await eraseClient(testServer.db, testServer.ports.files, { clientId: jan, now: testServer.now })
    const { removed_client, removed_row } = await kept()
    expect(removed_client).toHaveLength(1)
    expect(JSON.stringify([removed_client, removed_row])).not.toContain('jan@')
    expect(removed_row).toHaveLength(1)
    expect(await refusal(undo(one))).toBe('404 not-found')
    expect((await trail()).filter(({ undo: left }) => left)).toHaveLength(1)
    expect(await outcome(undo(other))).toEqual({ ...NONE, restored: 1 })
  })

  test('a client who asks what is kept is told of it, without what proves who somebody is', async () => {
    const jan = await owned('jan@mail.example')
    await furnish(jan, (await ofClient(jan)).account_id!)
    const exported = async () => JSON.stringify(await exportClient(testServer.db, jan, testServer.now))
    expect(await exported()).not.toContain('"removal"')
    await remove(jan)
    const told = await exported()
    expect(told).toContain('"keptUntil":"2025-01-22T10:00:00.000Z","username":"jan@mail.example"')
    for (const part of ['"Telefoon"', 'Oppas', '"reminder_subscription"']) expect(told).toContain(part)
    expect(told).not.toMatch(/hash|public_key|credential/)
  })

  describe('what has happened meanwhile', () => {
    test('who was registered anew stays so, with the account of now', async () => {
      const [jan, piet] = [await owned('jan@mail.example'), await owned('piet@mail.example')]
      const before = (await ofClient(jan)).account_id
      const removal = await removeAll()
      expect((await register(jan)).status).toBe(201)
      const anew = await ofClient(jan)
      expect(anew.account_id).not.toBe(before)
      expect(await outcome(undo(removal))).toEqual({ ...NONE, restored: 1, registered: 1 })
      expect(await ofClient(jan)).toEqual(anew)
      expect(await ofClient(piet)).toMatchObject({ registered: 1 })
    })

    test('who was registered anew and removed again comes back as of then', async () => {
      const jan = await owned('jan@mail.example')
      const first = await remove(jan)
      await register(jan)
      expect((await trail('?action=deleted'))[0]).not.toHaveProperty('undo')
      const anew = (await ofClient(jan)).account_id
      const second = await remove(jan)
      expect(await refusal(undo(first))).toBe('404 not-found')
      expect(await outcome(undo(second))).toEqual({ ...NONE, restored: 1 })
      expect(await ofClient(jan)).toMatchObject({ account_id: anew, activation: 'invited' })
    })

    test('where another account has the address, it is that one’s, without what belonged to the former', async () => {
      const jan = await owned('jan@mail.example')
      await furnish(jan, (await ofClient(jan)).account_id!)
      const removal = await remove(jan)
      const elsewhere = await client(testServer.db, 'b', { email: 'jan@mail.example' })
      const theirs = await testServer.signIn(await staff(testServer.db, 'b', 'staff@b.example'))
      expect((await register(elsewhere, 'b', theirs)).status).toBe(201)
      const other = await accountIdOf('jan@mail.example')
      expect(await outcome(undo(removal))).toEqual({ ...NONE, restored: 1, otherAccount: 1 })
      expect(await ofClient(jan)).toMatchObject({ account_id: other, activation: 'not-invited', mail_failure: null })
      // The password alone proves nothing yet.
      expect(await login('jan@mail.example')).toBe(401)
      for (const table of ['passkey', 'calendar_feed', 'shared_card', 'reminder_subscription'] as const)
        expect(await rowsOf(table)).toEqual([])
    })

    test('shares the account with a client of the practice that was registered with the address since', async () => {
      const jan = await owned('jan@mail.example')
      const removal = await remove(jan)
      const same = await client(testServer.db, 'a', { email: 'jan@mail.example' })
      await register(same)
      expect(await outcome(undo(removal))).toEqual({ ...NONE, restored: 1, otherAccount: 1 })
      expect((await ofClient(jan)).account_id).toBe((await ofClient(same)).account_id)
      // The former password was that of the former account.
      expect(await login('jan@mail.example')).toBe(401)
    })

    test('whose address was corrected does not let in who has the former one', async () => {
      const [jan, piet] = [await owned('jan@mail.example'), await owned('piet@mail.example')]
      const removal = await removeAll()
      await testServer.db.updateTable('client').set({ email: 'new@mail.example' }).where('uuid', '=', jan).execute()
      await testServer.db.updateTable('client').set({ email: ' Piet@Mail.example' }).where('uuid', '=', piet).execute()
      expect(await outcome(undo(removal))).toEqual({ ...NONE, restored: 1, addressChanged: 1 })
      expect(await ofClient(jan)).toMatchObject({ registered: 0, account_id: null })
      expect(await login('jan@mail.example')).toBe(401)
      expect(await login('piet@mail.example')).toBe(200)
      // Once more it says the same, for the answer may have been lost; the address may be put right.
      expect(await outcome(undo(removal))).toEqual({ ...NONE, restored: 1, addressChanged: 1 })
      await testServer.db.updateTable('client').set({ email: null }).where('uuid', '=', jan).execute()
      expect(await outcome(undo(removal))).toEqual({ ...NONE, restored: 1 })
    })

    test('an export without the client, or with it, changes nothing about that', async () => {
      const jan = await owned('jan@mail.example')
      const removal = await remove(jan)
      const load = async (lines: Parameters<typeof checked>[0]) => {
        const { problems } = await loadExport(testServer.db, checked(lines), { practiceId: 'a', now: testServer.now })
        expect(problems.first).toEqual([])
      }
      await load([clientLine(1, { practiceId: 'a' })])
      await load([clientLine(2, { uuid: jan, practiceId: 'a', email: 'jan@mail.example' })])
      expect(await ofClient(jan)).toMatchObject({ registered: 0 })
      expect(await outcome(undo(removal))).toEqual({ ...NONE, restored: 1 })
      expect(await login('jan@mail.example')).toBe(200)
    })

    test('an account that two practices removed comes back with the first, and is there for the second', async () => {
      const [here, there] = [await owned('jan@mail.example'), await owned('jan@mail.example', {}, 'b')]
      await furnish(here, (await ofClient(here)).account_id!)
      const before = await snapshot()
      const boss = await testServer.signIn(await staff(testServer.db, 'b', 'admin@b.example', 'CLINIC_ADMIN'))
      const one = await remove(here)
      // The account goes with the last of its clients.
      expect(await accountIdOf('jan@mail.example')).toBeDefined()
      expect((await testServer.call('DELETE', `clients/${there}`, { token: boss })).status).toBe(204)
      const other = await latest()
      expect(await accountIdOf('jan@mail.example')).toBeUndefined()
      expect(await outcome(undo(one))).toEqual({ ...NONE, restored: 1 })
      expect(await ofClient(there)).toMatchObject({ registered: 0 })
      expect(await outcome(undo(other, boss, 'b'))).toEqual({ ...NONE, restored: 1 })
      const { account: accounts, ...rest } = await snapshot()
      expect(rest).toEqual({ ...before, account: undefined, ...rest, client: before['client'] })
      expect(accounts?.filter((row) => row.includes('jan@'))).toEqual(
        before['account']?.filter((row) => row.includes('jan@')),
      )
    })
  })

  test('two who undo it at once do it once, and are told the same', { tags: ['database'] }, async () => {
    const uuids = await Promise.all(Array.from({ length: 5 }, (_, index) => owned(`c${index}@mail.example`)))
    const removal = await removeAll()
    const answers = await Promise.all([undo(removal), undo(removal), undo(removal)])
    for (const answer of answers) expect(await outcome(answer)).toEqual({ ...NONE, restored: 5 })
    for (const uuid of uuids) expect(await ofClient(uuid)).toMatchObject({ registered: 1 })
    const { rows } = await sql<{ times: number }>`
      select count(*) as times from audit where action = 'removal-undone'`.execute(testServer.db)
    expect(Number(rows[0]!.times)).toBe(1)
  })

  test('undoing, registering and removing at once end in one order or another', { tags: ['database'] }, async () => {
    const uuids = await Promise.all(Array.from({ length: 8 }, (_, index) => owned(`c${index}@mail.example`)))
    for (let round = 0; round < 5; round += 1) {
      const removal = await removeAll()
      const answers = await Promise.all([
        undo(removal),
        ...uuids.slice(0, 4).map((uuid) => register(uuid)),
        undo(removal),
        testServer.call('DELETE', 'practice/a/clients', { token: admin }),
        undo(removal),
        ...uuids.map((uuid) => register(uuid)),
      ])
      for (const { status } of answers) expect([200, 201, 204, 404, 409]).toContain(status)
      const rows = await testServer.db.selectFrom('client').selectAll().where('practice_id', '=', 'a').execute()
      const counts = await testServer.db
        .selectFrom('client_count')
        .selectAll()
        .where('practice_id', '=', 'a')
        .executeTakeFirstOrThrow()
      expect(counts).toMatchObject({
        registered: rows.filter(({ registered }) => registered === 1).length,
        activated: rows.filter(({ activation }) => activation === 'activated').length,
      })
      expect(rows.every(({ registered, account_id }) => (registered === 1) === (account_id !== null))).toBe(true)
      for (const uuid of uuids) await register(uuid)
    }
    await testServer.mails()
  })
})
