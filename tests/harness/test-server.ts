import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe } from 'vitest'
import type { Problem } from '#contract/schemas/problem.ts'
import { createApp } from '#server/app.ts'
import { memoryFiles } from '#mocks/files.ts'
import { createBackground } from '#server/http/background.ts'
import { type Engine, migrate } from '#server/db/migrate.ts'
import { openPostgres } from '#server/node/db/postgres.ts'
import type { Database, Schema } from '#server/db/schema.ts'
import { isSerializationFailure } from '#server/db/problem.ts'
import type { Bindings } from '#server/context.ts'
import { kyselyOfSqlite } from '#server/node/db/sqlite.ts'
import { createBundles } from '#server/node/pdf/bundles.ts'
import { createPdfRenderer } from '#server/node/pdf/pdf-renderer.ts'
import type { Files, Images, Limits, Mail, Passwords, Pdf, Ports } from '#server/ports.ts'
import { sanitiseImage } from '#server/files/images.ts'
import type { Letters, Sheet } from '#server/pdf/sheet.ts'
import { USUAL_LIMITS } from '#server/http/limits.ts'
import { openSession } from '#server/auth/queries.ts'
import { createTokens } from '#server/auth/token.ts'
import { inProcessImports } from './in-process-imports.ts'
import { requireListedProblem } from './listed-problems.ts'
import { TEST_TIMEOUT_MS } from './test-timeout.ts'
import { EMPTY_TABLES, createPortal, createStock, postgresUrl } from './postgres.ts'
import { rowsOf } from './rows.ts'

export const engines: Engine[] = postgresUrl() ? ['sqlite', 'postgres'] : ['sqlite']

/**
 * Declares tests for each engine, with its tag. `npm test` runs tests on PostgreSQL only if they also have the tag
 * `database`.
 */
export function onEngines(name: string, tests: (engine: Engine) => void): void {
  for (const engine of engines) {
    describe(`${name}, on ${engine}`, { tags: [engine] }, () => {
      tests(engine)
    })
  }
}

/** One rendering thread for all tests of a worker. The first PDF starts it. Without deadlines, which a slow machine misses. */
const pdf = createPdfRenderer({ jobMs: 2 ** 31 - 1, waitMs: Infinity })
const bundles = createBundles(() => {})

const readablePasswords: Passwords = {
  hash: async (password) => `hash of ${password}`,
  verify: async (password, hash) => hash === `hash of ${password}`,
}

export interface CallOptions {
  token?: string
  body?: unknown
  headers?: Record<string, string>
  /** IP address of the client; none by default. */
  address?: string
}

export type TestServer = Awaited<ReturnType<typeof openTestServer>>

/** Returns the status of a response, followed by its problem code, if any: `204` or `403 practice-locked`. */
export async function outcomeOf(response: Response | Promise<Response>): Promise<string> {
  const received = await response
  if (received.status < 400) return String(received.status)
  const { code } = (await received.clone().json()) as Problem
  return code === undefined ? String(received.status) : `${received.status} ${code}`
}

/** Returns the outcome of a response, followed by its field errors: `['400 validation-failed', '#/text required']`. */
export async function fieldErrorsOf(response: Response | Promise<Response>): Promise<string[]> {
  const received = await response
  const { errors = [] } = (await received.clone().json()) as Problem
  return [await outcomeOf(received), ...errors.map(({ pointer, code }) => `${pointer} ${code}`)]
}

/**
 * Opens a server before each test and closes it afterwards. The returned object forwards to the server of the running
 * test. Call `reopen` in a test that needs other options.
 */
export function eachTestServer(
  engine: Engine,
  options: TestServerOptions | (() => TestServerOptions) = {},
): EachTestServer {
  let current: TestServer | undefined
  const reopen = async (wanted: TestServerOptions) => {
    await current?.[Symbol.asyncDispose]()
    current = await openTestServer(engine, wanted)
  }
  beforeEach(() => reopen(typeof options === 'function' ? options() : options))
  afterEach(async () => {
    await current?.[Symbol.asyncDispose]()
    current = undefined
  })
  const running = () => {
    if (!current) throw new Error('A test server is open only while a test runs')
    return current
  }
  return new Proxy({} as EachTestServer, {
    get: (_, name): unknown => (name === 'reopen' ? reopen : Reflect.get(running(), name)),
    set: (_, name, value) => Reflect.set(running(), name, value),
  })
}

export type EachTestServer = TestServer & { reopen(options: TestServerOptions): Promise<void> }

export interface TestServerOptions {
  limits?: Partial<Limits>
  settings?: Partial<Ports['settings']>
  passwords?: Passwords
  files?: Files
  pdf?: Pdf
  bundles?: Ports['bundles']
  images?: Images
  stopping?: AbortSignal
  /** Used instead of an empty database, and not closed at the end. */
  database?: Database
  secret?: Uint8Array
  /** Folder for received exports. Without a folder, the server accepts none. */
  importFolder?: string
  webhooks?: Ports['webhooks']
}

/** Returns a PDF renderer that records its input and draws nothing. */
export function recordingPdf() {
  const drawn: (Sheet | Letters)[] = []
  const pdf: Pdf = async (sheet) => {
    drawn.push(sheet)
    return new TextEncoder().encode('%PDF-')
  }
  return { drawn, pdf }
}

