import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import * as fc from 'fast-check'
import { KEY_PREFIXES } from '#contract/imports.ts'
import { sha256 } from '#server/http/keys.ts'
import { createTokens } from '#server/auth/token.ts'
import { openSession } from '#server/auth/queries.ts'
import type { Database } from '#server/db/schema.ts'
import { type JsonSchema, jsonSchema } from '#server/openapi/json-schema.ts'
import { OPERATIONS } from '#server/openapi/operations.ts'
import { isA, sample } from './bodies.ts'
import { PASSWORD_HASH, type Place, envOf, withDatabaseOf } from './clinic.ts'
import { fileText, smallExport } from './example-export.ts'
import { TEST_TIMEOUT_MS } from './test-timeout.ts'
import { type Person, fillFixtures } from './people.ts'
import { changeRows } from './rows.ts'
import { hasEnded, startServer } from './server-process.ts'

// Random requests of all calls and roles. Most requests are valid except for one part. They are sent over a socket,
// because HTTP clients refuse to send malformed requests.

interface FuzzOptions {
  place: Place
  runs: number
  seed: number
  isOver?: () => boolean
  progress?: (done: number) => void
}

const SECRET = 'a secret of bad inputs, which is long enough'
const PASSWORD = 'Welkom#2026'
const CONCURRENCY = 8
/** Number of requests per call before practices and accounts are created anew, because some requests delete them. */
const RUNS_PER_WORLD = 2
const SHRINK_MS = 60_000
/** Settings without throttling, because a throttled request does not reach the code of its call. */
export const UNLIMITED = {
  LIMIT_LOGIN_FAILURES: '1000000',
  LIMIT_LOGIN_ADDRESS_FAILURES: '1000000',
  LIMIT_FORGOT_PER_ADDRESS: '1000000',
  LIMIT_REFRESH_PER_MINUTE: '1000000',
}

const FILES = ['PUT /files/upload/:id', 'GET /files/papers/:kind/:uuid/:name', 'GET /files/:key']
export const CALLS = [...Object.keys(OPERATIONS), ...FILES]

/** Starts a server and sends it random requests. */
export async function runFuzz({ place, runs, seed, progress, ...options }: FuzzOptions) {
  const isOver = () => options.isOver?.() ?? false
  await using issuer = await emptyIssuer()
  await using server = await startServer({ ...envOf(place), ...UNLIMITED, ...issuer.env, TOKEN_SECRET: SECRET })
  const report = {
    cases: 0,
    /** Number of responses by status; 0 stands for no response. */
    statuses: {} as Record<number, number>,
    calls: new Set<string>(),
    slowestMs: 0,
    /** The smallest request of each call that failed with a 5xx status or without a response. */
    wrong: [] as string[],
  }
  for (let done = 0; done < runs && !isOver(); done += RUNS_PER_WORLD) {
    const world = await openWorld({ place, base: server.url, mark: String(done) })
    const [waiting] = fc.sample(fc.shuffledSubarray(CALLS, { minLength: CALLS.length }), {
      seed: seed + done,
      numRuns: 1,
    })
    const work = async () => {
      for (let call = waiting!.shift(); call !== undefined; call = waiting!.shift()) {
        const isAnswered = fc.asyncProperty(requestOf(call, world), async (request) => {
          if (isOver()) return
          const bytes = written(request)
          const { status, ms } = await send(server.url, bytes)
          report.cases += 1
          report.statuses[status] = (report.statuses[status] ?? 0) + 1
          if (status > 0) report.calls.add(call)
          report.slowestMs = Math.max(report.slowestMs, ms)
          if (status === 0 || status >= 500)
            throw new Error(`${status || 'no response'} after ${ms} ms: ${shown(bytes)}`)
        })
        const numRuns = Math.min(RUNS_PER_WORLD, runs - done)
        // Calls with the same seed would all get the same method and header.
        const ownSeed = seed + done * CALLS.length + CALLS.indexOf(call)
        const found = await fc.check(isAnswered, { numRuns, seed: ownSeed, interruptAfterTimeLimit: SHRINK_MS })
        if (found.failed && found.counterexample)
          report.wrong.push(
            `${call}, seed ${found.seed}, path ${found.counterexamplePath}: ${String(found.errorInstance)}`,
          )
      }
    }
    await Promise.all(Array.from({ length: CONCURRENCY }, work))
    progress?.(report.cases)
  }
  if (hasEnded(server.child) || server.output.err !== '') report.wrong.push(`the server printed ${server.output.err}`)
  return report
}

