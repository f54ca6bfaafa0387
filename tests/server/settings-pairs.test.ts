import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Problem } from '#contract/schemas/problem.ts'
import { OPERATIONS } from '#server/openapi/operations.ts'
import { type Fixtures, openFixtures } from '#harness/fixtures.ts'
import type { Person } from '#harness/people.ts'
import { onEngines } from '#harness/test-server.ts'

/** Operations of the specification, which accept a body without a known field and change nothing. */
const SPECIFIED = ['/practice/:practiceId', '/clients/:clientId', '/user']
/** People who read and change settings that the admin of practice A cannot. */
const PEOPLE: Partial<Record<string, Person>> = { '/clients/:clientId/reminder-mails': 'PA1' }

const pairs = Object.keys(OPERATIONS).flatMap((call) => {
  const [method, route = ''] = call.split(' ')
  return method === 'PUT' && OPERATIONS[call]?.body && OPERATIONS[`GET ${route}`]
    ? [{ route, person: PEOPLE[route] ?? 'AA' } as const]
    : []
})
const settings = pairs.filter(({ route }) => !SPECIFIED.includes(route))
const pathOf = (route: string) =>
  route
    .slice(1)
    .replace(':practiceId', 'a')
    .replace(':clientId', '$cA1')
    .replace(':webhookId', '$webhookA')
    .replace(':formId', '$formA')
    .replace(':estimateId', '$estimateOf_cA1')

onEngines('PUT of an unchanged GET response', (engine) => {
  let fixtures: Fixtures
  beforeAll(async () => {
    fixtures = await openFixtures(engine)
    const kinds = ['QUESTION', 'APPOINTMENT']
    const whole = {
      kinds,
      hours: 'Ma',
      answerWithinDays: 2,
      productsNotRepeated: ['X'],
      templates: ['Ja.'],
    }
    await fixtures.call('AA', 'PUT', 'practice/a/request-settings', whole)
    await fixtures.call('AA', 'PUT', 'practice/a/reminder-mails', { enabled: true })
    await fixtures.call('AA', 'PUT', 'practice/a/estimate-settings', { confirmation: 'Wij bellen u.' })
    await fixtures.call('PA1', 'PUT', 'clients/$cA1/reminder-mails', { subscribed: true })
    await fixtures.call('AA', 'PUT', 'practice/a/retention', {
      isOn: true,
      years: { invoice: 8 },
      proof: { currentPassword: 'Welkom#2026' },
    })
  })
  afterAll(async () => await fixtures[Symbol.asyncDispose]())

  const read = async ({ route, person }: (typeof pairs)[number]) =>
    (await (await fixtures.call(person, 'GET', pathOf(route))).json()) as object
  /** All rows, except sessions and recorded reads. */
  async function rows() {
    const { db } = fixtures.testServer
    await fixtures.testServer.mails()
    const tables = (await db.introspection.getTables()).map(({ name }) => name)
    const compared = tables.filter((name) => !['session', 'client_reading'].includes(name))
    const all = await Promise.all(
      compared.map(async (name) => {
        const { rows: found } = await sql`select * from ${sql.table(name)}`.execute(db)
        return found.map((row) => `${name} ${JSON.stringify(row)}`)
      }),
    )
    return all.flat().toSorted()
  }

  test('is tested for at least eight routes', () => {
    expect(pairs.length).toBeGreaterThanOrEqual(8)
    expect(SPECIFIED.filter((route) => !pairs.some((pair) => pair.route === route))).toEqual([])
  })

  test.each(pairs)('to $route changes nothing', async (pair) => {
    const before = { body: await read(pair), rows: await rows() }
    const response = await fixtures.call(pair.person, 'PUT', pathOf(pair.route), before.body)
    expect(response.status).toBeLessThan(300)
    expect({ body: await read(pair), rows: await rows() }).toEqual(before)
  })

  describe('with a body that has no known field', () => {
    test.each(settings.flatMap((pair) => [{}, { unknown: true, password: 'x' }].map((body) => ({ ...pair, body }))))(
      'to $route rejects $body',
      async ({ body, ...pair }) => {
        const before = await rows()
        const response = await fixtures.call(pair.person, 'PUT', pathOf(pair.route), body)
        const { code, errors } = (await response.json()) as Problem
        expect({ status: response.status, code }).toEqual({ status: 400, code: 'validation-failed' })
        // A body with required fields names these.
        expect(new Set(errors?.map((error) => error.code))).toEqual(new Set(['required']))
        expect(await rows()).toEqual(before)
      },
    )
  })
})
