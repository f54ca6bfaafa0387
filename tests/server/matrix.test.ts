import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Problem } from '#contract/schemas/problem.ts'
import { createApp } from '#server/app.ts'
import { rowsOf } from '#harness/rows.ts'
import { onEngines, openTestServer } from '#harness/test-server.ts'
import { FIELDS, MATRIX } from './matrix.ts'
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
const OPERATIONS = Map.groupBy(CELLS, ({ method, route }) => `${method} ${route}`)

const isRead = ({ method }: Cell) => method === 'GET'
const isRejected = ({ expected }: Cell) => Number.parseInt(String(expected), 10) >= 400
/** Whether the response is a file instead of JSON. */
const isFile = ({ route }: Cell) => /\/(preview\/file|problems|claim\/:invoiceId)$/.test(route)
const isListed = (cell: Cell) =>
  !isRejected(cell) && cell.person !== 'anon' && !cell.route.startsWith('/password/') && !isFile(cell)
/** Names of other practices and accounts that no response to the person may contain. */
const OTHERS: Partial<Record<Person, RegExp>> = {
  PA1: /Praktijk b|Praktijk locked|pa2@|pab@/,
  UA: /Praktijk b|Praktijk locked|@b\.example/,
  AA: /Praktijk b|Praktijk locked|@b\.example/,
  LA: /Praktijk [ab]|@[ab]\.example/,
  LO: /Praktijk [ab]|@[ab]\.example/,
}
const COMPARED = ['practice', 'client', 'account', 'client_count', 'outbox', 'audit'] as const

onEngines('the rights matrix', (engine) => {
  let shared: Fixtures
  let check: Check
  const open = async () => {
    const fixtures = await openFixtures(engine)
    await fixtures.call('UA', 'PUT', 'practice/a', { text: 'a' })
    await fixtures.call('AB', 'PUT', 'practice/b', { text: 'b' })
    return fixtures
  }
  beforeAll(async () => {
    await using described = await openTestServer('sqlite')
    check = checkAgainst(await described.read<OpenApiDocument>('openapi.json'))
    shared = await open()
    // This read creates an entry in the access log.
    await shared.call('UA', 'GET', 'clients/$cA1')
  })
  afterAll(() => shared[Symbol.asyncDispose]())

  /** Returns the outcome of a call with everything wrong in the response, and the length of a list. */
  async function responseTo(fixtures: Fixtures, cell: Cell) {
    const { person, method, path, route, body, expected } = cell
    const response = await fixtures.call(person, method, path, body)
    const copy = response.clone()
    const text = await response.text()
    const { status } = response
    const outcome = typeof expected === 'string' ? `${status} ${(JSON.parse(text) as Problem).code}` : `${status}`
    const length = isRead(cell) && status === 200 && !isFile(cell) ? lengthOf(JSON.parse(text)) : 0
    // Contents do not depend on the engine, so the test checks them on SQLite alone.
    if (engine !== 'sqlite' || outcome !== String(expected)) return { outcome, length }
    const wrong = await check.answer(`${method} ${route}`, copy)
    if (expected === 404 && !(await isAsMissing(fixtures, cell, plain(response, text))))
      wrong.push('differs from the response for a record that does not exist')
    if (isListed(cell)) wrong.push(...(await unlisted(fixtures, cell, text)))
    return { outcome: [outcome, ...wrong].join('; '), length }
  }

  /** Whether a record of others and a missing record get the same response. */
  async function isAsMissing(fixtures: Fixtures, cell: Cell, received: string) {
    const { person, method, path, body } = cell
    const random = path.includes('$')
      ? path.replace(/\$\w+/, '$random')
      : path.replace(/practice\/\w+/, 'practice/elsewhere').replace(/practiceId=\w+/, 'practiceId=elsewhere')
    const response = await fixtures.call(person, method, random, body)
    return plain(response, await response.text()) === received
  }

  /** Lists fields and secrets that the response must not contain. */
  async function unlisted(fixtures: Fixtures, { method, route, person, expected }: Cell, text: string) {
    if (expected === 204) return text === '' ? [] : ['has a body']
    const listed = FIELDS[`${method} ${route}`]?.split(' ')
    const fields = new Set(fieldsOf(JSON.parse(text)).filter((field) => !listed?.includes(field)))
    const sessions = await rowsOf(fixtures.testServer.db, 'session', ['id'])
    const secrets = [/hash of|password|a secret of the tests/, ...(OTHERS[person] ? [OTHERS[person]] : [])]
    return [
      ...[...fields].map((field) => `has the field ${field}`),
      ...sessions.filter(({ id }) => text.includes(id)).map(() => 'has the id of a session'),
      ...secrets.filter((secret) => secret.test(text)).map((secret) => `matches ${String(secret)}`),
    ]
  }
  const rows = () => Promise.all(COMPARED.map((table) => rowsOf(shared.testServer.db, table, '*')))

  test.each([...OPERATIONS])('%s returns to each person the status in the matrix', async (_, cells) => {
    const before = await rows()
    const [found, expected]: Record<string, string>[] = [{}, {}]
    const lengths: number[] = []
    for (const cell of cells) {
      const { person, path, body } = cell
      const name = `${person} ${path} ${JSON.stringify(body)}`
      const isChange = !isRead(cell) && !isRejected(cell)
      const fixtures = isChange ? await open() : shared
      const { outcome, length } = await responseTo(fixtures, cell)
      found![name] = outcome
      expected![name] = String(cell.expected)
      lengths.push(length)
      if (isChange) await fixtures[Symbol.asyncDispose]()
    }
    expect(found).toEqual(expected)
    // Rejected calls change nothing, and at least one person gets a non-empty list.
    if (cells.some((cell) => !isRead(cell))) expect(await rows()).toEqual(before)
    else if (cells.some((cell) => cell.expected === 200 && !isFile(cell)))
      expect(Math.max(...lengths)).toBeGreaterThan(0)
  })

  test('has exactly one row for each API route', () => {
    const routes = createApp(shared.testServer.ports)
      .routes.filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/'))
      .map(({ method, path }) => `${method} ${path.replace('/api', '')}`)
    expect([...OPERATIONS.keys()].sort()).toEqual([...new Set(routes)].sort())
  })
})

/** A response without its request id, cookie and instance, which differ between calls. */
const plain = ({ status, headers }: Response, text: string) =>
  JSON.stringify([
    status,
    { ...(JSON.parse(text) as Problem), instance: '' },
    [...headers].filter(([name]) => !['x-request-id', 'set-cookie'].includes(name)),
  ])

/** Length of a list or page; 1 for any other body. */
function lengthOf(body: unknown): number {
  const list = typeof body === 'object' && body !== null && 'content' in body ? body.content : body
  return Array.isArray(list) ? list.length : 1
}

/** Names of all fields of a body, without list indices. */
function fieldsOf(value: unknown, name = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => fieldsOf(item, name))
  if (typeof value !== 'object' || value === null) return [name]
  return Object.entries(value).flatMap(([key, inner]) => fieldsOf(inner, name ? `${name}.${key}` : key))
}
