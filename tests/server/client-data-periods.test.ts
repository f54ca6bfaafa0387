import type { LogbookEntry, PatientLogbookEntry } from '#contract/schemas/logbook.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Page } from '#contract/paging.ts'
import type { Problem } from '#contract/schemas/problem.ts'
import { account, client, invoice, logbookEntry, patient, practice, visitForm } from '#harness/builders.ts'
import { eachTestServer, onEngines } from '#harness/test-server.ts'

const WRONG_PERIODS = [
  ['startDate=', 'startDate', 'invalidDate'],
  ['startDate=2026-02-30', 'startDate', 'invalidDate'],
  ['startDate=1899-12-31', 'startDate', 'invalidDate'],
  ['startDate=01.02.2026', 'startDate', 'invalidDate'],
  ['startDate=2026-01-01T00:00', 'startDate', 'invalidDate'],
  ['startDate=2026-01-01&startDate=2026-01-01', 'startDate', 'repeated'],
  ['endDate=10000-01-01', 'endDate', 'invalidDate'],
  ['endDate=2026-01-01&endDate=2026-01-02', 'endDate', 'repeated'],
  ['startDate=2026-01-02&endDate=2026-01-01', 'endDate', 'range'],
] as const

// The test clock is fixed at 15 June 2026.
onEngines('records filtered by period', (engine) => {
  const testServer = eachTestServer(engine)
  let clientId: string
  let token: string

  beforeEach(async () => {
    await practice(testServer.db, 'a')
    const id = await account(testServer.db, 'jan@mail.example')
    clientId = await client(testServer.db, 'a', { account_id: id })
    token = await testServer.signIn(id)
  })

  const call = (path: string) => testServer.call('GET', `clients/${clientId}/${path}`, { token })
  const read = <T>(path: string) => testServer.read<T>(`clients/${clientId}/${path}`, token)
  const expectRejected = async (path: string, wrong: readonly (readonly [string, string, string])[]) => {
    for (const [query, parameter, code] of wrong) {
      const { errors } = (await (await call(`${path}?${query}`)).json()) as Problem
      expect([query, errors]).toEqual([query, [{ parameter, code }]])
    }
  }

  describe('invoices', () => {
    const dates = async (query: string) => {
      const { content, page } = await read<Page<{ date: string }>>(`invoices${query}`)
      return [content.map(({ date }) => date), page.totalElements]
    }

    test('include the first and last day of an optional period', async () => {
      for (const date of ['1900-01-01', '2025-12-31', '2026-01-01', '2026-01-31', '2026-02-01', '9999-12-31'])
        await invoice(testServer.db, clientId, { date })
      expect(await dates('?startDate=2026-01-01&endDate=2026-01-31')).toEqual([['2026-01-31', '2026-01-01'], 2])
      expect(await dates('?startDate=2026-01-31&endDate=2026-01-31')).toEqual([['2026-01-31'], 1])
      expect(await dates('?startDate=2026-02-01')).toEqual([['9999-12-31', '2026-02-01'], 2])
      expect(await dates('?endDate=2025-12-31&sort=date,asc')).toEqual([['1900-01-01', '2025-12-31'], 2])
      expect((await dates('?startDate=1900-01-01&endDate=9999-12-31'))[1]).toBe(6)
      expect((await dates(''))[1]).toBe(6)
      expect(await dates('?startDate=2026-01-01&size=1&page=1')).toEqual([['2026-02-01'], 4])
    })

    test('are filtered by status and period', async () => {
      await invoice(testServer.db, clientId, { date: '2026-01-01', status: 'PAID' })
      await invoice(testServer.db, clientId, { date: '2026-01-02', status: 'UNPAID' })
      await invoice(testServer.db, clientId, { date: '2026-03-01', status: 'UNPAID' })
      expect(await dates('?status=PAID')).toEqual([['2026-01-01'], 1])
      expect(await dates('?status=UNPAID')).toEqual([['2026-03-01', '2026-01-02'], 2])
      expect(await dates('?status=UNPAID&endDate=2026-01-31')).toEqual([['2026-01-02'], 1])
    })

    test('reject an invalid period or status', async () => {
      await expectRejected('invoices', [
        ...WRONG_PERIODS,
        ['status=paid', 'status', 'unknownValue'],
        ['status=', 'status', 'unknownValue'],
        ['status=PAID&status=UNPAID', 'status', 'repeated'],
      ])
    })
  })

  describe('withdrawal periods', () => {
    const listed = async (query = '') =>
      (await read<PatientLogbookEntry[]>(`withdrawals${query}`)).map(
        ({ patientUuid, date, description }) => `${patientUuid} ${date} ${description}`,
      )

    test('lists treatments with a withdrawal period on a day, for all animals of the client', async () => {
      const ewes = await patient(testServer.db, clientId, 'Ooien')
      const mare = await patient(testServer.db, clientId, 'Fleur')
      const stranger = await patient(testServer.db, await client(testServer.db, 'a'), 'Vreemd')
      for (const [animal, date, fields] of [
        [ewes, '2026-06-10', { description: 'A', withdrawalMeatDays: 10 }],
        [ewes, '2026-06-12', { description: 'B', withdrawalMilkHours: 12 }],
        [ewes, '2026-06-14', { description: 'C', withdrawalMeatDays: 0 }],
        [ewes, '2026-06-16', { description: 'D', withdrawalMeatDays: 9 }],
        [mare, '2025-12-20', { description: 'E', withdrawalEggDays: 180 }],
        [mare, '2024-12-20', { description: 'F', withdrawalMeatDays: 1000 }],
        [stranger, '2026-06-10', { description: 'G', withdrawalMeatDays: 10 }],
      ] as const)
        await logbookEntry(testServer.db, animal, { date }, fields)
      expect(await listed()).toEqual([`${ewes} 2026-06-10 A`, `${mare} 2025-12-20 E`])
      expect(await listed('?day=2026-06-13')).toEqual([
        `${ewes} 2026-06-12 B`,
        `${ewes} 2026-06-10 A`,
        `${mare} 2025-12-20 E`,
      ])
      expect(await listed('?day=2026-08-01')).toEqual([])
    })

    test.each(['withdrawals', 'being-given'])('rejects an invalid day: %s', async (path) => {
      for (const day of ['', '2026-02-30', '2026-06-01T00:00'])
        expect((await call(`${path}?day=${day}`)).status).toBe(400)
    })
  })

  describe('current medication', () => {
    test('lists the courses on a day, for all living animals of the client', async () => {
      const { db } = testServer
      const bella = await patient(db, clientId, 'Bella')
      const simba = await patient(db, clientId, 'Simba')
      const stranger = await patient(db, await client(db, 'a'), 'Vreemd')
      const deceased = await patient(db, clientId, 'Weg', undefined, { deceasedDate: '2026-06-14' })
      const delivered = { kind: 'DELIVERY', productName: 'Orivet' } as const
      const entry = await logbookEntry(db, simba, { date: '2026-06-01' }, { ...delivered, mayRepeat: false })
      await logbookEntry(db, simba, { date: '2026-05-01' }, { ...delivered, productName: 'Oud' })
      const long = await logbookEntry(db, bella, { date: '2024-06-15' }, { ...delivered, durationDays: 800 })
      for (const one of [stranger, deceased]) await logbookEntry(db, one, { date: '2026-06-14' }, delivered)
      const uuid = crypto.randomUUID()
      const form = {
        uuid,
        date: '2026-06-12',
        patientUuid: bella,
        medication: [{ product: 'Gastrovet', dosage: '2x daags 1 tablet', days: 7 }],
      }
      await visitForm(db, clientId, { uuid, date: form.date, patient_uuid: bella, data: JSON.stringify(form) })
      await visitForm(db, clientId, { date: '2026-06-13', patient_uuid: bella })

      const orivet = { patientUuid: simba, product: 'Orivet', since: '2026-06-01', listedUntil: '2026-07-01' }
      const [course, gastrovet] = [
        { product: 'Orivet', since: '2024-06-15', until: '2026-08-23', listedUntil: '2026-08-23', entry: long },
        { product: 'Gastrovet', dosage: '2x daags 1 tablet', since: '2026-06-12', until: '2026-06-18' },
      ].map((line) => ({ patientUuid: bella, mayRepeat: true, ...line }))
      expect(await read('being-given')).toEqual([
        { ...gastrovet, listedUntil: '2026-06-18', visitForm: uuid },
        course,
        { ...orivet, entry, mayRepeat: false },
      ])
      expect(await read('being-given?day=2026-07-02')).toEqual([course])

      const settings = JSON.stringify({ kinds: [], productsNotRepeated: ['ORIVET'] })
      await db.insertInto('request_settings').values({ practice_id: 'a', data: settings }).execute()
      expect(await read('being-given?day=2026-07-02')).toEqual([{ ...course, mayRepeat: false }])
    })
  })

  describe('a logbook of an animal', () => {
    let animal: string
    beforeEach(async () => (animal = await patient(testServer.db, clientId, 'Bella')))

    const dates = async (query: string) =>
      (await read<LogbookEntry[]>(`patients/${animal}/logbook${query}`)).map(({ date }) => date)

    test('covers the current year up to today by default', async () => {
      for (const date of ['2025-12-31', '2026-01-01', '2026-06-15', '2026-06-16', '2027-01-01'])
        await logbookEntry(testServer.db, animal, { date })
      expect(await dates('')).toEqual(['2026-06-15', '2026-01-01'])
      expect(await dates('?startDate=2025-12-31')).toEqual(['2026-06-15', '2026-01-01', '2025-12-31'])
      expect(await dates('?endDate=2025-12-31')).toEqual(['2025-12-31'])
      expect(await dates('?endDate=2027-01-01')).toEqual(['2027-01-01'])
      expect(await dates('?startDate=2026-06-16')).toEqual([])
      expect(await dates('?startDate=1900-01-01&endDate=9999-12-31')).toHaveLength(5)
      expect(await dates('?startDate=2026-06-15&endDate=2026-06-15')).toEqual(['2026-06-15'])
    })

    test('lists every entry, latest first', async () => {
      const made = []
      for (let index = 0; index < 230; index += 1) made.push(await logbookEntry(testServer.db, animal))
      await logbookEntry(testServer.db, await patient(testServer.db, clientId, 'Max'))
      const entries = await read<LogbookEntry[]>(`patients/${animal.toUpperCase()}/logbook`)
      expect(entries.map(({ uuid }) => uuid)).toEqual(made.toSorted().toReversed())
    })

    test('rejects an invalid period', async () => {
      await expectRejected(`patients/${animal}/logbook`, WRONG_PERIODS)
      for (const id of [crypto.randomUUID(), 'bella', "' or '1'='1"])
        expect((await call(`patients/${id}/logbook`)).status).toBe(404)
    })
  })
})
