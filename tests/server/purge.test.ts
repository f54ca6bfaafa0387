import { setImmediate } from 'node:timers/promises'
import { type Insertable, type Updateable, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { deleteInBatches } from '#server/db/in-batches.ts'
import { confirmClockForAll } from '#server/clock/clock.ts'
import { releasePurge, leasePurge } from '#server/purge/lease.ts'
import { purge } from '#server/purge/purge.ts'
import type { AccountTable, Schema } from '#server/db/schema.ts'
import { account, client, membership, practice, removal, staff, staffOffer } from '#harness/builders.ts'
import { type TestServer, onEngines, openTestServer } from '#harness/test-server.ts'

const HOUR_MS = 3_600_000

// In the past: the database's clock, which stands above the server's, is the real one.
const START = new Date('2025-01-15T10:00:00.000Z')

onEngines('what is past its time', (engine) => {
  let testServer: TestServer

  beforeEach(async () => {
    testServer = await openTestServer(engine)
    testServer.now = START
    await practice(testServer.db, 'a')
  })
  afterEach(() => testServer[Symbol.asyncDispose]())

  const later = (hours: number) => (testServer.now = new Date(testServer.now.getTime() + hours * HOUR_MS))
  const hourly = async (hours: number) => {
    for (let hour = 0; hour < hours; hour += 1) {
      later(1)
      await purge(testServer.ports)
    }
  }
  const audited = async (...at: string[]) => {
    const rows = at.map((time) => ({ practice_id: 'a', at: time, action: 'deleted' as const }))
    await testServer.db.insertInto('audit').values(rows).execute()
  }
  const trail = async () =>
    (await testServer.db.selectFrom('audit').select('at').orderBy('at').execute()).map(({ at }) => at)
  const leaps = () => testServer.logged.filter(({ event }) => event === 'clock-leapt')

  test('goes once the clock has gone on steadily for a day', async () => {
    await audited('2023-01-15T00:00:00.000Z', '2023-01-20T00:00:00.000Z')
    const id = await account(testServer.db, 'owner@mail.example')
    await testServer.signIn(id)
    const mail = { kind: 'access' as const, account_id: id, created_at: '2024-12-10T00:00:00.000Z', reason: '550' }
    const givenUpAt = ['2024-12-16T00:00:00.000Z', '2024-12-18T00:00:00.000Z']
    await testServer.db
      .insertInto('given_up_mail')
      .values(givenUpAt.map((at) => ({ ...mail, id: crypto.randomUUID(), given_up_at: at })))
      .execute()
    const uses = ['2025-01-16T09:59:59.000Z', '2025-01-16T10:00:01.000Z'].map((at) => ({ hash: at, expires_at: at }))
    await testServer.db.insertInto('used_token').values(uses).execute()
    await purge(testServer.ports)
    await hourly(23)
    expect(await trail()).toHaveLength(2)
    await testServer.signIn(id)
    await hourly(1)
    expect(await trail()).toEqual(['2023-01-20T00:00:00.000Z'])
    expect(await testServer.db.selectFrom('session').select('id').execute()).toHaveLength(1)
    const givenUp = await testServer.db.selectFrom('given_up_mail').select('given_up_at').execute()
    expect(givenUp).toEqual([{ given_up_at: '2024-12-18T00:00:00.000Z' }])
    expect(await testServer.db.selectFrom('used_token').selectAll().execute()).toEqual([uses[1]])
    expect(leaps()).toEqual([])
  })

  test('is not what a clock says that is three months ahead for a moment', async () => {
    await hourly(48)
    await audited('2023-03-01T00:00:00.000Z')
    later(90 * 24)
    await hourly(3)
    expect(leaps()).toMatchObject([{ level: 'warn', fields: { seconds: 90 * 86_400 + 3600 } }])
    later(-90 * 24)
    await hourly(48)
    expect(leaps()).toHaveLength(2)
    expect(await trail()).toEqual(['2023-03-01T00:00:00.000Z'])
  })

  test('goes as well where several servers look whose clocks differ by seconds', async () => {
    await audited('2023-01-15T00:00:00.000Z')
    const behind = { ...testServer.ports, clock: () => new Date(testServer.now.getTime() - 5000) }
    for (let hour = 0; hour < 26; hour += 1) {
      await purge(testServer.ports)
      await purge(behind)
      later(1)
    }
    expect(leaps()).toEqual([])
    expect(await trail()).toEqual([])
  })

  test.each([
    ['two days', 2, []],
    ['three months', 90, ['2023-03-01T00:00:00.000Z']],
  ])('where the server was off for %s, waits for a confirmed clock or goes by itself', async (_, days, kept) => {
    await hourly(48)
    await audited('2023-03-01T00:00:00.000Z')
    testServer.now = new Date('2025-03-02T00:00:00.000Z')
    await testServer.db
      .updateTable('purge_clock')
      .set({ seen_at: new Date(testServer.now.getTime() - days * 86_400_000).toISOString() })
      .execute()
    await purge(testServer.ports)
    await hourly(23)
    expect(await trail()).toHaveLength(1)
    await hourly(2)
    expect(await trail()).toEqual(kept)
    await confirmClockForAll(testServer.db)
    await hourly(1)
    expect(await trail()).toEqual([])
  })

  test('keeps archives, accounts and used tokens by a clock that is a year ahead, and ends sessions', async () => {
    const { db } = testServer
    await hourly(25)
    const uuid = await client(db, 'a')
    const removalId = await removal(db, 'a', uuid)
    await account(db, 'invited@mail.example', { password_hash: null })
    await testServer.signIn(await account(db, 'owner@mail.example'))
    const use = { hash: 'a', expires_at: '2025-01-20T00:00:00.000Z' }
    await db.insertInto('used_token').values(use).execute()
    later(365 * 24)
    await hourly(48)
    expect(await db.selectFrom('removal').select('id').execute()).toEqual([{ id: removalId }])
    expect(await db.selectFrom('account').select('id').execute()).toHaveLength(2)
    expect(await db.selectFrom('used_token').selectAll().execute()).toEqual([use])
    expect(await db.selectFrom('session').select('id').execute()).toEqual([])
  })

  test('nor what one server’s clock says, where the database’s is behind it', async () => {
    await hourly(48)
    const soon = new Date(Date.now() - 86_400_000).toISOString()
    await audited(soon)
    testServer.now = new Date(Date.now() + 3 * 365 * 24 * HOUR_MS)
    await hourly(48)
    expect(await trail()).toEqual([soon])
  })

  test('an action and signing in by a clock that is three years ahead delete nothing', async () => {
    const owner = await account(testServer.db, 'owner@mail.example', { password_hash: 'hash of x' })
    const uuid = await client(testServer.db, 'a', { account_id: owner, registered: 1 })
    const admin = await staff(testServer.db, 'a', 'admin@a.example')
    const token = await testServer.signIn(admin)
    const lock = (locked: boolean, by: string) =>
      testServer.call('PUT', `clients/${uuid}`, { token: by, body: { locked } })
    await audited('2025-01-14T00:00:00.000Z')
    later(3 * 365 * 24)
    expect((await lock(true, await testServer.signIn(admin))).status).toBe(200)
    expect((await lock(false, await testServer.signIn(admin))).status).toBe(200)
    later(-3 * 365 * 24)
    // With the read of the client by its day.
    expect(await trail()).toHaveLength(4)
    expect((await testServer.call('GET', 'user', { token })).status).toBe(200)
  })

  describe('is deleted', () => {
    // The clock has gone on steadily for a day.
    beforeEach(async () => {
      later(25)
      const clock = { id: 1, seen_at: testServer.now.toISOString(), steady_since: START.toISOString() }
      await testServer.db.insertInto('purge_clock').values(clock).execute()
    })

    const failed = () =>
      testServer.logged.filter(({ event }) => event === 'purge-failed').map(({ fields }) => fields?.['step'])
    const accounts = async () =>
      (await testServer.db.selectFrom('account').select('username').orderBy('username').execute()).map(
        ({ username }) => username,
      )

    test('some at a time, and who else wants something has its turn in between', { tags: ['database'] }, async () => {
      await practice(testServer.db, 'b')
      const old = Array.from({ length: 900 }, () => '2022-01-15T00:00:00.000Z')
      await audited(...old, ...old, '2025-01-01T00:00:00.000Z')
      await testServer.db
        .insertInto('audit')
        .values({ practice_id: 'b', at: '2022-01-15T00:00:00.000Z', action: 'deleted' })
        .execute()
      const { ports } = testServer
      const looks: Promise<string[]>[] = []
      const db = ports.db.withPlugin({
        transformQuery: ({ node }) => node,
        async transformResult({ result }) {
          if (!result.numAffectedRows) return result
          const look = setImmediate().then(trail)
          looks.push(look)
          // Another connection than that which deletes; SQLite has one, and its turn comes before the next batch's.
          if (engine === 'postgres') await look
          return result
        },
      })
      await purge({ ...ports, db })
      const left = (await Promise.all(looks)).map(({ length }) => length)
      expect(left).toEqual(expect.arrayContaining([1302, 802, 302]))
      expect(await trail()).toEqual(['2025-01-01T00:00:00.000Z'])
    })

    test('by the index of the list of the trail', async () => {
      const statements: string[] = []
      const { ports } = testServer
      const db = ports.db.withPlugin({
        transformQuery({ node, queryId }) {
          const { sql: text } = ports.db.getExecutor().compileQuery(node, queryId)
          if (text.startsWith('delete from "audit"')) statements.push(text)
          return node
        },
        transformResult: async ({ result }) => result,
      })
      await purge({ ...ports, db })
      expect(statements).toHaveLength(1)
      if (engine === 'postgres') return
      const { rows } = await sql<{ detail: string }>`explain query plan ${sql.raw(
        statements[0]!.replaceAll('?', "'2022'"),
      )}`.execute(testServer.db)
      const plan = rows.map(({ detail }) => detail).join('\n')
      expect(plan).toContain('audit_list (practice_id=? AND at<?)')
      expect(plan).not.toContain('SCAN audit')
    })

    test('in steps: one that fails is logged by its name, and the others are done all the same', async () => {
      const { db } = testServer
      const file = { key: `${crypto.randomUUID()}.png`, created_at: '2025-01-01T00:00:00.000Z' }
      await db.insertInto('file').values(file).execute()
      await audited('2022-01-15T00:00:00.000Z')
      await db.insertInto('used_token').values({ hash: 'a', expires_at: '2025-01-01T00:00:00.000Z' }).execute()
      const broken = {
        ...testServer.ports,
        files: { ...testServer.ports.files, remove: () => Promise.reject(new Error('the store is away')) },
      }
      await purge(broken)
      expect(failed()).toEqual(['files'])
      expect(await trail()).toEqual([])
      expect(await db.selectFrom('used_token').selectAll().execute()).toEqual([])
      await purge(testServer.ports)
      expect(failed()).toEqual(['files'])
      expect(await db.selectFrom('file').selectAll().execute()).toEqual([])
    })

    test('by one server at a time; one that is gone keeps the others from it for fifty minutes', async () => {
      await audited('2022-01-15T00:00:00.000Z')
      const { ports } = testServer
      const here = Promise.withResolvers<void>()
      const goOn = Promise.withResolvers<void>()
      await testServer.db
        .insertInto('file')
        .values({ key: `${crypto.randomUUID()}.png`, created_at: '2025-01-01T00:00:00.000Z' })
        .execute()
      const remove = async () => {
        here.resolve()
        await goOn.promise
      }
      const first = purge({ ...ports, files: { ...ports.files, remove } })
      await here.promise
      await purge(ports)
      expect(await trail()).toHaveLength(1)
      testServer.now = new Date(testServer.now.getTime() + 2_999_000)
      await purge(ports)
      expect(await trail()).toHaveLength(1)
      testServer.now = new Date(testServer.now.getTime() + 2000)
      await purge(ports)
      expect(await trail()).toEqual([])
      goOn.resolve()
      await first
    })

    test('where one that is gone had a clock that was ahead', async () => {
      await audited('2022-01-15T00:00:00.000Z')
      const ahead = { purger: 'gone', lease_until: '2100-01-01T00:00:00.000Z' }
      await testServer.db.updateTable('purge_clock').set(ahead).execute()
      await purge(testServer.ports)
      expect(await trail()).toEqual([])
    })

    test('by the one that goes on, also where a former one comes to its end', async () => {
      const { db, now } = testServer
      const later = new Date(now.getTime() + 3_000_000)
      expect(await leasePurge(db, 'former', now)).toBe(true)
      expect(await leasePurge(db, 'present', later)).toBe(true)
      await releasePurge(db, 'former')
      expect(await leasePurge(db, 'next', later)).toBe(false)
      await releasePurge(db, 'present')
      expect(await leasePurge(db, 'next', later)).toBe(true)
    })

    test('by the next one at once, where one is through', async () => {
      await purge(testServer.ports)
      await audited('2022-01-15T00:00:00.000Z')
      await purge({ ...testServer.ports })
      expect(await trail()).toEqual([])
    })

    test('no more where the server stops', async () => {
      await audited('2022-01-15T00:00:00.000Z')
      const file = { key: `${crypto.randomUUID()}.png`, created_at: '2025-01-01T00:00:00.000Z' }
      await testServer.db.insertInto('file').values(file).execute()
      await purge({ ...testServer.ports, stopping: AbortSignal.abort() })
      expect(await trail()).toHaveLength(1)
      expect(await testServer.db.selectFrom('file').selectAll().execute()).toHaveLength(1)
    })

    test('nor of a step that has more to do', async () => {
      await audited('2022-01-15T00:00:00.000Z')
      const all = { table: 'audit', key: 'id', where: sql<boolean>`1 = 1` } as const
      await deleteInBatches({ db: testServer.db, stopping: AbortSignal.abort() }, all)
      expect(await trail()).toHaveLength(1)
      await deleteInBatches({ db: testServer.db }, all)
      expect(await trail()).toEqual([])
    })

    describe('an account that nobody has accepted, ninety days later:', () => {
      const OLD = '2024-10-18T10:59:59.000Z'
      const [RECENT, SOON] = ['2024-10-18T11:00:01.000Z', '2025-06-01T00:00:00.000Z']
      const invited = (columns = {}) =>
        account(testServer.db, 'invited@mail.example', { password_hash: null, created_at: OLD, ...columns })
      const mail = (accountId: string) => ({
        id: crypto.randomUUID(),
        kind: 'activation' as const,
        account_id: accountId,
      })

      test('it goes, with what it was told long ago', async () => {
        const id = await invited()
        await account(testServer.db, 'other@mail.example')
        const { db } = testServer
        await db.insertInto('password_link').values({ account_id: id, token_hash: 'x', expires_at: OLD }).execute()
        const left = { account_id: id, practice_id: 'a', role: 'CLINIC_USER' as const, ended_at: OLD }
        await db.insertInto('membership').values(left).execute()
        await staffOffer(db, id, 'a', 'CLINIC_USER', OLD)
        await purge(testServer.ports)
        expect(await accounts()).toEqual(['other@mail.example'])
        for (const table of ['password_link', 'membership', 'staff_offer'] as const)
          expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
      })

      test('one of six hundred, whichever it is', async () => {
        const rows = Array.from({ length: 600 }, (_, number) => ({
          id: crypto.randomUUID(),
          username: `owner${number}@mail.example`,
          language: 'nl' as const,
          created_at: number % 10 === 9 ? OLD : RECENT,
        }))
        await testServer.db.insertInto('account').values(rows).execute()
        await purge(testServer.ports)
        expect(await accounts()).toHaveLength(540)
        expect(await accounts()).not.toContain('owner9@mail.example')
      })

      test.each<[string, (id: string) => Promise<unknown>]>([
        ['that has a password', (id) => set(id, { password_hash: 'hash of x' })],
        ['that is younger', (id) => set(id, { created_at: RECENT })],
        ['of a client', (id) => client(testServer.db, 'a', { account_id: id })],
        ['of staff', (id) => set(id, { practice_id: 'a', staff_role: 'CLINIC_USER' })],
        ['of staff of a further practice', (id) => membership(testServer.db, id, 'a')],
        [
          'of staff until less than that ago',
          (id) => insert('membership', { account_id: id, practice_id: 'a', role: 'CLINIC_USER', ended_at: RECENT }),
        ],
        ['that is offered to be staff', (id) => staffOffer(testServer.db, id, 'a', 'CLINIC_USER', RECENT)],
        [
          'with a passkey',
          (id) =>
            insert('passkey', {
              id: 'p',
              account_id: id,
              credential_id: 'c',
              public_key: 'k',
              counter: 0,
              transports: '',
              name: 'Telefoon',
              created_at: OLD,
            }),
        ],
        ['that is signed in', (id) => testServer.signIn(id)],
        [
          'with a link that ended less than that ago',
          (id) => insert('password_link', { account_id: id, token_hash: 'x', expires_at: RECENT }),
        ],
        [
          'with a link that is good',
          (id) => insert('password_link', { account_id: id, token_hash: 'x', expires_at: SOON }),
        ],
        ['with a mail that waits', (id) => insert('outbox', { ...mail(id), created_at: OLD })],
        [
          'with a mail that was given up',
          (id) =>
            insert('given_up_mail', {
              ...mail(id),
              created_at: OLD,
              given_up_at: '2025-01-10T00:00:00.000Z',
              reason: '550',
            }),
        ],
        [
          'of a client whose removal can be undone',
          async (id) => {
            await removal(testServer.db, 'a', await client(testServer.db, 'a'))
            await testServer.db.updateTable('removed_client').set({ account_id: id }).execute()
          },
        ],
      ])('one %s stays', async (_, give) => {
        await give(await invited())
        await purge(testServer.ports)
        expect(await accounts()).toEqual(['invited@mail.example'])
        expect(failed()).toEqual([])
      })

      const set = (id: string, columns: Updateable<AccountTable>) =>
        testServer.db.updateTable('account').set(columns).where('id', '=', id).execute()
      const insert = <Table extends keyof Schema>(table: Table, row: Insertable<Schema[Table]>) =>
        testServer.db.insertInto<keyof Schema>(table).values(row).execute()
    })
  })
})
