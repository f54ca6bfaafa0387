import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Problem } from '#contract/problem.ts'
import { createApp } from '#server/app.ts'
import { onEngines, openTestServer } from '#harness/test-server.ts'
import { FIELDS, MATRIX, type MatrixRow } from './matrix.ts'
import { type Check, type OpenApiDocument, checkAgainst } from './openapi-check.ts'
import { type Fixtures, openFixtures } from '#harness/fixtures.ts'
import { PEOPLE, type Person } from '#harness/people.ts'

const CELLS = MATRIX.flatMap((row) =>
  PEOPLE.flatMap((person) => {
    const expected = row.cells[person]
    return expected === undefined ? [] : [{ ...row, person, expected }]
  }),
)
type Cell = (typeof CELLS)[number]

const reads = ({ method }: MatrixRow) => method === 'GET'
const isRefused = (expected: Cell['expected']) => Number.parseInt(String(expected), 10) >= 400
/** Answered as a file in place of JSON. */
const isFile = (route: string) => route.endsWith('/preview/file')
const isListed = ({ expected, person, route }: Cell) =>
  !isRefused(expected) && person !== 'anon' && !route.startsWith('/password/') && !isFile(route)
const NAMES: Partial<Record<Person, RegExp>> = {
  // What of the others' must not be in an answer: names of practices, and anything of another account.
  PA1: /Praktijk b|Praktijk locked|pa2@|pab@/,
  UA: /Praktijk b|Praktijk locked|@b\.example/,
  AA: /Praktijk b|Praktijk locked|@b\.example/,
  LA: /Praktijk [ab]|@[ab]\.example/,
  LO: /Praktijk [ab]|@[ab]\.example/,
}

