import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type HerdMedicines, PDF_ENTRIES } from '#contract/herd.ts'
import type { LogbookEntry } from '#contract/logbook.ts'
import type { Problem } from '#contract/problem.ts'
import type { Database } from '#server/db/schema.ts'
import type { Sheet } from '#server/pdf/sheet.ts'
import { account, client, logbookEntry, patient, practice, staff } from '#testing/builders.ts'
import { type TestServer, engines, openTestServer } from '#testing/test-server.ts'

const PENIVET = { productName: 'Penivet 300 mg/ml', registrationNumber: 'REG NL 99101' }

// The clock of the tests stands at 15 June 2026.
describe.each(engines)('the medicines of a herd, on %s', (engine) => {
  let testServer: TestServer
  let db: Database
  let accounts: Record<'owner' | 'staff', string>
  let tokens: typeof accounts
  let clientId: string
  let drawn: Sheet[]

  beforeEach(async () => {
    drawn = []
    testServer = await openTestServer(engine, {
      pdf: async (sheet) => {
        drawn.push(sheet)
        return new TextEncoder().encode('%PDF-')
      },
    })
    db = testServer.db
    await practice(db, 'a')
    accounts = { owner: await account(db, 'jan@mail.example'), staff: await staff(db, 'a', 'staff@a.example') }
    tokens = { owner: await testServer.signIn(accounts.owner), staff: await testServer.signIn(accounts.staff) }
    clientId = await client(db, 'a', { account_id: accounts.owner, ubn: '1111111' })
  })
  afterEach(() => testServer[Symbol.asyncDispose]())

  const call = (path: string, token = tokens.owner) =>
    testServer.call('GET', `clients/${clientId}/herd/medicines${path}`, { token })
  async function read(query = '') {
    const answer = await call(query)
    expect(answer.status).toBe(200)
    const { content, page, medicines } = (await answer.json()) as HerdMedicines
    return { told: content.map(({ date, description }) => `${date} ${description}`), page, medicines }
  }
  const fileOf = async (query: string, token?: string) => {
    const answer = await call(`/file${query}`, token)
    expect(answer.status).toBe(200)
    return ((await answer.json()) as { url: string }).url
  }
  const get = (url: string, method = 'GET') => testServer.fetch(new Request(url, { method }))
  const given = (animal: string, date: string, description: string, more: Partial<LogbookEntry> = {}) =>
    logbookEntry(db, animal, { date }, { description, withdrawalMeatDays: 0, ...more })
  const animal = async (name: string, fields: object = {}) => {
    const uuid = crypto.randomUUID()
    await db
      .insertInto('patient')
      .values({ uuid, client_uuid: clientId, name, data: JSON.stringify({ uuid, name, ...fields }) })
      .execute()
    return uuid
  }

  test('are those of all its animals and of no other, the latest first, without what is no medicine', async () => {
    const [ewes, cow] = [await animal('Ooien'), await animal('Klara 12')]
    await given(ewes, '2026-03-01', 'A')
    await given(cow, '2026-06-15', 'B', PENIVET)
    await given(ewes, '2026-04-01', 'C')
    await logbookEntry(db, cow, { date: '2026-05-01' }, { description: 'Controle' })
    const neighbour = await patient(db, await client(db, 'a'), 'Vreemd')
    await given(neighbour, '2026-05-01', 'X')
    expect(await read()).toEqual({
      told: ['2026-06-15 B', '2026-04-01 C', '2026-03-01 A'],
      page: { number: 0, size: 25, totalPages: 1, totalElements: 3 },
      medicines: ['A', 'C', PENIVET.productName],
    })
  })

  test('are of this year until today, where no period is asked for', async () => {
    const cow = await animal('Klara')
    for (const date of ['2025-12-31', '2026-01-01', '2026-06-15', '2026-06-16']) await given(cow, date, 'A')
    expect((await read()).told).toEqual(['2026-06-15 A', '2026-01-01 A'])
    expect((await read('?startDate=2025-12-31&endDate=2026-01-01')).told).toEqual(['2026-01-01 A', '2025-12-31 A'])
  })

  test('are asked for by UBN, which is that of the client where the animal has none, and by medicine', async () => {
    const [home, away] = [await animal('Thuis'), await animal('Uit', { ubn: '2222222' })]
    await given(home, '2026-03-01', 'A', PENIVET)
    await given(away, '2026-03-02', 'B', PENIVET)
    await given(away, '2026-03-03', 'C')
    expect((await read('?ubn=1111111')).told).toEqual(['2026-03-01 A'])
    expect(await read('?ubn=2222222')).toMatchObject({
      told: ['2026-03-03 C', '2026-03-02 B'],
      medicines: ['C', PENIVET.productName],
    })
    expect((await read('?ubn=3333333')).told).toEqual([])
    const name = encodeURIComponent(PENIVET.productName)
    expect((await read(`?medicine=${name}`)).told).toEqual(['2026-03-02 B', '2026-03-01 A'])
    // What can be chosen stays the same.
    expect(await read(`?medicine=${name}&ubn=2222222`)).toMatchObject({
      told: ['2026-03-02 B'],
      medicines: ['C', PENIVET.productName],
    })
    expect((await read('?medicine=Penivet')).told).toEqual([])
  })

  test('come page by page, also where they are read part by part', async () => {
    const cow = await animal('Klara')
    const entries = Array.from({ length: 1203 }, (_, index) => {
      const uuid = crypto.randomUUID()
      const date = new Date(Date.UTC(2026, 0, 1 + (index % 150))).toISOString().slice(0, 10)
      const data = { uuid, date, description: `${index}`, withdrawalMeatDays: index % 2 === 0 ? 1 : undefined }
      return { uuid, date, patient_uuid: cow, data: JSON.stringify(data) }
    })
    for (let from = 0; from < entries.length; from += 200) {
      await db
        .insertInto('logbook_entry')
        .values(entries.slice(from, from + 200))
        .execute()
    }
    const pages = [0, 1, 2, 3, 4].map((page) => read(`?size=150&page=${page}`))
    const all = (await Promise.all(pages)).flatMap(({ told }) => told)
    const expected = entries
      .filter(({ data }) => data.includes('withdrawal'))
      .sort((a, b) => b.date.localeCompare(a.date) || b.uuid.localeCompare(a.uuid))
      .map(({ date, data }) => `${date} ${(JSON.parse(data) as LogbookEntry).description}`)
    expect(all).toEqual(expected)
    expect((await read('?size=150&page=5')).page).toEqual({ number: 5, size: 150, totalPages: 5, totalElements: 602 })
    const csv = await (await get(await fileOf('?format=csv'))).text()
    expect(csv.trim().split('\r\n')).toHaveLength(603)
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
  ])('%s is refused', async (query, parameter, code) => {
    const answer = await call(query)
    const { errors } = (await answer.json()) as Problem
    expect([answer.status, errors]).toEqual([400, [{ parameter, code }]])
  })

  describe('as a file', () => {
    test('of a spreadsheet, with the animal and the UBN of each', async () => {
      const cow = await animal('Klara; 12', { lifeNumber: 'NL 123456789' })
      await given(cow, '2026-03-01', '=A', {
        ...PENIVET,
        quantity: 2.5,
        unit: 'ml',
        withdrawalMilkDays: null,
        withdrawalEggDays: undefined,
      })
      await given(await animal('Uit', { ubn: '2222222' }), '2026-03-02', 'B')
      const answer = await get(await fileOf('?format=csv&startDate=2026-01-01&endDate=2026-03-31'))
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': expect.stringMatching(
          /^attachment; filename="medicijnlogboek-2026-01-01-2026-03-31\.csv"/,
        ) as string,
        'cache-control': 'private, no-store',
      })
      const [head, ...lines] = (await answer.text()).split('\r\n')
      expect(head).toMatch(/^\uFEFF?Datum;Dier of koppel;Nummer;UBN;Product;Registratienummer;/)
      expect(lines).toEqual([
        '02-03-2026;Uit;;2222222;;;;B;;;;;;;;;;;;;0;;;',
        `01-03-2026;"Klara; 12";NL 123456789;1111111;Penivet 300 mg/ml;REG NL 99101;;'=A;;;;;2,5;ml;;;;;;;0;niet bekend;;`,
        '',
      ])
      const empty = await get(await fileOf('?format=csv&medicine=nix'))
      expect((await empty.text()).split('\r\n')).toHaveLength(2)
    })

    test('to print, in the language of the client, whoever reads it', async () => {
      await db.updateTable('account').set({ language: 'en' }).where('id', '=', accounts.owner).execute()
      const cow = await animal('Klara', { lifeNumber: 'NL 123456789' })
      await given(cow, '2026-03-01', 'A', { ...PENIVET, withdrawalMilkHours: 36, withdrawalMilkDays: 0 })
      const answer = await get(await fileOf('?format=pdf', tokens.staff))
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
      expect(answer.headers.get('content-disposition')).toContain('medicine-logbook-2026-01-01-2026-06-15.pdf')
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

    test('to print, where there is nothing', async () => {
      await get(await fileOf('?format=pdf'))
      expect(drawn[0]!.parts.map(({ kind }) => kind)).toEqual(['note', 'signatures', 'note'])
    })

    test('to print, of more than fit: part by part, to be signed on the last', async () => {
      const cow = await animal('Klara')
      const entries = Array.from({ length: PDF_ENTRIES + 3 }, (_, index) => {
        const uuid = crypto.randomUUID()
        const data = { uuid, date: '2026-02-01', description: `${index}`, withdrawalMeatDays: 1 }
        return { uuid, date: data.date, patient_uuid: cow, data: JSON.stringify(data) }
      })
      for (let from = 0; from < entries.length; from += 500) {
        await db
          .insertInto('logbook_entry')
          .values(entries.slice(from, from + 500))
          .execute()
      }
      const outcomes: number[] = []
      for (const part of [1, 2, 3]) outcomes.push((await get(await fileOf(`?format=pdf&part=${part}`))).status)
      const told = drawn.map(({ title, parts: [first, ...rest] }) => [
        title,
        first!.kind === 'table' ? first!.rows.length : 0,
        rest.map(({ kind }) => kind).join(),
      ])
      expect(told).toEqual([
        ['Medicijnlogboek, deel 1 van 2', PDF_ENTRIES, 'note'],
        ['Medicijnlogboek, deel 2 van 2', 3, 'signatures,note'],
      ])
      expect(outcomes).toEqual([200, 200, 404])
    })

    test('is for who may still see the client, for ten minutes, and as it was signed', async () => {
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
      testServer.now = new Date(testServer.now.getTime() + 11 * 60_000)
      expect(await status(ofStaff)).toBe(403)
    })
  })
})
