import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isRecord } from '#contract/values.ts'
import { type JsonSchema, jsonSchema } from '#server/openapi/json-schema.ts'
import { openApi } from '#server/openapi/openapi.ts'
import { OPERATIONS } from '#server/openapi/operations.ts'
import { USUAL_LIMITS } from '#server/http/limits.ts'
import { type FieldsSchema, readFields } from '#server/http/read-fields.ts'
import { HOSTILE, largeBodies, sampleOf } from '#harness/bodies.ts'
import { type Fixtures, openFixtures } from '#harness/fixtures.ts'
import { PEOPLE, type Person } from '#harness/people.ts'
import { onEngines } from '#harness/test-server.ts'
import { MATRIX } from './matrix.ts'

const MAX_ERROR_BYTES = 16 * 1024
/** Measured processor times below this are noise. */
const MIN_MS = 50
/** Ratio between the two input sizes, and the maximum ratio between their processor times. */
const SMALLER = 8
const MAX_RATIO = 20
/** Maximum processor time of one call, about a hundred times the usual time. */
const MAX_MS = 300

const operations = Object.entries(OPERATIONS)
const withBody = operations.flatMap(([call, { body }]) => (body ? [{ call, body }] : []))

/** The status may be 503 for a call that needs a host with a disk. */
function permitted(call: string): { path: string; person: Person; status: number } {
  const cells = MATRIX.filter(({ method, route }) => `${method} ${route}` === call).flatMap(({ path, cells: row }) =>
    PEOPLE.map((person) => ({ path, person, status: Number.parseInt(String(row[person] ?? 404), 10) })),
  )
  const [best] = cells.toSorted((a, b) => rank(a.status) - rank(b.status))
  if (!best) throw new Error(`${call} has no row in the matrix`)
  return best
}
const rank = (status: number) => ([401, 403, 404].includes(status) ? 1000 : 0) + status

describe('the schema of a request body', () => {
  test.each(withBody)('$call: accepts the largest permitted body', ({ body }) => {
    const [permittedBody] = largeBodies(body, USUAL_LIMITS.bodyBytes)
    expect(readFields(body as unknown as FieldsSchema<unknown>, JSON.parse(permittedBody!.text)).problems).toEqual([])
  })

  test.each(withBody)('$call: limits the length of every list and free text', ({ body }) => {
    expect(unbounded(jsonSchema(body))).toEqual([])
  })

  function unbounded({ type, items, properties = {}, ...schema }: JsonSchema, name = ''): string[] {
    const isText = [type].flat().includes('string') && !schema.enum && !schema.format && !schema.pattern
    const isUnbounded = (items && schema.maxItems === undefined) || (isText && schema.maxLength === undefined)
    return [
      ...(isUnbounded ? [name] : []),
      ...(items ? unbounded(items, `${name}[]`) : []),
      ...Object.entries(properties).flatMap(([field, inner]) => unbounded(inner, `${name}.${field}`)),
    ]
  }
})

