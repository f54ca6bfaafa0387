import { setImmediate } from 'node:timers/promises'
import { type Insertable, type Updateable, sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { deleteInBatches } from '#server/db/in-batches.ts'
import { confirmClockForAll } from '#server/clock/clock.ts'
import { leasePurge, purge, releasePurge } from '#server/purge/purge.ts'
import type { AccountTable, Schema } from '#server/db/schema.ts'
import { account, client, membership, practice, removal, staff, staffOffer } from '#harness/builders.ts'
import { eachTestServer, onEngines } from '#harness/test-server.ts'

const HOUR_MS = 3_600_000
const YEAR_HOURS = 365 * 24
const OLD_ENTRY = '2022-01-15T00:00:00.000Z'

// A time in the past: the real clock of a PostgreSQL database limits the test clock of the server.
const START = new Date('2025-01-15T10:00:00.000Z')

onEngines('the purge of old data', (engine) => {
  const testServer = eachTestServer(engine)
  beforeEach(async () => {
    testServer.now = START
    await practice(testServer.db, 'a')
  })

  const advance = (hours: number) => testServer.advance(hours * HOUR_MS)
  const purgeHourly = async (hours: number) => {
    for (let hour = 0; hour < hours; hour += 1) {
      advance(1)
      await purge(testServer.ports)
    }
  }
  const addEntries = async (...at: string[]) => {
    const rows = at.map((time) => ({ practice_id: 'a', at: time, action: 'deleted' as const }))
    await testServer.db.insertInto('audit').values(rows).execute()
  }
  const entries = async () => (await testServer.rows('audit')).map(({ at }) => at).toSorted()
  const leaps = () => testServer.logged.filter(({ event }) => event === 'clock-leapt')
  const insert = <Table extends keyof Schema>(table: Table, ...rows: Insertable<Schema[Table]>[]) =>
    testServer.db.insertInto<keyof Schema>(table).values(rows).execute()
  const addLogo = () => insert('file', { key: `${crypto.randomUUID()}.png`, created_at: '2025-01-01T00:00:00.000Z' })

  describe('the clock', () => {
    test('has to be steady for a day before old data is deleted', async () => {
      await addEntries('2023-01-15T00:00:00.000Z', '2023-01-20T00:00:00.000Z')
      const id = await account(testServer.db, 'owner@mail.example')
      await testServer.signIn(id)
      const mail = { kind: 'access', account_id: id, created_at: '2024-12-10T00:00:00.000Z', reason: '550' } as const
      const [oldMail, recentMail] = ['2024-12-16T00:00:00.000Z', '2024-12-18T00:00:00.000Z']
      for (const at of [oldMail, recentMail]) await insert('given_up_mail', { ...mail, id: at, given_up_at: at })
      const uses = ['2025-01-16T09:59:59.000Z', '2025-01-16T10:00:01.000Z'].map((at) => ({ hash: at, expires_at: at }))
      await insert('used_token', ...uses)
      await purge(testServer.ports)
      await purgeHourly(23)
      expect(await entries()).toHaveLength(2)
      await testServer.signIn(id)
      await purgeHourly(1)
      expect(await entries()).toEqual(['2023-01-20T00:00:00.000Z'])
      expect(await testServer.rows('session')).toHaveLength(1)
      expect(await testServer.rows('given_up_mail')).toMatchObject([{ given_up_at: recentMail }])
      expect(await testServer.rows('used_token')).toEqual([uses[1]])
      expect(leaps()).toEqual([])
    })

    test('does not delete data if temporarily three months ahead', async () => {
      await purgeHourly(25)
      const entry = '2023-03-01T00:00:00.000Z'
      await addEntries(entry)
      advance(90 * 24)
      await purgeHourly(3)
      expect(leaps()).toMatchObject([{ level: 'warn', fields: { seconds: 90 * 86_400 + 3600 } }])
      advance(-90 * 24)
      await purgeHourly(25)
      expect(leaps()).toHaveLength(2)
      expect(await entries()).toEqual([entry])
    })

    test('may differ by seconds between servers', async () => {
      await addEntries('2023-01-15T00:00:00.000Z')
      const behind = { ...testServer.ports, clock: () => new Date(testServer.now.getTime() - 5000) }
      for (let hour = 0; hour < 26; hour += 1) {
        await purge(testServer.ports)
        await purge(behind)
        advance(1)
      }
      expect([leaps(), await entries()]).toEqual([[], []])
    })

    test.each([
      ['two days without a server is trusted after a day', 2, 0],
      ['three months without a server has to be confirmed', 90, 1],
    ])('after %s', async (_, days, left) => {
      await purgeHourly(25)
      await addEntries('2023-03-01T00:00:00.000Z')
      testServer.now = new Date('2025-03-02T00:00:00.000Z')
      const seen_at = new Date(testServer.now.getTime() - days * 24 * HOUR_MS).toISOString()
      await testServer.db.updateTable('purge_clock').set({ seen_at }).execute()
      await purge(testServer.ports)
      await purgeHourly(23)
      expect(await entries()).toHaveLength(1)
      await purgeHourly(2)
      expect(await entries()).toHaveLength(left)
      await confirmClockForAll(testServer.db)
      await purgeHourly(1)
      expect(await entries()).toEqual([])
    })

    test('does not delete removals, accounts and used tokens if a year ahead', async () => {
      const { db } = testServer
      await purgeHourly(25)
      const removalId = await removal(db, 'a', await client(db, 'a'))
      await account(db, 'invited@mail.example', { password_hash: null })
      await testServer.signIn(await account(db, 'owner@mail.example'))
      const use = { hash: 'a', expires_at: '2025-01-20T00:00:00.000Z' }
      await insert('used_token', use)
      advance(YEAR_HOURS)
      await purgeHourly(25)
      expect(await testServer.rows('removal')).toMatchObject([{ id: removalId }])
      expect(await testServer.rows('account')).toHaveLength(2)
      expect(await testServer.rows('used_token')).toEqual([use])
      expect(await testServer.rows('session')).toEqual([])
    })

    test('of a server is limited by the database clock', async () => {
      await purgeHourly(25)
      const recent = new Date(Date.now() - 24 * HOUR_MS).toISOString()
      await addEntries(recent)
      testServer.now = new Date(Date.now() + 3 * YEAR_HOURS * HOUR_MS)
      await purgeHourly(25)
      expect(await entries()).toEqual([recent])
    })

    test('three years ahead deletes nothing when users sign in or change data', async () => {
      const admin = await staff(testServer.db, 'a', 'admin@a.example')
      const token = await testServer.signIn(admin)
      const owner = await account(testServer.db, 'owner@mail.example')
      const uuid = await client(testServer.db, 'a', { account_id: owner })
      await addEntries('2025-01-14T00:00:00.000Z')
      advance(3 * YEAR_HOURS)
      for (const locked of [true, false])
        await testServer.ok(testServer.callAs(admin, 'PUT', `clients/${uuid}`, { locked }))
      advance(-3 * YEAR_HOURS)
      // The old entry, the two changes and the daily entry for reading the client.
      expect(await entries()).toHaveLength(4)
      await testServer.read('user', token)
    })
  })

  describe('with a steady clock', () => {
    beforeEach(async () => {
      advance(25)
      await insert('purge_clock', {
        id: 1,
        seen_at: testServer.now.toISOString(),
        steady_since: START.toISOString(),
      })
    })
    const failedSteps = () =>
      testServer.logged.filter(({ event }) => event === 'purge-failed').map(({ fields }) => fields?.['step'])
    const usernames = async () => (await testServer.rows('account')).map(({ username }) => username)

    test('yields to other queries between batches', { tags: ['database'] }, async () => {
      await practice(testServer.db, 'b')
      await addEntries(...Array.from({ length: 1800 }, () => OLD_ENTRY), '2025-01-01T00:00:00.000Z')
      await insert('audit', { practice_id: 'b', at: OLD_ENTRY, action: 'deleted' })
      const looks: Promise<string[]>[] = []
      const db = testServer.db.withPlugin({
        transformQuery: ({ node }) => node,
        async transformResult({ result }) {
          if (!result.numAffectedRows) return result
          const look = setImmediate().then(entries)
          looks.push(look)
          // PostgreSQL has a second connection for this query. SQLite has one connection, which runs this query next.
          if (engine === 'postgres') await look
          return result
        },
      })
      await purge({ ...testServer.ports, db })
      const left = (await Promise.all(looks)).map(({ length }) => length)
      expect(left).toEqual(expect.arrayContaining([1302, 802, 302]))
      expect(await entries()).toEqual(['2025-01-01T00:00:00.000Z'])
    })

    test.runIf(engine === 'sqlite')('deletes from the access log through an index', async () => {
      const statements: string[] = []
      const db = testServer.db.withPlugin({
        transformQuery({ node, queryId }) {
          const { sql: text } = testServer.db.getExecutor().compileQuery(node, queryId)
          if (text.startsWith('delete from "audit"')) statements.push(text.replaceAll('?', "'2022'"))
          return node
        },
        transformResult: async ({ result }) => result,
      })
      await purge({ ...testServer.ports, db })
      expect(statements).toHaveLength(1)
      const explain = sql<{ detail: string }>`explain query plan ${sql.raw(statements[0]!)}`
      const plan = (await explain.execute(testServer.db)).rows.map(({ detail }) => detail).join('\n')
      expect(plan).toContain('audit_list (practice_id=? AND at<?)')
      expect(plan).not.toContain('SCAN audit')
    })

    test('logs a failed step by name and continues', async () => {
      await addLogo()
      await addEntries(OLD_ENTRY)
      await insert('used_token', { hash: 'a', expires_at: '2025-01-01T00:00:00.000Z' })
      const { files } = testServer.ports
      const remove = () => Promise.reject(new Error('the store is away'))
      await purge({ ...testServer.ports, files: { ...files, remove } })
      expect([failedSteps(), await entries(), await testServer.rows('used_token')]).toEqual([['files'], [], []])
      await purge(testServer.ports)
      expect([failedSteps(), await testServer.rows('file')]).toEqual([['files'], []])
    })

    test('runs on one server at a time', async () => {
      await addEntries(OLD_ENTRY)
      await addLogo()
      const { ports } = testServer
      const [isRemoving, resume] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const remove = async () => {
        isRemoving.resolve()
        await resume.promise
      }
      const first = purge({ ...ports, files: { ...ports.files, remove } })
      await isRemoving.promise
      const leftAfter = async (ms: number) => {
        testServer.advance(ms)
        await purge(ports)
        return (await entries()).length
      }
      expect([await leftAfter(0), await leftAfter(2_999_000), await leftAfter(2000)]).toEqual([1, 1, 0])
      resume.resolve()
      await first
      await addEntries(OLD_ENTRY)
      await purge({ ...ports })
      expect(await entries()).toEqual([])
    })

    test('ignores a lease that ends in the far future', async () => {
      await addEntries(OLD_ENTRY)
      const ahead = { purger: 'gone', lease_until: '2100-01-01T00:00:00.000Z' }
      await testServer.db.updateTable('purge_clock').set(ahead).execute()
      await purge(testServer.ports)
      expect(await entries()).toEqual([])
    })

    test('releases a lease only for its holder', async () => {
      const { db, now } = testServer
      const end = new Date(now.getTime() + 3_000_000)
      expect(await leasePurge(db, 'former', now)).toBe(true)
      expect(await leasePurge(db, 'present', end)).toBe(true)
      await releasePurge(db, 'former')
      expect(await leasePurge(db, 'next', end)).toBe(false)
      await releasePurge(db, 'present')
      expect(await leasePurge(db, 'next', end)).toBe(true)
    })

    test('deletes nothing while the server stops', async () => {
      await addEntries(OLD_ENTRY)
      await addLogo()
      const stopping = AbortSignal.abort()
      await purge({ ...testServer.ports, stopping })
      expect(await testServer.rows('file')).toHaveLength(1)
      const all = { table: 'audit', key: 'id', where: sql<boolean>`1 = 1` } as const
      await deleteInBatches({ db: testServer.db, stopping }, all)
      expect(await entries()).toHaveLength(1)
      await deleteInBatches({ db: testServer.db }, all)
      expect(await entries()).toEqual([])
    })

    describe('unaccepted accounts', () => {
      const OLD = '2024-10-18T10:59:59.000Z'
      const [RECENT, SOON] = ['2024-10-18T11:00:01.000Z', '2025-06-01T00:00:00.000Z']
      const invited = () => account(testServer.db, 'invited@mail.example', { password_hash: null, created_at: OLD })
      const set = (id: string, columns: Updateable<AccountTable>) =>
        testServer.db.updateTable('account').set(columns).where('id', '=', id).execute()
      const mail = (id: string) => ({ id, kind: 'activation' as const, account_id: id, created_at: OLD })
      const link = (id: string, expires_at: string) =>
        insert('password_link', { account_id: id, token_hash: 'x', expires_at })
      const former = (id: string, ended_at: string) =>
        insert('membership', { account_id: id, practice_id: 'a', role: 'CLINIC_USER', ended_at })

      test('are deleted after ninety days with all their rows', async () => {
        const id = await invited()
        await account(testServer.db, 'other@mail.example')
        await link(id, OLD)
        await former(id, OLD)
        await staffOffer(testServer.db, id, 'a', 'CLINIC_USER', OLD)
        await purge(testServer.ports)
        expect(await usernames()).toEqual(['other@mail.example'])
        for (const table of ['password_link', 'membership', 'staff_offer'] as const)
          expect(await testServer.rows(table)).toEqual([])
      })

      test('are found among six hundred accounts', async () => {
        const rows = Array.from({ length: 600 }, (_, number) => ({
          id: crypto.randomUUID(),
          username: `owner${number}@mail.example`,
          language: 'nl' as const,
          created_at: number % 10 === 9 ? OLD : RECENT,
        }))
        await insert('account', ...rows)
        await purge(testServer.ports)
        const remaining = rows.filter(({ created_at }) => created_at === RECENT).map(({ username }) => username)
        expect((await usernames()).toSorted()).toEqual(remaining.toSorted())
      })

      test.each<[string, (id: string) => Promise<unknown>]>([
        ['has a password', (id) => set(id, { password_hash: 'hash of x' })],
        ['is younger', (id) => set(id, { created_at: RECENT })],
        ['has a client', (id) => client(testServer.db, 'a', { account_id: id })],
        ['is staff', (id) => set(id, { practice_id: 'a', staff_role: 'CLINIC_USER' })],
        ['is staff of a further practice', (id) => membership(testServer.db, id, 'a')],
        ['was staff until recently', (id) => former(id, RECENT)],
        ['has a recent offer', (id) => staffOffer(testServer.db, id, 'a', 'CLINIC_USER', RECENT)],
        [
          'has a passkey',
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
        ['is signed in', (id) => testServer.signIn(id)],
        ['has a link that expired recently', (id) => link(id, RECENT)],
        ['has a valid link', (id) => link(id, SOON)],
        ['has a waiting mail', (id) => insert('outbox', mail(id))],
        [
          'has a mail given up recently',
          (id) => insert('given_up_mail', { ...mail(id), given_up_at: '2025-01-10T00:00:00.000Z', reason: '550' }),
        ],
        [
          'has a client whose removal can be undone',
          async (id) => {
            await removal(testServer.db, 'a', await client(testServer.db, 'a'))
            await testServer.db.updateTable('removed_client').set({ account_id: id }).execute()
          },
        ],
      ])('are not deleted if the account %s', async (_, give) => {
        await give(await invited())
        await purge(testServer.ports)
        expect([await usernames(), failedSteps()]).toEqual([['invited@mail.example'], []])
      })
    })
  })
})
