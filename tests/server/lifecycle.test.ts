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
import { isStartProblem } from '#server/node/start-error.ts'
import { eachFolder } from '#harness/folders.ts'
import { freshPostgres } from '#harness/postgres.ts'
import { type InProcessServer, openServer } from '#harness/open-server.ts'
import { engines } from '#harness/test-server.ts'
import { type ServerProcess, type ReadyServer, kill, spawnServer, startServer, logOf } from '#harness/server-process.ts'

const folder = eachFolder()
let running: ServerProcess[]
let opened: InProcessServer[]
/** Data folder left behind by a server that stopped normally. */
let used: string
beforeAll(async () => {
  used = mkdtempSync(join(tmpdir(), 'portal-'))
  const server = await openServer({ DATA_DIR: used })
  await server.stop()
})
afterAll(() => rmSync(used, { recursive: true }))
const leaveUsed = () => cpSync(used, folder.path, { recursive: true })

beforeEach(() => {
  running = []
  opened = []
})
afterEach(async () => {
  await Promise.all([...running.map(({ child }) => kill(child)), ...opened.map(({ stop }) => stop())])
})

const inFolder = (name: string) => join(folder.path, name)
function run(env: Record<string, string> = {}): ServerProcess {
  const server = spawnServer({ DATA_DIR: folder.path, ...env })
  running.push(server)
  return server
}
/** Starts a server in its own process and waits until the server is ready. */
async function started(env: Record<string, string> = {}): Promise<ReadyServer> {
  const server = await startServer({ DATA_DIR: folder.path, ...env })
  running.push(server)
  return server
}
async function open(env: Record<string, string> = {}): Promise<InProcessServer> {
  const server = await openServer({ DATA_DIR: folder.path, ...env })
  opened.push(server)
  return server
}
const statusOf = async (base: string, path: string) => {
  const response = await fetch(`${base}/api/${path}`)
  await response.text()
  return response.status
}
const signIn = async (base: string, username: string, password: string) => {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ username, password })
  const response = await fetch(`${base}/api/user/authenticate`, { method: 'POST', headers, body })
  await response.text()
  return response.status
}
const signInToDemo = (base: string) => signIn(base, 'admin@dewaag.example', 'Welkom#2026')
const hasOpenDatabase = () => existsSync(inFolder('portal.sqlite-wal'))
const connected = (base: string) => connect(Number(new URL(base).port), '127.0.0.1')
const signingIn = (length: number) =>
  `POST /api/user/authenticate HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`

/** Permissions of a folder and its files, in octal. */
const modes = (path: string) =>
  Object.fromEntries(
    ['.', ...readdirSync(path).filter((name) => !name.includes('.lock'))].map((name) => [
      name,
      (statSync(join(path, name)).mode & 0o777).toString(8),
    ]),
  )
const KEPT = {
  '.': '700',
  'portal.sqlite': '600',
  'portal.sqlite-shm': '600',
  'portal.sqlite-wal': '600',
  'token-secret': '600',
}

/** Starts a server that must fail, and returns the one-line message. */
async function startError(env: Record<string, string> = {}): Promise<string> {
  const error = await open(env).catch((thrown: unknown) => thrown)
  if (!isStartProblem(error)) throw error
  expect(error.message).not.toContain('\n')
  return error.message
}

test('a server that fails to start prints the reason in one line', async () => {
  const { child, output } = run({ PORT: 'http' })
  expect(await once(child, 'close')).toEqual([1, null])
  expect([output.err, output.out]).toEqual([expect.stringMatching(/^PORT .*\n$/), ''])
})