/** Starts an OAuth token issuer without keys. */
async function emptyIssuer() {
  const issuer = createServer((_, response) => response.end('{"keys":[]}')).listen(0, '127.0.0.1')
  await once(issuer, 'listening')
  const base = `http://127.0.0.1:${(issuer.address() as AddressInfo).port}`
  return {
    env: { OAUTH_JWKS_URL: `${base}/keys`, OAUTH_ISSUER: base, OAUTH_AUDIENCE: 'portal' },
    async [Symbol.asyncDispose]() {
      issuer.closeAllConnections()
      await promisify(issuer.close.bind(issuer))()
    },
  }
}

/** Inserts the fixtures, and returns a session token for each person. */
export async function signedInPeople(db: Database, secret: string, mark = '') {
  const { accounts, ids } = await db.transaction().execute((trx) => fillFixtures(trx, mark))
  await changeRows(db, 'account', { password_hash: PASSWORD_HASH })
  const now = new Date()
  const issuer = createTokens({ secret: new TextEncoder().encode(secret), clock: () => now })
  const tokens: Partial<Record<Person, string>> = {}
  for (const [person, accountId] of Object.entries(accounts) as [Person, string][]) {
    const sessionId = await openSession(db, accountId, now)
    tokens[person] = await issuer.issue({ sessionId, accountId, authTime: Math.floor(now.getTime() / 1000) })
  }
  await db.deleteFrom('account').where('id', '=', accounts.DEL).execute()
  return { accounts, ids, tokens }
}

/** Ids, tokens and signed URLs with which calls succeed. */
type World = Awaited<ReturnType<typeof openWorld>>

async function openWorld({ place, base, mark }: { place: Place; base: string; mark: string }) {
  const practices = ['a', 'b', 'locked'].map((id) => id + mark)
  const [practiceId = ''] = practices
  const key = `${KEY_PREFIXES.import}${mark}`
  const { accounts, ids, tokens } = await withDatabaseOf(place, async (db) => {
    const people = await signedInPeople(db, SECRET, mark)
    await changeRows(db, 'import_key', { hash: await sha256(key) }, { id: people.ids['keyA']! })
    return people
  })
  const each = (prefix = '') => ['cA1', 'cA2', 'cAL', 'cLO', 'cB', 'new'].map((name) => ids[prefix + name]!)
  const urlOf = async (person: Person, path: string) => {
    const headers = { authorization: tokens[person]!, 'content-type': 'image/png' }
    const response = await fetch(`${base}/api/${path}`, { headers })
    return new URL(((await response.json()) as { url: string }).url)
  }
  const unregistered = [ids['new']!]
  const username = `aa${mark}@a.example`
  return {
    tokens,
    practices,
    key,
    username,
    unregistered,
    values: {
      practiceId: practices,
      clientId: each(),
      clientUuid: unregistered,
      patientId: each('animalOf_'),
      invoiceId: each('invoiceOf_'),
      cardId: each('cardOf_'),
      requestId: each('requestOf_'),
      accountId: [accounts.UA, accounts.UB],
      keyId: [ids['keyA']!],
      removalId: [ids['removalA']!],
      sequence: ['1'],
      number: ['1'],
      lastName: ['jansen'],
      email: [username],
      access_token: [unsigned],
    } as Record<string, string[]>,
    uploads: await Promise.all([1, 2, 3].map(() => urlOf('AA', `practice/${practiceId}/logoUploadUrl`))),
    signedFiles: [await urlOf('PA1', `clients/${ids['cA1']}/invoices/${ids['invoiceOf_cA1']}/file`)],
  }
}

// Entries are separated by bars or line breaks.
const split = (text: string) => text.trim().split(/\s*[|\n]\s*/)

