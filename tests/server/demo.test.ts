import { describe, expect, test } from 'vitest'
import { REQUEST_KINDS, REQUEST_STATES } from '#contract/request.ts'
import { requestCountOf } from '#server/requests/queries.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD, isEmpty, loadDemo } from '#server/demo/load.ts'
import { makeDemo } from '#server/demo/clinics.ts'
import { DEMO_PRACTICES } from '#server/clock/clock.ts'
import { createDays } from '#server/demo/days.ts'
import { checkLine } from '#server/import/check.ts'
import { account } from '#harness/builders.ts'
import { eachTestServer, onEngines } from '#harness/test-server.ts'

describe('makeDemo', () => {
  const days = createDays(new Date('2026-06-15T10:00:00.000Z'))
  const records = makeDemo(days)
  const patients = records.filter((record) => record.record === 'patient')
  const animals = new Map(patients.map((animal) => [animal.uuid, animal]))

  test('returns valid records of the demo practices', () => {
    const problems = records
      .map((record, index) => checkLine(index + 1, JSON.stringify(record)))
      .filter((checked) => 'problems' in checked)
    expect(problems).toEqual([])
    const practices = records.filter(({ record }) => record === 'practice')
    expect(practices.map((practice) => 'id' in practice && practice.id)).toEqual(DEMO_PRACTICES)
  })

  test('returns the same records every day, relative to that day', () => {
    expect(makeDemo(days)).toEqual(records)
    const keys = (clock: Date) => makeDemo(createDays(clock)).map((record) => ('uuid' in record ? record.uuid : ''))
    expect(keys(new Date(2027, 1, 28))).toEqual(keys(new Date(2026, 5, 15)))
  })

  test('computes days in the time zone of the practices', () => {
    expect(createDays(new Date('2026-11-23T22:59:00.000Z'))(0)).toBe('2026-11-23')
    expect(createDays(new Date('2026-11-23T23:00:00.000Z'))(1)).toBe('2026-11-25')
  })

  test('includes every kind of client, including a shared e-mail address', () => {
    const clients = records.filter((record) => record.record === 'client')
    expect(clients.some(({ companyName }) => companyName)).toBe(true)
    expect(clients.some(({ callName }) => !callName)).toBe(true)
    expect(clients.some(({ email }) => !email)).toBe(true)
    expect(clients.some(({ locked }) => locked)).toBe(true)
    expect(clients.some(({ lastName }) => /^van .*|[^ -~]/.test(lastName))).toBe(true)
    const shared = { email: 'samen@mail.example', practiceId: 'de-waag', registered: false }
    expect(clients.filter(({ email }) => email === shared.email)).toMatchObject([shared, shared])
  })

  test("dates no record before an animal's birth or after its death", () => {
    expect(patients.some(({ deceasedDate }) => deceasedDate)).toBe(true)
    const wrong = records.filter((record) => {
      if (!('patientUuid' in record && 'date' in record && record.date)) return false
      const { birthDate, deceasedDate } = animals.get(record.patientUuid!)!
      if (record.date < (birthDate ?? '')) return true
      return deceasedDate ? record.date > deceasedDate || ('active' in record && record.active) : false
    })
    expect(wrong).toEqual([])
  })

  test('gives records only to animals of a matching species', () => {
    const kinds = (of: (record: (typeof records)[number]) => unknown) => [
      ...new Set(
        records.flatMap((record) =>
          'patientUuid' in record && of(record) ? [animals.get(record.patientUuid!)!.species ?? 'OTHER'] : [],
        ),
      ),
    ]
    const given = (isFood: boolean) =>
      kinds(
        (record) =>
          record.record === 'logbookEntry' &&
          record.productName &&
          (record.withdrawalMeatDays !== undefined) === isFood,
      )
    const pets = ['CAT', 'DOG', 'RABBIT']
    expect(given(true).filter((kind) => pets.includes(kind))).toEqual([])
    expect(given(false).filter((kind) => !pets.includes(kind))).toEqual([])
    expect(given(false)).not.toEqual([])
    const plans = kinds((record) => record.record === 'attachment' && record.type === 'treatment-plans')
    expect(plans).toContain('SHEEP')
    expect(plans.filter((kind) => !['CATTLE', 'PIG', 'SHEEP'].includes(kind))).toEqual([])
    expect(kinds((record) => record.record === 'visitForm' && record.diagnosis === 'Vlooienallergie')).toEqual(['CAT'])
  })

  test('gives the demo owner a reminder in every group of the reminder list', () => {
    const owner = records.find((record) => record.record === 'client' && record.email === 'owner@mail.example')
    const reminders = records.filter((record) => record.record === 'reminder')
    const own = reminders.filter(({ clientUuid }) => owner?.record === 'client' && clientUuid === owner.uuid)
    const active = own.filter((record) => record.active).map(({ date }) => date)
    for (const [from, until] of [
      ['0', '2026-06-15'],
      ['2026-06-15', '2026-07-01'],
      ['2026-07-01', '2026-10-01'],
      ['2026-10-01', '9'],
    ] as const)
      expect(active.some((date) => date >= from && date < until)).toBe(true)
    expect(own.length - active.length).toBe(10)
  })
})

