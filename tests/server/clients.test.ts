import type { Client, ClientListItem } from '#contract/schemas/client.ts'
import { beforeEach, expect, test } from 'vitest'
import type { Page } from '#contract/paging.ts'
import { clientNames } from '#server/db/search-text.ts'
import { account, client, patient, practice, staff } from '#harness/builders.ts'
import { eachTestServer, onEngines, outcomeOf } from '#harness/test-server.ts'

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
    const ofA = ({ practice_id }: { practice_id: string }) => practice_id === 'a'
    const { registered, unregistered } = (await testServer.rows('client_count')).find(ofA)!
    const rows = (await testServer.rows('client')).filter(ofA)
    const count = (value: number) => rows.filter((row) => row.registered === value).length
    expect([registered, unregistered]).toEqual([count(1), count(0)])
    return { registered, unregistered }
  }
  const accountsOf = async (username: string) =>
    (await testServer.rows('account')).filter((row) => row.username === username)
  const read = (uuid: string) => testServer.read<Client>(`clients/${uuid}`, token)

  test('returns 409 for a constraint violation, which is logged without values', async () => {
    await testServer.db.schema.createIndex('only_one').on('outbox').column('kind').unique().execute()
    testServer.ports.mail.send = () => Promise.reject(new Error('down'))
    const statuses: number[] = []
    for (const email of ['x@mail.example', 'y@mail.example'])
      statuses.push((await register(await client(testServer.db, 'a', { email }))).status)
    await testServer.db.schema.dropIndex('only_one').execute()
    expect(statuses).toEqual([201, 409])
    const logged = testServer.logged.filter(({ event }) => event === 'conflict')
    const fields = engine === 'postgres' ? { constraint: 'only_one' } : {}
    expect(logged).toMatchObject([{ level: 'warn', fields }])
    expect(JSON.stringify(logged)).not.toContain('mail.example')
  })

  test('registers a client once, with one activation mail', async () => {
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
      signIn: { username: 'jan@mail.example', linkUntil: '2026-06-29T10:00:00.000Z' },
    })
    expect(await counts()).toEqual({ registered: 1, unregistered: 0 })
    expect(await testServer.mails()).toMatchObject([
      { kind: 'activation', to: 'jan@mail.example', practiceName: 'Praktijk a' },
    ])

    const again = await register(uuid)
    expect(again.status).toBe(200)
    expect(await again.json()).toMatchObject({ registered: true })
    expect(await testServer.mails()).toHaveLength(1)
  })

  test('mails an account with a password about access to a second practice', async () => {
    const id = await account(testServer.db, 'two@mail.example')
    await client(testServer.db, 'b', { account_id: id })
    const uuid = await client(testServer.db, 'a', { email: 'TWO@mail.example' })
    expect((await register(uuid)).status).toBe(201)
    expect(await testServer.mails()).toMatchObject([{ kind: 'access', to: 'two@mail.example', link: null }])
    expect(await testServer.readAs(id, 'user/practices')).toHaveLength(2)
  })

  test('rejects an impossible registration or lock', async () => {
    const uuid = await client(testServer.db, 'a')
    expect(await outcomeOf(register(uuid))).toBe('422 email-missing')
    expect((await lock(uuid, true)).status).toBe(409)
    expect(await counts()).toEqual({ registered: 0, unregistered: 1 })
  })

  test.each([
    ['', 400],
    ['?clientUuid=', 400],
    ['?clientUuid=abc', 400],
    [`?clientUuid=${crypto.randomUUID()}`, 404],
  ])('returns for a registration with the query %j the status %i', async (query, status) => {
    expect((await testServer.call('POST', `practice/a/clients${query}`, { token })).status).toBe(status)
  })

  test('registers a client once in fifty concurrent calls', { tags: ['database'] }, async () => {
    const uuid = await client(testServer.db, 'a', { email: 'jan@mail.example' })
    const responses = await Promise.all(Array.from({ length: 50 }, () => register(uuid)))
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([...Array(49).fill(200), 201])
    expect(await counts()).toEqual({ registered: 1, unregistered: 0 })
    expect(await testServer.mails()).toHaveLength(1)
    expect(await accountsOf('jan@mail.example')).toHaveLength(1)
  })

  test(
    'maintains correct client counts during concurrent registrations and removals',
    { tags: ['database'] },
    async () => {
      const uuids = await Promise.all(
        Array.from({ length: 5 }, (_, index) => client(testServer.db, 'a', { email: `c${index}@mail.example` })),
      )
      for (let round = 0; round < 20; round += 1) {
        const responses = await Promise.all(uuids.flatMap((uuid) => [register(uuid), remove(uuid), register(uuid)]))
        for (const { status } of responses) expect([200, 201, 204, 404]).toContain(status)
        await counts()
      }
      await testServer.mails()
    },
  )

  test(
    'creates one account for concurrent registrations of one e-mail address at several practices',
    { tags: ['database'] },
    async () => {
      const practices = Array.from({ length: 8 }, (_, index) => `p${index}`)
      const calls = await Promise.all(
        practices.map(async (id) => {
          await practice(testServer.db, id)
          const member = await testServer.signIn(await staff(testServer.db, id, `staff@${id}.example`))
          const uuid = await client(testServer.db, id, { email: 'one@mail.example' })
          return () => testServer.call('POST', `practice/${id}/clients?clientUuid=${uuid}`, { token: member })
        }),
      )
      const responses = await Promise.all(calls.map((call) => call()))
      expect(responses.map(({ status }) => status)).toEqual(practices.map(() => 201))
      await testServer.mails()
      expect(await accountsOf('one@mail.example')).toHaveLength(1)
    },
  )

  test('removes a client from the portal without deleting the client record', async () => {
    const uuid = await client(testServer.db, 'a', { email: 'jan@mail.example' })
    await register(uuid)
    await lock(uuid, true)
    expect((await remove(uuid)).status).toBe(204)
    expect((await remove(uuid)).status).toBe(404)
    expect(await counts()).toEqual({ registered: 0, unregistered: 1 })
    const found = await read(uuid)
    expect(found).toMatchObject({ registered: false, locked: false })
    expect(found.registeredAt).toBeUndefined()
    await testServer.mails()
    expect(await accountsOf('jan@mail.example')).toEqual([])
  })

  test('does not delete the account of a removed client who has another client or role', async () => {
    const two = await account(testServer.db, 'two@mail.example')
    await client(testServer.db, 'b', { account_id: two })
    const vet = await staff(testServer.db, 'b', 'vet@b.example')
    for (const id of [two, vet]) await remove(await client(testServer.db, 'a', { account_id: id }))
    for (const id of [two, vet]) expect((await testServer.callAs(id, 'GET', 'user')).status).toBe(200)
  })

  test('changes nothing but the lock of a client', async () => {
    const uuid = await client(testServer.db, 'a', { account_id: await account(testServer.db, 'jan@mail.example') })
    const before = await testServer.rows('client')
    const more = { lastName: 'X', practiceId: 'b', uuid: crypto.randomUUID(), userId: '1' }
    expect(await testServer.ok(lock(uuid, true, more))).toMatchObject({ locked: true })
    expect(await testServer.rows('client')).toEqual([{ ...before[0], locked: 1 }])
    expect(await testServer.ok(lock(uuid, true))).toMatchObject({ locked: true })
    expect(await testServer.ok(lock(uuid, false))).toMatchObject({ locked: false })
  })

  test('unlocks a client on the first registration only', async () => {
    const uuid = await client(testServer.db, 'a', { email: 'jan@mail.example', locked: 1 })
    const response = await register(uuid)
    expect(await response.json()).toMatchObject({ registered: true, locked: false })
    expect(await testServer.mails()).toMatchObject([{ kind: 'activation' }])
    expect((await testServer.rows('audit')).map(({ action }) => action).sort()).toEqual([
      'read',
      'registered',
      'unlocked',
    ])
    await lock(uuid, true)
    expect(await (await register(uuid)).json()).toMatchObject({ locked: true })
    expect(await testServer.mails()).toHaveLength(1)
  })

  test('filters the list by lock', async () => {
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
      const { content, page } = await testServer.read<Page<ClientListItem>>(`practice/a/clients?${query}`, token)
      return [...content.map(({ lastName }) => lastName), page.totalElements]
    }
    expect(await list('')).toEqual(['Aal', 'Bos', 'Bosch', 'Cox', 4])
    expect(await list('locked=true')).toEqual(['Aal', 'Bosch', 'Cox', 3])
    expect(await list('locked=false')).toEqual(['Bos', 1])
    expect(await list('locked=true&lastName=bos')).toEqual(['Bosch', 1])
    expect(await list('locked=true&size=2&page=1')).toEqual(['Cox', 3])
    expect(await list('locked=false&page=7')).toEqual([1])
    expect((await testServer.call('GET', 'practice/a/clients?locked=1', { token })).status).toBe(400)
  })

  test("ends an owner's sessions when the owner's last unlocked client is locked", async () => {
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
