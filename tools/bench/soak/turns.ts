import { sql } from 'kysely'
import { type Expected, MATRIX, type MatrixRow } from '../../../tests/server/matrix.ts'
import { type Columns, copyId, DAY, multiply, numbered } from './multiply.ts'
import { openForImport } from '#server/node/db/database.ts'
import type { Database } from '#server/db/schema.ts'
import { OPERATIONS } from '#server/openapi/operations.ts'
import { USUAL_LIMITS } from '#server/http/limits.ts'
import { largeBodies } from '#harness/bodies.ts'
import { freePort } from '#harness/free-port.ts'
import { UNLIMITED, signedInPeople } from '#harness/fuzz.ts'
import { type Place, envOf } from '#harness/clinic.ts'
import { PEOPLE, type Person } from '#harness/people.ts'
import { PORTAL } from '#harness/server-process.ts'
import type { Look } from '../turns-probe.ts'
import { startPortal } from '../servers.ts'
import { atMost, mib, ms } from '../table.ts'
import { type Bounds, type Soaked, none, progress } from './report.ts'

const RECORDS = 100_000
const OTHERS = 10_000
const TURN_MS = 100
const MEMORY = 64 * 1024 * 1024
const WORST = 20
const SECRET = 'a secret of long turns, which is long enough'

interface Turn {
  call: string
  status: number
  turnMs: number
  memory: number
}

/** Makes every call in every role with the largest queries and bodies, on a practice and client with many records. */
export async function soakTurns(place: Place, engine: string, { isOver }: Bounds): Promise<Soaked> {
  const { db, close } = await openForImport(place)
  const people = await signedInPeople(db, SECRET)
  await fillLarge(db, people)
  await close()
  const probePort = await freePort()
  await using server = await startPortal(place.dataDir, {
    args: ['--import', new URL('../turns-probe.ts', import.meta.url).href, ...PORTAL.args],
    env: { ...envOf(place), ...UNLIMITED, TOKEN_SECRET: SECRET, PROBE_PORT: String(probePort) },
  })
  const look = async () => (await (await fetch(`http://127.0.0.1:${probePort}`)).json()) as Look
  const measure = async (url: string, init: RequestInit) => {
    const rest = (await look()).now
    const response = await fetch(url, init)
    const text = await response.text()
    const { turnMs, most } = await look()
    return { status: response.status, text, turnMs, memory: most - rest }
  }
  const turns: Turn[] = []
  const sendCall = async (call: string, url: string, init: RequestInit) => {
    const first = await measure(url, init)
    // The allocator keeps freed memory, so a repetition shows what the call itself needs. Only reads can be repeated.
    const { text, ...turn } = first.memory > MEMORY && init.method === 'GET' ? await measure(url, init) : first
    turns.push({ call, ...turn })
    return text
  }
  const calls = callsOf(people)
  let began = 0
  for (const [index, { name, person, path, method, body }] of calls.entries()) {
    if (isOver()) break
    began += 1
    const token = people.tokens[person]
    const headers = { ...(token && { authorization: token }), ...(body && { 'content-type': 'application/json' }) }
    const text = await sendCall(`${name} by ${person}`, `${server.url}/api/${path}`, {
      method,
      headers,
      ...(body && { body }),
    })
    const [, file] = /"url":"http:\/\/[^/]+(\/files\/[^"]+)"/.exec(text) ?? []
    if (file && (method === 'GET' || path.endsWith('/calendar')))
      await sendCall(`file of ${name}`, server.url + file, { method: 'GET' })
    progress(`turns on ${engine}`, index + 1, calls.length)
  }
  const { rows, found } = report(engine, turns)
  return { rows: [...rows, none(`${engine}: calls that there was no time for`, calls.length - began)], found }
}

function report(engine: string, turns: readonly Turn[]): Soaked {
  const worst = (by: 'turnMs' | 'memory') => turns.toSorted((one, other) => other[by] - one[by]).slice(0, WORST)
  const failed = turns.filter(({ status }) => status >= 500)
  return {
    rows: [
      ...worst('turnMs').map(({ call, status, turnMs }) => ({
        ...atMost(`${engine}: longest turn of ${call}`, turnMs, TURN_MS, ms),
        note: String(status),
      })),
      ...worst('memory').map(({ call, status, memory }) => ({
        ...atMost(`${engine}: memory of ${call}`, memory, MEMORY, mib),
        note: String(status),
      })),
      none(`${engine}: failures of ${turns.length} calls`, failed.length),
    ],
    found: failed.map(({ call, status }) => `${engine}: ${call}: ${status}`),
  }
}

type People = Awaited<ReturnType<typeof signedInPeople>>

interface Sent {
  name: string
  person: Person
  method: string
  path: string
  body?: string
}

/** Returns the calls to make: reads first, deletions last. */
function callsOf({ ids }: People): Sent[] {
  const order = ({ method, route }: MatrixRow) =>
    ['GET', 'PUT', 'POST', 'DELETE'].indexOf(method) + (route.endsWith('/clients') ? 0.5 : 0)
  return MATRIX.toSorted((one, other) => order(one) - order(other)).flatMap((row) => {
    const { method, route, cells } = row
    const path = row.path.replaceAll(/\$(\w+)/g, (_, id: string) => ids[id] ?? id)
    const first = PEOPLE.find((person) => isPermitted(cells[person]))
    return PEOPLE.filter((person) => person in cells).flatMap((person) =>
      variantsOf(row, person === first).map(({ query, body, shape }) => ({
        name: `${method} ${route} ${shape}`,
        person,
        method,
        path: query ? `${path.split('?')[0]}?${query}` : path,
        ...(body !== undefined && { body }),
      })),
    )
  })
}

