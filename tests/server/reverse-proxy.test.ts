import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { PRACTICE, makeClinic } from '#harness/clinic.ts'
import { eachFolder } from '#harness/folders.ts'
import { freePort } from '#harness/free-port.ts'
import { type InProcessServer, openServer } from '#harness/open-server.ts'
import { readDocument } from '../rules/documents.ts'

// Tests the configurations of docs/operate/reverse-proxy.md, without certificates, if nginx and Caddy are installed.

const PAGE = readDocument('docs/operate/reverse-proxy.md')
const blockAfter = (heading: string) =>
  new RegExp(`^## ${heading}\n[^]*?^\`\`\`\\w*\n([^]*?)^\`\`\`$`, 'm').exec(PAGE)![1]!
const hasProgram = (name: string, version: string) => spawnSync(name, [version]).status === 0
const MEGABYTE = 1024 * 1024

const folder = eachFolder()
let server: InProcessServer | undefined
let proxy: ChildProcess | undefined
let url: string

async function startServer(): Promise<void> {
  const dataDir = join(folder.path, 'data')
  mkdirSync(dataDir)
  await makeClinic({ dataDir, databaseUrl: undefined })
  server = await openServer({ DATA_DIR: dataDir, TRUSTED_PROXIES: '127.0.0.1' })
}
afterEach(async () => {
  proxy?.kill()
  await server?.stop()
})

async function startProxy(command: string, args: string[], port: number): Promise<void> {
  const env = { PATH: process.env['PATH'], HOME: folder.path, XDG_DATA_HOME: folder.path, XDG_CONFIG_HOME: folder.path }
  proxy = spawn(command, args, { env, stdio: 'ignore' })
  url = `http://127.0.0.1:${port}`
  await expect
    .poll(() =>
      fetch(`${url}/api/health/live`).then(
        ({ status }) => status,
        () => delay(20),
      ),
    )
    .toBe(200)
}

async function startNginx(): Promise<void> {
  const port = await freePort()
  const site = blockAfter('nginx')
    .replace('listen 443 ssl http2', `listen 127.0.0.1:${port}`)
    .replaceAll(/^ *ssl_certificate.*$/gm, '')
    .replaceAll('http://127.0.0.1:4000', server!.url)
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder.path};`)
  writeFileSync(
    join(folder.path, 'nginx.conf'),
    `daemon off; master_process off; pid nginx.pid; error_log stderr; events {} http { access_log off; ${paths.join(' ')} ${site} }`,
  )
  await startProxy('nginx', ['-p', folder.path, '-e', 'stderr', '-c', 'nginx.conf'], port)
}

async function startCaddy(): Promise<void> {
  const port = await freePort()
  const site = blockAfter('Caddy')
    .replace('portaal.example', `http://127.0.0.1:${port}`)
    .replace('127.0.0.1:4000', new URL(server!.url).host)
  writeFileSync(join(folder.path, 'Caddyfile'), `{\n  admin off\n}\n${site}`)
  await startProxy('caddy', ['run', '--config', join(folder.path, 'Caddyfile'), '--adapter', 'caddyfile'], port)
}

describe.each([
  ['nginx', startNginx, hasProgram('nginx', '-v')],
  ['Caddy', startCaddy, hasProgram('caddy', 'version')],
] as const)('behind %s', (_, startIt, isInstalled) => {
  beforeEach(async ({ skip }) => {
    skip(!isInstalled, 'It is not installed')
    await startServer()
    await startIt()
  })

  test('the server handles calls, large uploads and large exports', async () => {
    const put = (path: string, megabytes: number) =>
      fetch(`${url}${path}`, {
        method: 'PUT',
        body: new Uint8Array(megabytes * MEGABYTE),
        headers: { 'content-type': 'application/x-ndjson' },
      })
    const ready = await fetch(`${url}/api/health/ready`)
    const missing = await fetch(`${url}/.well-known/change-password`, { redirect: 'manual' })
    const photo = await put('/files/upload/x', 4)
    const sent = await put(`/api/practice/${PRACTICE}/import?sequence=1`, 8)
    expect([ready.status, missing.status, missing.headers.get('location')]).toEqual([200, 302, '/change-password'])
    // The server rejected these requests, not the proxy, and not for their size.
    for (const response of [photo, sent]) expect(response.headers.get('x-request-id')).toMatch(/^[\w-]{36}$/)
    expect([photo.status, sent.status]).not.toContain(413)
  })

  test("the server receives the caller's IP address", async () => {
    const addressOf = async (base: string) => {
      await fetch(`${base}/api/user`)
      return server!.logged.findLast(({ event }) => event === 'request')?.['address']
    }
    expect(await addressOf(url)).toBe(await addressOf(server!.url))
  })
})
