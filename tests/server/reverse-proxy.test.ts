import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { delimiter, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type SecureVersion, connect } from 'node:tls'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { MAX_SENT_FILE_BYTES } from '#contract/imports.ts'
import { PRACTICE, makeClinic, signIn } from '#harness/clinic.ts'
import { eachFolder } from '#harness/folders.ts'
import { freePort } from '#harness/free-port.ts'
import { type InProcessServer, openServer } from '#harness/open-server.ts'
import { freshPostgres, postgresUrl } from '#harness/postgres.ts'
import { ROOT } from '#harness/server-process.ts'

// Runs deploy/nginx.conf and deploy/Caddyfile, with other ports, folders and certificates.

const PATH = ['/usr/sbin', process.env['PATH']].join(delimiter)
const hasPrograms = (...names: [name: string, version: string][]) =>
  names.every(([name, version]) => spawnSync(name, [version], { env: { PATH } }).status === 0)
const MEGABYTE = 1024 * 1024
/** Shorter times than those of the samples. nginx sends calls to a server again after `fail_timeout`. */
const FAIL_TIMEOUT = 'fail_timeout=1s'
const CADDY_TIMES = { 'health_interval 2s': '200ms', 'fail_duration 5s': '1s', 'lb_try_duration 10s': '2s' }

const folder = eachFolder()
let server: InProcessServer
let proxy: ChildProcess | undefined
let url: string

const sample = (name: string, hosts: string[], separator: string) =>
  readFileSync(join(ROOT, 'deploy', name), 'utf8')
    .replaceAll('127.0.0.1:4000', hosts.join(separator))
    .replaceAll(/\/var\/log\/\w+/g, join(folder.path, 'logs'))

async function run(command: string, args: string[], port: number): Promise<void> {
  const env = { PATH, HOME: folder.path, XDG_DATA_HOME: folder.path, XDG_CONFIG_HOME: folder.path }
  const started = (proxy = spawn(command, args, { env, stdio: ['ignore', 'ignore', 'pipe'] }))
  let errors = ''
  started.stderr.on('data', (text) => (errors += text))
  started.once('exit', () => writeFileSync(join(folder.path, 'logs', 'stderr'), errors))
  url = `https://localhost:${port}`
  await expect
    .poll(() =>
      fetch(`${url}/`).then(
        () => 'answers',
        () => delay(20),
      ),
    )
    .toBe('answers')
}

async function startNginx(hosts: string[]): Promise<void> {
  const [port, plainPort] = [await freePort(), await freePort()]
  const key = ['-keyout', join(folder.path, 'key.pem'), '-out', join(folder.path, 'cert.pem')]
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=x', ...key], {
    stdio: 'pipe',
  })
  const site = sample('nginx.conf', hosts, ` ${FAIL_TIMEOUT}; server `)
    .replace('fail_timeout=5s', FAIL_TIMEOUT)
    .replace('listen 443', `listen 127.0.0.1:${port}`)
    .replace('listen 80', `listen 127.0.0.1:${plainPort}`)
    .replace('/etc/ssl/portaal.pem', join(folder.path, 'cert.pem'))
    .replace('/etc/ssl/portaal.key', join(folder.path, 'key.pem'))
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder.path};`)
  writeFileSync(
    join(folder.path, 'nginx.conf'),
    `daemon off; master_process off; pid nginx.pid; error_log stderr; events {} http { ${paths.join(' ')} ${site} }`,
  )
  await run('nginx', ['-p', folder.path, '-e', 'stderr', '-c', 'nginx.conf'], port)
}

async function startCaddy(hosts: string[]): Promise<void> {
  const port = await freePort()
  const times = Object.entries(CADDY_TIMES)
  const site = times
    .reduce(
      (text, [time, shorter]) => text.replace(time, time.replace(/\S+$/, shorter)),
      sample('Caddyfile', hosts, ' '),
    )
    .replace('{\n\t# Also', '{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n\t# Also')
    .replaceAll('portaal.example', `https://localhost:${port}`)
  writeFileSync(join(folder.path, 'Caddyfile'), site)
  await run('caddy', ['run', '--config', join(folder.path, 'Caddyfile'), '--adapter', 'caddyfile'], port)
}

