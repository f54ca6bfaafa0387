import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { KEY_PREFIXES } from '#contract/imports.ts'
import { sha256 } from '#server/http/keys.ts'
import { createTokens } from '#server/auth/token.ts'
import { openSession } from '#server/auth/queries.ts'
import type { Database } from '#server/db/schema.ts'
import { type Random, createRandom } from '#server/demo/random.ts'
import { type JsonSchema, jsonSchema } from '#server/openapi/json-schema.ts'
import type { Operation } from '#server/openapi/operation.ts'
import { OPERATIONS } from '#server/openapi/operations.ts'
import { PASSWORD_HASH, type Place, envOf, looking } from './clinic.ts'
import { fileText, smallExport } from './example-export.ts'
import { PATIENCE_MS } from './patience.ts'
import { PEOPLE, type Person, fillFixtures } from './people.ts'
import { hasEnded, startServer } from './server-process.ts'

// Bad inputs over all calls and all roles, byte by byte over a socket: most libraries refuse to send what is meant here.

export interface FuzzReport {
  cases: number
  /** How often each status was answered; 0 of those without an answer. */
  statuses: Record<number, number>
  /** The calls that were answered at all, by the names of their routes. */
  calls: Set<string>
  slowestMs: number
  /** What should never be: answers of 500 and above, none, or late ones; the same seed finds them again. */
  wrong: string[]
}

export interface FuzzOptions {
  place: Place
  cases: number
  seed: number
  isOver?: () => boolean
  progress?: (done: number) => void
}

const SECRET = 'a secret of bad inputs, which is long enough'
const PASSWORD = 'Welkom#2026'
const CALLERS = 8
/** After so many there are new practices and accounts, for some of what is sent is obeyed. */
const BATCH = 200
/** What slows down who guesses would hide what is behind it. */
export const UNLIMITED = {
  LIMIT_LOGIN_FAILURES: '1000000',
  LIMIT_LOGIN_ADDRESS_FAILURES: '1000000',
  LIMIT_FORGOT_PER_ADDRESS: '1000000',
  LIMIT_REFRESH_PER_MINUTE: '1000000',
}

/** Starts a server there, and sends it so many bad inputs. */
export async function runFuzz(options: FuzzOptions): Promise<FuzzReport> {
  const { place, cases, seed, progress } = options
  const isOver = () => options.isOver?.() ?? false
  await using issuer = await emptyIssuer()
  await using server = await startServer({ ...envOf(place), ...UNLIMITED, ...issuer.env, TOKEN_SECRET: SECRET })
  const report: FuzzReport = { cases: 0, statuses: {}, calls: new Set(), slowestMs: 0, wrong: [] }
  for (let first = 0; first < cases && !isOver(); first += BATCH) {
    const world = await openWorld({ place, base: server.url, mark: String(first) })
    const numbers = Array.from({ length: Math.min(BATCH, cases - first) }, (_, index) => first + index)
    const caller = async () => {
      for (let number = numbers.shift(); number !== undefined; number = numbers.shift()) {
        const { call, bytes } = makeCase(createRandom(seed + number), world)
        const { status, ms } = await send(server.url, bytes)
        report.cases += 1
        report.statuses[status] = (report.statuses[status] ?? 0) + 1
        if (status > 0) report.calls.add(call)
        report.slowestMs = Math.max(report.slowestMs, ms)
        if (status === 0 || status >= 500)
          report.wrong.push(`case ${number} of seed ${seed}: ${status || 'no answer'} after ${ms} ms: ${shown(bytes)}`)
      }
    }
    await Promise.all(Array.from({ length: CALLERS }, caller))
    progress?.(report.cases)
  }
  if (hasEnded(server.child) || server.said.err !== '') report.wrong.push(`the server said ${server.said.err}`)
  return report
}

/** Who signs tokens for others, and has no key. */
async function emptyIssuer() {
  const issuer = createServer((_, response) => response.end('{"keys":[]}')).listen(0, '127.0.0.1')
  await once(issuer, 'listening')
  const base = `http://127.0.0.1:${(issuer.address() as AddressInfo).port}`
  return {
    env: { OAUTH_JWKS_URL: `${base}/keys`, OAUTH_ISSUER: base, OAUTH_AUDIENCE: 'portal' },
    async [Symbol.asyncDispose]() {
      issuer.closeAllConnections()
      issuer.close()
      await once(issuer, 'close')
    },
  }
}