const TEXTS = split(`
  %_\\ | ' or 1=1 -- | ../../etc/passwd | NaN | -1 | 1.5 | 1e308 | 2147483648 | 9223372036854775808 | ${'9'.repeat(400)} | __proto__
  2026-02-30 | 9999-12-31 | +275760-09-13 | 2026-06-15T10:00:00Z | a@b | a@${'b'.repeat(250)}.example | javascript:alert(1)
  https://a:b@c.example | https://[ | İıßſK | x\u0000 | \ud800 | a\udc00b | x\ufeffa | \u202eabc | ${'\u0345'.repeat(1000)} | \u001b[2J
  00000000-0000-0000-0000-000000000000 | {00000000-0000-4000-8000-000000000000} | ${'💉'.repeat(500)} | ${'x'.repeat(70_000)}
`).concat('', ' ', 'a@b.example\r\nBcc: c@d.example')
/** Raw parts of a path or a query. */
const ENCODED = split(`
  %0 | %zz | %00 | %ff%fe | %c0%af | %ed%a0%80 | %f4%90%80%80 | %2e%2e%2f | .. | . | %2F | %5c | %0d%0aX-Y:%20z | %u0041 | "<>^{}
  ;a=b | \x80\xff | a b | x\x00 | ${'x'.repeat(9000)}
`).concat('\t', '|`')
const METHODS = split(`
  GET | HEAD | POST | PUT | PATCH | DELETE | OPTIONS | TRACE | PROPFIND | QUERY | get | FOO | x\x00 | ${'G'.repeat(3000)}
`).concat('')
const VERSIONS = ['HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'HTTP/11', 'http/1.1', 'HTTP/1.1 x', 'RTSP/1.0', '']
const LINES = ['x', ': x', ' x: y', '\tx', 'x : y', 'x:y:z', '\0: x', 'x: \0', 'host: other', 'x: y\n z', 'x: y\r z']
const HEADERS = split(`
  accept | accept-encoding | accept-language | access-control-request-headers | access-control-request-method | authorization | te
  content-disposition | content-encoding | content-language | content-type | cookie | expect | forwarded | host | if-match | if-range
  if-modified-since | if-none-match | origin | range | referer | sec-fetch-site | trailer | upgrade | x-forwarded-for | x-request-id
  x-forwarded-host | x-forwarded-proto | x-http-method-override | x-xsrf-token | __proto__ | bad header | \xe9 | ${'x'.repeat(2000)}
`)
const HEADER_VALUES = split(`
  * | null | bytes=0-0,1-1,-1 | bytes=9-1 | bytes=0-99999999999999999999 | 100-continue | 200-maybe | gzip | text/plain | image/svg+xml
  multipart/form-data | http://evil.example | 127.0.0.1:99999 | [::1 | a/b@c | e30.e30. | eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0. | x\x00
  , | " | \x80\xff | a\rb | W/"x", *, " | ${'"'.repeat(500)} | ${'x'.repeat(20_000)} | Thu, 99 Foo 99999 99:99:99 | h2c, websocket
  br, deflate;q=9 | identity;q=0, *;q=0 | application/json; charset=utf-16 | application/json; charset=" | Basic OnB3
  ::ffff:999.1.1.1, unknown, [ | XSRF-TOKEN=a.b; XSRF-TOKEN=%; XSRF-TOKEN | XSRF-TOKEN=\xff.\xfe
`).concat('', 'a\nb')
const LENGTHS = split('-1 | +0 | 0 | 0x0 | 1e0 | x | chunked, identity | gzip | 99999999999999999999')
const BODIES = split(`
  { | [] | null | "x" | 1e999 | {"a":} | {'a':1} | {"a":1,} | {}{} | {"a":1}\0 | a=b&c=d | {"__proto__":{"locked":true}}
  {"locked":true,"locked":"x"} | {"username":"\\ud800","password":"\\u0000"} | {"name":"${'x'.repeat(60_000)}"}
  ${'['.repeat(30_000)} | ${'{"a":'.repeat(10_000)} | ${'x'.repeat(300_000)}
`)
  .concat('', ' ', '\ufeff{}', JSON.stringify(Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [at, 0]))))
  .map((text) => Buffer.from(text))
const BYTES = [
  Buffer.from('{"username":"\xff","password":"\xed\xa0\x80"}', 'latin1'),
  Buffer.from('{"username":"x","password":"y"}', 'utf16le'),
  gzipSync('{"username":"x","password":"y"}'),
  Buffer.alloc(2048, 0xff),
]

/** Generates one bad value in `times`. A counterexample shrinks to a good value if the good value fails too. */
const rarely = <T>(good: fc.Arbitrary<T>, bad: fc.Arbitrary<T>, times = 8): fc.Arbitrary<T> =>
  fc.oneof({ withCrossShrink: true }, { weight: times - 1, arbitrary: good }, { weight: 1, arbitrary: bad })

