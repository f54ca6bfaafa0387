import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Problem } from '#contract/problem.ts'
import { account, client, patient, practice, reminder, staff } from './builders.ts'
import { type House, engines, openHouse } from './harness.ts'

const PEOPLE = ['anon', 'PA1', 'PA2', 'PAB', 'PL', 'UA', 'AA', 'UB', 'AB', 'LA', 'LO'] as const
type Person = (typeof PEOPLE)[number]
type Row = Partial<Record<Person, number | string>>

/** Who stands how towards a call on practice A, or on its client cA1; a text is a status with its code. */
const STAFF_ROW: Row = { anon: 401, PA1: 403, PA2: 404, PAB: 404, UA: 200, AA: 200, UB: 404, AB: 404, LA: 404 }
const PAPERS_ROW: Row = { anon: 401, PA1: 200, PA2: 404, PAB: 404, UA: 200, AA: 200, UB: 404, AB: 404, LA: 404 }
const PRACTICE_STAFF_ROW: Row = { ...STAFF_ROW, PA2: 403, PAB: 403, PL: 403 }

const MATRIX: [method: string, path: string, row: Row, body?: unknown][] = [
  ['GET', 'practice/a', { ...PAPERS_ROW, PA2: 200, PAB: 200, PL: '403 client-locked', LO: 404 }],
  ['GET', 'practice/locked', { anon: 401, PA1: 404, UA: 404, LA: 200, LO: '403 practice-locked' }],
  ['GET', 'practice/nowhere', { anon: 401, PA1: 404, UA: 404, AA: 404 }],
  ['GET', 'practice/a/clients', PRACTICE_STAFF_ROW],
  ['GET', 'practice/locked/clients', { LO: 403, LA: 200, UA: 404 }],
  ['GET', 'clients?practiceId=a', PRACTICE_STAFF_ROW],
  ['POST', 'practice/a/clients?clientUuid=$new', { ...PRACTICE_STAFF_ROW, UA: 201, AA: 201 }],
  ['POST', 'practice/b/clients?clientUuid=$new', { PA1: 404, PAB: 403, UA: 404, UB: 404 }],
  ['GET', 'clients/$cA1', PAPERS_ROW],
  ['GET', 'clients/$cAL', { PL: '403 client-locked', PA1: 404, UA: 200 }],
  ['GET', 'clients/$cLO', { LO: '403 practice-locked', LA: 200, UA: 404 }],
  ['PUT', 'clients/$cA1', STAFF_ROW, { locked: true }],
  ['PUT', 'clients/$cAL', { PL: 403, UA: 200 }, { locked: false }],
  ['DELETE', 'clients/$cA1', { ...STAFF_ROW, UA: 204, AA: 204 }],
  ['GET', 'clients/$cA1/patients', PAPERS_ROW],
  ['GET', 'clients/$cAL/patients', { PL: '403 client-locked', UA: 200 }],
  ['GET', 'clients/$cLO/patients', { LO: '403 practice-locked', LA: 200 }],
  ['GET', 'clients/$new/patients', { PA1: 404, UA: 404, UB: 404 }],
  ['GET', 'clients/$cA1/reminders', PAPERS_ROW],
  ['GET', 'clients/$cAL/reminders', { PL: '403 client-locked', UA: 200 }],
  ['GET', 'clients/$cLO/reminders', { LO: '403 practice-locked', LA: 200 }],
  ['GET', 'clients/$new/reminders', { PA1: 404, UA: 404, UB: 404 }],
  ['GET', 'user/practices', { anon: 401, PA1: 200, UA: 200 }],
  ['GET', 'user/client?practiceId=a', { anon: 401, PA1: 200, PA2: 200, PL: '403 client-locked', UA: 404, UB: 404 }],
  ['GET', 'user/client?practiceId=b', { PA1: 404, PAB: 200, UB: 404 }],
  ['GET', 'user/client?practiceId=locked', { LO: '403 practice-locked' }],
  ['GET', 'user', { anon: 401, PA1: 200, UA: 200, AA: 200 }],
  ['PUT', 'user', { anon: 401, PA1: 200, UA: 200 }, { language: 'en' }],
  ['GET', 'user/refresh', { anon: 401, PA1: 200, PL: '403 client-locked', UA: 200, LO: 200 }],
  [
    'POST',
    'password/change',
    { anon: 401, PA1: 204, UA: 204 },
    { currentPassword: 'Welkom#2026', newPassword: 'Welkom#2027' },
  ],
]

const CASES = MATRIX.flatMap(([method, path, row, body]) =>
  PEOPLE.flatMap((person) =>
    row[person] === undefined ? [] : [{ method, path, person, expected: row[person], body }],
  ),
)