/** Everybody of the fixtures with a session, on a server with a known secret. */
export async function signedInPeople(db: Database, secret: string, mark = '') {
  const { accounts, ids } = await db.transaction().execute((trx) => fillFixtures(trx, mark))
  await db.updateTable('account').set({ password_hash: PASSWORD_HASH }).execute()
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

/** What a good call would name. */
interface World {
  tokens: Partial<Record<Person, string>>
  practices: string[]
  /** Each with an animal, an invoice and a request of its own. */
  clients: { client: string; animal: string; invoice: string; card: string; request: string }[]
  unregistered: string
  /** Of the first practice. */
  removal: string
  /** Accounts. */
  members: string[]
  username: string
  /** Of the first practice. */
  importKey: { id: string; key: string }
  /** Signed addresses, as paths. */
  uploads: string[]
  papers: string[]
}

async function openWorld(options: { place: Place; base: string; mark: string }): Promise<World> {
  const { place, base, mark } = options
  const world = await looking(place, async (db) => {
    const { accounts, ids, tokens } = await signedInPeople(db, SECRET, mark)
    const clients = ['cA1', 'cA2', 'cAL', 'cLO', 'cB', 'new'].map((name) => ({
      client: ids[name]!,
      animal: ids[`animalOf_${name}`]!,
      invoice: ids[`invoiceOf_${name}`]!,
      card: ids[`cardOf_${name}`]!,
      request: ids[`requestOf_${name}`]!,
    }))
    const practices = ['a', 'b', 'locked'].map((id) => id + mark)
    const key = `${KEY_PREFIXES.import}${mark}`
    const importKey = { id: ids['keyA']!, key }
    await db
      .updateTable('import_key')
      .set({ hash: await sha256(key) })
      .where('id', '=', importKey.id)
      .execute()
    return {
      importKey,
      tokens,
      practices,
      clients,
      unregistered: ids['new']!,
      removal: ids['removalA']!,
      members: [accounts.UA, accounts.UB],
      username: `aa${mark}@a.example`,
    }
  })
  const urlOf = async (person: Person, path: string) => {
    const answer = await fetch(`${base}/api/${path}`, {
      headers: { authorization: world.tokens[person]!, 'content-type': 'image/png' },
    })
    const { pathname, search } = new URL(((await answer.json()) as { url: string }).url)
    return pathname + search
  }
  const [{ client, invoice }] = world.clients as [World['clients'][number]]
  return {
    ...world,
    uploads: await Promise.all([1, 2, 3].map(() => urlOf('AA', `practice/${world.practices[0]}/logoUploadUrl`))),
    papers: [await urlOf('PA1', `clients/${client}/invoices/${invoice}/file`)],
  }
}

/** A call that is good before it is spoilt. */
interface Draft {
  method: string
  /** Not encoded yet. */
  path: string[]
  query: [name: string, value: string][]
  headers: [name: string, value: string][]
  body: unknown
  /** Instead of the body. */
  raw?: Buffer
  /** The target of the request line, instead of path and query. */
  target?: string
  version?: string
  /** Behind the headers, as it is. */
  line?: string
}

const FILES = ['PUT /files/upload/:id', 'GET /files/papers/:kind/:uuid/:name', 'GET /files/:key']
const CALLS = [...Object.keys(OPERATIONS), ...FILES]

/** A call that is spoilt once, or up to three times. */
function makeCase(random: Random, world: World): { call: string; bytes: Buffer } {
  const call = random.pick(CALLS)
  const draft = FILES.includes(call) ? fileDraft(random, call, world) : apiDraft(random, call, world)
  const person = random.pick(PEOPLE)
  const token = world.tokens[person]
  if (KEYED.includes(call)) {
    draft.headers.push(['authorization', `Bearer ${world.importKey.key}`])
    if (call.startsWith('PUT')) exportDraft(random, draft)
  } else if (token) draft.headers.push(['authorization', token])
  const times = random.int(1, 3)
  for (let time = 0; time < times; time += 1) random.pick(SPOILERS)(draft, random, world)
  return { call, bytes: written(draft) }
}

const KEYED = ['PUT /practice/:practiceId/import', 'GET /practice/:practiceId/imports/:sequence']

function exportDraft(random: Random, draft: Draft): void {
  const plain = Buffer.from(fileText(smallExport()))
  draft.raw = random.pick([plain, gzipSync(plain), gzipSync(plain).subarray(0, -random.int(1, 40))])
  draft.headers.push(['content-type', 'application/x-ndjson'])
  if (draft.raw !== plain) draft.headers.push(['content-encoding', 'gzip'])
  draft.path[2] = draft.path[2]!.replace(/^(b|locked)/, 'a')
  draft.query = [['sequence', String(random.int(1, 1000))]]
}

function apiDraft(random: Random, call: string, world: World): Draft {
  const [method = '', route = ''] = call.split(' ')
  const { parameters = [], body }: Operation = OPERATIONS[call]!
  const { client, animal, invoice, card, request } = random.pick(world.clients)
  const values: Record<string, string> = {
    practiceId: random.pick(world.practices),
    clientId: client,
    clientUuid: world.unregistered,
    patientId: animal,
    invoiceId: invoice,
    cardId: card,
    requestId: request,
    accountId: random.pick(world.members),
    keyId: world.importKey.id,
    removalId: world.removal,
    proposalId: world.unregistered,
    photoId: world.unregistered,
    sequence: '1',
    number: '1',
    sessionId: world.unregistered,
    passkeyId: world.unregistered,
    lastName: 'jansen',
    email: world.username,
    access_token: [{ alg: 'ES256', kid: 'x' }, { sub: 'x' }, 'x']
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.'),
  }
  return {
    method,
    path: ['api', ...route.slice(1).split('/')].map((part) => (part.startsWith(':') ? values[part.slice(1)]! : part)),
    query: parameters
      .filter(({ required }) => required || random.chance(0.5))
      .map(({ name, schema }) => [name, values[name] ?? textOf(schema)]),
    headers: [],
    body: body && bodyOf(jsonSchema(body), world),
  }
}

function textOf({ enum: choices, type, format, minimum }: JsonSchema): string {
  if (choices) return String(choices[0])
  if (type === 'boolean') return 'true'
  if (type === 'integer') return String(minimum ?? 1)
  return format === 'date' ? '2026-06-15' : 'x'
}

function bodyOf({ properties = {} }: JsonSchema, { username }: World): Record<string, unknown> {
  const values: Record<string, unknown> = {
    username,
    password: PASSWORD,
    currentPassword: PASSWORD,
    newPassword: 'Welkom#2027',
    language: 'en',
    locked: false,
    subscribed: false,
    enabled: true,
    website: 'https://kliniek.example',
    email: 'info@kliniek.example',
    iban: 'NL91ABNA0417164300',
    accountHolder: 'Kliniek B.V.',
    bookingUrl: 'https://kliniek.example/afspraak',
    parts: ['identity'],
    note: 'Oppas',
    required: false,
    code: '123456',
    challenge: 'x',
    setUp: 'x',
  }
  return Object.fromEntries(Object.keys(properties).map((name) => [name, values[name] ?? 'Praktijk']))
}

function fileDraft(random: Random, call: string, { uploads, papers }: World): Draft {
  const signed = random.pick(call.startsWith('PUT') ? uploads : papers)
  const { pathname, searchParams } = new URL(signed, 'http://x')
  const draft: Draft = {
    method: call.slice(0, 3),
    path: pathname.slice(1).split('/').map(decodeURIComponent),
    query: [...searchParams],
    headers: call.startsWith('PUT') ? [['content-type', 'image/png']] : [],
    body: undefined,
  }
  if (call.startsWith('PUT')) draft.raw = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01', 'latin1')
  if (call === 'GET /files/:key') draft.path = ['files', `${random.uuid()}.png`]
  return draft
}

const TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udc00b',
  '\ufeffa',
  '\u202eabc',
  '\uffff',
  'e\u0301',
  '\u0345'.repeat(1000),
  'İıßſK',
  '💉'.repeat(500),
  'a\r\nb',
  '\u2028\u0085\u001b[2J',
  "' or 1=1 --",
  '%',
  '%_\\',
  '\\',
  '"',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  'NaN',
  'Infinity',
  '-1',
  '1.5',
  '1e308',
  '0x10',
  '2147483648',
  '9223372036854775808',
  '9'.repeat(400),
  '2026-02-30',
  '0000-00-00',
  '9999-12-31',
  '+275760-09-13',
  '2026-06-15T10:00:00Z',
  'a@b',
  `a@${'b'.repeat(250)}.example`,
  'a@b.example\r\nBcc: c@d.example',
  'javascript:alert(1)',
  'https://a:b@c.example',
  'https://[',
  '<script>alert(1)</script>',
  '${1}{{1}}',
  '00000000-0000-0000-0000-000000000000',
  '{00000000-0000-4000-8000-000000000000}',
  'x'.repeat(256),
  'x'.repeat(3000),
  'x'.repeat(70_000),
]
const VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  1.5,
  1e308,
  2 ** 53,
  [],
  {},
  [null],
  [[[]]],
  ['x'],
  { toString: 'x' },
  { length: -1 },
  { valueOf: 1 },
  ...TEXTS,
]
/** As they stand in a path or a query. */
const ENCODED = [
  '%',
  '%0',
  '%zz',
  '%00',
  '%ff%fe',
  '%c0%af',
  '%ed%a0%80',
  '%f4%90%80%80',
  '%2e%2e%2f',
  '..',
  '.',
  '%2F',
  '%5c',
  '%0d%0aX-Y:%20z',
  '%u0041',
  '%25%30%30',
  '\x80\xff',
  '\t',
  'a b',
  '|"<>^`{}',
  ';a=b',
  '\x00',
  'x'.repeat(5000),
  'x'.repeat(9000),
]
const METHODS = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'SEARCH',
  'QUERY',
  'get',
  'FOO',
  '',
  '\x00',
  'G'.repeat(3000),
]
const VERSIONS = ['HTTP/1.0', 'HTTP/0.9', 'HTTP/1.2', 'HTTP/2.0', 'HTTP/11', 'http/1.1', 'HTTP/1.1 x', 'RTSP/1.0', '']
const LINES = ['x', ': x', ' x: y', '\tx', 'x : y', 'x:y:z', '\0: x', 'x: \0', 'host: other', 'x: y\n z', 'x: y\r z']
const HEADERS = [
  'accept',
  'accept-encoding',
  'accept-language',
  'access-control-request-headers',
  'access-control-request-method',
  'authorization',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-type',
  'cookie',
  'expect',
  'forwarded',
  'host',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'origin',
  'range',
  'referer',
  'sec-fetch-site',
  'te',
  'trailer',
  'upgrade',
  'user-agent',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-http-method-override',
  'x-request-id',
  'x-xsrf-token',
  '__proto__',
  'bad header',
  '\xe9',
  'x'.repeat(2000),
]
const HEADER_VALUES = [
  '',
  ' ',
  ',',
  ';',
  '=',
  '"',
  '*',
  '\x00',
  '\x7f',
  '\x80\xff',
  '\xc3\xa9',
  'a\rb',
  'a\nb',
  'x'.repeat(2000),
  'x'.repeat(20_000),
  'null',
  'bytes=0-0,1-1,-1',
  'bytes=9-1',
  'bytes=0-99999999999999999999',
  'W/"x", *, "',
  '"'.repeat(500),
  'Thu, 99 Foo 99999 99:99:99 GMT',
  '100-continue',
  '200-maybe',
  'gzip',
  'br, deflate;q=9',
  'identity;q=0, *;q=0',
  'application/json; charset=utf-16',
  'application/json; charset="',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'text/plain',
  'image/svg+xml',
  'image/png, image/png',
  'http://evil.example',
  'http://127.0.0.1:1',
  '127.0.0.1:99999',
  '[::1',
  'a/b@c',
  '::ffff:999.1.1.1, unknown, [',
  'Bearer x',
  'Basic OnB3',
  'e30.e30.',
  'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.',
  'XSRF-TOKEN=',
  'XSRF-TOKEN=a.b; XSRF-TOKEN=%; XSRF-TOKEN',
  'XSRF-TOKEN=\xff.\xfe',
  'DELETE',
  'h2c, websocket',
]
const BODIES = [
  '',
  ' ',
  '{',
  '}',
  '[]',
  'null',
  'true',
  '1',
  '"x"',
  '-',
  '1e999',
  '{"a":}',
  "{'a':1}",
  '{"a":1,}',
  '{}{}',
  '{"a":1}\0',
  '\0',
  '\ufeff{}',
  '{"__proto__":{"locked":true},"constructor":{"prototype":{}}}',
  '{"locked":true,"locked":"x"}',
  '{"username":"\\ud800","password":"\\u0000"}',
  'a=b&c=d',
  '--x\r\n\r\n--x--',
  '['.repeat(30_000),
  '{"a":'.repeat(10_000),
  `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
  `{"name":"${'x'.repeat(60_000)}"}`,
  `{${Array.from({ length: 5000 }, (_, index) => `"k${index}":0`).join()}}`,
  'x'.repeat(300_000),
].map((text) => Buffer.from(text))
const BYTES = [
  Buffer.from('{"username":"\xff","password":"\xed\xa0\x80"}', 'latin1'),
  Buffer.from('{"username":"x","password":"y"}', 'utf16le'),
  gzipSync('{"username":"x","password":"y"}'),
  Buffer.from([0xef, 0xbb, 0xbf]),
  Buffer.alloc(2048, 0xff),
]

type Spoil = (draft: Draft, random: Random, world: World) => void

const SPOILERS: Spoil[] = [
  // A field more often than anything else: most of what is checked is there.
  ...Array<Spoil>(4).fill((draft, random) => {
    const names = fieldsOf(draft)
    const name = random.chance(0.9) && names.length > 0 ? random.pick(names) : random.pick(TEXTS)
    draft.body = { ...(draft.body as object), [name]: random.pick(VALUES) }
  }),
  (draft, random) => {
    const names = fieldsOf(draft)
    const missing = names.length > 0 ? random.pick(names) : undefined
    draft.body =
      missing === undefined
        ? random.pick(VALUES)
        : Object.fromEntries(Object.entries(draft.body as object).filter(([name]) => name !== missing))
  },
  (draft, random) => void (draft.raw = random.pick([...BODIES, ...BYTES])),
  ...Array<Spoil>(3).fill((draft, random) => {
    const at = random.int(0, draft.query.length - 1)
    const value = random.pick(TEXTS)
    if (draft.query[at]) draft.query[at] = [draft.query[at][0], value]
    else draft.query.push([random.pick(['page', 'size', 'sort', 'lastName', 'q', '']), value])
  }),
  (draft, random) => void draft.query.splice(random.int(0, draft.query.length), 1),
  (draft, random) => void draft.query.push(...draft.query, [random.pick(TEXTS), random.pick(TEXTS)]),
  (draft, random) => {
    draft.query.push(
      ...Array.from({ length: 700 }, (_, index): [string, string] => [`k${index}`, random.pick(['', 'v'])]),
    )
  },
  ...Array<Spoil>(2).fill((draft, random) => {
    draft.path[random.int(0, draft.path.length - 1)] = random.pick(TEXTS)
  }),
  (draft, random, { practices, clients }) => {
    const { client, animal, invoice } = random.pick(clients)
    draft.path[draft.path.length - 1 - random.int(0, 1)] = random.pick([...practices, client, animal, invoice])
  },
  (draft, random) => void draft.path.splice(random.int(0, draft.path.length), random.int(0, 1), random.pick(TEXTS)),
  (draft, random) => {
    const good = targetOf(draft)
    const at = random.int(0, good.length)
    draft.target = random.pick([
      good.slice(0, at) + random.pick(ENCODED) + good.slice(at),
      good.slice(0, good.lastIndexOf('/') + 1) + random.pick(ENCODED),
      good.replace('/', '//'),
      `${good}/`,
      `${good}#x`,
      `http://evil.example${good}`,
      `//evil.example${good}`,
      good.toUpperCase(),
      good.slice(1),
      '*',
      `${good}?${random.pick(ENCODED)}=${random.pick(ENCODED)}&&=`,
    ])
  },
  (draft, random) => void (draft.method = random.pick(METHODS)),
  (draft, random) => void (draft.version = random.pick(VERSIONS)),
  (draft, random) => void (draft.line = random.pick(LINES)),
  ...Array<Spoil>(3).fill((draft, random) => {
    draft.headers.push([random.pick(HEADERS), random.pick(HEADER_VALUES)])
  }),
  (draft, random) => {
    draft.headers = draft.headers.filter(([name]) => name !== 'authorization')
    draft.headers.push(['authorization', random.pick(HEADER_VALUES)])
  },
  (draft, random) => {
    const token = draft.headers.find(([name]) => name === 'authorization')
    if (!token) return
    const [, value] = token
    const at = random.int(0, value.length - 1)
    token[1] = random.pick([
      value.slice(0, at),
      `${value.slice(0, at)}A${value.slice(at + 1)}`,
      `${value}=`,
      value + value,
    ])
  },
  (draft, random) => {
    draft.headers.push(
      ...Array.from({ length: random.pick([50, 300]) }, (_, index): [string, string] => [`x-${index}`, 'y']),
    )
  },
  (draft, random) => {
    draft.headers.push([
      random.pick(['content-length', 'transfer-encoding']),
      random.pick([
        '-1',
        '+0',
        '0',
        '0, 0',
        '0x0',
        '1e0',
        'x',
        '',
        'chunked, identity',
        'gzip',
        '99999999999999999999',
      ]),
    ])
  },
]