test('the first start creates the folder, the secret and the database', async () => {
  const path = inFolder('new')
  const first = await started({ DATA_DIR: path })
  expect(modes(path)).toEqual({ ...KEPT, files: '700' })
  const secret = readFileSync(join(path, 'token-secret'), 'utf8')
  first.child.kill('SIGTERM')
  expect(await once(first.child, 'close')).toEqual([0, null])
  const [migrated, begun, ...others] = logOf(first)
  expect(migrated).toMatchObject({ event: 'migrated', migrations: Object.keys(MIGRATIONS) })
  expect(begun).toMatchObject({ event: 'started', version: manifest.version, engine: 'sqlite', practices: 0 })
  expect(others.slice(-2)).toMatchObject([{ event: 'stopping', signal: 'SIGTERM' }, { event: 'stopped' }])
  const { logged } = await open({ DATA_DIR: path })
  expect(logged[0]).toMatchObject({ event: 'started' })
  expect(readFileSync(join(path, 'token-secret'), 'utf8')).toBe(secret)
})

describe('the data folder', () => {
  test('is made private, together with the files that the server knows', async () => {
    leaveUsed()
    const copy = 'portal.sqlite.2026-01-01.backup'
    for (const name of [copy, 'notes.txt']) writeFileSync(inFolder(name), '')
    for (const name of ['portal.sqlite', 'token-secret', copy, 'notes.txt']) chmodSync(inFolder(name), 0o644)
    chmodSync(folder.path, 0o755)
    const { url } = await open()
    expect(modes(folder.path)).toEqual({ ...KEPT, [copy]: '600', 'notes.txt': '644' })
    expect(await statusOf(url, 'health/ready')).toBe(200)
  })

  test('remains shared if it has the sticky bit', async () => {
    leaveUsed()
    chmodSync(folder.path, 0o1777)
    await open()
    expect(statSync(folder.path).mode & 0o7777).toBe(0o1777)
    expect(modes(folder.path)).toEqual({ ...KEPT, '.': '777' })
  })

  test('is rejected if its database is empty although the folder was used', async () => {
    const [database, secret] = [inFolder('portal.sqlite'), inFolder('token-secret')]
    leaveUsed()
    renameSync(database, `${database}.lost`)
    for (let attempt = 0; attempt < 2; attempt += 1)
      expect(await startError({ DEMO: 'on' })).toMatch(
        /^The database in .* is empty, but its folder was used: it holds token-secret\./,
      )
    renameSync(secret, `${secret}.kept`)
    mkdirSync(inFolder('files'))
    writeFileSync(join(inFolder('files'), 'a.png'), '')
    expect(await startError()).toContain('it holds files.')
    renameSync(`${secret}.kept`, secret)
    renameSync(`${database}.lost`, database)
    await open()
  })

  test('can be used by one server at a time', async () => {
    const { child, url } = await started()
    expect(await startError()).toContain('Another server is running')
    expect(await statusOf(url, 'health/ready')).toBe(200)
    await kill(child)
    await open()
  })
})

test('an empty database gets demo data only for a local portal or with DEMO=on', async () => {
  const demo = async (env: Record<string, string>) => {
    const { url, stop, logged } = await open({ DEMO: '', ...env })
    const status = await signInToDemo(url)
    await stop()
    return [status, logged.some(({ event }) => event === 'demo-loaded')]
  }
  expect(await demo({ PUBLIC_URL: 'https://portal.example' })).toEqual([401, false])
  expect(await demo({})).toEqual([200, true])
})

test('a token secret that the database does not know is rejected', async () => {
  const file = inFolder('token-secret')
  leaveUsed()
  renameSync(file, inFolder('elsewhere'))
  expect(await startError()).toMatch(
    /is not the one that the database knows.*Give a server beside others their TOKEN_SECRET/,
  )
  renameSync(inFolder('elsewhere'), `${file}-former`)
  await (await open()).stop()
  rmSync(`${file}-former`)
  await open({ TOKEN_SECRET: 'the next secret, which is long enough', TOKEN_SECRET_FORMER: 'lost' })
})

