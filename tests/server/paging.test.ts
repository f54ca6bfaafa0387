// @module-tag database
import type { ClientListItem } from '#contract/schemas/client.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Page } from '#contract/paging.ts'
import type { Problem } from '#contract/problem.ts'
import { client, practice, reminder, staff } from '#harness/builders.ts'
import { type TestServer, onEngines, openTestServer } from '#harness/test-server.ts'

onEngines('lists', (engine) => {
  let testServer: TestServer
  let token: string

  beforeEach(async () => {
    testServer = await openTestServer(engine)
    await practice(testServer.db, 'a')
    await practice(testServer.db, 'b')
    token = await testServer.signIn(await staff(testServer.db, 'a', 'staff@a.example'))
  })
  afterEach(() => testServer[Symbol.asyncDispose]())

  const list = async (query: string): Promise<Page<ClientListItem>> => {
    const answer = await testServer.call('GET', `clients?practiceId=a${query}`, { token })
    expect(answer.status).toBe(200)
    return (await answer.json()) as Page<ClientListItem>
  }
  const names = async (lastName: string) =>
    (await list(`&lastName=${encodeURIComponent(lastName)}`)).content.map((item) => item.lastName)

  test('a page is 25 clients, with the totals of all of them', async () => {
    for (let index = 0; index < 30; index += 1) await client(testServer.db, 'a', { last_name: `Naam ${index + 100}` })
    await client(testServer.db, 'b', { last_name: 'Vreemd' })

    const first = await list('')
    expect(first.content).toHaveLength(25)
    expect(first.page).toEqual({ number: 0, size: 25, totalPages: 2, totalElements: 30 })
    expect(first.content[0]?.lastName).toBe('Naam 100')
    expect((await list('&page=1')).content).toHaveLength(5)
    expect((await list('&page=0&size=200')).content).toHaveLength(30)
  })

  test('beyond the end there is nothing, and the totals are true', async () => {
    await client(testServer.db, 'a')
    const beyond = { number: 1_000_000, size: 25, totalPages: 1, totalElements: 1 }
    expect(await list('&page=1000000')).toEqual({ content: [], page: beyond })
    expect(await list('&page=1000000&lastName=jan')).toEqual({ content: [], page: beyond })
    expect((await list('&page=1000000&lastName=x')).page).toEqual({ ...beyond, totalPages: 0, totalElements: 0 })
  })

  test('the order is by main name, first name and uuid', async () => {
    await client(testServer.db, 'a', { last_name: 'van den Berg', first_name: 'Bea' })
    await client(testServer.db, 'a', { last_name: 'Çelik' })
    await client(testServer.db, 'a', { last_name: 'de Boer' })
    await client(testServer.db, 'a', { last_name: 'Berg', first_name: 'Anna' })
    expect((await list('')).content.map(({ lastName }) => lastName)).toEqual([
      'Berg',
      'van den Berg',
      'de Boer',
      'Çelik',
    ])
  })

  test('an item holds what is known, and says where there is no address', async () => {
    const uuid = await client(testServer.db, 'a', { last_name: 'Bos', call_name: 'Jan', city: 'Zeist' })
    expect((await list('')).content).toEqual([
      { uuid, locked: false, lastName: 'Bos', callName: 'Jan', city: 'Zeist', email: null },
    ])
  })

  test.each(['size=0', 'size=-1', 'size=abc', 'size=1000000', 'size=2147483648', 'size=201', 'size=', 'size=1&size=2'])(
    'S-004 %s is refused',
    async (query) => {
      const answer = await testServer.call('GET', `clients?practiceId=a&${query}`, { token })
      expect(answer.status).toBe(400)
      expect(((await answer.json()) as Problem).errors?.[0]?.parameter).toBe('size')
    },
  )

  test.each(['page=-1', 'page=1.5', 'page=1e3', 'page=1000001', 'page=', 'page=0&page=0', 'lastName=a&lastName=b'])(
    '%s is refused',
    async (query) => {
      const answer = await testServer.call('GET', `clients?practiceId=a&${query}`, { token })
      expect(answer.status).toBe(400)
      expect(((await answer.json()) as Problem).code).toBe('invalid-parameter')
    },
  )

  test.each(['size=1', 'size=200', 'page=0', 'page=1000000', 'lastName=', 'unknown=1'])(
    '%s is taken',
    async (query) => {
      expect((await testServer.call('GET', `clients?practiceId=a&${query}`, { token })).status).toBe(200)
    },
  )

  test('a search is too long at 101 characters', async () => {
    expect(await names('a'.repeat(100))).toEqual([])
    expect((await testServer.call('GET', `clients?practiceId=a&lastName=${'a'.repeat(101)}`, { token })).status).toBe(
      400,
    )
  })

  test.each(["' OR 1=1--", "'; DROP TABLE client;--", "\\'", '$1', '${7*7}', ':x', '?1'])(
    'S-011 %s is an ordinary text',
    async (text) => {
      await client(testServer.db, 'a', { last_name: 'Jansen' })
      await client(testServer.db, 'a', { last_name: `Van ${text} Zo` })
      expect(await names(text)).toEqual([`Van ${text} Zo`])
    },
  )

  test.each(['%', '_', '%25', 'a_c', '\\', '\\%'])('S-012 %s finds itself only', async (text) => {
    await client(testServer.db, 'a', { last_name: 'abc' })
    await client(testServer.db, 'a', { last_name: `x${text}y` })
    expect(await names(text)).toEqual([`x${text}y`])
  })

  test('a search finds parts, tussenvoegsels, any case, accents and apostrophes', async () => {
    await client(testServer.db, 'a', { last_name: "van 't Hof" })
    await client(testServer.db, 'a', { last_name: 'Müller' })
    expect(await names('VAN ’T H')).toEqual(["van 't Hof"])
    expect(await names('  ulle ')).toEqual(['Müller'])
    expect((await list('&lastName=ull')).page.totalElements).toBe(1)
  })

  test('S-016 NUL is refused everywhere', async () => {
    expect((await testServer.call('GET', 'clients?practiceId=a&lastName=a%00b', { token })).status).toBe(400)
    expect((await testServer.call('GET', 'clients/a%00b', { token })).status).toBe(400)
    const body = { username: 'a\0b', password: 'x' }
    expect((await testServer.call('POST', 'user/authenticate', { body })).status).toBe(400)
  })

  describe('reminders', () => {
    test.each(['date;drop table', 'password,desc', '"id" desc--', 'date,sideways', '', 'date,asc&sort=date,asc'])(
      'S-008 sort=%s is refused',
      async (sort) => {
        const id = await client(testServer.db, 'a', { registered: 1 })
        const answer = await testServer.call('GET', `clients/${id}/reminders?sort=${sort}`, { token })
        expect(answer.status).toBe(400)
        expect(((await answer.json()) as Problem).errors?.[0]?.parameter).toBe('sort')
      },
    )

    test('are sorted by date, then by uuid, and counted by what is asked for', async () => {
      const id = await client(testServer.db, 'a', { registered: 1 })
      const early = await reminder(testServer.db, id, { date: '2026-01-01', active: 0 })
      const late = await reminder(testServer.db, id, { date: '2026-12-01' })
      const middle = await reminder(testServer.db, id, { date: '2026-06-01' })
      await reminder(testServer.db, await client(testServer.db, 'a', { registered: 1 }))
      const uuids = async (query: string) => {
        const { content, page } = (await (
          await testServer.call('GET', `clients/${id}/reminders${query}`, { token })
        ).json()) as Page<{ uuid: string }>
        return [content.map(({ uuid }) => uuid), page.totalElements]
      }
      expect(await uuids('')).toEqual([[late, middle, early], 3])
      expect(await uuids('?sort=date,asc')).toEqual([[early, middle, late], 3])
      expect(await uuids('?active=true&size=1')).toEqual([[late], 2])
      expect(await uuids('?active=false')).toEqual([[early], 1])
      expect(await uuids('?page=9')).toEqual([[], 3])
    })

    test('active is true or false', async () => {
      const id = await client(testServer.db, 'a', { registered: 1 })
      expect((await testServer.call('GET', `clients/${id}/reminders?active=yes`, { token })).status).toBe(400)
    })
  })
})