const fieldsOf = ({ body }: Draft) => (typeof body === 'object' && body ? Object.keys(body) : [])

const targetOf = ({ path, query }: Draft) =>
  `/${path.map(encoded).join('/')}${query.map(([name, value], at) => `${at === 0 ? '?' : '&'}${encoded(name)}=${encoded(value)}`).join('')}`

/** Half a character as the bytes that it would have. */
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

/** Whole as far as lengths go: who says more than comes is another matter. */
function written(draft: Draft): Buffer {
  const body = draft.raw ?? (draft.body === undefined ? undefined : Buffer.from(JSON.stringify(draft.body)))
  const has = (name: string) => draft.headers.some(([known]) => known === name)
  const headers = [
    ...(has('host') ? [] : [['host', 'localhost']]),
    ['connection', 'close'],
    ...draft.headers,
    ...(body && !has('content-type') ? [['content-type', 'application/json']] : []),
    ...(body && !has('content-length') && !has('transfer-encoding') ? [['content-length', String(body.length)]] : []),
  ]
  const head = [
    `${draft.method} ${draft.target ?? targetOf(draft)} ${draft.version ?? 'HTTP/1.1'}`,
    ...headers.map((pair) => pair.join(': ')),
    ...(draft.line === undefined ? [] : [draft.line]),
  ]
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), body ?? Buffer.alloc(0)])
}

const STATUS = /^(?:HTTP\/1\.1 1\d\d [^]*?\r\n\r\n)?HTTP\/1\.1 ([2-5]\d\d) /

/** Answers the status, 0 where there was none, once all has come. */
async function send(base: string, bytes: Buffer): Promise<{ status: number; ms: number }> {
  const start = performance.now()
  const { hostname, port } = new URL(base)
  const socket = connect({ host: hostname, port: Number(port) })
  let head = ''
  socket.on('data', (data) => {
    if (head.length < 4096) head += data.toString('latin1')
  })
  socket.on('error', () => {})
  socket.setTimeout(PATIENCE_MS, () => socket.destroy())
  // Not by `once`, to which what breaks off is an error.
  const closed = new Promise((resolve) => socket.on('close', resolve))
  socket.write(bytes)
  await closed
  return { status: Number(STATUS.exec(head)?.[1] ?? 0), ms: Math.round(performance.now() - start) }
}

const shown = (bytes: Buffer) => JSON.stringify(bytes.toString('latin1').slice(0, 600))