describe.each(engines)('who may do what, on %s', (engine) => {
  let house: House
  let ids: Record<string, string>
  let people: Record<string, string>

  beforeEach(async () => {
    house = await openHouse(engine)
    const { db } = house
    await practice(db, 'a', { email: 'a@a.example', iban: 'NL00', mana_id: 'M1', phone: '1' })
    await practice(db, 'b')
    await practice(db, 'locked', { locked: 1 })
    people = {
      PA1: await account(db, 'pa1@mail.example'),
      PA2: await account(db, 'pa2@mail.example'),
      PAB: await account(db, 'pab@mail.example'),
      PL: await account(db, 'pl@mail.example'),
      LO: await account(db, 'lo@mail.example'),
      UA: await staff(db, 'a', 'ua@a.example'),
      AA: await staff(db, 'a', 'aa@a.example', 'CLINIC_ADMIN'),
      UB: await staff(db, 'b', 'ub@b.example'),
      AB: await staff(db, 'b', 'ab@b.example', 'CLINIC_ADMIN'),
      LA: await staff(db, 'locked', 'la@l.example'),
    }
    ids = {
      cA1: await client(db, 'a', { account_id: people['PA1']! }),
      cA2: await client(db, 'a', { account_id: people['PA2']! }),
      cAL: await client(db, 'a', { account_id: people['PL']!, locked: 1 }),
      cLO: await client(db, 'locked', { account_id: people['LO']! }),
      new: await client(db, 'a', { email: 'new@mail.example' }),
    }
    await client(db, 'a', { account_id: people['PAB']! })
    await client(db, 'b', { account_id: people['PAB']! })
    for (const uuid of Object.values(ids)) {
      await reminder(db, uuid)
      await patient(db, uuid, 'Bella')
    }
  })
  afterEach(() => house[Symbol.asyncDispose]())

  const call = async (person: string, method: string, path: string, body?: unknown) =>
    await house.call(
      method,
      path.replace(/\$(\w+)/, (_, name: string) => ids[name]!),
      {
        ...(people[person] && { token: await house.signIn(people[person]) }),
        ...(body !== undefined && { body }),
      },
    )

  test.each(CASES)('$person $method $path → $expected', async ({ method, path, person, expected, body }) => {
    const answer = await call(person, method, path, body)
    const code = answer.status >= 400 ? ((await answer.json()) as Problem).code : ''
    expect(typeof expected === 'string' ? `${answer.status} ${code}` : answer.status).toBe(expected)
  })

  test('S-127 what is foreign answers as what is not there', async () => {
    for (const path of ['clients/$', 'clients/$/reminders', 'clients/$/patients']) {
      const [foreign, random] = await Promise.all(
        [ids['cA1']!, crypto.randomUUID()].map((id) => call('UB', 'GET', path.replace('$', id))),
      )
      const plain = async (answer: Response) => ({
        status: answer.status,
        body: { ...((await answer.json()) as Problem), instance: '' },
        headers: [...answer.headers].filter(([name]) => !['x-request-id', 'set-cookie'].includes(name)),
      })
      expect(await plain(foreign!)).toEqual(await plain(random!))
    }
  })

  test('a refused change changes nothing', async () => {
    const before = await house.db.selectFrom('client').selectAll().orderBy('uuid').execute()
    for (const person of ['anon', 'PA1', 'PA2', 'UB', 'AB']) {
      await call(person, 'PUT', 'clients/$cA2', { locked: true })
      await call(person, 'DELETE', 'clients/$cA2')
      await call(person, 'POST', 'practice/a/clients?clientUuid=$new')
    }
    expect(await house.db.selectFrom('client').selectAll().orderBy('uuid').execute()).toEqual(before)
  })

  test('S-140 totals count one practice only', async () => {
    const answer = await call('UA', 'GET', 'practice/a/clients')
    expect(((await answer.json()) as { page: { totalElements: number } }).page.totalElements).toBe(4)
  })

  test('staff see all of a practice, owners what it shows the world', async () => {
    const publicFields = { id: 'a', name: 'Praktijk a', phone: '1', locked: false }
    expect(await (await call('PA1', 'GET', 'practice/a')).json()).toEqual(publicFields)
    expect(await (await call('UA', 'GET', 'practice/a')).json()).toEqual({
      ...publicFields,
      email: 'a@a.example',
      iban: 'NL00',
      manaId: 'M1',
    })
    expect(await (await call('PAB', 'GET', 'user/practices')).json()).toEqual([
      publicFields,
      { id: 'b', name: 'Praktijk b', locked: false },
    ])
    expect(await (await call('LO', 'GET', 'user/practices')).json()).toMatchObject([{ id: 'locked', locked: true }])
    expect(await (await call('UA', 'GET', 'user/practices')).json()).toEqual([])
  })

  test('papers are those of the client', async () => {
    expect(await (await call('PA1', 'GET', 'clients/$cA1/patients')).json()).toMatchObject([{ name: 'Bella' }])
  })

  test('an account at a file that is not on the portal opens nothing', async () => {
    await house.db.updateTable('client').set({ registered: 0 }).where('uuid', '=', ids['cA1']!).execute()
    for (const path of ['clients/$cA1', 'clients/$cA1/patients', 'user/client?practiceId=a', 'practice/a']) {
      expect((await call('PA1', 'GET', path)).status).toBe(404)
      expect((await call('PA2', 'GET', path.replace('cA1', 'cA2'))).status).toBe(200)
    }
  })

  test('a practice without a role makes nobody staff', async () => {
    people['former'] = await account(house.db, 'former@a.example', { practice_id: 'a' })
    expect((await call('former', 'GET', 'practice/a')).status).toBe(404)
    expect((await call('UA', 'GET', 'practice/a')).status).toBe(200)
  })

  test('an id is the same in capitals', async () => {
    const path = `clients/${ids['cA1']!.toUpperCase()}`
    expect(await (await call('PA1', 'GET', path)).json()).toMatchObject({ uuid: ids['cA1'] })
    expect((await call('PA2', 'GET', path)).status).toBe(404)
  })

  test('a deleted user is nobody', async () => {
    const token = await house.signIn(people['PA1']!)
    await call('UA', 'DELETE', 'clients/$cA1')
    expect((await house.call('GET', 'user', { token })).status).toBe(401)
  })
})