onEngines('loadDemo', (engine) => {
  const testServer = eachTestServer(engine)

  test('fills an empty database with practices, records and accounts', async () => {
    const { db, ports } = testServer
    expect(await isEmpty(db)).toBe(true)
    await loadDemo(db, ports)
    expect(await isEmpty(db)).toBe(false)

    const counts = { registered: 180, unregistered: 90, activated: 162, failed: 4 }
    expect(await testServer.rows('client_count')).toContainEqual({ practice_id: 'de-waag', ...counts })
    const practices = await testServer.rows('practice')
    expect(practices.map(({ id, locked }) => `${id} ${locked}`).toSorted()).toEqual([
      'de-hoef 1',
      'de-linde 0',
      'de-waag 0',
    ])
    const practicesOf = async (username: string) => {
      const { id } = (await testServer.rows('account')).find((row) => row.username === username)!
      return (await testServer.rows('client'))
        .filter(({ account_id }) => account_id === id)
        .map(({ practice_id }) => practice_id)
        .toSorted()
    }
    expect(await practicesOf('two@mail.example')).toEqual(['de-linde', 'de-waag'])
    expect(await practicesOf('owner@mail.example')).toEqual(['de-waag'])
    expect(await practicesOf('none@mail.example')).toEqual([])

    const owner = (await testServer.rows('client')).find(({ email }) => email === 'owner@mail.example')!.uuid
    const count = async (table: 'patient' | 'reminder' | 'invoice') =>
      (await testServer.rows(table)).filter(({ client_uuid }) => client_uuid === owner).length
    expect([await count('patient'), await count('reminder'), await count('invoice')]).toEqual([4, 30, 40])
    const requests = await testServer.rows('request')
    expect(requests.map(({ state }) => state)).toEqual(expect.arrayContaining([...REQUEST_STATES]))
    const own = requests.filter(({ client_uuid }) => client_uuid === owner)
    expect(own.map(({ kind }) => kind)).toEqual(expect.arrayContaining([...REQUEST_KINDS]))
    expect(await requestCountOf(db, 'de-waag', testServer.now)).toMatchObject({ unseen: 1 })
    expect(await testServer.rows('outbox')).toEqual([])
    for (const username of DEMO_ACCOUNTS) {
      const response = await testServer.call('POST', 'user/authenticate', {
        body: { username, password: DEMO_PASSWORD },
      })
      expect([username, response.status]).toEqual([username, 200])
    }
  })

  test('runs once if two servers start together', { tags: ['database'] }, async () => {
    await Promise.all([loadDemo(testServer.db, testServer.ports), loadDemo(testServer.db, testServer.ports)])
    const counts = { practice_id: 'de-waag', registered: 180, unregistered: 90 }
    expect(await testServer.rows('client_count')).toContainEqual(expect.objectContaining(counts))
  })

  test('treats a database with an account as non-empty', async () => {
    await account(testServer.db, 'first@mail.example')
    expect(await isEmpty(testServer.db)).toBe(false)
  })
})