/** Generates mostly the first choice, so that ids match each other and the caller. */
const mostlyFirst = (choices: readonly string[]) => rarely(fc.constant(choices[0]!), fc.constantFrom(...choices), 4)

const text = fc.oneof(fc.constantFrom(...TEXTS), fc.string({ unit: 'binary' }), fc.string())
const junk: fc.Arbitrary<unknown> = fc.oneof(text, fc.double(), fc.anything({ maxDepth: 2 }), fc.constant(null))

type Known = Readonly<Record<string, unknown>>

/** Generates valid values; fields in `known` have the given value. */
function goodOf(schema: JsonSchema, known: Known = {}): fc.Arbitrary<unknown> {
  const { type, enum: choices, items = {}, required = [], minimum = 0, maximum = 100 } = schema
  if (choices) return fc.constantFrom(...choices)
  if (isA(type, 'object')) return fc.record(fieldsOf(schema, known), { requiredKeys: [...required] })
  if (isA(type, 'array')) return fc.array(goodOf(items, known), { maxLength: Math.min(schema.maxItems ?? 3, 3) })
  if (isA(type, 'boolean')) return fc.boolean()
  if (isA(type, 'integer')) return fc.integer({ min: minimum, max: maximum })
  const { format, pattern, description, minLength = 0, maxLength = 100 } = schema
  const usual = fc.constant(sample(schema))
  if (format || pattern || description)
    return /\^\$\||empty/.test(`${pattern} ${description}`) ? fc.oneof(usual, fc.constant('')) : usual
  return fc.oneof(usual, fc.string({ minLength, maxLength, size: 'max' }))
}

const fieldsOf = ({ properties = {} }: JsonSchema, known: Known) =>
  Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [
      name,
      name in known ? fc.constant(known[name]) : goodOf(field, known),
    ]),
  )

/** Generates values with a wrong field or entry. */
function malformedOf(schema: JsonSchema, known: Known): fc.Arbitrary<unknown> {
  if (schema.items) return fc.oneof(fc.array(malformedOf(schema.items, known), { minLength: 1, maxLength: 3 }), junk)
  const fields = Object.entries(schema.properties ?? {})
  if (fields.length === 0) return junk
  const good = fieldsOf(schema, known)
  const one = fc
    .constantFrom(...fields)
    .chain(([name, field]) => fc.record({ ...good, [name]: fc.oneof(junk, malformedOf(field, known)) }))
  return fc.oneof(one, one, one, fc.record(good, { requiredKeys: [] }), fc.record({ ...good, more: junk }), junk)
}

/** Generates valid bodies and as many invalid ones. */
const bodyOf = (schema: JsonSchema, known: Known): fc.Arbitrary<unknown> =>
  rarely(goodOf(schema, known), malformedOf(schema, known), 2)

/** Request before serialisation. Its path segments are not encoded. */
type Draft = ReturnType<typeof requestOf> extends fc.Arbitrary<infer D> ? D : never

type Pair = [name: string, value: string]
const NO_PAIRS = fc.constant<Pair[]>([])

