import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { MIGRATIONS } from '#server/db/migrate.ts'
import { isExplained } from '#server/node/start-error.ts'
import { freshPostgres } from '#harness/postgres.ts'
import { type InProcessServer, openServer } from '#harness/open-server.ts'
import { engines } from '#harness/test-server.ts'
import { type ServerProcess, type ReadyServer, kill, spawnServer, startServer, logOf } from '#harness/server-process.ts'

let dataDir: string
let running: ServerProcess[]
let opened: InProcessServer[]

/** As a server that was stopped has left it. */
let used: string
beforeAll(async () => {
  used = mkdtempSync(join(tmpdir(), 'portal-'))
  const server = await openServer({ DATA_DIR: used })
  await server.stop()
})
afterAll(() => rmSync(used, { recursive: true }))
const leaveUsed = () => cpSync(used, dataDir, { recursive: true })

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'portal-'))
  running = []
  opened = []
})
afterEach(async () => {
  await Promise.all([...running.map(({ child }) => kill(child)), ...opened.map(({ stop }) => stop())])
  rmSync(dataDir, { recursive: true })
})

function run(env: Record<string, string> = {}): ServerProcess {
  const server = spawnServer({ DATA_DIR: dataDir, ...env })
  running.push(server)
  return server
}

/** A server that answers. */
async function started(env: Record<string, string> = {}): Promise<ReadyServer> {
  const server = await startServer({ DATA_DIR: dataDir, ...env })
  running.push(server)
  return server
}

/** The same in the process of the test. */
async function open(env: Record<string, string> = {}): Promise<InProcessServer> {
  const server = await openServer({ DATA_DIR: dataDir, ...env })
  opened.push(server)
  return server
}

/** Who may what with the files of a folder. */
const modes = (folder: string) =>
  Object.fromEntries(
    ['.', ...readdirSync(folder).filter((name) => !name.includes('.lock'))].map((name) => [
      name,
      (statSync(join(folder, name)).mode & 0o777).toString(8),
    ]),
  )
const KEPT = {
  '.': '700',
  'portal.sqlite': '600',
  'portal.sqlite-shm': '600',
  'portal.sqlite-wal': '600',
  'token-secret': '600',
}

/** Why one does not start, as it would print it. */
async function refusal(env: Record<string, string> = {}): Promise<string> {
  const error = await open(env).catch((thrown: unknown) => thrown)
  if (!isExplained(error)) throw error
  expect(error.message).not.toContain('\n')
  return error.message
}

test('one that does not start says why in one line, and ends', async () => {
  const { child, said } = run({ PORT: 'http' })
  expect(await once(child, 'close')).toEqual([1, null])
  expect(said.err).toMatch(/^PORT .*\n$/)
  expect(said.out).toBe('')
})

test('a first start makes what it needs, the next one keeps it, and the log is JSON from its first line to its last', async () => {
  const folder = join(dataDir, 'new')
  const first = await started({ DATA_DIR: folder })
  expect(modes(folder)).toEqual({ ...KEPT, files: '700' })
  const secret = readFileSync(join(folder, 'token-secret'), 'utf8')
  first.child.kill('SIGTERM')
  expect(await once(first.child, 'close')).toEqual([0, null])
  const [migrated, begun, ...others] = logOf(first)
  expect(migrated).toMatchObject({ event: 'migrated', migrations: Object.keys(MIGRATIONS) })
  expect(begun).toMatchObject({ event: 'started', version: manifest.version, engine: 'sqlite', practices: 0 })
  expect(others.slice(-2)).toMatchObject([{ event: 'stopping', signal: 'SIGTERM' }, { event: 'stopped' }])

  const next = await started({ DATA_DIR: folder })
  expect(readFileSync(join(folder, 'token-secret'), 'utf8')).toBe(secret)
  expect(logOf(next)[0]).toMatchObject({ event: 'started' })
})

