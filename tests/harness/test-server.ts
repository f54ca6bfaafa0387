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
import type { Bindings } from '#server/context.ts'
import { overSqlite } from '#server/node/db/sqlite.ts'
import { createPdfRenderer } from '#server/node/pdf/pdf-renderer.ts'
import type { Files, Images, Imports, Limits, Mail, Passwords, Pdf, Ports } from '#server/ports.ts'
import { sanitiseImage } from '#server/files/images.ts'
import type { Letters, Sheet } from '#server/pdf/sheet.ts'
import { USUAL_LIMITS } from '#server/http/limits.ts'
import { openSession } from '#server/auth/queries.ts'
import { createTokens } from '#server/auth/token.ts'
import { runImport } from '#server/feed/run-import.ts'
import { checkedLines } from '#server/node/imports/export-lines.ts'
import { importFolder } from '#server/node/imports/import-folder.ts'
import { requireListedProblem } from './listed-problems.ts'
import { PATIENCE_MS } from './patience.ts'
import { EMPTY_TABLES, createPortal, postgresUrl } from './postgres.ts'
import { rowsOf } from './rows.ts'

export const engines: Engine[] = postgresUrl() ? ['sqlite', 'postgres'] : ['sqlite']

/** Declares tests for each engine, with its tag. `npm test` runs those on PostgreSQL only if they have the tag `database` too. */
export function onEngines(name: string, tests: (engine: Engine) => void): void {
  for (const engine of engines) {
    describe(`${name}, on ${engine}`, { tags: [engine] }, () => {
      tests(engine)
    })
  }
}

/** One thread for all tests of a worker, started by the first PDF. */
const pdf = createPdfRenderer()

const readablePasswords: Passwords = {
  hash: async (password) => `hash of ${password}`,
  verify: async (password, hash) => hash === `hash of ${password}`,
}

export interface CallOptions {
  token?: string
  /** Sent as JSON. */
  body?: unknown
  headers?: Record<string, string>
  /** IP address of the client; none by default. */
  address?: string
}

export type TestServer = Awaited<ReturnType<typeof openTestServer>>

/** Status of a response, followed by its problem code where it has one: `204`, or `403 practice-locked`. */
export async function outcomeOf(response: Response | Promise<Response>): Promise<string> {
  const received = await response
  if (received.status < 400) return String(received.status)
  const { code } = (await received.clone().json()) as Problem
  return code === undefined ? String(received.status) : `${received.status} ${code}`
}

/** Outcome of a response and its field errors: `['400 validation-failed', '#/text required']`. */
export async function refusalOf(response: Response | Promise<Response>): Promise<string[]> {
  const received = await response
  const { errors = [] } = (await received.clone().json()) as Problem
  return [await outcomeOf(received), ...errors.map(({ pointer, code }) => `${pointer} ${code}`)]
}

/**
 * Opens a server before each test and closes it afterwards. The returned object always stands for the server of the running test.
 * Call `reopen` in a test that needs other options.
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
  images?: Images
  stopping?: AbortSignal
  /** Used in place of an empty database; stays open. */
  database?: Database
  secret?: Uint8Array
  /** Folder of exports that are sent; without it the server takes none. */
  importFolder?: string
}

/** A PDF renderer that draws nothing and records what it should draw. */
export function recordingPdf() {
  const drawn: (Sheet | Letters)[] = []
  const pdf: Pdf = async (sheet) => {
    drawn.push(sheet)
    return new TextEncoder().encode('%PDF-')
  }
  return { drawn, pdf }
}

/** Opens a server without a socket, on an empty database and with a clock that only the test moves. */
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
    clock: () => testServer.now,
    databaseClock: async () => testServer.databaseNow ?? testServer.now,
    passwords: options.passwords ?? readablePasswords,
    mail: { send: async (mail) => void sent.push(mail) },
    files: options.files ?? memoryFiles(),
    pdf: options.pdf ?? pdf,
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
    ...(options.stopping && { stopping: options.stopping }),
  }
  if (options.importFolder !== undefined) ports.imports = importsHere(options.importFolder, ports)
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
  /** Body of a response with a status below 300, undefined if empty; any other status throws with the problem. */
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
    /** Body of a GET; throws unless the status is below 300. */
    read: async <T>(path: string, token?: string) =>
      await ok<T>(call('GET', path, token === undefined ? {} : { token })),
    /** Moves the server's clock. */
    advance(milliseconds: number) {
      testServer.now = new Date(testServer.now.getTime() + milliseconds)
    },
    /** Mails sent so far, after the work in the background has ended. */
    async mails() {
      await background.idle()
      return sent
    },
    signIn,
    callAs,
    /** Body of a GET in a new session of the account; throws unless the status is below 300. */
    readAs: async <T>(accountId: string, path: string) => await ok<T>(callAs(accountId, 'GET', path)),
    /** All rows of a table, in the order in which the database returns them. */
    rows: <T extends keyof Schema>(table: T) => rowsOf(db, table),
    async [Symbol.asyncDispose]() {
      await background.idle()
      await drop()
    },
  })
}

/** Loads imports in this process, with the connection and the clock of the test. */
export function importsHere(folder: string, { db, files, clock, settings }: Ports): Imports {
  const stored = importFolder(folder, { mostBytes: settings.limits.importBytes })
  const server = crypto.randomUUID()
  const most = { lines: settings.limits.importLines }
  return {
    ...stored,
    server,
    async load(run) {
      const { file, isGzip } = await stored.find(run.id)
      return await runImport(db, checkedLines(file, { isGzip, most }), { stored: run, files, server, clock })
    },
  }
}

async function emptyDatabase(engine: Engine): Promise<{ db: Database; drop: () => Promise<void> }> {
  if (engine === 'sqlite') {
    const db = overSqlite(await emptyMemory())
    return { db, drop: () => db.destroy() }
  }
  const db = unused.pop() ?? openPostgres(await createPortal(), { lockMs: PATIENCE_MS, queryMs: PATIENCE_MS })
  const drop = async () => {
    await sql.raw(EMPTY_TABLES).execute(db)
    unused.push(db)
  }
  return { db, drop }
}

/** A copy in memory of an empty database to which the migrations were applied once. */
export async function emptyMemory(): Promise<DatabaseSync> {
  const memory = new DatabaseSync(':memory:')
  if (migrated) memory.deserialize(migrated)
  else {
    await migrate(overSqlite(memory), 'sqlite')
    migrated = memory.serialize()
  }
  return memory
}

let migrated: Uint8Array | undefined
// Emptying a database is faster than making one.
const unused: Database[] = []