describe('a server does not start and prints one line', () => {
  test.each([
    [{ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }, 'DATABASE_URL: nothing answers there'],
    [{ HOST: '203.0.113.1' }, 'no such address'],
    [{ DATA_DIR: '/dev/null/data' }, '/dev/null/data'],
  ])('with %j', async (env, text) => {
    expect(await startError(env)).toContain(text)
  })

  // Not even root may write in this folder.
  const NOT_WRITABLE = '/sys/fs'

  test.runIf(existsSync(NOT_WRITABLE))('if the data folder is not writable', async () => {
    const sentence = `The data folder ${NOT_WRITABLE} cannot be used: permission denied`
    expect(await startError({ DATA_DIR: NOT_WRITABLE })).toBe(sentence)
    if (!engines.includes('postgres')) return
    const elsewhere = { DATA_DIR: NOT_WRITABLE, DATABASE_URL: await freshPostgres(), TOKEN_SECRET: 'x'.repeat(32) }
    expect(await startError(elsewhere)).toBe(sentence)
    await open({ ...elsewhere, STORAGE_URL: 's3+http://k:s@127.0.0.1:1/bucket', SMTP_URL: 'smtp://127.0.0.1:1' })
  })

  test('if a file or port that the server needs is unavailable', async () => {
    writeFileSync(inFolder('files'), '')
    expect(await startError()).toBe(`The data folder ${folder.path} cannot be used: a file is in its place`)
    rmSync(inFolder('files'))
    await using other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as { port: number }
    expect(await startError({ PORT: String(port) })).toBe(`Cannot listen on 127.0.0.1:${port}: the port is in use`)
    const text = 'This is not a database, but it is long enough to look like one. '
    writeFileSync(inFolder('portal.sqlite'), text.repeat(20))
    expect(await startError()).toContain('The database in')
  })
})

describe('a stop signal', () => {
  test('lets a server finish requests in progress', async () => {
    const { child, url, output } = await started({
      LIMIT_LOGIN_FAILURES: '1000000',
      LIMIT_LOGIN_ADDRESS_FAILURES: '1000000',
      // A drain that waits this long would exceed the time limit of a test.
      LIMIT_DRAIN_MS: '600000',
    })
    const closed = once(child, 'close')
    const statuses = new Map<number | string, number>()
    const over = new AbortController()
    const count = (key: number | string) => statuses.set(key, (statuses.get(key) ?? 0) + 1)
    const countOf = (status: number) => statuses.get(status) ?? 0
    const callers = Array.from({ length: 8 }, async () => {
      while (!over.signal.aborted) {
        try {
          count(await signIn(url, 'x', 'y'))
        } catch (error) {
          count((error as { cause?: { code?: string } }).cause?.code ?? 'unknown')
          await delay(5)
        }
      }
    })
    while (countOf(401) <= 5) await delay(5)
    child.kill('SIGTERM')
    expect(await closed).toEqual([0, null])
    over.abort()
    await Promise.all(callers)
    // Connections still queued when the listener closed are reset; every request that reached the server gets a
    // response.
    const reached = output.out.match(/"event":"request"[^\n]*authenticate/g) ?? []
    expect(countOf(401) + countOf(503)).toBe(reached.length)
    const others = [...statuses.keys()].filter((key) => typeof key === 'number' && key !== 401 && key !== 503)
    expect([others, hasOpenDatabase()]).toEqual([[], false])
  })

  test('makes a server unready during NOTICE_MS', async () => {
    const { child, url } = await started({ NOTICE_MS: '600000' })
    // The body of this request never arrives.
    const socket = connected(url)
    socket.on('error', () => {})
    socket.write(signingIn(9))
    const closed = once(socket, 'close')
    child.kill('SIGTERM')
    const fetchPath = async (path: string) => {
      const response = await fetch(`${url}/api/${path}`)
      await response.text()
      return [response.status, response.headers.get('connection')]
    }
    while ((await fetchPath('health/ready'))[0] === 200);
    for (let round = 0; round < 3; round += 1) {
      expect(await fetchPath('health/ready')).toEqual([503, 'close'])
      expect(await fetchPath('health/live')).toEqual([200, 'close'])
      expect(await fetchPath('user')).toEqual([401, 'close'])
    }
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    expect(await exited).toEqual([1, null])
    await closed
  })

  test('from a closed terminal (SIGHUP) stops a server normally', async () => {
    const { child, url } = await started({ NOTICE_MS: '300' })
    const exited = once(child, 'exit')
    child.kill('SIGHUP')
    // The server is unready, or no longer accepts connections.
    await expect.poll(() => statusOf(url, 'health/ready').catch(() => 503)).toBe(503)
    child.kill('SIGHUP')
    expect([await exited, hasOpenDatabase()]).toEqual([[0, null], false])
  })
})

