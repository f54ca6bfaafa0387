// @module-tag database
import type { ClientListItem } from '#contract/schemas/client.ts'
import { beforeEach, expect, test } from 'vitest'
import type { Page } from '#contract/paging.ts'
import type { Problem } from '#contract/schemas/problem.ts'
import { client, practice, reminder, staff } from '#harness/builders.ts'
import { eachTestServer, onEngines, outcomeOf } from '#harness/test-server.ts'

onEngines('a list', (engine) => {
  const testServer = eachTestServer(engine)
  let token = ''
  beforeEach(async () => {
    await practice(testServer.db, 'a')
    await practice(testServer.db, 'b')
    token = await testServer.signIn(await staff(testServer.db, 'a', 'staff@a.example'))
  })

  const call = (path: string) => testServer.call('GET', path, { token })
  const list = (query: string) => testServer.read<Page<ClientListItem>>(`clients?practiceId=a${query}`, token)
  const namesIn = ({ content }: Page<ClientListItem>) => content.map(({ lastName }) => lastName)
  const namesBy = async (lastName: string) => namesIn(await list(`&lastName=${encodeURIComponent(lastName)}`))
  const addClients = async (...names: string[]) => {
    for (const last_name of names) await client(testServer.db, 'a', { last_name })
  }

  test('of unregistered clients has pages of 25 with the totals', async () => {
    await addClients(...Array.from({ length: 30 }, (_, index) => `Naam ${index + 100}`))
    await client(testServer.db, 'b', { last_name: 'Vreemd' })
    const first = await list('')
    expect([first.content.length, first.content[0]?.lastName]).toEqual([25, 'Naam 100'])
    expect(first.page).toEqual({ number: 0, size: 25, totalPages: 2, totalElements: 30 })
    expect((await list('&page=1')).content).toHaveLength(5)
    expect((await list('&page=0&size=200')).content).toHaveLength(30)
  })

  test('of unregistered clients is empty beyond the end, with correct totals', async () => {
    await addClients('Jansen')
    const beyond = { number: 1_000_000, size: 25, totalPages: 1, totalElements: 1 }
    for (const query of ['', '&lastName=jan'])
      expect(await list(`&page=1000000${query}`)).toEqual({ content: [], page: beyond })
    expect((await list('&page=1000000&lastName=x')).page).toEqual({ ...beyond, totalPages: 0, totalElements: 0 })
  })

  test('of unregistered clients is sorted by main name and first name', async () => {
    await client(testServer.db, 'a', { last_name: 'van den Berg', first_name: 'Bea' })
    await addClients('Çelik', 'de Boer')
    await client(testServer.db, 'a', { last_name: 'Berg', first_name: 'Anna' })
    expect(namesIn(await list(''))).toEqual(['Berg', 'van den Berg', 'de Boer', 'Çelik'])
  })

  const TOO_LONG = 'a'.repeat(101)
  const INVALID = [
    'size=0 size=-1 size=abc size=201 size=2147483648 size= size=1&size=2',
    'page=-1 page=1.5 page=1e3 page=1000001 page= page=0&page=0',
    `lastName=a&lastName=b lastName=${TOO_LONG}`,
  ]
  test.each(INVALID.join(' ').split(' '))('of unregistered clients rejects the query %s', async (query) => {
    const rejected = await call(`clients?practiceId=a&${query}`)
    expect(await outcomeOf(rejected)).toBe('400 invalid-parameter')
    expect(((await rejected.json()) as Problem).errors?.[0]?.parameter).toBe(query.split('=')[0])
  })

  const ACCEPTED = `size=1 size=200 page=0 page=1000000 lastName= lastName=${TOO_LONG.slice(1)} unknown=1`
  test.each(ACCEPTED.split(' '))('of unregistered clients accepts the query %s', async (query) => {
    expect((await call(`clients?practiceId=a&${query}`)).status).toBe(200)
  })

  test('of unregistered clients treats SQL and LIKE syntax as literal text', async () => {
    const texts = ["' OR 1=1--", "'; DROP TABLE client;--", "\\'", '$1', '${7*7}', ':x', '?1', '%25', 'a_c', '\\%']
    await addClients('abc', ...texts.map((text) => `x${text}y`))
    for (const text of texts) expect(await namesBy(text)).toEqual([`x${text}y`])
    expect((await namesBy('%')).toSorted()).toEqual(['x%25y', String.raw`x\%y`])
    expect(await namesBy('_')).toEqual(['xa_cy'])
    expect((await namesBy('\\')).toSorted()).toEqual([String.raw`x\%y`, String.raw`x\'y`])
  })

  test('of unregistered clients matches parts of names in any case, accents and apostrophes', async () => {
    await addClients("van 't Hof", 'Müller')
    expect(await namesBy('VAN ’T H')).toEqual(["van 't Hof"])
    expect(await namesBy('  ulle ')).toEqual(['Müller'])
    expect((await list('&lastName=ull')).page.totalElements).toBe(1)
  })

  test('rejects NUL in a path, a query and a body', async () => {
    for (const path of ['clients/a%00b', 'clients?practiceId=a&lastName=a%00b'])
      expect((await call(path)).status).toBe(400)
    const body = { username: 'a\0b', password: 'x' }
    expect((await testServer.call('POST', 'user/authenticate', { body })).status).toBe(400)
  })

  test('of reminders is sorted by date and has the number of filtered reminders', async () => {
    const { db } = testServer
    const id = await client(db, 'a', { registered: 1 })
    const early = await reminder(db, id, { date: '2026-01-01', active: 0 })
    const late = await reminder(db, id, { date: '2026-12-01' })
    const middle = await reminder(db, id, { date: '2026-06-01' })
    await reminder(db, await client(db, 'a', { registered: 1 }))
    for (const [query, uuids, total] of [
      ['', [late, middle, early], 3],
      ['?sort=date,asc', [early, middle, late], 3],
      ['?active=true&size=1', [late], 2],
      ['?active=false', [early], 1],
      ['?page=9', [], 3],
    ] as const) {
      const { content, page } = await testServer.read<Page<{ uuid: string }>>(`clients/${id}/reminders${query}`, token)
      expect([query, content.map(({ uuid }) => uuid), page.totalElements]).toEqual([query, uuids, total])
    }
    expect((await call(`clients/${id}/reminders?active=yes`)).status).toBe(400)
    for (const sort of [
      'date;drop table',
      'password,desc',
      '"id" desc--',
      'date,sideways',
      '',
      'date,asc&sort=date,asc',
    ]) {
      const rejected = await call(`clients/${id}/reminders?sort=${sort}`)
      expect(rejected.status).toBe(400)
      expect(((await rejected.json()) as Problem).errors?.[0]?.parameter).toBe('sort')
    }
  })
})