/** Opens a server without a socket, with an empty database and a clock that the test sets. */
export async function openTestServer(engine: Engine, options: TestServerOptions = {}) {
  const { db, drop } = options.database ? { db: options.database, drop: async () => {} } : await emptyDatabase(engine)
  const sent: Mail[] = []
  const logged: { level: string; event: string; fields: Record<string, unknown> | undefined }[] = []
  const testServer = {
    now: new Date('2026-06-15T10:00:00.000Z'),
    /** Time of the database's clock, if it differs from the server's. */
    databaseNow: undefined as Date | undefined,
  }
  const ports: Ports = {
    db,
    memoryDatabase: async () => kyselyOfSqlite(await emptyMemory()),
    clock: () => testServer.now,
    databaseClock: async () => testServer.databaseNow ?? testServer.now,
    passwords: options.passwords ?? readablePasswords,
    mail: { send: async (mail) => void sent.push(mail) },
    files: options.files ?? memoryFiles(),
    pdf: options.pdf ?? pdf,
    bundles: options.bundles ?? bundles,
    images: options.images ?? sanitiseImage,
    secret: options.secret ?? new TextEncoder().encode('a secret of the tests, long enough'),
    log: (level, event, fields) => void logged.push({ level, event, fields }),
    settings: {
      publicUrl: 'http://portal.test',
      relyingParty: { id: 'portal.test', origin: 'http://portal.test' },
      allowedOrigins: [],
      https: false,
      ...options.settings,
      limits: { ...USUAL_LIMITS, ...options.limits },
    },
    webhooks: options.webhooks,
    ...(options.stopping && { stopping: options.stopping }),
  }
  if (options.importFolder !== undefined) ports.imports = inProcessImports(options.importFolder, ports)
  const background = createBackground(ports.log)
  const app = createApp(ports, background)
  const tokens = createTokens(ports)
  const fetch = async (request: Request, bindings: Bindings = {}) => {
    const response = await app.fetch(request, bindings)
    await requireListedProblem(request, response)
    return response
  }
  const call = async (method: string, path: string, { token, body, headers, address }: CallOptions = {}) =>
    await fetch(
      new Request(`http://portal.test/api/${path}`, {
        method,
        headers: {
          ...(token !== undefined && { authorization: token }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
      { clientAddress: address },
    )
  async function signIn(accountId: string) {
    const sessionId = await openSession(db, accountId, testServer.now)
    return await tokens.issue({ sessionId, accountId, authTime: Math.floor(testServer.now.getTime() / 1000) })
  }
  /** Makes a call in a new session of the account; a body is sent as JSON. */
  const callAs = async (accountId: string, method: string, path: string, body?: unknown) =>
    await call(method, path, { token: await signIn(accountId), ...(body !== undefined && { body }) })
  /** Returns the body of a response, undefined if empty. Throws for a status of 300 or above. */
  async function ok<T>(response: Response | Promise<Response>): Promise<T> {
    const received = await response
    const text = await received.text()
    if (received.status >= 300) throw new Error(`${received.status} ${text} ${JSON.stringify(logged.slice(-3))}`)
    return (text === '' ? undefined : JSON.parse(text)) as T
  }

  return Object.assign(testServer, {
    ports,
    db,
    logged,
    fetch,
    call,
    ok,
    /** Returns the body of a GET call. Throws for a status of 300 or above. */
    read: async <T>(path: string, token?: string) =>
      await ok<T>(call('GET', path, token === undefined ? {} : { token })),
    advance(milliseconds: number) {
      testServer.now = new Date(testServer.now.getTime() + milliseconds)
    },
    /** Waits for background work, and returns all mails sent so far. */
    async mails() {
      await background.idle()
      return sent
    },
    signIn,
    callAs,
    /** Returns the body of a GET call in a new session of the account. Throws for a status of 300 or above. */
    readAs: async <T>(accountId: string, path: string) => await ok<T>(callAs(accountId, 'GET', path)),
    /** Returns all rows of a table, ordered by their contents. */
    rows: <T extends keyof Schema>(table: T) => rowsOf(db, table),
    async [Symbol.asyncDispose]() {
      await background.idle()
      await drop()
    },
  })
}

async function emptyDatabase(engine: Engine): Promise<{ db: Database; drop: () => Promise<void> }> {
  if (engine === 'sqlite') {
    const db = kyselyOfSqlite(await emptyMemory())
    return { db, drop: () => db.destroy() }
  }
  const stock = unused()
  const db = stock.pop() ?? openPostgres(await createPortal(), { lockMs: TEST_TIMEOUT_MS, queryMs: TEST_TIMEOUT_MS })
  const drop = async () => {
    await db.connection().execute(async (connection) => {
      const empty = () => sql.raw(EMPTY_TABLES).execute(connection)
      await empty().catch(async (error: unknown) => {
        // Work that outlives its call, such as the record of a read, may lock tables in another order.
        if (!isSerializationFailure(error)) throw error
        await sql`rollback`.execute(connection)
        await empty()
      })
    })
    stock.push(db)
  }
  return { db, drop }
}

/** Returns an empty migrated database in memory. The migrations run once per worker. */
export async function emptyMemory(): Promise<DatabaseSync> {
  const memory = new DatabaseSync(':memory:')
  if (migrated) memory.deserialize(migrated)
  else {
    await migrate(kyselyOfSqlite(memory), 'sqlite')
    migrated = memory.serialize()
  }
  return memory
}

let migrated: Uint8Array | undefined
const unused = createStock<Database>()