test('an uncaught error stops the server after open requests, without logging the message', async () => {
  const failing = encodeURIComponent(
    'const fail = () => { throw new Error("secret detail") };' +
      'process.once("SIGUSR2", () => { void (async () => fail())(); process.once("SIGUSR2", fail) })',
  )
  const { child, url, output } = await started({ NODE_OPTIONS: `--import=data:text/javascript,${failing}` })
  const socket = connected(url)
  let received = ''
  socket.on('data', (data: Buffer) => (received += data.toString()))
  const body = '{"username":"x","password":"y"}'
  socket.write(signingIn(body.length) + body.slice(0, 5))
  await statusOf(url, 'health/live')
  const closed = once(child, 'close')
  const uncaught = () => output.out.split('\n').filter((line) => line.includes('"event":"uncaught"'))
  // The first signal causes an unhandled rejection, the second an uncaught error.
  for (const times of [1, 2]) {
    child.kill('SIGUSR2')
    await expect.poll(uncaught, { interval: 5 }).toHaveLength(times)
  }
  socket.write(body.slice(5))
  expect(await closed).toEqual([1, null])
  expect(received).toMatch(/^HTTP\/1\.1 401 /)
  expect(uncaught()).toHaveLength(2)
  for (const line of uncaught())
    expect(JSON.parse(line)).toMatchObject({ level: 'error', error: 'Error', at: expect.any(Array) })
  expect(output.out + output.err).not.toContain('secret detail')
  expect(hasOpenDatabase()).toBe(false)
})

test('requests of disconnected clients still count towards the limits', async () => {
  const { url, logged, stop } = await open({ LIMIT_FORGOT_PER_ADDRESS: '5', LIMIT_LOGIN_ADDRESS_FAILURES: '5' })
  const hangUp = async (request: string) => {
    const socket = connected(url)
    await once(socket, 'connect')
    const closed = once(socket, 'close')
    socket.write(request, () => socket.resetAndDestroy())
    await closed
  }
  const someone = () => `${crypto.randomUUID()}@mail.example`
  const forgot = () =>
    hangUp(`POST /api/password/forgot?email=${someone()} HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n`)
  const guess = () => {
    const body = JSON.stringify({ username: someone(), password: 'guess' })
    return hangUp(signingIn(body.length) + body)
  }
  expect((await fetch(`${url}/api/password/forgot?email=x@mail.example`, { method: 'POST' })).status).toBe(204)
  await Promise.all(Array.from({ length: 50 }, forgot))
  for (let index = 0; index < 50; index += 1) await guess()
  // Stopping waits for all requests that have started.
  await stop()
  const outcomes = (route: string, status: number) =>
    logged.filter(
      (line) => line.event === 'request' && String(line['route']).endsWith(route) && line['status'] === status,
    ).length
  // The limit counts clients with an IP address and clients without one separately.
  expect(outcomes('/password/forgot', 204)).toBeLessThanOrEqual(10)
  expect(outcomes('/user/authenticate', 401)).toBeLessThanOrEqual(10)
})

test('a first start that is killed does not prevent the next start', async () => {
  // The soak test kills at many more moments.
  for (const milliseconds of [120, 360]) {
    const { child } = run({ DEMO: 'on' })
    await delay(milliseconds)
    await kill(child)
  }
  const { url } = await open({ DEMO: 'on' })
  expect(await signInToDemo(url)).toBe(200)
})