onEngines('the matrix', (engine) => {
  let fixtures: Fixtures
  let check: Check
  /** With something to tell of, and to hide. */
  const opened = async () => {
    fixtures = await openFixtures(engine)
    await fixtures.call('UA', 'PUT', 'practice/a', { text: 'a' })
    await fixtures.call('AB', 'PUT', 'practice/b', { text: 'b' })
  }
  beforeAll(async () => {
    await using described = await openTestServer('sqlite')
    check = checkAgainst((await (await described.call('GET', 'openapi.json')).json()) as OpenApiDocument)
  })
  const closed = async () => await fixtures[Symbol.asyncDispose]()

  const call = ({ method, path, person, body }: Cell) => fixtures.call(person, method, path, body)
  /** What is said of an answer is the same on either engine, and so asked on one. */
  const expectAnswer = async (cell: Cell) => {
    const { method, route, expected } = cell
    const answer = await call(cell)
    const described = engine === 'sqlite' ? await check.answer(`${method} ${route}`, answer.clone()) : []
    const text = await answer.text()
    // With the code, or without.
    const outcome = typeof expected === 'string' ? `${answer.status} ${codeOf(text)}` : answer.status
    expect({ outcome, described }).toEqual({ outcome: expected, described: [] })
    if (engine !== 'sqlite') return
    if (expected === 404) await expectAsNotThere(cell, plain(answer, text))
    if (isListed(cell)) await expectListed(cell, text)
  }
  /** S-127: what is foreign answers as what is not there. */
  const expectAsNotThere = async ({ person, method, path, body }: Cell, told: ReturnType<typeof plain>) => {
    const random = path.includes('$')
      ? path.replace(/\$\w+/, '$random')
      : path.replace(/practice\/\w+/, 'practice/elsewhere').replace(/practiceId=\w+/, 'practiceId=elsewhere')
    const answer = await fixtures.call(person, method, random, body)
    expect(told).toEqual(plain(answer, await answer.text()))
  }
  /** S-147: an answer holds what is listed, and nothing of others. */
  const expectListed = async ({ method, route, person, expected }: Cell, text: string) => {
    if (expected === 204) return expect(text).toBe('')
    const listed = FIELDS[`${method} ${route}`]
    expect([...new Set(fieldsOf(JSON.parse(text)))].filter((field) => !listed?.includes(field))).toEqual([])
    const sessions = await fixtures.testServer.db.selectFrom('session').select('id').execute()
    expect(sessions.filter(({ id }) => text.includes(id))).toEqual([])
    expect(text).not.toMatch(/hash of|password|a secret of the tests/)
    const others = NAMES[person]
    if (others) expect(text).not.toMatch(others)
  }
  const rows = async () => {
    const { db } = fixtures.testServer
    return {
      practices: await db.selectFrom('practice').selectAll().orderBy('id').execute(),
      clients: await db.selectFrom('client').selectAll().orderBy('uuid').execute(),
      accounts: await db.selectFrom('account').selectAll().orderBy('id').execute(),
      counts: await db.selectFrom('client_count').selectAll().orderBy('practice_id').execute(),
      mails: await db.selectFrom('outbox').selectAll().orderBy('id').execute(),
      trail: await db.selectFrom('audit').selectAll().orderBy('id').execute(),
    }
  }

  describe('reading', () => {
    beforeAll(opened)
    afterAll(closed)
    test.each(CELLS.filter(reads))('$person $method $path → $expected', async (cell) => await expectAnswer(cell))
  })

  const writing = CELLS.filter((cell) => !reads(cell))

  describe('writing that is refused changes nothing', () => {
    beforeAll(opened)
    afterAll(closed)
    test.each(writing.filter(({ expected }) => isRefused(expected)))(
      '$person $method $path → $expected',
      async (cell) => {
        const before = await rows()
        await expectAnswer(cell)
        expect(await rows()).toEqual(before)
      },
    )
  })

  describe('writing that is allowed', () => {
    beforeEach(opened)
    afterEach(closed)
    test.each(writing.filter(({ expected }) => !isRefused(expected)))(
      '$person $method $path → $expected',
      async (cell) => await expectAnswer(cell),
    )
  })

  describe('every list has something in it for somebody', () => {
    beforeAll(async () => {
      await opened()
      await fixtures.call('UA', 'GET', 'clients/$cA1')
    })
    afterAll(closed)

    const lists = Map.groupBy(
      CELLS.filter((cell) => reads(cell) && cell.expected === 200 && !isFile(cell.route)),
      ({ route }) => route,
    )
    test.each([...lists])('%s', async (_, cells) => {
      const lengths = await Promise.all(cells.map(async (cell) => lengthOf(await (await call(cell)).json())))
      expect(Math.max(...lengths)).toBeGreaterThan(0)
    })
  })

  test('every route of the API has a row, and every row a route', async () => {
    await using opened = await openFixtures(engine)
    const routes = createApp(opened.testServer.ports)
      .routes.filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/'))
      .map(({ method, path }) => `${method} ${path.replace('/api', '')}`)
    const named = MATRIX.map(({ method, route }) => `${method} ${route}`)
    expect([...new Set(named)].sort()).toEqual([...new Set(routes)].sort())
  })
})

const codeOf = (text: string) => (JSON.parse(text) as Problem).code

/** Without what differs from one call to the next. */
const plain = ({ status, headers }: Response, text: string) => ({
  status,
  body: { ...(JSON.parse(text) as Problem), instance: '' },
  headers: [...headers].filter(([name]) => !['x-request-id', 'set-cookie'].includes(name)),
})

/** How much an answer holds; one that is no list is whole. */
function lengthOf(body: unknown): number {
  const list = typeof body === 'object' && body !== null && 'content' in body ? body.content : body
  return Array.isArray(list) ? list.length : 1
}

/** The names of all that an answer holds, without the places in lists. */
function fieldsOf(value: unknown, name = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => fieldsOf(item, name))
  if (typeof value !== 'object' || value === null) return [name]
  return Object.entries(value).flatMap(([key, inner]) => fieldsOf(inner, name ? `${name}.${key}` : key))
}
