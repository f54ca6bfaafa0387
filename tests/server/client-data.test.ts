import { beforeEach, describe, expect, test } from 'vitest'
import { ATTACHMENT_TYPES, type AttachmentType } from '#contract/document.ts'
import type { Page } from '#contract/paging.ts'
import type { Problem } from '#contract/schemas/problem.ts'
import { account, attachment, client, invoice, patient, practice, reminder, visitForm } from '#harness/builders.ts'
import { eachTestServer, onEngines } from '#harness/test-server.ts'

const OF_ANIMAL = ['reminders', 'visit-forms', ...ATTACHMENT_TYPES]
const LISTS = [...OF_ANIMAL, 'invoices']

interface Columns {
  uuid?: string
  date?: string
  patient_uuid?: string
}

const TABLES: Partial<Record<string, 'reminder' | 'visit_form' | 'invoice'>> = {
  reminders: 'reminder',
  'visit-forms': 'visit_form',
  invoices: 'invoice',
}
/** A free-text field in each kind of record. */
const TEXT_OF = { reminder: 'note', visit_form: 'reason', invoice: 'description', attachment: 'name' } as const

onEngines("paged lists of a client's records", (engine) => {
  const testServer = eachTestServer(engine)
  let clientId: string
  let token: string

  beforeEach(async () => {
    await practice(testServer.db, 'a')
    const id = await account(testServer.db, 'jan@mail.example')
    clientId = await client(testServer.db, 'a', { account_id: id })
    token = await testServer.signIn(id)
  })

  const add = async (list: string, { patient_uuid, ...columns }: Columns = {}, of = clientId) => {
    const all = { ...columns, ...(patient_uuid && { patient_uuid }) }
    if (list === 'invoices') return await invoice(testServer.db, of, columns)
    if (list === 'reminders') return await reminder(testServer.db, of, all)
    if (list === 'visit-forms') return await visitForm(testServer.db, of, all)
    return await attachment(testServer.db, of, { ...all, type: list as AttachmentType })
  }
  const call = (path: string) => testServer.call('GET', `clients/${clientId}/${path}`, { token })
  const read = (path: string) => testServer.read<Page<{ uuid: string }>>(`clients/${clientId}/${path}`, token)
  const uuids = async (path: string) => {
    const { content, page } = await read(path)
    return [content.map(({ uuid }) => uuid), page.totalElements]
  }
  const errorsOf = async (path: string) => ((await (await call(path)).json()) as Problem).errors

  describe.each(LISTS)('%s', (list) => {
    test('has pages of 25 with the total, and empty pages after the end', async () => {
      for (let index = 0; index < 26; index += 1) await add(list)
      await add(list, {}, await client(testServer.db, 'a', { registered: 1 }))
      const first = await read(list)
      expect(first.content).toHaveLength(25)
      expect(first.page).toEqual({ number: 0, size: 25, totalPages: 2, totalElements: 26 })
      const second = await read(`${list}?page=1`)
      expect(second.content).toHaveLength(1)
      const all = [...first.content, ...second.content].map(({ uuid }) => uuid)
      expect(all).toEqual([...new Set(all)].toSorted().toReversed())
      expect(await uuids(`${list}?size=200&sort=date,asc`)).toEqual([all.toReversed(), 26])
      const beyond = { number: 1_000_000, size: 7, totalPages: 4, totalElements: 26 }
      expect(await read(`${list}?page=1000000&size=7`)).toEqual({ content: [], page: beyond })
    })

    test('is sorted by date, then by uuid', async () => {
      const [a, b, c] = ['a', 'b', 'c'].map((letter) => `${letter.repeat(8)}-0000-4000-8000-000000000000`)
      await add(list, { uuid: b!, date: '2026-03-01' })
      await add(list, { uuid: a!, date: '2026-03-01' })
      await add(list, { uuid: c!, date: '2025-12-31' })
      expect(await uuids(list)).toEqual([[b, a, c], 3])
      expect(await uuids(`${list}?sort=date,desc`)).toEqual([[b, a, c], 3])
      expect(await uuids(`${list}?sort=date,asc`)).toEqual([[c, a, b], 3])
    })

    test('rejects an invalid page, size or sort order', async () => {
      for (const [query, parameter, code] of [
        ['size=0', 'size', 'range'],
        ['size=201', 'size', 'range'],
        ['size=', 'size', 'invalidNumber'],
        ['size=1&size=1', 'size', 'repeated'],
        ['page=-1', 'page', 'range'],
        ['page=1000001', 'page', 'range'],
        ['page=a', 'page', 'invalidNumber'],
        ['sort=name,asc', 'sort', 'unknownValue'],
        ['sort=date,asc;drop', 'sort', 'unknownValue'],
        ['sort=date,asc&sort=date,desc', 'sort', 'repeated'],
      ])
        expect([query, await errorsOf(`${list}?${query}`)]).toEqual([query, [{ parameter, code }]])
      expect((await call(`${list}?sort=%00`)).status).toBe(400)
    })

    test('returns stored text unchanged, with the fields of the schema only', async () => {
      const uuid = await add(list, { date: '2026-03-01' })
      const table = TABLES[list] ?? 'attachment'
      const { data } = await testServer.db.selectFrom(table).select('data').executeTakeFirstOrThrow()
      const text = 'Ünïcode “5” \u2028 \ud83d'
      const texts = { note: text, reason: text, name: text, description: text }
      await testServer.db
        .updateTable(table)
        .set({ data: JSON.stringify({ ...JSON.parse(data), ...texts, locked: true, absent: null }) })
        .execute()
      const [record] = (await read(list)).content
      expect(record).toMatchObject({ uuid, date: '2026-03-01', [TEXT_OF[table]]: text })
      expect(record).not.toHaveProperty('locked')
      expect(record).not.toHaveProperty('absent')
    })
  })

  describe.each(OF_ANIMAL)('%s filtered by patientId', (list) => {
    test('returns the records of that animal only', async () => {
      const bella = await patient(testServer.db, clientId, 'Bella')
      const max = await patient(testServer.db, clientId, 'Max')
      const other = await client(testServer.db, 'a', { registered: 1 })
      const theirs = await patient(testServer.db, other, 'Simba')
      const first = await add(list, { patient_uuid: bella, date: '2026-01-01' })
      const second = await add(list, { patient_uuid: bella, date: '2026-02-01' })
      await add(list, { patient_uuid: max })
      await add(list)
      await add(list, { patient_uuid: theirs }, other)
      // The animal's earlier records stay with its former owner after a move.
      await add(list, { patient_uuid: bella }, other)

      expect(await uuids(`${list}?patientId=${bella}`)).toEqual([[second, first], 2])
      expect(await uuids(`${list}?patientId=${bella.toUpperCase()}&sort=date,asc&size=1`)).toEqual([[first], 2])
      expect(await uuids(`${list}?patientId=${theirs}`)).toEqual([[], 0])
      expect(await uuids(`${list}?patientId=${crypto.randomUUID()}`)).toEqual([[], 0])
      expect((await uuids(list))[1]).toBe(4)
    })

    test('rejects a patientId that is no uuid', async () => {
      for (const value of ['', 'bella', "' or 1=1--"])
        expect(await errorsOf(`${list}?patientId=${value}`)).toEqual([{ parameter: 'patientId', code: 'invalidUuid' }])
    })
  })

  test('returns only attachments of the requested type', async () => {
    const made = new Map<string, string>()
    for (const type of ATTACHMENT_TYPES) made.set(type, await add(type))
    for (const type of ATTACHMENT_TYPES) expect(await uuids(type)).toEqual([[made.get(type)], 1])
    expect((await call('photos')).status).toBe(404)
  })

  test('filters the reminders of one animal by active', async () => {
    const bella = await patient(testServer.db, clientId, 'Bella')
    const active = await reminder(testServer.db, clientId, { patient_uuid: bella })
    const done = await reminder(testServer.db, clientId, { patient_uuid: bella, active: 0 })
    await reminder(testServer.db, clientId)
    expect(await uuids(`reminders?patientId=${bella}&active=true`)).toEqual([[active], 1])
    expect(await uuids(`reminders?patientId=${bella}&active=false`)).toEqual([[done], 1])
  })
})
