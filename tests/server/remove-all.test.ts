import { beforeEach, expect, test } from 'vitest'
import { account, client, practice, staff } from '#harness/builders.ts'
import { eachTestServer, onEngines } from '#harness/test-server.ts'

onEngines('removing all clients of a practice', (engine) => {
  const testServer = eachTestServer(engine)
  let admin = ''
  beforeEach(async () => {
    await practice(testServer.db, 'a')
    await practice(testServer.db, 'b')
    admin = await testServer.signIn(await staff(testServer.db, 'a', 'admin@a.example', 'CLINIC_ADMIN'))
  })

  const register = (uuid: string) => testServer.call('POST', `practice/a/clients?clientUuid=${uuid}`, { token: admin })
  const removeAll = () => testServer.call('DELETE', 'practice/a/clients', { token: admin })
  const clientsOf = async (id: string) => (await testServer.rows('client')).filter((row) => row.practice_id === id)
  /** Numbers of registered and unregistered clients, checked against the rows. */
  const counts = async () => {
    const { registered, unregistered } = (await testServer.rows('client_count')).find((row) => row.practice_id === 'a')!
    expect(registered).toBe((await clientsOf('a')).filter((row) => row.registered === 1).length)
    return { registered, unregistered }
  }
  const owners = async () => {
    const rows = (await testServer.rows('account')).filter((row) => row.staff_role === null)
    return rows.map(({ username }) => username).toSorted()
  }

  test('deletes accounts without another client or role', async () => {
    const { db } = testServer
    const vet = await staff(db, 'b', 'vet@b.example')
    const jan = await account(db, 'jan@mail.example')
    const two = await account(db, 'two@mail.example')
    await account(db, 'none@mail.example')
    const ofJan = await client(db, 'a', { account_id: jan, locked: 1, email: 'jan@mail.example' })
    for (const id of [two, vet]) await client(db, 'a', { account_id: id })
    await client(db, 'a', { email: 'never@mail.example' })
    await client(db, 'b', { account_id: two })
    const sessions = { jan: await testServer.signIn(jan), two: await testServer.signIn(two) }
    const before = await clientsOf('b')

    await testServer.ok(removeAll())
    expect(await counts()).toEqual({ registered: 0, unregistered: 4 })
    for (const row of await clientsOf('a'))
      expect(row).toMatchObject({ registered: 0, registered_at: null, account_id: null, locked: 0 })
    expect(await clientsOf('b')).toEqual(before)
    expect(await owners()).toEqual(['none@mail.example', 'two@mail.example'])
    expect((await testServer.call('GET', 'user', { token: sessions.jan })).status).toBe(401)
    await testServer.read('user/client?practiceId=b', sessions.two)
    await testServer.readAs(vet, 'user')

    await testServer.ok(removeAll())
    expect((await register(ofJan)).status).toBe(201)
  })

  test('deletes queued mails of the practice to its clients only', async () => {
    const { db } = testServer
    const two = await account(db, 'two@mail.example')
    const jan = await account(db, 'jan@mail.example', { password_hash: null })
    await client(db, 'a', { account_id: two })
    await client(db, 'a', { account_id: jan })
    await client(db, 'b', { account_id: two })
    const created_at = testServer.now.toISOString()
    const mails = [
      { id: '1', account_id: two, practice_id: 'a', kind: 'access' },
      { id: '2', account_id: two, practice_id: 'b', kind: 'access' },
      { id: '3', account_id: two, practice_id: null, kind: 'reset' },
      { id: '4', account_id: jan, practice_id: 'a', kind: 'activation' },
      // An account has one queued activation mail, even if several practices registered it.
      { id: '5', account_id: two, practice_id: 'a', kind: 'activation' },
    ] as const
    await db
      .insertInto('outbox')
      .values(mails.map((mail) => ({ ...mail, created_at })))
      .execute()
    await testServer.ok(removeAll())
    const outbox = (await testServer.rows('outbox')).filter(({ kind }) => kind !== 'admin-change')
    expect(outbox.map(({ id }) => id).toSorted()).toEqual(['2', '3', '5'])
  })

  test('runs in several batches', async () => {
    const COUNT = 10_500
    const idOf = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
    const columns = {
      practice_id: 'a',
      registered: 1,
      locked: 0,
      last_name: 'Bos',
      search_name: 'bos',
      sort_name: 'bos\t',
    } as const
    await testServer.db.transaction().execute(async (trx) => {
      for (let from = 0; from < COUNT; from += 1050) {
        const ids = Array.from({ length: 1050 }, (_, index) => idOf(from + index))
        await trx
          .insertInto('account')
          .values(ids.map((id) => ({ id, username: `${id}@mail.example`, language: 'nl', created_at: '2026' })))
          .execute()
        await trx
          .insertInto('client')
          .values(ids.map((uuid) => ({ ...columns, uuid, account_id: uuid })))
          .execute()
      }
      await trx.updateTable('client_count').set({ registered: COUNT }).where('practice_id', '=', 'a').execute()
    })
    await testServer.ok(removeAll())
    expect([await counts(), await owners()]).toEqual([{ registered: 0, unregistered: COUNT }, []])
  })

  test('leaves consistent rows after concurrent registrations', { tags: ['database'] }, async () => {
    const { db } = testServer
    const uuids: string[] = []
    for (let index = 0; index < 10; index += 1) uuids.push(await client(db, 'a', { email: `c${index}@mail.example` }))
    // The first client shares an e-mail address with a client of practice `b`.
    const staffOfB = await staff(db, 'b', 'staff@b.example')
    const same = await client(db, 'b', { email: 'c0@mail.example' })
    for (let round = 0; round < 5; round += 1) {
      const responses = await Promise.all([
        ...uuids.map(register),
        removeAll(),
        testServer.callAs(staffOfB, 'POST', `practice/b/clients?clientUuid=${same}`),
        removeAll(),
        testServer.callAs(staffOfB, 'DELETE', `clients/${same}`),
        ...uuids.slice(0, 3).map(register),
      ])
      for (const { status } of responses) expect([200, 201, 204, 404]).toContain(status)
      await counts()
    }
    await testServer.mails()
    const linked = (await testServer.rows('client')).filter((row) => row.registered === 1)
    const accounts = new Set(linked.map(({ account_id }) => account_id))
    expect(await owners()).toHaveLength(accounts.size)
    expect(accounts).not.toContain(null)
  })
})