describe('what is in the data folder is nobody else’s', () => {
  test('where it was there, with copies, and the rest is left as it is', async () => {
    leaveUsed()
    const copy = 'portal.sqlite.2026-01-01.backup'
    for (const name of [copy, 'notes.txt']) writeFileSync(join(dataDir, name), '')
    for (const name of ['portal.sqlite', 'token-secret', copy, 'notes.txt']) chmodSync(join(dataDir, name), 0o644)
    chmodSync(dataDir, 0o755)
    const { url } = await open()
    expect(modes(dataDir)).toEqual({ ...KEPT, [copy]: '600', 'notes.txt': '644' })
    expect((await fetch(`${url}/api/health/ready`)).status).toBe(200)
  })

  test('but a folder that all share stays one', async () => {
    leaveUsed()
    chmodSync(dataDir, 0o1777)
    await open()
    expect(statSync(dataDir).mode & 0o7777).toBe(0o1777)
    expect(modes(dataDir)).toEqual({ ...KEPT, '.': '777' })
  })
})

test('an empty database gets no demo data where others reach it, unless it is told so', async () => {
  const demo = async (env: Record<string, string>) => {
    const server = await open({ DEMO: '', ...env })
    const signedIn = await fetch(`${server.url}/api/user/authenticate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"username":"admin@dewaag.example","password":"Welkom#2026"}',
    })
    await server.stop()
    return [signedIn.status, server.logged.some(({ event }) => event === 'demo-loaded')]
  }
  expect(await demo({ PUBLIC_URL: 'https://portal.example' })).toEqual([401, false])
  expect(await demo({})).toEqual([200, true])
})

test('an empty database in a folder that was used is refused, until what was there is back', async () => {
  const database = join(dataDir, 'portal.sqlite')
  leaveUsed()
  renameSync(database, `${database}.lost`)
  for (let attempt = 0; attempt < 2; attempt += 1)
    expect(await refusal({ DEMO: 'on' })).toMatch(
      /^The database in .* is empty, but its folder was used: it holds token-secret\./,
    )
  const secret = join(dataDir, 'token-secret')
  renameSync(secret, `${secret}.kept`)
  mkdirSync(join(dataDir, 'files'))
  writeFileSync(join(dataDir, 'files', 'a.png'), '')
  expect(await refusal()).toContain('it holds files.')
  renameSync(`${secret}.kept`, secret)
  renameSync(`${database}.lost`, database)
  await open()
})

test('S-204 a second server leaves the data folder alone, a killed one is no obstacle', async () => {
  const { child, url: base } = await started()
  expect(await refusal()).toContain('Another server is running')
  expect((await fetch(`${base}/api/health/ready`)).status).toBe(200)
  await kill(child)
  await open()
})

test('another secret than the database knows is refused, and replaced where the former comes along', async () => {
  const file = join(dataDir, 'token-secret')
  leaveUsed()
  renameSync(file, join(dataDir, 'elsewhere'))
  expect(await refusal()).toMatch(
    /is not the one that the database knows.*Give a server beside others their TOKEN_SECRET/,
  )
  renameSync(join(dataDir, 'elsewhere'), join(dataDir, 'token-secret-former'))
  await (await open()).stop()
  rmSync(join(dataDir, 'token-secret-former'))
  await open({ TOKEN_SECRET: 'the next secret, which is long enough', TOKEN_SECRET_FORMER: 'lost' })
})

describe('what cannot be right is one line', () => {
  test.each([
    [{ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }, 'DATABASE_URL: nothing answers there'],
    [{ HOST: '203.0.113.1' }, 'no such address'],
    [{ DATA_DIR: '/dev/null/data' }, '/dev/null/data'],
  ])('%j', async (env, text) => {
    expect(await refusal(env)).toContain(text)
  })

  // Nobody may write there, not even root.
  const NOT_WRITABLE = '/sys/fs'

  test.runIf(existsSync(NOT_WRITABLE))('a folder that cannot be written', async () => {
    const sentence = `The data folder ${NOT_WRITABLE} cannot be used: permission denied`
    expect(await refusal({ DATA_DIR: NOT_WRITABLE })).toBe(sentence)
    if (!engines.includes('postgres')) return
    const elsewhere = { DATA_DIR: NOT_WRITABLE, DATABASE_URL: await freshPostgres(), TOKEN_SECRET: 'x'.repeat(32) }
    expect(await refusal(elsewhere)).toBe(sentence)
    // What keeps nothing there does not want it.
    await open({ ...elsewhere, STORAGE_URL: 's3+http://k:s@127.0.0.1:1/bucket', SMTP_URL: 'smtp://127.0.0.1:1' })
  })

  test('files that cannot be written', async () => {
    writeFileSync(join(dataDir, 'files'), '')
    expect(await refusal()).toBe(`The data folder ${dataDir} cannot be used: a file is in its place`)
  })

  test('a port in use', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as { port: number }
    expect(await refusal({ PORT: String(port) })).toBe(`Cannot listen on 127.0.0.1:${port}: the port is in use`)
    other.close()
  })

  test('a database that is none', async () => {
    writeFileSync(
      join(dataDir, 'portal.sqlite'),
      'This is not a database, but it is long enough to look like one. '.repeat(20),
    )
    expect(await refusal()).toContain('The database in')
  })
})

test('S-206 a server that is told to stop finishes what it began', async () => {
  // It is called with a wrong password, over and over.
  const {
    child,
    url: base,
    said,
  } = await started({
    LIMIT_LOGIN_FAILURES: '1000000',
    LIMIT_LOGIN_ADDRESS_FAILURES: '1000000',
    // What is waited for to this limit takes longer than a test may.
    LIMIT_DRAIN_MS: '600000',
  })
  const closed = once(child, 'close')
  const statuses = new Map<number | string, number>()
  const over = new AbortController()
  const count = (key: number | string) => statuses.set(key, (statuses.get(key) ?? 0) + 1)
  const callers = Array.from({ length: 8 }, async () => {
    while (!over.signal.aborted) {
      try {
        const answer = await fetch(`${base}/api/user/authenticate`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: '{"username":"x","password":"y"}',
        })
        await answer.text()
        count(answer.status)
      } catch (error) {
        const { code } = (error as { cause?: { code?: string } }).cause ?? {}
        count(code ?? 'unknown')
        await delay(5)
      }
    }
  })
  while ((statuses.get(401) ?? 0) <= 5) await delay(5)
  child.kill('SIGTERM')
  expect(await closed).toEqual([0, null])
  over.abort()
  await Promise.all(callers)
  // A connection that still waited for the server when the door was shut is refused or reset; a call that reached it is not.
  const reached = said.out.match(/"event":"request"[^\n]*authenticate/g) ?? []
  expect((statuses.get(401) ?? 0) + (statuses.get(503) ?? 0)).toBe(reached.length)
  expect(
    statuses
      .keys()
      .filter((key) => typeof key === 'number' && key !== 401 && key !== 503)
      .toArray(),
  ).toEqual([])
  expect(existsSync(join(dataDir, 'portal.sqlite-wal'))).toBe(false)
})

test('S-206 for NOTICE_MS a server says that it is not ready, and goes on answering', async () => {
  const { child, url: base } = await started({ NOTICE_MS: '600000' })
  child.kill('SIGTERM')
  const ask = async (path: string) => {
    const answer = await fetch(`${base}/api/${path}`)
    await answer.text()
    return [answer.status, answer.headers.get('connection')]
  }
  while ((await ask('health/ready'))[0] === 200);
  for (let round = 0; round < 3; round += 1) {
    expect(await ask('health/ready')).toEqual([503, 'close'])
    expect(await ask('health/live')).toEqual([200, 'close'])
    expect(await ask('user')).toEqual([401, 'close'])
  }
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  expect(await exited).toEqual([1, null])
})

test('S-206 a second signal ends what the first would wait for', async () => {
  const { child, url: base } = await started({ NOTICE_MS: '600000' })
  // Its body never comes.
  const socket = connect(Number(new URL(base).port), '127.0.0.1')
  socket.on('error', () => {})
  socket.write(
    'POST /api/user/authenticate HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n',
  )
  const closed = once(socket, 'close')
  await fetch(`${base}/api/health/ready`)
  child.kill('SIGTERM')
  while ((await fetch(`${base}/api/health/ready`)).status === 200) await delay(1)
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  expect(await exited).toEqual([1, null])
  await closed
})

test('a terminal that is closed, even twice, stops it as any other signal does', async () => {
  const { child, url: base } = await started({ NOTICE_MS: '300' })
  const exited = once(child, 'exit')
  child.kill('SIGHUP')
  // Until it says so, or takes no calls any more.
  await expect
    .poll(() =>
      fetch(`${base}/api/health/ready`).then(
        ({ status }) => status,
        () => 503,
      ),
    )
    .toBe(503)
  child.kill('SIGHUP')
  expect(await exited).toEqual([0, null])
  expect(existsSync(join(dataDir, 'portal.sqlite-wal'))).toBe(false)
})

test('a promise or an error that nobody caught is logged, what was begun is answered, and the exit asks for another start', async () => {
  const failing = encodeURIComponent(
    'const fail = () => { throw new Error("secret detail") };' +
      'process.once("SIGUSR2", () => { void (async () => fail())(); process.once("SIGUSR2", fail) })',
  )
  const { child, url: base, said } = await started({ NODE_OPTIONS: `--import=data:text/javascript,${failing}` })
  const socket = connect(Number(new URL(base).port), '127.0.0.1')
  let heard = ''
  socket.on('data', (data: Buffer) => (heard += data.toString()))
  const body = '{"username":"x","password":"y"}'
  const head = `Host: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`
  socket.write(`POST /api/user/authenticate HTTP/1.1\r\n${head}\r\n\r\n${body.slice(0, 5)}`)
  await fetch(`${base}/api/health/live`)
  const closed = once(child, 'close')
  const uncaught = () => said.out.split('\n').filter((line) => line.includes('"event":"uncaught"'))
  child.kill('SIGUSR2')
  await expect.poll(uncaught, { interval: 5 }).toHaveLength(1)
  // Another one changes nothing.
  child.kill('SIGUSR2')
  await expect.poll(uncaught, { interval: 5 }).toHaveLength(2)
  socket.write(body.slice(5))
  expect(await closed).toEqual([1, null])
  expect(heard).toMatch(/^HTTP\/1\.1 401 /)
  expect(uncaught()).toHaveLength(2)
  for (const line of uncaught())
    expect(JSON.parse(line)).toMatchObject({ level: 'error', error: 'Error', at: expect.any(Array) })
  expect(said.out + said.err).not.toContain('secret detail')
  expect(existsSync(join(dataDir, 'portal.sqlite-wal'))).toBe(false)
})

test('who hangs up before the answer is counted all the same', async () => {
  const { url: base, logged, stop } = await open({ LIMIT_FORGOT_PER_ADDRESS: '5', LIMIT_LOGIN_ADDRESS_FAILURES: '5' })
  const hangUp = async (request: string) => {
    const socket = connect(Number(new URL(base).port), '127.0.0.1')
    await once(socket, 'connect')
    const closed = once(socket, 'close')
    socket.write(request, () => socket.resetAndDestroy())
    await closed
  }
  const forgot = () =>
    hangUp(
      `POST /api/password/forgot?email=${crypto.randomUUID()}@mail.example HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n`,
    )
  const signIn = () => {
    const body = JSON.stringify({ username: `${crypto.randomUUID()}@mail.example`, password: 'guess' })
    return hangUp(
      `POST /api/user/authenticate HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
  }
  expect((await fetch(`${base}/api/password/forgot?email=x@mail.example`, { method: 'POST' })).status).toBe(204)
  await Promise.all(Array.from({ length: 100 }, () => forgot()))
  for (let index = 0; index < 100; index += 1) await signIn()
  // It ends once all that were begun have ended.
  await stop()
  const outcomes = (route: string, status: number) =>
    logged.filter(
      (line) => line.event === 'request' && String(line['route']).endsWith(route) && line['status'] === status,
    ).length
  // One client with an address, and one without.
  expect(outcomes('/password/forgot', 204)).toBeLessThanOrEqual(10)
  expect(outcomes('/user/authenticate', 401)).toBeLessThanOrEqual(10)
})

test('S-211 a first start that is killed at any moment leaves nothing that hinders the next', async () => {
  // Of many moments in the soak.
  for (const milliseconds of [120, 360]) {
    const { child } = run({ DEMO: 'on' })
    await delay(milliseconds)
    await kill(child)
  }
  const { url: base } = await open({ DEMO: 'on' })
  const answer = await fetch(`${base}/api/user/authenticate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"username":"admin@dewaag.example","password":"Welkom#2026"}',
  })
  expect(answer.status).toBe(200)
})