/** Generates requests of a call, mostly with a valid token and ids of existing rows. */
function requestOf(call: string, world: World) {
  const { path, ...good } = FILES.includes(call) ? fileRequest(call, world) : apiRequest(call, world)
  const isKeyed = KEYED.includes(call)
  const ofOwner = OPERATIONS[call]?.tag === 'Client data'
  const tokens = Object.values(world.tokens)
  const token = isKeyed
    ? fc.constant(`Bearer ${world.key}`)
    : fc.option(mostlyFirst([world.tokens[ofOwner ? 'PA1' : 'AA']!, ...tokens]), { freq: 12, nil: undefined })
  const tampered = fc
    .tuple(fc.constantFrom(...tokens), fc.nat(), fc.constantFrom('', 'A'))
    .map(([whole, at, put]) => whole.slice(0, at % whole.length) + put + whole.slice((at % whole.length) + put.length))
  const segments = path.map((choices) =>
    rarely(mostlyFirst(choices), fc.oneof(text, fc.constantFrom(...world.practices)), choices.length > 1 ? 12 : 60),
  )
  const header = fc.tuple(fc.constantFrom(...HEADERS), fc.constantFrom(...HEADER_VALUES))
  const length = fc.tuple(fc.constantFrom('content-length', 'transfer-encoding'), fc.constantFrom(...LENGTHS))
  const many = fc.constantFrom(50, 300).map((count) => numbered('x-', count))
  return fc
    .record({
      method: rarely(fc.constant(call.split(' ')[0]!), fc.constantFrom(...METHODS), 30),
      path: rarely(fc.tuple(...segments), fc.array(text, { maxLength: 6 }), 40),
      query: good.query,
      more: rarely(
        NO_PAIRS,
        fc.oneof(fc.array(fc.tuple(text, text), { maxLength: 3 }), fc.constant(numbered('k', 700))),
        12,
      ),
      token: rarely(token, fc.oneof(tampered, fc.constantFrom(...HEADER_VALUES)), 10),
      headers: good.headers ?? NO_PAIRS,
      others: rarely(
        NO_PAIRS,
        fc.oneof(fc.array(header, { maxLength: 3 }), fc.array(header, { maxLength: 3 }), fc.tuple(length), many),
        5,
      ),
      body: good.body ?? fc.constant(undefined),
      raw: rarely(good.raw ?? fc.constant(undefined), fc.constantFrom(...BODIES, ...BYTES), 10),
      bend: rarely(
        fc.constant((target: string) => target),
        bending,
        20,
      ),
      version: rarely(fc.constant('HTTP/1.1'), fc.constantFrom(...VERSIONS), 40),
      line: rarely(fc.constant(undefined), fc.constantFrom(...LINES), 40),
    })
    .map(({ query, more, token, headers, others, ...draft }) => ({
      ...draft,
      query: [...query, ...more],
      headers: [...(token === undefined ? [] : [['authorization', token] as Pair]), ...headers, ...others],
    }))
}

const numbered = (name: string, count: number) =>
  Array.from({ length: count }, (_, index): Pair => [`${name}${index}`, 'y'])

/** Generates functions that change an encoded path and query. */
const bending: fc.Arbitrary<(target: string) => string> = fc
  .tuple(fc.nat({ max: 8 }), fc.nat({ max: 60 }), fc.constantFrom(...ENCODED))
  .map(
    ([kind, at, encoded]) =>
      (target) =>
        [
          target.slice(0, at) + encoded + target.slice(at),
          target.slice(0, target.lastIndexOf('/') + 1) + encoded,
          target.replace('/', '//'),
          `${target}/`,
          `${target}#x`,
          `http://evil.example${target}`,
          target.toUpperCase(),
          '*',
          `${target}?${encoded}=${encoded}&&=`,
        ][kind]!,
  )

interface Good {
  /** Choices for each segment. */
  path: string[][]
  query: fc.Arbitrary<Pair[]>
  headers?: fc.Arbitrary<Pair[]>
  body?: fc.Arbitrary<unknown>
  raw?: fc.Arbitrary<Buffer>
}

const KEYED = ['PUT /practice/:practiceId/import', 'GET /practice/:practiceId/imports/:sequence']

function apiRequest(call: string, { practices, unregistered, username, ...world }: World): Good {
  const { parameters, body } = OPERATIONS[call]!
  const values: Record<string, string[]> = {
    ...world.values,
    ...(KEYED.includes(call) && { practiceId: practices.slice(0, 1) }),
  }
  const query = parameters.map(({ name, schema, required }) => {
    const usual = values[name] ? mostlyFirst(values[name]) : goodOf(schema).map(String)
    const pair = fc.tuple(fc.constant(name), rarely(usual, text))
    return required ? rarely(pair, fc.constant(undefined), 20) : fc.option(pair, { freq: 2, nil: undefined })
  })
  const path = `api${call.slice(call.indexOf('/'))}`.split('/')
  const isExport = call === KEYED[0]
  return {
    path: path.map((part) => (part.startsWith(':') ? (values[part.slice(1)] ?? unregistered) : [part])),
    query: fc.tuple(...query).map((pairs) => pairs.filter((pair) => pair !== undefined)),
    ...(body && { body: bodyOf(jsonSchema(body), { ...KNOWN, username }) }),
    ...(isExport && { raw: fc.nat({ max: 40 }).map((cut) => EXPORT.subarray(0, EXPORT.length - cut)) }),
    ...(isExport && { headers: fc.constant(EXPORT_HEADERS) }),
  }
}