// The time is that of reading the input, before any query, so one engine is enough.
describe('input of the largest permitted size takes time proportional to its size', () => {
  let fixtures: Fixtures
  beforeAll(async () => void (fixtures = await openFixtures('sqlite')))
  afterAll(async () => await fixtures[Symbol.asyncDispose]())

  /** Sends a call and returns its status, response size and processor time. */
  async function send(call: string, person: Person, path: string, text?: string) {
    const { testServer, accounts, ids } = fixtures
    const accountId = accounts[person]
    const token = accountId && person !== 'DEL' ? await testServer.signIn(accountId) : undefined
    const url = `http://portal.test/api/${path.replaceAll(/\$(\w+)/g, (_, id: string) => ids[id]!)}`
    const headers = { ...(token && { authorization: token }), ...(text && { 'content-type': 'application/json' }) }
    const request = new Request(url, { method: call.split(' ')[0]!, headers, ...(text && { body: text }) })
    const before = process.threadCpuUsage()
    const response = await testServer.fetch(request)
    const body = await response.text()
    const { user, system } = process.threadCpuUsage(before)
    return { status: response.status, bytes: body.length, ms: (user + system) / 1000 }
  }

  type Sending = () => ReturnType<typeof send>
  /** Expects processor time that grows at most linearly with the input, and short error responses. */
  async function expectLinear(shape: string, part: Sending, whole: Sending, usual = 200) {
    const first = await whole()
    const isQuick = first.ms <= MIN_MS
    const [small, large] = isQuick ? [first, first] : [await part(), await whole()]
    const wrong = [
      large.status >= 500 && large.status !== usual && `status ${large.status}`,
      large.status >= 400 && large.bytes > MAX_ERROR_BYTES && `${large.bytes} bytes`,
      large.ms > Math.min(MAX_MS, MIN_MS + MAX_RATIO * small.ms) && `${small.ms} and ${large.ms} ms`,
    ]
    expect({ shape, wrong: wrong.filter(Boolean) }).toEqual({ shape, wrong: [] })
  }

  describe('as a request body', () => {
    test.each(withBody)('$call', async ({ call, body }) => {
      const { path, person, status } = permitted(call)
      const maximum = USUAL_LIMITS.bodyBytes - 1024
      // Built only for a call that takes long.
      let parts: ReturnType<typeof largeBodies> | undefined
      for (const [index, { shape, text }] of largeBodies(body, maximum).entries()) {
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(USUAL_LIMITS.bodyBytes)
        await expectLinear(
          shape,
          () => send(call, person, path, (parts ??= largeBodies(body, maximum / SMALLER))[index]!.text),
          () => send(call, person, path, text),
          status,
        )
      }
    })
  })

  describe('as query parameters', () => {
    test.each(operations.filter(([call]) => call.startsWith('GET')))('%s', async (call, { parameters }) => {
      const { path, person } = permitted(call)
      const [bare = '', query] = path.split('?')
      const maximum = USUAL_LIMITS.urlBytes - 1024
      const sendQuery = async (added: string) => await send(call, person, `${bare}?${query ? `${query}&` : ''}${added}`)
      const texts = parameters.filter(({ schema }) => [schema.type].flat().includes('string'))
      for (const { name, schema } of texts) {
        for (const [shape, unit] of Object.entries(HOSTILE)) {
          const long = (length: number) => encodeURIComponent(unit.repeat(length / unit.length))
          const length = Math.min(schema.maxLength ?? maximum / 12, maximum / 12)
          await expectLinear(
            `${name} of ${shape}`,
            async () => await sendQuery(`${name}=${long(length / SMALLER)}`),
            async () => await sendQuery(`${name}=${long(length)}`),
          )
        }
      }
      const several = (bytes: number) => Array.from({ length: bytes / 7 }, (_, index) => `k${index}=`).join('&')
      await expectLinear(
        'unknown parameters',
        async () => await sendQuery(several(maximum / SMALLER)),
        async () => await sendQuery(several(maximum)),
      )
    })
  })
})

const MARK = 'a value that no call has'

/** Returns the value with fields of other schemas added at every depth. */
function withOthers(value: unknown, schema: JsonSchema, names: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((entry) => withOthers(entry, schema.items ?? {}, names))
  if (!isRecord(value)) return value
  const { properties = {} } = schema
  const known = Object.entries(value).map(([name, field]) => [name, withOthers(field, properties[name] ?? {}, names)])
  const others = names.filter((name) => !(name in properties)).map((name) => [name, MARK])
  return Object.fromEntries([...others, ...known])
}

const namesIn = ({ properties = {}, items }: JsonSchema): string[] => [
  ...Object.entries(properties).flatMap(([name, field]) => [name, ...namesIn(field)]),
  ...(items ? namesIn(items) : []),
]

onEngines("body fields outside the operation's schema", (engine) => {
  const schemas = [...Object.values(openApi().components.schemas), ...withBody.map(({ body }) => jsonSchema(body))]
  const names = [...new Set(schemas.flatMap(namesIn))]
  let fixtures: Fixtures
  beforeAll(async () => void (fixtures = await openFixtures(engine)))
  afterAll(async () => await fixtures[Symbol.asyncDispose]())

  async function marked(): Promise<string[]> {
    const { db } = fixtures.testServer
    const tables = await db.introspection.getTables()
    const found = await Promise.all(
      tables.map(async ({ name }) => {
        const { rows } = await sql`select * from ${sql.table(name)}`.execute(db)
        return JSON.stringify(rows).includes(MARK) ? [name] : []
      }),
    )
    return found.flat()
  }

  test.each(withBody)('are not stored: $call', async ({ call, body }) => {
    const schema = jsonSchema(body)
    const rows = MATRIX.filter(({ method, route }) => `${method} ${route}` === call)
    const { person } = permitted(call)
    for (const { method, path, body: sent } of [{ ...rows[0]!, body: sampleOf(schema) }, ...rows])
      await fixtures.call(person, method, path, withOthers(sent, schema, names))
    expect(await marked()).toEqual([])
  })
})
