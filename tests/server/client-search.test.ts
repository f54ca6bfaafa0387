// @module-tag database
import type { ClientListItem } from '#contract/schemas/client.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Page } from '#contract/paging.ts'
import { fillSearch } from '#server/clients/fill-search.ts'
import { isUnfolded } from '#server/db/search-text.ts'
import { loadExport } from '#server/import/load.ts'
import { account, client, patient, practice, staff } from '#harness/builders.ts'
import { checked, clientLine, patientLine, practiceLine } from '#harness/example-export.ts'
import { eachTestServer, type TestServer, onEngines, openTestServer } from '#harness/test-server.ts'

const listOf = (testServer: TestServer, token: string, path: string, q: string, more = '') =>
  testServer.read<Page<ClientListItem>>(`${path}q=${encodeURIComponent(q)}${more}`, token)

onEngines('the search for clients', (engine) => {
  let testServer: TestServer
  let token: string

  beforeAll(async () => {
    testServer = await openTestServer(engine)
    const { db } = testServer
    await practice(db, 'a')
    await practice(db, 'b')
    token = await testServer.signIn(await staff(db, 'a', 'staff@a.example'))
    const berg = {
      last_name: 'van den Berg',
      call_name: 'Zoë',
      client_number: 'K-1001',
      email: 'z.berg@mail.example',
      phone: '+31 (0)182-61 31 45',
      mobile: '06 1234 5678',
    }
    const anna = await client(db, 'a', berg)
    await patient(db, anna, 'Bella', '528 140 000 123 456')
    await patient(db, anna, 'Mister Bean')
    const bos = await client(db, 'a', {
      last_name: 'Bos',
      company_name: 'Stal De 100% Lindehoeve',
      client_number: '1001',
      mobile: '+316 98765432',
    })
    await patient(db, bos, 'Belle')
    await patient(db, bos, 'Bellissima')
    await client(db, 'a', { last_name: 'Bellaar', first_name: 'Jean-Pierre', email: 'jp@hoeve.example' })
    const stranger = await client(db, 'b', { last_name: 'Bellaar', client_number: '1001' })
    await patient(db, stranger, 'Bella', '528140000999999')
    for (const last_name of ['Aal', 'Cox']) {
      const account_id = await account(db, `${last_name}@mail.example`)
      await patient(db, await client(db, 'a', { last_name, locked: last_name === 'Aal' ? 1 : 0, account_id }), 'Rex')
    }
  })
  afterAll(() => testServer[Symbol.asyncDispose]())

  const found = async (q: string) => {
    const { content, page } = await listOf(testServer, token, 'clients?practiceId=a&', q)
    expect(page.totalElements).toBe(content.length)
    return content.map(({ lastName }) => lastName)
  }

  test.each([
    ['a last name, any part of it', 'ella', ['Bellaar']],
    ['a call name, by its beginning', 'zo', ['van den Berg']],
    ['a first name of two, by the second', 'pierre', ['Bellaar']],
    ['a company', 'lindeh', ['Bos']],
    ['a company, by the end of a word', 'hoeve', ['Bos']],
    ['a call name, by the middle of three letters', 'oë', []],
    ['an address, by a name in it', 'erg', ['van den Berg']],
    ['an address, not by the middle of its host', 'xampl', []],
    ['a telephone number, in blanks', '06 12 34 5678', ['van den Berg']],
    ['a telephone number, with dashes', '0182-613145', ['van den Berg']],
    ['a telephone number, by its country', '+31 6 98', ['Bos']],
    ['a telephone number, by its country and a zero', '0031(0)182', ['van den Berg']],
    ['a telephone number, by its last four', '5432', ['Bos']],
    ['a telephone number, not by three digits', '543', []],
    ['a telephone number, not by two of them', '56780182', []],
    ['a client number, by its beginning', '10', ['van den Berg', 'Bos']],
    ['a client number, not by its end', '1001 01 00', []],
    ['a client number, with zeros before it', '001001', ['van den Berg', 'Bos']],
    ['an address, by its beginning', 'Z.BERG@', ['van den Berg']],
    ['an address, not by a word of its host', 'mail', []],
    ['an animal, by its beginning', 'bel', ['Bellaar', 'van den Berg', 'Bos']],
    ['an animal of two words, by the second', 'BEAN', ['van den Berg']],
    ['an animal, not by the middle of a word', 'ister', []],
    ['a chip number', '528140000123456', ['van den Berg']],
    ['a chip number in groups', '528 140 000 123 456', ['van den Berg']],
    ['a part of a chip number', '52814000012345', []],
    ['several words, in any field', 'bella zoe', ['van den Berg']],
    ['several words, of which one is nowhere', 'bella zoe nobody', []],
    ['a number, without the sign behind it', '100%', ['van den Berg', 'Bos']],
    ['signs of a pattern that are not there', '%', []],
    ['a last name, by what punctuation leaves of it', '_os', ['Bos']],
    ['nobody by punctuation only', '...', []],
    ['a client number without its hyphen', 'k1001', ['van den Berg']],
    ['blanks only', '  ', ['Bellaar', 'van den Berg', 'Bos']],
  ])('given %s, %j finds %j', async (_, q, names) => {
    expect(await found(q)).toEqual(names)
  })

  test('returns the animals that matched', async () => {
    const animals = async (q: string) =>
      (await listOf(testServer, token, 'clients?practiceId=a&', q)).content.map((item) => item.matchedPatients)
    expect(await animals('bel')).toEqual([undefined, ['Bella'], ['Belle', 'Bellissima']])
    expect(await animals('bean bella')).toEqual([['Bella', 'Mister Bean']])
    expect(await animals('528140000123456 zoe')).toEqual([['Bella']])
    expect(await animals('berg')).toEqual([undefined])
  })

  test('returns telephone numbers only for a search', async () => {
    const { content } = await listOf(testServer, token, 'clients?practiceId=a&', '5678')
    expect(content).toMatchObject([{ lastName: 'van den Berg', phone: '+31 (0)182-61 31 45', mobile: '06 1234 5678' }])
    expect(content[0]).not.toHaveProperty('matchedPatients')
    const [listed] = (await listOf(testServer, token, 'clients?practiceId=a&', '')).content
    expect(listed).not.toHaveProperty('phone')
  })

  test('can be combined with filters and paging', async () => {
    const path = 'practice/a/clients?'
    const rex = async (more = '') => {
      const { content, page } = await listOf(testServer, token, path, 'rex', more)
      return [content.map(({ lastName }) => lastName), page.totalElements]
    }
    expect(await rex()).toEqual([['Aal', 'Cox'], 2])
    expect(await rex('&locked=true')).toEqual([['Aal'], 1])
    expect(await rex('&lastName=co')).toEqual([['Cox'], 1])
    expect(await rex('&state=invited')).toEqual([[], 0])
    expect(await rex('&size=1&page=1')).toEqual([['Cox'], 2])
    expect(await rex('&page=7')).toEqual([[], 2])
  })

  test('rejects a repeated, too long or invalid query', async () => {
    const words = Array.from({ length: 50 }, (_, index) => String.fromCodePoint(0x3b1 + index)).join(' ')
    expect(await found(words)).toEqual([])
    for (const query of ['q=a&q=b', 'q=a%00b', `q=${'a'.repeat(101)}`])
      expect((await testServer.call('GET', `clients?practiceId=a&${query}`, { token })).status).toBe(400)
  })
})

