import type { Client, ClientListItem } from '#contract/schemas/client.ts'
import { beforeEach, expect, test } from 'vitest'
import type { Page } from '#contract/paging.ts'
import type { Problem } from '#contract/problem.ts'
import { clientNames } from '#server/db/client-names.ts'
import { account, client, patient, practice, staff } from '#harness/builders.ts'
import { eachTestServer, onEngines } from '#harness/test-server.ts'

onEngines('clients', (engine) => {
  const testServer = eachTestServer(engine)
  let token: string

  beforeEach(async () => {
    await practice(testServer.db, 'a')
    await practice(testServer.db, 'b')
    token = await testServer.signIn(await staff(testServer.db, 'a', 'staff@a.example'))
  })

  const register = (uuid: string) => testServer.call('POST', `practice/a/clients?clientUuid=${uuid}`, { token })
  const remove = (uuid: string) => testServer.call('DELETE', `clients/${uuid}`, { token })
  const lock = (uuid: string, locked: boolean, more = {}) =>
    testServer.call('PUT', `clients/${uuid}`, { token, body: { locked, ...more } })
  const counts = async () => {
    const { registered, unregistered } = await testServer.db
      .selectFrom('client_count')
      .selectAll()
      .where('practice_id', '=', 'a')
      .executeTakeFirstOrThrow()
    const rows = await testServer.db.selectFrom('client').select('registered').where('practice_id', '=', 'a').execute()
    expect(registered).toBe(rows.filter((row) => row.registered === 1).length)
    expect(unregistered).toBe(rows.filter((row) => row.registered === 0).length)
    return { registered, unregistered }
  }

  test('a conflict that only the database finds is answered, and told in the log by its name and without a value', async () => {
    await testServer.db.schema.createIndex('only_one').on('outbox').column('kind').unique().execute()
    const uuids = [await client(testServer.db, 'a', { email: 'x@mail.example' })]
    uuids.push(await client(testServer.db, 'a', { email: 'y@mail.example' }))
    testServer.ports.mail.send = async () => {
      throw new Error('down')
    }
    const answers = []
    for (const uuid of uuids) answers.push((await register(uuid)).status)
    await testServer.db.schema.dropIndex('only_one').execute()
    expect(answers).toEqual([201, 409])
    const told = testServer.logged.filter(({ event }) => event === 'conflict')
    expect(told).toMatchObject([
      { level: 'warn', fields: { ...(engine === 'postgres' && { constraint: 'only_one' }) } },
    ])
    expect(JSON.stringify(told)).not.toContain('mail.example')
  })

  test('registering gives access once, and says so by mail', async () => {
    const uuid = await client(testServer.db, 'a', { email: 'Jan@Mail.example', call_name: 'Jan', last_name: 'Bos' })
    await patient(testServer.db, uuid, 'Bella')
    const first = await register(uuid)
    expect(first.status).toBe(201)
    expect(await first.json()).toEqual({
      uuid,
      locked: false,
      callName: 'Jan',
      lastName: 'Bos',
      email: 'Jan@Mail.example',
      registered: true,
      registeredAt: '2026-06-15T10:00:00.000Z',
      invitation: 'invited',
      invitedAt: '2026-06-15T10:00:00.000Z',
      patientCount: 1,
      patientNames: ['Bella'],
    })
    expect(await counts()).toEqual({ registered: 1, unregistered: 0 })
    expect(await testServer.mails()).toMatchObject([
      { kind: 'activation', to: 'jan@mail.example', practiceName: 'Praktijk a' },
    ])

    const again = await register(uuid)
    expect(again.status).toBe(200)
    expect(((await again.json()) as Client).registered).toBe(true)
    expect(await counts()).toEqual({ registered: 1, unregistered: 0 })
    expect(await testServer.mails()).toHaveLength(1)
  })

  test('somebody with a password gets access by what they have', async () => {
    const id = await account(testServer.db, 'two@mail.example')
    await client(testServer.db, 'b', { account_id: id })
    const uuid = await client(testServer.db, 'a', { email: 'TWO@mail.example' })
    expect((await register(uuid)).status).toBe(201)
    expect(await testServer.mails()).toMatchObject([{ kind: 'access', to: 'two@mail.example', link: null }])
    const practices = await testServer.call('GET', 'user/practices', { token: await testServer.signIn(id) })
    expect(await practices.json()).toHaveLength(2)
  })

  test('without an address there is nothing to give access to', async () => {
    const answer = await register(await client(testServer.db, 'a'))
    expect(answer.status).toBe(422)
    expect(((await answer.json()) as Problem).code).toBe('email-missing')
    expect(await counts()).toEqual({ registered: 0, unregistered: 1 })
  })

  test.each([
    ['', 400],
    ['?clientUuid=', 400],
    ['?clientUuid=abc', 400],
    [`?clientUuid=${crypto.randomUUID()}`, 404],
  ])('register%s → %i', async (query, status) => {
    expect((await testServer.call('POST', `practice/a/clients${query}`, { token })).status).toBe(status)
  })

  test("another practice's client is not there to be registered", async () => {
    expect((await register(await client(testServer.db, 'b', { email: 'x@mail.example' }))).status).toBe(404)
  })

  test('fifty at once register one client once', { tags: ['database'] }, async () => {
    const uuid = await client(testServer.db, 'a', { email: 'jan@mail.example' })
    const answers = await Promise.all(Array.from({ length: 50 }, () => register(uuid)))
    const statuses = answers.map(({ status }) => status).sort((one, other) => one - other)
    expect(statuses).toEqual([...Array<number>(49).fill(200), 201])
    expect(await counts()).toEqual({ registered: 1, unregistered: 0 })
    expect(await testServer.mails()).toHaveLength(1)
    expect(
      await testServer.db.selectFrom('account').selectAll().where('username', '=', 'jan@mail.example').execute(),
    ).toHaveLength(1)
  })

  test('registering and removing at once end in one order or the other', { tags: ['database'] }, async () => {
    const uuids = await Promise.all(
      Array.from({ length: 5 }, (_, index) => client(testServer.db, 'a', { email: `c${index}@mail.example` })),
    )
    for (let round = 0; round < 20; round += 1) {
      const answers = await Promise.all(uuids.flatMap((uuid) => [register(uuid), remove(uuid), register(uuid)]))
      for (const { status } of answers) expect([200, 201, 204, 404]).toContain(status)
      await counts()
    }
    await testServer.mails()
  })

  test('fifty clients of one address at different practices end in one account', { tags: ['database'] }, async () => {
    const practices = Array.from({ length: 8 }, (_, index) => `p${index}`)
    const calls = await Promise.all(
      practices.map(async (id) => {
        await practice(testServer.db, id)
        const member = await testServer.signIn(await staff(testServer.db, id, `staff@${id}.example`))
        const uuid = await client(testServer.db, id, { email: 'one@mail.example' })
        return () => testServer.call('POST', `practice/${id}/clients?clientUuid=${uuid}`, { token: member })
      }),
    )
    const answers = await Promise.all(calls.map((call) => call()))
    expect(answers.map(({ status }) => status)).toEqual(practices.map(() => 201))
    await testServer.mails()
    const accounts = await testServer.db
      .selectFrom('account')
      .select('id')
      .where('username', '=', 'one@mail.example')
      .execute()
    expect(accounts).toHaveLength(1)
  })

  test('removing takes a client off the portal and leaves the file', async () => {
    const uuid = await client(testServer.db, 'a', { email: 'jan@mail.example' })
    await register(uuid)
    await lock(uuid, true)
    expect((await remove(uuid)).status).toBe(204)
    expect((await remove(uuid)).status).toBe(404)
    expect(await counts()).toEqual({ registered: 0, unregistered: 1 })
    const answer = await testServer.call('GET', `clients/${uuid}`, { token })
    const found = (await answer.json()) as Client
    expect(found).toMatchObject({ registered: false, locked: false })
    expect(found.registeredAt).toBeUndefined()
    await testServer.mails()
    expect(
      await testServer.db.selectFrom('account').select('id').where('username', '=', 'jan@mail.example').execute(),
    ).toEqual([])
  })

  test('an account with another client, or at work in a practice, stays', async () => {
    const two = await account(testServer.db, 'two@mail.example')
    await client(testServer.db, 'b', { account_id: two })
    const vet = await staff(testServer.db, 'b', 'vet@b.example')
    for (const id of [two, vet]) await remove(await client(testServer.db, 'a', { account_id: id }))
    for (const id of [two, vet]) {
      expect((await testServer.call('GET', 'user', { token: await testServer.signIn(id) })).status).toBe(200)
    }
  })

  test('locking changes the lock only', async () => {
    const uuid = await client(testServer.db, 'a', { account_id: await account(testServer.db, 'jan@mail.example') })
    const before = await testServer.db.selectFrom('client').selectAll().where('uuid', '=', uuid).executeTakeFirst()
    const answer = await lock(uuid, true, { lastName: 'X', practiceId: 'b', uuid: crypto.randomUUID(), userId: '1' })
    expect(answer.status).toBe(200)
    expect(((await answer.json()) as Client).locked).toBe(true)
    const after = await testServer.db.selectFrom('client').selectAll().where('uuid', '=', uuid).executeTakeFirst()
    expect(after).toEqual({ ...before, locked: 1 })
    expect((await lock(uuid, true)).status).toBe(200)
    expect(((await (await lock(uuid, false)).json()) as Client).locked).toBe(false)
  })

  test.each([{ locked: 'true' }, { locked: 1 }, { locked: null }, {}])('%j is no lock', async (body) => {
    const uuid = await client(testServer.db, 'a', { account_id: await account(testServer.db, 'jan@mail.example') })
    const answer = await testServer.call('PUT', `clients/${uuid}`, { token, body })
    expect(answer.status).toBe(400)
    expect(((await answer.json()) as Problem).errors?.[0]?.pointer).toBe('#/locked')
  })

  test('registering lifts a lock, so that the link in the mail works, and the trail says so', async () => {
    const uuid = await client(testServer.db, 'a', { email: 'jan@mail.example', locked: 1 })
    const answer = await register(uuid)
    expect(await answer.json()).toMatchObject({ registered: true, locked: false })
    expect(await testServer.mails()).toMatchObject([{ kind: 'activation' }])
    const trail = await testServer.db.selectFrom('audit').select('action').where('client_uuid', '=', uuid).execute()
    expect(trail.map(({ action }) => action).sort()).toEqual(['read', 'registered', 'unlocked'])

    // One who is on the portal already, and was locked since, stays so.
    await lock(uuid, true)
    expect(await (await register(uuid)).json()).toMatchObject({ locked: true })
    expect(await testServer.mails()).toHaveLength(1)
  })

  test('who is not on the portal cannot be locked', async () => {
    expect((await lock(await client(testServer.db, 'a'), true)).status).toBe(409)
  })

  test('a list of the locked ones, or of the others', async () => {
    const add = async (last_name: string, locked: 0 | 1, practiceId = 'a') =>
      await client(testServer.db, practiceId, {
        account_id: await account(testServer.db, `${crypto.randomUUID()}@mail.example`),
        last_name,
        locked,
        ...clientNames(last_name, null),
      })
    await add('Aal', 1)
    await add('Bos', 0)
    await add('Cox', 1)
    await add('Bosch', 1)
    await add('Dam', 1, 'b')
    await client(testServer.db, 'a', { last_name: 'Eik' })
    const list = async (query: string) => {
      const answer = await testServer.call('GET', `practice/a/clients?${query}`, { token })
      const { content, page } = (await answer.json()) as Page<ClientListItem>
      return [...content.map(({ lastName }) => lastName), page.totalElements]
    }
    expect(await list('')).toEqual(['Aal', 'Bos', 'Bosch', 'Cox', 4])
    expect(await list('locked=true')).toEqual(['Aal', 'Bosch', 'Cox', 3])
    expect(await list('locked=false')).toEqual(['Bos', 1])
    expect(await list('locked=true&lastName=bos')).toEqual(['Bosch', 1])
    expect(await list('locked=false&lastName=bos')).toEqual(['Bos', 1])
    expect(await list('locked=true&size=2&page=1')).toEqual(['Cox', 3])
    expect(await list('locked=false&page=7')).toEqual([1])
    for (const query of ['locked=1', 'locked=', 'locked=true&locked=false'])
      expect((await testServer.call('GET', `practice/a/clients?${query}`, { token })).status).toBe(400)
  })

  test('locking the last open client ends the sessions of its owner', async () => {
    const id = await account(testServer.db, 'two@mail.example')
    const one = await client(testServer.db, 'a', { account_id: id })
    await client(testServer.db, 'b', { account_id: id })
    const theirs = await testServer.signIn(id)
    const status = async (path: string) => (await testServer.call('GET', path, { token: theirs })).status

    await lock(one, true)
    expect([await status('user'), await status('user/refresh')]).toEqual([200, 200])
    expect([await status('user/client?practiceId=a'), await status('user/client?practiceId=b')]).toEqual([403, 200])
    await testServer.db.updateTable('client').set({ locked: 1 }).where('practice_id', '=', 'b').execute()
    await lock(one, true)
    expect([await status('user'), await status('user/refresh')]).toEqual([401, 401])
  })
})
