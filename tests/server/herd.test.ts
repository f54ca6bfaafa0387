import type { LogbookEntry } from '#contract/schemas/logbook.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import type { FoodReleases, HerdAnimals, HerdMedicines } from '#contract/schemas/herd.ts'
import { PDF_ENTRIES } from '#contract/herd.ts'
import type { Problem } from '#contract/schemas/problem.ts'
import type { Database } from '#server/db/schema.ts'
import type { Sheet } from '#server/pdf/sheet.ts'
import { account, client, logbookEntry, patient, practice, staff } from '#harness/builders.ts'
import { eachTestServer, onEngines } from '#harness/test-server.ts'

const PENIVET = { productName: 'Penivet 300 mg/ml', registrationNumber: 'REG NL 99101' }

// The test clock is fixed at 15 June 2026.
onEngines('the herd of a client', (engine) => {
  let drawn: Sheet[] = []
  const testServer = eachTestServer(engine, {
    pdf: async (sheet) => {
      if ('parts' in sheet) drawn.push(sheet)
      return new TextEncoder().encode('%PDF-')
    },
  })
  let db: Database
  let tokens: Record<'owner' | 'staff', string>
  let clientId: string

  beforeEach(async () => {
    drawn = []
    db = testServer.db
    await practice(db, 'a')
    const owner = await account(db, 'jan@mail.example')
    const staffId = await staff(db, 'a', 'staff@a.example')
    tokens = { owner: await testServer.signIn(owner), staff: await testServer.signIn(staffId) }
    clientId = await client(db, 'a', { account_id: owner, ubn: '1111111' })
  })

  const request = <T>(path: string) => testServer.read<T>(`clients/${clientId}/herd${path}`, tokens.owner)
  const call = (path: string, token = tokens.owner) =>
    testServer.call('GET', `clients/${clientId}/herd/medicines${path}`, { token })
  async function read(query = '') {
    const { content, page, medicines, animals } = await testServer.ok<HerdMedicines>(call(query))
    const named = new Set(content.map((entry) => entry.patientUuid))
    expect(animals.map(({ uuid }) => uuid).sort()).toEqual([...named].sort())
    return { entries: content.map(({ date, description }) => `${date} ${description}`), page, medicines }
  }
  const fileOf = async (query: string, token?: string) =>
    (await testServer.ok<{ url: string }>(call(`/file${query}`, token))).url
  const get = (url: string, method = 'GET') => testServer.fetch(new Request(url, { method }))
  const given = (animal: string, date: string, description: string, more: Partial<LogbookEntry> = {}) =>
    logbookEntry(db, animal, { date }, { description, withdrawalMeatDays: 0, ...more })
  const animal = (name: string, fields: object = {}) => patient(db, clientId, name, undefined, fields)
  const csv = async (query = '') => await (await get(await fileOf(`?format=csv${query}`))).text()
  async function insert(entries: { uuid: string; date: string; patient_uuid: string; data: string }[]) {
    for (let from = 0; from < entries.length; from += 500) {
      const rows = entries.slice(from, from + 500)
      await db.insertInto('logbook_entry').values(rows).execute()
    }
  }

  test('is available for a client with groups or many animals', async () => {
    const cow = await animal('Klara', { ubn: ' 2222222 ' })
    await animal('Bella', { species: 'DOG', ubn: '3333333' })
    expect(await request('')).toEqual({ isKept: false, ubns: ['2222222'] })
    await animal('Ooien', { kind: 'HERD' })
    expect(await request('')).toEqual({ isKept: true, ubns: ['1111111', '2222222'] })
    await db.deleteFrom('patient').where('uuid', '!=', cow).execute()
    for (let index = 0; index < 20; index += 1) await animal('Koe')
    expect(await request('')).toMatchObject({ isKept: true })
  })

  describe('release dates after withdrawal periods', () => {
    const listed = async (query = '') =>
      (await request<FoodReleases[]>(`/releases${query}`)).map(({ food, count, days }) => [
        food,
        count,
        ...days.map(({ day, count: onDay, releases }) => {
          const names = releases.map(({ animal: { name }, animals }) => [name, animals].filter(Boolean).join(' '))
          return `${day} ${onDay}: ${names.join(', ')}`
        }),
      ])

    test('are listed by day and group of animals', async () => {
      const cow = { species: 'CATTLE' }
      const [bles, anna] = [await animal('Bles', cow), await animal('Anna', { ...cow, lifeNumber: 'NL 1' })]
      const ewes = await animal('Ooien', { kind: 'HERD' })
      await given(ewes, '2026-06-14', 'A', { animals: '12', withdrawalMeatDays: 10 })
      await given(ewes, '2026-06-14', 'A', { animals: '15', withdrawalMeatDays: 3 })
      await given(bles, '2026-06-14', 'A', { withdrawalMeatDays: 3, withdrawalMilkHours: 24, kind: 'DELIVERY' })
      await given(anna, '2026-06-14', 'A', { withdrawalMeatDays: 3 })
      await given(anna, '2026-06-01', 'A', { withdrawalMeatDays: 3 })
      await given(anna, '2026-06-16', 'A', { withdrawalMeatDays: 300 })
      await given(await animal('Bella', { species: 'DOG' }), '2026-06-14', 'A', { withdrawalMeatDays: 3 })
      await given(await animal('Weg', { ...cow, active: false }), '2026-06-14', 'A', { withdrawalMeatDays: 3 })
      const stranger = await patient(db, await client(db, 'a'), 'Vreemd')
      await given(stranger, '2026-06-14', 'A', { withdrawalMeatDays: 3 })
      expect(await listed()).toEqual([
        ['meat', 4, '2026-06-18 3: Anna, Bles, Ooien 15', '2026-06-25 1: Ooien 12'],
        ['milk', 1, '2026-06-16 1: Bles'],
        ['eggs', 0],
      ])
      expect((await listed('?size=2'))[0]).toEqual(['meat', 4, '2026-06-18 3: Anna, Bles'])
      expect((await listed('?size=3'))[0]).toEqual(['meat', 4, '2026-06-18 3: Anna, Bles, Ooien 15'])
      expect((await listed('?day=2026-06-18'))[0]).toEqual(['meat', 2, '2026-06-25 1: Ooien 12', '2027-04-13 1: Anna'])
      const [, milk] = await request<FoodReleases[]>('/releases')
      expect(milk!.days[0]!.releases).toEqual([
        { animal: { uuid: bles, name: 'Bles', ubn: '1111111' }, what: 'A', hours: 24, isStartUnknown: true },
      ])
    })

    test.each(['size=0', 'size=2001', 'day=2026-02-30'])('reject the query ?%s', async (query) => {
      const path = `clients/${clientId}/herd/releases?${query}`
      expect((await testServer.call('GET', path, { token: tokens.owner })).status).toBe(400)
    })
  })

  describe('the list of animals', () => {
    beforeEach(async () => {
      await animal('Zoë', { species: 'CATTLE', lifeNumber: 'NL 7301-2345', ubn: '2222222' })
      await animal('Bles', { chipNumber: '528 140 000 712 345' })
      await animal('Anna', { passportNumber: 'NL-0412345', ubn: '2222222' })
      await animal('Weg', { lifeNumber: 'NL 7301-2346', deceasedDate: '2026-01-01' })
    })
    const names = async (query: string) =>
      (await request<HerdAnimals>(`/animals?${query}`)).content.map(({ name }) => name)

    test.each([
      ['', ['Bles', 'Anna', 'Zoë']],
      ['search=zoe', ['Zoë']],
      ['search=73012345', ['Zoë']],
      ['search=nl7301', ['Zoë']],
      ['search=nl', ['Anna', 'Zoë']],
      ['search=140 000', ['Bles']],
      ['search=2222', ['Anna', 'Zoë']],
      ['search=111', ['Bles']],
      ['search=1122', []],
      ['search=-', []],
      ['search=weg', []],
      ['ubn=2222222', ['Anna', 'Zoë']],
      ['ubn=1111111&search=nl', []],
      ['size=2', ['Bles', 'Anna']],
      ['size=2&page=1', ['Zoë']],
    ])('returns for the query %j the animals %j, sorted by UBN and name', async (query, found) => {
      expect(await names(query)).toEqual(found)
    })

    test('contains animals that may enter the food chain or have no species', async () => {
      await animal('Bella', { species: 'DOG', kind: 'INDIVIDUAL' })
      await animal('Fleur', { species: 'HORSE', foodProducing: false })
      await animal('Nero', { species: 'HORSE', foodProducing: true })
      await animal('Flappie', { species: 'RABBIT', foodProducing: true })
      expect(await names('')).toEqual(['Bles', 'Flappie', 'Nero', 'Anna', 'Zoë'])
      expect(await names('search=bella')).toEqual([])
    })

    test('contains running withdrawal periods', async () => {
      const cow = await animal('Klara', { species: 'CATTLE', ubn: '3333333' })
      await given(cow, '2026-06-14', 'A', { withdrawalMeatDays: 3 })
      await given(cow, '2026-06-14', 'B', { withdrawalMeatDays: 0 })
      const runs = async (query: string) =>
        (await request<HerdAnimals>(`/animals?${query}`)).running.map(({ patientUuid, description }) => [
          patientUuid,
          description,
        ])
      expect(await runs('')).toEqual([[cow, 'A']])
      expect(await runs('day=2026-06-18')).toEqual([])
      expect(await runs('ubn=2222222')).toEqual([])
    })
  })

  test('lists the medicines of its animals, latest first', async () => {
    const [ewes, cow] = [await animal('Ooien'), await animal('Klara 12')]
    await given(ewes, '2026-03-01', 'A')
    await given(cow, '2026-06-15', 'B', PENIVET)
    await given(ewes, '2026-04-01', 'C')
    await logbookEntry(db, cow, { date: '2026-05-01' }, { description: 'Controle' })
    const neighbour = await patient(db, await client(db, 'a'), 'Vreemd')
    await given(neighbour, '2026-05-01', 'X')
    expect(await read()).toEqual({
      entries: ['2026-06-15 B', '2026-04-01 C', '2026-03-01 A'],
      page: { number: 0, size: 25, totalPages: 1, totalElements: 3 },
      medicines: ['A', 'C', PENIVET.productName],
    })
  })

  test('lists medicines of livestock only, dead or alive', async () => {
    await given(await animal('Bella', { species: 'DOG' }), '2026-03-01', 'Hond')
    await given(await animal('Minoes', { species: 'CAT', ubn: '1111111' }), '2026-03-01', 'Kat')
    await given(await animal('Fleur', { species: 'HORSE', foodProducing: false }), '2026-03-01', 'Paard')
    await given(await animal('Klara', { species: 'CATTLE', deceasedDate: '2026-05-01' }), '2026-03-01', 'Koe')
    expect(await read()).toMatchObject({ entries: ['2026-03-01 Koe'], medicines: ['Koe'] })
    const text = await csv()
    expect(text).toContain('Koe')
    expect(text).not.toMatch(/Hond|Kat;|Paard/)
    await get(await fileOf('?format=pdf'))
    expect(drawn[0]!.parts[0]).toMatchObject({ rows: [expect.arrayContaining(['Klara'])] })
  })

  test('lists the medicines of this year up to today by default', async () => {
    const cow = await animal('Klara')
    for (const date of ['2025-12-31', '2026-01-01', '2026-06-15', '2026-06-16']) await given(cow, date, 'A')
    expect((await read()).entries).toEqual(['2026-06-15 A', '2026-01-01 A'])
    expect((await read('?startDate=2025-12-31&endDate=2026-01-01')).entries).toEqual(['2026-01-01 A', '2025-12-31 A'])
  })

  test("filters medicines by name and by UBN, including the client's UBN", async () => {
    const [home, away] = [await animal('Thuis'), await animal('Uit', { ubn: '2222222' })]
    await given(home, '2026-03-01', 'A', PENIVET)
    await given(away, '2026-03-02', 'B', PENIVET)
    await given(away, '2026-03-03', 'C')
    expect((await read('?ubn=1111111')).entries).toEqual(['2026-03-01 A'])
    expect(await read('?ubn=2222222')).toMatchObject({
      entries: ['2026-03-03 C', '2026-03-02 B'],
      medicines: ['C', PENIVET.productName],
    })
    expect((await read('?ubn=3333333')).entries).toEqual([])
    const name = encodeURIComponent(PENIVET.productName)
    expect((await read(`?medicine=${name}`)).entries).toEqual(['2026-03-02 B', '2026-03-01 A'])
    expect(await read(`?medicine=${name}&ubn=2222222`)).toMatchObject({
      entries: ['2026-03-02 B'],
      medicines: ['C', PENIVET.productName],
    })
    expect((await read('?medicine=Penivet')).entries).toEqual([])
  })

  test('pages through more medicines than one SQL statement loads', async () => {
    const cow = await animal('Klara')
    const entries = Array.from({ length: 1203 }, (_, index) => {
      const uuid = crypto.randomUUID()
      const date = new Date(Date.UTC(2026, 0, 1 + (index % 150))).toISOString().slice(0, 10)
      const data = { uuid, date, description: `${index}`, withdrawalMeatDays: index % 2 === 0 ? 1 : undefined }
      return { uuid, date, patient_uuid: cow, data: JSON.stringify(data) }
    })
    await insert(entries)
    const pages = [0, 1, 2, 3, 4].map((page) => read(`?size=150&page=${page}`))
    const all = (await Promise.all(pages)).flatMap(({ entries }) => entries)
    const expected = entries
      .filter(({ data }) => data.includes('withdrawal'))
      .sort((a, b) => b.date.localeCompare(a.date) || b.uuid.localeCompare(a.uuid))
      .map(({ date, data }) => `${date} ${(JSON.parse(data) as LogbookEntry).description}`)
    expect(all).toEqual(expected)
    expect((await read('?size=150&page=5')).page).toEqual({ number: 5, size: 150, totalPages: 5, totalElements: 602 })
    expect((await csv()).trim().split('\r\n')).toHaveLength(603)
  })

  test.each([
    ['?startDate=2026-02-30', 'startDate', 'invalidDate'],
    ['?startDate=2026-02-02&endDate=2026-02-01', 'endDate', 'range'],
    ['?ubn=1&ubn=2', 'ubn', 'repeated'],
    [`?medicine=${'x'.repeat(101)}`, 'medicine', 'tooLong'],
    ['?page=-1', 'page', 'range'],
    ['/file', 'format', 'required'],
    ['/file?format=xls', 'format', 'unknownValue'],
    ['/file?format=pdf&part=0', 'part', 'range'],
  ])('rejects the query %s', async (query, parameter, code) => {
    const { status, errors } = (await (await call(query)).json()) as Problem
    expect([status, errors]).toEqual([400, [{ parameter, code }]])
  })

  describe('the file of medicines', () => {
    test('is a CSV with the animal and the UBN of each entry', async () => {
      const cow = await animal('Klara; 12', { lifeNumber: 'NL 123456789' })
      await given(cow, '2026-03-01', '=A', {
        ...PENIVET,
        quantity: 2.5,
        unit: 'ml',
        withdrawalMilkDays: null,
        withdrawalEggDays: undefined,
      })
      await given(await animal('Uit', { ubn: '2222222' }), '2026-03-02', 'B')
      const response = await get(await fileOf('?format=csv&startDate=2026-01-01&endDate=2026-03-31'))
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': expect.stringMatching(
          /^attachment; filename="medicijnlogboek-2026-01-01-2026-03-31\.csv"/,
        ) as string,
        'cache-control': 'private, no-store',
      })
      const [head, ...lines] = (await response.text()).split('\r\n')
      expect(head).toMatch(/^\uFEFF?Datum;Dier of koppel;Nummer;UBN;Product;Registratienummer;/)
      expect(lines).toEqual([
        '02-03-2026;Uit;;2222222;;;;B;;;;;;;;;;;;;0;;;',
        `01-03-2026;"Klara; 12";NL 123456789;1111111;Penivet 300 mg/ml;REG NL 99101;;'=A;;;;;2,5;ml;;;;;;;0;niet bekend;;`,
        '',
      ])
      expect((await csv('&medicine=nix')).split('\r\n')).toHaveLength(2)
    })

    test("is a PDF in the owner's language, even when staff open it", async () => {
      await db.updateTable('account').set({ language: 'en' }).where('username', '=', 'jan@mail.example').execute()
      const cow = await animal('Klara', { lifeNumber: 'NL 123456789' })
      await given(cow, '2026-03-01', 'A', { ...PENIVET, withdrawalMilkHours: 36, withdrawalMilkDays: 0 })
      const response = await get(await fileOf('?format=pdf', tokens.staff))
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf'])
      expect(response.headers.get('content-disposition')).toContain('medicine-logbook-2026-01-01-2026-06-15.pdf')
      const [{ title, facts, parts, isWide }] = drawn as [Sheet]
      expect([title, isWide]).toEqual(['Medicine logbook', true])
      expect(facts.map(({ label, value }) => `${label}: ${value}`)).toEqual([
        'Period: 1 January 2026 to 15 June 2026',
        'Holding number (UBN): 1111111',
        'Number of lines: 1',
        'Drawn up on: 15 June 2026',
      ])
      expect(parts.map(({ kind }) => kind)).toEqual(['table', 'signatures', 'note'])
      expect(parts[0]).toMatchObject({
        columns: ['Date', 'Animal or herd', 'Product', 'Indication', 'Meat', 'Milk'].map((label) => ({ label })),
        rows: [['1 Mar 2026', 'Klara\nNL 123456789', 'Penivet 300 mg/ml\nREG NL 99101', 'A', '0 d', '0 d / 36 h']],
      })
    })

    test('is a PDF without a table if there are no entries', async () => {
      await get(await fileOf('?format=pdf'))
      expect(drawn[0]!.parts.map(({ kind }) => kind)).toEqual(['note', 'signatures', 'note'])
    })

    test('consists of several PDFs if there are many entries', async () => {
      const cow = await animal('Klara')
      const entries = Array.from({ length: PDF_ENTRIES + 3 }, (_, index) => {
        const uuid = crypto.randomUUID()
        const data = { uuid, date: '2026-02-01', description: `${index}`, withdrawalMeatDays: 1 }
        return { uuid, date: data.date, patient_uuid: cow, data: JSON.stringify(data) }
      })
      await insert(entries)
      const outcomes: number[] = []
      for (const part of [1, 2, 3]) outcomes.push((await get(await fileOf(`?format=pdf&part=${part}`))).status)
      const sheets = drawn.map(({ title, parts: [first, ...rest] }) => [
        title,
        first!.kind === 'table' ? first!.rows.length : 0,
        rest.map(({ kind }) => kind).join(),
      ])
      expect(sheets).toEqual([
        ['Medicijnlogboek, deel 1 van 2', PDF_ENTRIES, 'note'],
        ['Medicijnlogboek, deel 2 van 2', 3, 'signatures,note'],
      ])
      expect(outcomes).toEqual([200, 200, 404])
    })

    test('opens with its signed URL for ten minutes', async () => {
      await given(await animal('Klara'), '2026-03-01', 'A')
      const [own, ofStaff] = [await fileOf('?format=csv'), await fileOf('?format=csv', tokens.staff)]
      expect((await get(own)).status).toBe(200)
      const status = async (url: string) => (await get(url)).status
      expect(await status(own.replace('from=2026', 'from=2020'))).toBe(403)
      expect(await status(own.replace(clientId, crypto.randomUUID()))).toBe(403)
      await db.updateTable('client').set({ locked: 1 }).where('uuid', '=', clientId).execute()
      expect([await status(own), await status(ofStaff)]).toEqual([403, 200])
      await db.updateTable('client').set({ locked: 0, account_id: null }).where('uuid', '=', clientId).execute()
      expect([await status(own), await status(ofStaff)]).toEqual([404, 200])
      testServer.advance(11 * 60_000)
      expect(await status(ofStaff)).toBe(403)
    })
  })
})