onEngines('the stored search text of clients', (engine) => {
  const testServer = eachTestServer(engine)
  let token: string
  beforeEach(async () => {
    await practice(testServer.db, 'a')
    token = await testServer.signIn(await staff(testServer.db, 'a', 'staff@a.example'))
  })

  const found = async (q: string) =>
    (await listOf(testServer, token, 'clients?practiceId=a&', q)).content.map(({ lastName }) => lastName)

  test('is updated by imports', async () => {
    const own = { practiceId: 'a', registered: false }
    const load = (...animals: ReturnType<typeof patientLine>[]) =>
      loadExport(
        testServer.db,
        checked([
          practiceLine('a'),
          clientLine(1, { ...own, lastName: 'Bos', email: 'first@mail.example' }),
          clientLine(2, { ...own, lastName: 'Vos', email: `${animals.length > 1 ? 'second' : 'third'}@x.example` }),
          ...animals,
        ]),
        { practiceId: 'a', now: testServer.now },
      )
    await load(patientLine(1, 1, { name: 'Rex' }), patientLine(2, 2, { name: 'Tijger' }))
    expect([await found('rex'), await found('tijger'), await found('second@')]).toEqual([['Bos'], ['Vos'], ['Vos']])
    const again = await load(patientLine(1, 1, { name: 'Rex' }), patientLine(2, 2, { name: 'Tijger' }))
    expect(again.changes?.patient).toEqual({ added: 0, updated: 0, unchanged: 2 })

    await load(patientLine(1, 2, { name: 'Max', chipNumber: '528140000123456' }))
    expect([await found('rex'), await found('max'), await found('528140000123456')]).toEqual([[], ['Vos'], ['Vos']])
    expect([await found('second@'), await found('third@')]).toEqual([[], ['Vos']])
  })

  test('is filled in for rows of earlier versions', async () => {
    const { db } = testServer
    const uuids = []
    for (let index = 0; index < 250; index += 1)
      uuids.push(
        await client(db, 'a', {
          last_name: `Bos ${index}`,
          client_number: `${1000 + index}`,
          mobile: `06 5555${1000 + index}`,
          // Former versions stored a different search text, or none.
          search_text: index % 2 ? `\t ${1000 + index}\t` : null,
          sort_name: `ß${index}`,
        }),
      )
    await patient(db, uuids[7]!, 'Kleine Pip', '528 140')
    await db
      .updateTable('patient')
      .set({ practice_id: null, search_name: null, search_words: null, chip_number: null })
      .execute()
    // Before the upgrade, a search finds only the last name.
    expect([await found('1008'), await found('pip'), await found('bos 249')]).toEqual([[], [], ['Bos 249']])
    expect([await found('1007'), await found('55551007')]).toEqual([['Bos 7'], []])
    await fillSearch({ db })
    for (const q of ['1007', '55551007', 'pip', 'kleine', '528140']) expect(await found(q)).toEqual(['Bos 7'])
    expect(await found('55551008')).toEqual(['Bos 8'])
    const [first] = await db.selectFrom('client').select(['last_name', 'sort_name']).orderBy('sort_name').execute()
    expect(first).toEqual({ last_name: 'Bos 0', sort_name: 'bos 0\t' })
    expect(await db.selectFrom('client').select('uuid').where(isUnfolded('search_text')).execute()).toEqual([])
    expect(await db.selectFrom('patient').select('uuid').where(isUnfolded('search_name')).execute()).toEqual([])
  })

  test('is not filled in while the server stops', async () => {
    const stopping = new AbortController()
    stopping.abort()
    await client(testServer.db, 'a', { search_text: null, client_number: '7' })
    await fillSearch({ db: testServer.db, stopping: stopping.signal })
    expect(await found('7')).toEqual([])
  })
})