/** Listens as a second server that is ready, and closes the connection of every other call. */
async function brokenServer() {
  const received: string[] = []
  const listener = createServer((request, response) => {
    if (request.url?.includes('health')) return void response.end('{}')
    received.push(request.method ?? '')
    request.socket.destroy()
  }).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  onTestFinished(() => void listener.close())
  return { received, host: `127.0.0.1:${(listener.address() as AddressInfo).port}` }
}

const hostOf = (at: InProcessServer) => new URL(at.url).host
const ENV = { PUBLIC_URL: 'https://localhost', TRUSTED_PROXIES: '127.0.0.1', SMTP_URL: 'smtp://127.0.0.1:1' }

describe.each([
  ['nginx', startNginx, hasPrograms(['nginx', '-v'], ['openssl', 'version'])],
  ['Caddy', startCaddy, hasPrograms(['caddy', 'version'])],
] as const)('behind %s', (_, startIt, isInstalled) => {
  beforeEach(async ({ skip }) => {
    skip(!isInstalled, 'It is not installed')
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    mkdirSync(join(folder.path, 'logs'))
    const dataDir = join(folder.path, 'data')
    mkdirSync(dataDir)
    await makeClinic({ dataDir, databaseUrl: undefined })
    server = await openServer({ ...ENV, DATA_DIR: dataDir })
  })
  afterEach(async () => {
    vi.unstubAllEnvs()
    if (proxy?.exitCode === null) {
      proxy.kill()
      await once(proxy, 'exit')
    }
    await server?.stop()
  })

  test('the server gets calls, files and exports, and its responses are unchanged', async () => {
    await startIt([hostOf(server)])
    const send = async (method: string, path: string, bytes: number) => {
      const body = new Uint8Array(bytes)
      const headers = { 'content-type': 'application/x-ndjson' }
      const response = await fetch(`${url}${path}`, { method, body, headers })
      // The server rejected the call, not the proxy.
      expect([path, response.headers.get('x-request-id')]).toEqual([path, expect.stringMatching(/^[\w-]{36}$/)])
      return response.status
    }
    const practice = `/api/practice/${PRACTICE}`
    expect(await send('PUT', '/files/upload/x', 4 * MEGABYTE)).toBe(403)
    expect(await send('PUT', `${practice}/import/files/x.pdf`, MAX_SENT_FILE_BYTES)).toBe(401)
    expect(await send('PUT', `${practice}/import?sequence=1`, 40 * MEGABYTE)).toBe(401)
    expect(await send('POST', `${practice}/csv-imports?name=x`, 40 * MEGABYTE)).toBe(401)

    const page = await fetch(`${url}/auth/login`, { headers: { 'accept-encoding': 'br' } })
    const shown = ['strict-transport-security', 'content-encoding'].map((name) => page.headers.get(name))
    expect([page.status, ...shown]).toEqual([200, 'max-age=31536000', 'br'])
  })

  test('older versions of TLS than 1.2 and weak cipher suites are refused', async () => {
    await startIt([hostOf(server)])
    const outcomeOf = (version: SecureVersion, ciphers = 'DEFAULT@SECLEVEL=0') =>
      new Promise((resolve) => {
        const { hostname, port } = new URL(url)
        const versions = { minVersion: version, maxVersion: version, ciphers }
        const socket = connect({ host: hostname, servername: hostname, port: Number(port), ...versions })
        socket.once('secureConnect', () => resolve(socket.end() && socket.getProtocol()))
        socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code))
      })
    expect(await outcomeOf('TLSv1.3')).toBe('TLSv1.3')
    expect(await outcomeOf('TLSv1.2')).toBe('TLSv1.2')
    // Without forward secrecy.
    expect(await outcomeOf('TLSv1.2', 'AES128-GCM-SHA256')).toMatch(/HANDSHAKE_FAILURE/)
    // Without authenticated encryption.
    expect(await outcomeOf('TLSv1.2', 'ECDHE-RSA-AES128-SHA256:ECDHE-ECDSA-AES128-SHA256')).toMatch(/HANDSHAKE_FAILURE/)
    expect(await outcomeOf('TLSv1.1')).toBe('ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION')
  })

  test("the server gets the caller's IP address, whatever the caller says", async () => {
    await startIt([hostOf(server)])
    const addressOf = async (base: string, forged?: string) => {
      await fetch(`${base}/api/user`, { headers: { ...(forged && { 'x-forwarded-for': forged }) } })
      return server.logged.findLast(({ event }) => event === 'request')?.['address']
    }
    const own = await addressOf(server.url)
    expect(await addressOf(server.url, '192.0.2.7')).not.toBe(own)
    expect(await addressOf(url, '192.0.2.7')).toBe(own)
  })

  test('no log contains a query or the secret of a calendar', async () => {
    await startIt([hostOf(server)])
    const secrets = ['/auth/login?token=SECRET', '/files/calendar/ID/SECRET/x.ics', '/api/user?next=/a?SECRET']
    const headers = { authorization: 'SECRET', referer: 'SECRET' }
    const askAll = () => Promise.all(secrets.map((path) => fetch(url + path, { headers })))
    await askAll()
    await server.stop()
    await askAll()
    proxy!.kill()
    await once(proxy!, 'exit')
    const logs = join(folder.path, 'logs')
    const texts = readdirSync(logs).map((name) => readFileSync(join(logs, name), 'utf8'))
    expect(texts.join('')).toMatch(/^(?=.*\/auth\/login\b)(?=.*\/files\/calendar\/).*\/api\/user\b/s)
    expect(texts.filter((text) => text.includes('SECRET'))).toEqual([])
  })

  test.each([
    ['GET', 'passes to the next server'],
    ['POST', 'is not sent twice'],
  ])('a %s that a server does not answer %s', async (method) => {
    const broken = await brokenServer()
    await startIt([hostOf(server), broken.host])
    const statuses = new Set<number>()
    await expect
      .poll(async () => {
        statuses.add((await fetch(`${url}/api/user`, { method })).status)
        return broken.received
      })
      .toContain(method)
    expect(statuses.has(502)).toBe(method === 'POST')
    expect(broken.received.filter((each) => each === 'POST')).toHaveLength(method === 'POST' ? 1 : 0)
  })

  test('no call fails while two servers restart in turn', { tags: ['postgres'] }, async ({ skip }) => {
    skip(!postgresUrl(), 'PostgreSQL is not installed')
    const env = { ...ENV, DATABASE_URL: await freshPostgres(), TOKEN_SECRET: 'x'.repeat(32) }
    await makeClinic({ dataDir: folder.path, databaseUrl: env.DATABASE_URL })
    const start = (port: number, dataDir: string) =>
      openServer({ ...env, PORT: String(port), DATA_DIR: join(folder.path, dataDir) })
    const ports = [await freePort(), await freePort()]
    const servers = [await start(ports[0]!, 'one'), await start(ports[1]!, 'two')]
    await startIt(ports.map((port) => `127.0.0.1:${port}`))
    const token = await signIn(url)
    const outcomes: Record<string, number> = {}
    const over = new AbortController()
    const calling = [...'ABCD'].map(async () => {
      while (!over.signal.aborted) {
        const { status } = await fetch(`${url}/api/user`, { headers: { authorization: token } })
        outcomes[status] = (outcomes[status] ?? 0) + 1
      }
    })
    for (const [index, port] of ports.entries()) {
      await servers[index]!.stop()
      const again = (servers[index] = await start(port, index === 0 ? 'one' : 'two'))
      // The pause of a rolling restart: until the proxy sends calls to the server again.
      await expect.poll(() => again.logged.some(({ event }) => event === 'request')).toBe(true)
    }
    over.abort()
    await Promise.all(calling)
    for (const each of servers) await each.stop()
    expect(outcomes).toEqual({ 200: expect.any(Number) })
  })
})