/** Token signed with a key that the issuer does not have. */
const unsigned = [{ alg: 'ES256', kid: 'x' }, { sub: 'x' }, 'x']
  .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  .join('.')
const EXPORT = gzipSync(fileText(smallExport()))
const EXPORT_HEADERS: Pair[] = [
  ['content-type', 'application/x-ndjson'],
  ['content-encoding', 'gzip'],
]
const PASSWORDS = { password: PASSWORD, currentPassword: PASSWORD, newPassword: 'Welkom#2027' }
const KNOWN = { ...PASSWORDS, language: 'en', code: '123456' }

function fileRequest(call: string, { uploads, signedFiles }: World): Good {
  const isUpload = call.startsWith('PUT')
  if (call === 'GET /files/:key') return { path: [['files'], [`${crypto.randomUUID()}.png`]], query: NO_PAIRS }
  const signed = isUpload ? uploads : signedFiles
  const paths = signed.map(({ pathname }) => pathname.slice(1).split('/').map(decodeURIComponent))
  return {
    path: paths[0]!.map((_, at) => [...new Set(paths.map((path) => path[at]!))]),
    query: fc.constantFrom(...signed.map(({ searchParams }) => [...searchParams])),
    ...(isUpload && { headers: fc.constant<Pair[]>([['content-type', 'image/png']]) }),
    ...(isUpload && { raw: fc.constant(Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01', 'latin1')) }),
  }
}

const targetOf = ({ path, query, bend }: Draft) =>
  bend(
    `/${path.map(encoded).join('/')}${query.map(([name, value], at) => `${at === 0 ? '?' : '&'}${encoded(name)}=${encoded(value)}`).join('')}`,
  )

/** Percent-encodes a text. A lone surrogate becomes three bytes, which are invalid UTF-8. */
const encoded = (text: string) =>
  [...text]
    .map((letter) => {
      const code = letter.codePointAt(0)!
      const isHalf = code >= 0xd800 && code <= 0xdfff
      return isHalf
        ? `%ED%${(((code >> 6) & 0x3f) | 0x80).toString(16)}%${((code & 0x3f) | 0x80).toString(16)}`
        : encodeURIComponent(letter)
    })
    .join('')

/** Serialises a request. Its `content-length` is correct unless the draft has another length header. */
function written(draft: Draft): Buffer {
  const json = draft.body === undefined ? undefined : JSON.stringify(draft.body)
  const body = draft.raw ?? (json === undefined ? undefined : Buffer.from(json))
  const has = (name: string) => draft.headers.some(([known]) => known === name)
  const headers = [
    ...(has('host') ? [] : [['host', 'localhost']]),
    ['connection', 'close'],
    ...draft.headers,
    ...(body && !has('content-type') ? [['content-type', 'application/json']] : []),
    ...(body && !has('content-length') && !has('transfer-encoding') ? [['content-length', String(body.length)]] : []),
  ]
  const head = [
    `${draft.method} ${targetOf(draft)} ${draft.version}`,
    ...headers.map((pair) => pair.join(': ')),
    ...(draft.line === undefined ? [] : [draft.line]),
  ]
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), body ?? Buffer.alloc(0)])
}

const STATUS = /^(?:HTTP\/1\.1 1\d\d [^]*?\r\n\r\n)?HTTP\/1\.1 ([2-5]\d\d) /

/** Sends a request. Returns the status of the response after the connection has closed; 0 without a response. */
async function send(base: string, bytes: Buffer): Promise<{ status: number; ms: number }> {
  const start = performance.now()
  const { hostname, port } = new URL(base)
  const socket = connect({ host: hostname, port: Number(port) })
  let head = ''
  socket.on('data', (data) => {
    if (head.length < 4096) head += data.toString('latin1')
  })
  socket.on('error', () => {})
  socket.setTimeout(TEST_TIMEOUT_MS, () => socket.destroy())
  // `once` would reject if the connection breaks.
  const closed = new Promise((resolve) => socket.on('close', resolve))
  socket.write(bytes)
  await closed
  return { status: Number(STATUS.exec(head)?.[1] ?? 0), ms: Math.round(performance.now() - start) }
}

const shown = (bytes: Buffer) => JSON.stringify(bytes.toString('latin1').slice(0, 1000))
