import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Problem } from '#contract/problem.ts'
import { createApp } from '#server/app.ts'
import { onEngines } from '#harness/test-server.ts'
import { FIELDS, MATRIX, type MatrixRow } from './matrix.ts'
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
  const opened = () => async () => void (fixtures = await openFixtures(engine))
  const closed = async () => await fixtures[Symbol.asyncDispose]()

  const call = ({ method, path, person, body }: Cell) => fixtures.call(person, method, path, body)
  /** As the cell says it: with the code, or without. */
  const outcomeOf = async (answer: Response, expected: Cell['expected']) =>
    typeof expected === 'string' ? `${answer.status} ${((await answer.json()) as Problem).code}` : answer.status
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
    beforeAll(opened())
    afterAll(closed)
    test.each(CELLS.filter(reads))('$person $method $path → $expected', async (cell) => {
      expect(await outcomeOf(await call(cell), cell.expected)).toBe(cell.expected)
    })
  })

  const writing = CELLS.filter((cell) => !reads(cell))

  describe('writing that is refused changes nothing', () => {
    beforeAll(opened())
    afterAll(closed)
    test.each(writing.filter(({ expected }) => isRefused(expected)))(
      '$person $method $path → $expected',
      async (cell) => {
        const before = await rows()
        expect(await outcomeOf(await call(cell), cell.expected)).toBe(cell.expected)
        expect(await rows()).toEqual(before)
      },
    )
  })

  describe('writing that is allowed', () => {
    beforeEach(opened())
    afterEach(closed)
    test.each(writing.filter(({ expected }) => !isRefused(expected)))(
      '$person $method $path → $expected',
      async (cell) => {
        expect(await outcomeOf(await call(cell), cell.expected)).toBe(cell.expected)
      },
    )
  })

  // What is said of an answer is the same on either engine.
  describe.runIf(engine === 'sqlite')('S-127 what is foreign answers as what is not there', () => {
    beforeAll(opened())
    afterAll(closed)

    const foreign = CELLS.filter(({ expected }) => expected === 404)
    test.each(foreign)('$person $method $path', async ({ person, method, path, body }) => {
      const random = path.includes('$')
        ? path.replace(/\$\w+/, '$random')
        : path.replace(/practice\/\w+/, 'practice/elsewhere').replace(/practiceId=\w+/, 'practiceId=elsewhere')
      const plain = async (answer: Response) => ({
        status: answer.status,
        body: { ...((await answer.json()) as Problem), instance: '' },
        headers: [...answer.headers].filter(([name]) => !['x-request-id', 'set-cookie'].includes(name)),
      })
      expect(await plain(await fixtures.call(person, method, path, body))).toEqual(
        await plain(await fixtures.call(person, method, random, body)),
      )
    })
  })

  describe.runIf(engine === 'sqlite')('S-147 an answer holds what is listed, and nothing of others', () => {
    /** With something to tell of, and to hide. */
    const openedAndChanged = async () => {
      await opened()()
      await fixtures.call('UA', 'PUT', 'practice/a', { text: 'a' })
      await fixtures.call('AB', 'PUT', 'practice/b', { text: 'b' })
    }
    const allowed = CELLS.filter(
      ({ expected, person, route }) => !isRefused(expected) && person !== 'anon' && !route.startsWith('/password/'),
    )
    const expectWhatIsListed = async (cell: Cell) => {
      const answer = await call(cell)
      expect(answer.status).toBe(cell.expected)
      const text = await answer.text()
      if (cell.expected === 204) return expect(text).toBe('')
      const listed = FIELDS[`${cell.method} ${cell.route}`]
      expect([...new Set(fieldsOf(JSON.parse(text)))].filter((field) => !listed?.includes(field))).toEqual([])
      const sessions = await fixtures.testServer.db.selectFrom('session').select('id').execute()
      expect(sessions.filter(({ id }) => text.includes(id))).toEqual([])
      expect(text).not.toMatch(/hash of|password|a secret of the tests/)
      const others = NAMES[cell.person]
      if (others) expect(text).not.toMatch(others)
    }

    describe('reading', () => {
      beforeAll(openedAndChanged)
      afterAll(closed)
      test.each(allowed.filter(reads))('$person $method $path', async (cell) => await expectWhatIsListed(cell))
    })
    describe('writing', () => {
      beforeEach(openedAndChanged)
      afterEach(closed)
      test.each(allowed.filter((cell) => !reads(cell)))(
        '$person $method $path',
        async (cell) => await expectWhatIsListed(cell),
      )
    })
  })

  describe('every list has something in it for somebody', () => {
    beforeAll(async () => {
      fixtures = await openFixtures(engine)
      await fixtures.call('UA', 'PUT', 'practice/a', { text: 'a' })
      await fixtures.call('UA', 'GET', 'clients/$cA1')
    })
    afterAll(closed)

    const lists = Map.groupBy(
      CELLS.filter((cell) => reads(cell) && cell.expected === 200),
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