const isPermitted = (expected: Expected | undefined) => Number.parseInt(String(expected), 10) < 400

interface Variant {
  shape: string
  query?: string
  body?: string
}

/** Returns the largest queries and bodies for the first permitted role; for other roles the usual call and two bodies. */
function variantsOf({ method, route, path, body }: MatrixRow, isFirst: boolean): Variant[] {
  const usual: Variant = { shape: 'as usual', ...(body !== undefined && { body: JSON.stringify(body) }) }
  const { parameters = [], body: schema } = OPERATIONS[`${method} ${route}`] ?? {}
  const bodies = schema ? largeBodies(schema, USUAL_LIMITS.bodyBytes - 1024) : []
  const sent = bodies.map(({ shape, text }) => ({ shape, body: text }))
  if (!isFirst) return [usual, ...sent.slice(0, 2)]
  const given = new URLSearchParams(path.split('?')[1] ?? '')
  const queries = parameters.map(({ name, schema }): [string, string] => [name, largestOf(name, schema)])
  const query = (some: [string, string][]) => new URLSearchParams([...new Map([...given, ...some])]).toString()
  const size = queries.filter(([name]) => name === 'size')
  return [
    usual,
    ...queries.map((one) => ({ shape: `with ${one[0]}=${one[1].slice(0, 12)}`, query: query([...size, one]) })),
    ...(queries.length > 1 ? [{ shape: 'with all parameters', query: query(queries) }] : []),
    ...(method === 'GET' ? [{ shape: 'with a long query', query: query([['x', 'x'.repeat(7000)]]) }] : []),
    ...sent,
  ]
}

type Schema = NonNullable<(typeof OPERATIONS)[string]['parameters']>[number]['schema']

function largestOf(name: string, { type, enum: choices, maximum, maxLength, format }: Schema): string {
  if (choices) return String(choices.at(-1))
  if (name === 'page') return '400'
  if (type === 'boolean') return 'false'
  if (type === 'integer') return String(maximum ?? 1)
  if (format === 'date') return name === 'startDate' || name === 'from' ? '1900-01-01' : '2026-11-26'
  if (format === 'date-time') return '2026-11-26T00:00:00Z'
  if (format === 'uuid') return NOBODY
  return 'e '.repeat((maxLength ?? 100) / 2).trim()
}

const NOBODY = '00000000-0000-4000-8001-000000000001'

/** Creates a practice and a client with 100,000 records of each kind, 10,000 staff, and an owner at 10,000 practices. */
async function fillLarge(db: Database, { accounts, ids }: People): Promise<void> {
  const clientId = ids['cA1'] ?? ''
  const animalId = ids['animalOf_cA1'] ?? ''
  const ofClient = sql`client_uuid = ${clientId}`
  type Copied = [table: Parameters<typeof multiply>[1], group: number, columns?: Columns, where?: typeof ofClient]
  const copies = async (count: number, ...[table, group, columns = {}, where = ofClient]: Copied) =>
    await multiply(db, table, { count, where, columns: { uuid: copyId(group), ...columns } })
  const records = (...copied: Copied) => copies(RECORDS, ...copied)
  const others = (...copied: Copied) => copies(OTHERS, ...copied)
  await records('patient', 1, { name: numbered('Koe '), search_name: numbered('koe ') })
  await records('reminder', 2, { date: DAY })
  await records('appointment', 3)
  await records('visit_form', 4, { date: DAY })
  await records('attachment', 5, { date: DAY }, sql`client_uuid = ${clientId} and type = 'attachments'`)
  await records('invoice', 6, { date: DAY })
  await records('request', 7, { number: sql`n` })
  await records('logbook_entry', 8, { date: DAY }, sql`patient_uuid = ${animalId} and data like '%Penivet%'`)
  const client = sql`uuid = ${ids['new']}`
  const named = { last_name: numbered('Jansen '), search_name: numbered('jansen '), sort_name: numbered('jansen ') }
  await records('client', 9, { ...named, email: numbered('c', '@mail.example'), search_text: numbered('\nc') }, client)
  await others('client', 10, { ...named, account_id: sql`null` }, sql`uuid = ${ids['cA2']}`)
  const member = { username: numbered('staff', '@a.example'), first_name: numbered('Bea ') }
  await others('account', 11, { id: copyId(11), ...member }, sql`id = ${accounts.UA}`)
  await others('practice', 12, { id: copyId(12), name: numbered('Praktijk ') }, sql`id = 'b'`)
  await others('client', 13, { practice_id: copyId(12) })
  await others('import_run', 14, { id: copyId(14), sequence: sql`n + 10` }, sql`practice_id = 'a'`)
  await others('shared_card', 15, { secret_hash: numbered('h') })
  await db
    .insertInto('audit')
    .values({
      practice_id: 'a',
      at: new Date().toISOString(),
      action: 'locked',
      account_id: accounts.UA,
      account_name: 'Bea',
      client_uuid: clientId,
      client_name: 'Jansen',
      search_text: 'bea\njansen',
    })
    .execute()
  await records(
    'audit',
    16,
    { at: sql`${DAY} || 'T10:00:00.000Z'` },
    sql`practice_id = 'a' and client_uuid = ${clientId}`,
  )
  await sql`analyze`.execute(db)
}
