import { afterEach, beforeEach, expect, test } from 'vitest'
import { account, client, practice, staff } from '#harness/builders.ts'
import { type TestServer, onEngines, openTestServer } from '#harness/test-server.ts'

onEngines('removing all clients of a practice', (engine) => {
  let testServer: TestServer
  let admin: string

  beforeEach(async () => {
    testServer = await openTestServer(engine)
    await practice(testServer.db, 'a')
    await practice(testServer.db, 'b')
    admin = await testServer.signIn(await staff(testServer.db, 'a', 'admin@a.example', 'CLINIC_ADMIN'))
  })
  afterEach(() => testServer[Symbol.asyncDispose]())

  const register = (uuid: string) => testServer.call('POST', `practice/a/clients?clientUuid=${uuid}`, { token: admin })
  const counts = async () => {
    const { registered, unregistered } = await testServer.db
      .selectFrom('client_count')
      .selectAll()
      .where('practice_id', '=', 'a')
      .executeTakeFirstOrThrow()
    const rows = await testServer.db.selectFrom('client').select('registered').where('practice_id', '=', 'a').execute()
    expect(registered).toBe(rows.filter((row) => row.registered === 1).length)
    return { registered, unregistered }
  }
  const removeAll = () => testServer.call('DELETE', 'practice/a/clients', { token: admin })
  const accounts = async () => {
    const rows = await testServer.db.selectFrom('account').select('username').where('staff_role', 'is', null).execute()
    return rows.map(({ username }) => username).sort()
  }

  test('takes everybody off the portal, and nobody of another practice', async () => {
    const vet = await staff(testServer.db, 'b', 'vet@b.example')
    const ids = {
      jan: await account(testServer.db, 'jan@mail.example'),
      two: await account(testServer.db, 'two@mail.example'),
      none: await account(testServer.db, 'none@mail.example'),
    }
    const jan = await client(testServer.db, 'a', { account_id: ids.jan, locked: 1, email: 'jan@mail.example' })
    for (const id of [ids.two, vet]) await client(testServer.db, 'a', { account_id: id })
    await client(testServer.db, 'a', { email: 'never@mail.example' })
    await client(testServer.db, 'b', { account_id: ids.two })
    const sessions = { jan: await testServer.signIn(ids.jan), two: await testServer.signIn(ids.two) }
    const theirs = () => testServer.db.selectFrom('client').selectAll().where('practice_id', '=', 'b').execute()
    const before = await theirs()

    expect((await removeAll()).status).toBe(204)
    expect(await counts()).toEqual({ registered: 0, unregistered: 4 })
    const rows = await testServer.db.selectFrom('client').selectAll().where('practice_id', '=', 'a').execute()
    for (const row of rows)
      expect(row).toMatchObject({ registered: 0, registered_at: null, account_id: null, locked: 0 })
    expect(await theirs()).toEqual(before)
    // Accounts that were never linked are kept.
    expect(await accounts()).toEqual(['none@mail.example', 'two@mail.example'])
    expect((await testServer.call('GET', 'user', { token: sessions.jan })).status).toBe(401)
    expect((await testServer.call('GET', 'user/client?practiceId=b', { token: sessions.two })).status).toBe(200)
    expect((await testServer.call('GET', 'user', { token: await testServer.signIn(vet) })).status).toBe(200)

    expect((await removeAll()).status).toBe(204)
    expect((await register(jan)).status).toBe(201)
  })

  test('mails that wait for them go, and no others', async () => {
    const { db, now } = testServer
    const two = await account(db, 'two@mail.example')
    const jan = await account(db, 'jan@mail.example', { password_hash: null })
    await client(db, 'a', { account_id: two })
    await client(db, 'a', { account_id: jan })
    await client(db, 'b', { account_id: two })
    const created_at = now.toISOString()
    const mail = (
      id: string,
      account_id: string,
      practice_id: string | null,
      kind: 'access' | 'activation' | 'reset',
    ) => ({
      id,
      account_id,
      practice_id,
      kind,
      created_at,
      claimed_until: null,
    })
    await db
      .insertInto('outbox')
      .values([
        mail('1', two, 'a', 'access'),
        mail('2', two, 'b', 'access'),
        mail('3', two, null, 'reset'),
        mail('4', jan, 'a', 'activation'),
        // The only one that they get, for however many practices they are registered at.
        mail('5', two, 'a', 'activation'),
      ])
      .execute()
    expect((await removeAll()).status).toBe(204)
    const left = await db.selectFrom('outbox').select('id').where('kind', '<>', 'admin-change').orderBy('id').execute()
    expect(left.map(({ id }) => id)).toEqual(['2', '3', '5'])
  })

  test('more than are done at a time', async () => {
    const { db } = testServer
    await db.transaction().execute(async (trx) => {
      for (let from = 0; from < 10_500; from += 1050) {
        const ids = Array.from(
          { length: 1050 },
          (_, index) => `00000000-0000-4000-8000-${String(from + index).padStart(12, '0')}`,
        )
        await trx
          .insertInto('account')
          .values(ids.map((id) => ({ id, username: `${id}@mail.example`, language: 'nl', created_at: '2026' })))
          .execute()
        await trx
          .insertInto('client')
          .values(
            ids.map((uuid) => ({
              uuid,
              account_id: uuid,
              practice_id: 'a',
              registered: 1,
              locked: 0,
              last_name: 'Bos',
              search_name: 'bos',
              sort_name: 'bos\t',
            })),
          )
          .execute()
      }
    })
    await db.updateTable('client_count').set({ registered: 10_500 }).where('practice_id', '=', 'a').execute()
    expect((await removeAll()).status).toBe(204)
    expect(await counts()).toEqual({ registered: 0, unregistered: 10_500 })
    expect(await accounts()).toEqual([])
  })

  test('S-182 removing all and registering at once end in one order or the other', { tags: ['database'] }, async () => {
    const uuids = await Promise.all(
      Array.from({ length: 10 }, (_, index) => client(testServer.db, 'a', { email: `c${index}@mail.example` })),
    )
    // One of them is a client elsewhere, too, and goes on being registered and removed there.
    const elsewhere = await testServer.signIn(await staff(testServer.db, 'b', 'staff@b.example'))
    const same = await client(testServer.db, 'b', { email: 'c0@mail.example' })
    for (let round = 0; round < 5; round += 1) {
      const answers = await Promise.all([
        ...uuids.map(register),
        removeAll(),
        testServer.call('POST', `practice/b/clients?clientUuid=${same}`, { token: elsewhere }),
        removeAll(),
        testServer.call('DELETE', `clients/${same}`, { token: elsewhere }),
        ...uuids.slice(0, 3).map(register),
      ])
      for (const { status } of answers) expect([200, 201, 204, 404]).toContain(status)
      await counts()
    }
    await testServer.mails()
    const [registered, owners] = [
      await testServer.db.selectFrom('client').select('account_id').where('registered', '=', 1).execute(),
      await accounts(),
    ]
    expect(owners).toHaveLength(new Set(registered.map(({ account_id }) => account_id)).size)
    expect(registered.every(({ account_id }) => account_id !== null)).toBe(true)
  })
})
