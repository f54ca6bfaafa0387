import { describe, expect, test } from 'vitest'
import { fillNames } from '#server/access-log/names.ts'
import { IMPORTED, LOCK_ORDER } from '#server/db/lock-order.ts'
import { inTransaction, lockRows } from '#server/db/transaction.ts'
import type { Database, DatabaseTransaction } from '#server/db/schema.ts'
import { sql } from 'kysely'
import { account, client, practice } from '#harness/builders.ts'
import { envOf, withDatabaseOf, makeClinic, signIn } from '#harness/clinic.ts'
import { eachPlace } from '#harness/folders.ts'
import { openServer } from '#harness/open-server.ts'
import { freshPostgres, isWaiting } from '#harness/postgres.ts'
import { deadlocksAt } from '#harness/requests-damage.ts'
import { RequestsWork } from '#harness/requests-work.ts'
import { type Lock, LockedRows } from '#harness/lock-order.ts'
import { takeComplaints } from '#harness/lock-recorder.ts'
import { changeRows } from '#harness/rows.ts'
import { eachTestServer, engines } from '#harness/test-server.ts'

const lock = (table: string, key = '1', more: Partial<Lock> = {}): Lock => ({ mode: 'lock', table, key, ...more })
const CLIENT = lock('client', 'c')

describe('the check of the lock order in a transaction', () => {
  test.each<[why: string, locks: Lock[], wrong: number]>([
    ['a table after one that comes later', [lock('client_count'), CLIENT], 1],
    ['a table after one that comes earlier', [CLIENT, lock('client_count')], 0],
    ['a lower key of the same table', [lock('account', '2'), lock('account', '1')], 1],
    ['a higher key of the same table', [lock('account', '1'), lock('account', '2')], 0],
    ['a row that is locked already', [CLIENT, lock('client_count'), CLIENT], 0],
    ['a row without its owner', [CLIENT, lock('session', 's', { accountId: 'a' })], 1],
    ['a row with its owner', [lock('account', 'a'), lock('session', 's', { accountId: 'a' })], 0],
    ['a reference to an account after a counter', [lock('client_count'), lock('account', 'a', { mode: 'share' })], 1],
    ['a reference to an account before a counter', [lock('account', 'a', { mode: 'share' }), lock('client_count')], 0],
    [
      'a reference to an account that is locked',
      [lock('account', 'a'), lock('client_count'), lock('account', 'a', { mode: 'share' })],
      0,
    ],
    ['a new row with a new key', [lock('client_count'), lock('client', 'n', { mode: 'insert' })], 0],
    [
      'a new row with a key that others may insert',
      [lock('client_count'), lock('request_count', 'n', { mode: 'insert' })],
      1,
    ],
  ])('reports whether the order is wrong: %s', (_why, locks, wrong) => {
    const rows = new LockedRows()
    expect(locks.flatMap((each) => rows.add(each) ?? [])).toHaveLength(wrong)
  })
})

describe.runIf(engines.includes('postgres'))('recorded locks on PostgreSQL', { tags: ['postgres', 'database'] }, () => {
  const place = eachPlace()
  const testServer = eachTestServer('postgres')
  async function found(
    work: (trx: DatabaseTransaction, ids: { clientId: string; accountId: string }) => Promise<unknown>,
  ) {
    const { db } = testServer
    const practiceId = await practice(db, crypto.randomUUID())
    const accountId = await account(db, `${practiceId}@mail.example`)
    const clientId = await client(db, practiceId, { account_id: accountId })
    await inTransaction(db, (trx) => work(trx, { clientId, accountId }))
    return takeComplaints()
  }
  const rename = (trx: DatabaseTransaction, uuid: string) => changeRows(trx, 'client', { city: 'Zwolle' }, { uuid })

  test('include locks of writes', async () => {
    const [wrong] = await found(async (trx, { clientId, accountId }) => {
      await changeRows(trx, 'account', { language: 'en' }, { id: accountId })
      await rename(trx, clientId)
    })
    expect(wrong).toMatch(/^client \S+ is locked after account \S+: update "client"/)
  })

  test('include locks of locking reads', async () => {
    const order = (first: 'account' | 'client') =>
      found(async (trx, { clientId, accountId }) => {
        const clients = () => lockRows(trx, 'client', sql`(${clientId})`)
        if (first === 'client') await clients()
        await lockRows(trx, 'account', sql`(${accountId})`)
        if (first === 'account') await clients()
        await rename(trx, clientId)
      })
    expect(await order('account')).toHaveLength(1)
    expect(await order('client')).toEqual([])
  })

  test('do not deadlock when two servers load exports with answers and new requests', async () => {
    place.databaseUrl = await freshPostgres()
    await makeClinic(place)
    const work = new RequestsWork(place)
    await work.prepare()
    await work.addOwners(12)
    await using first = await openServer(envOf(place))
    await using second = await openServer(envOf(place))
    let turn = 0
    const next = () => (turn++ % 2 === 0 ? first : second).url
    const token = await signIn(next())
    const isDone = () => work.exported.size > 2 && work.sent.size > 30
    const senders = Array.from({ length: 6 }, () => work.send(next, isDone))
    await Promise.all([...senders, work.answer(next, token, isDone), work.export(next, isDone)])
    expect(await withDatabaseOf(place, deadlocksAt)).toBe(0)
    expect(work.wrong).toEqual([])
  })

  test('on folded names are taken in key order', async () => {
    const { db } = testServer
    const name = (party: string) =>
      ({ practice_id: 'a', kind: 'client', party_id: party, name: '', username: '' }) as const
    await practice(db, 'a')
    // The table has the rows in the opposite order.
    for (const party of ['b', 'a'])
      await db
        .insertInto('audit_name')
        .values({ ...name(party), search_text: '' })
        .execute()
    const lock = (trx: Database, party: string) =>
      sql`select from audit_name where party_id = ${party} for update`.execute(trx)
    const filled = await db.transaction().execute(async (trx) => {
      await lock(trx, 'a')
      const filling = Promise.allSettled([fillNames({ db })])
      await expect.poll(() => isWaiting(db)).toBe(true)
      await lock(trx, 'b')
      return { filling }
    })
    expect(await filled.filling).toEqual([{ status: 'fulfilled', value: undefined }])
  })

  test('refer only to tables that exist', async () => {
    const tables = (await testServer.db.introspection.getTables()).map(({ name }) => name)
    for (const table of [...LOCK_ORDER, ...IMPORTED]) expect(tables).toContain(table)
  })
})
