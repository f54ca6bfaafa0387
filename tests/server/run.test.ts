import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Script } from 'node:vm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }

const ROOT = join(import.meta.dirname, '../..')
const PLATFORM = process.platform === 'win32' ? 'win' : process.platform
const PACKAGE = `node-${PLATFORM}-${process.arch}`
const PACKAGED = '24.21.0'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'run-'))
  write('tools/run.cjs', readFileSync(join(ROOT, 'tools/run.cjs'), 'utf8'))
  write('package.json', '{ "type": "module" }')
  write('server/echo.js', "console.log('own', ...process.argv.slice(2)); process.exitCode = 3")
  write('node_modules/vite/package.json', '{ "bin": { "vite": "bin/vite.js" } }')
  write('node_modules/vite/bin/vite.js', "console.log('vite', process.env.PATH)")
  write('node_modules/hono/package.json', '{}')
  write('node_modules/.package-lock.json', '{}')
  lock({ 'node_modules/hono': {}, 'node_modules/vite': { dev: true }, 'node_modules/absent': { optional: true } })
})
afterEach(() => rmSync(folder, { recursive: true }))

function write(file: string, content: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), content)
}

const lock = (packages: Record<string, object>) =>
  write(
    'package-lock.json',
    JSON.stringify({ packages: { '': {}, [`node_modules/${PACKAGE}`]: { optional: true }, ...packages } }),
  )

/** Puts a program in place of the packaged Node. */
function bringNode(script: string): void {
  write(`node_modules/${PACKAGE}/package.json`, JSON.stringify({ version: PACKAGED }))
  write(`node_modules/${PACKAGE}/bin/node`, `#!/bin/sh\n${script}\n`)
  chmodSync(join(folder, `node_modules/${PACKAGE}/bin/node`), 0o755)
}

/** Arguments that run `run.cjs` as if this Node had another version; `execve` exists from 22.15. */
function argumentsAs(version: string, args: string[]): string[] {
  const hasExecve = Number(version.split('.')[0]) > 22
  write(
    'as.cjs',
    `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })
    ${hasExecve ? '' : 'process.execve = undefined'}`,
  )
  return ['-r', join(folder, 'as.cjs'), join(folder, 'tools/run.cjs'), ...args]
}

function run(version: string, args = ['server/echo.js', 'a b'], env: NodeJS.ProcessEnv = {}) {
  const { status, stdout, stderr, signal } = spawnSync(process.execPath, argumentsAs(version, args), {
    encoding: 'utf8',
    env: { PATH: '/usr/bin:/bin', ...env },
  })
  return { status, said: stdout.trim(), errors: stderr.trim(), signal }
}

const agent = (node: string) => ({ npm_config_user_agent: `npm/10.8.2 node/v${node} linux x64 workspaces/false` })

describe.skipIf(process.platform === 'win32')('choice of Node', () => {
  test.each([
    ['20.0.0', 'packaged'],
    ['20.20.2', 'packaged'],
    ['22.12.0', 'packaged'],
    ['23.11.0', 'packaged'],
    ['24.0.0', 'packaged'],
    ['24.20.9', 'packaged'],
    ['24.21.0', 'own'],
    ['24.22.0', 'own'],
    ['25.0.0', 'packaged'],
    ['26.1.0', 'packaged'],
  ])('on Node %s the %s Node runs the file, with its arguments and exit code', (version, expected) => {
    bringNode('shift; echo packaged "$@"; exit 3')
    expect(run(version)).toEqual({ status: 3, said: `${expected} a b`, errors: '', signal: null })
  })

  test.each(['24.7.0', '24.21.0', '25.1.0', '26.12.1'])('Node %s serves where no package brings one', (version) => {
    write('package-lock.json', JSON.stringify({ packages: { 'node_modules/hono': {} } }))
    expect(run(version)).toMatchObject({ status: 3, said: 'own a b' })
  })

  test.each(['20.20.2', '22.23.3', '24.6.9'])('Node %s is too old where no package brings one', (version) => {
    write('package-lock.json', JSON.stringify({ packages: { 'node_modules/hono': {} } }))
    const errors = `Dierenportaal needs Node 24.7 or newer on this system; this is Node ${version}.`
    expect(run(version)).toMatchObject({ status: 1, said: '', errors })
  })

  test.each(['10.24.1', '12.22.12', '14.21.3', '16.20.2', '18.20.8', '19.9.0'])('Node %s is refused', (version) => {
    bringNode('echo packaged')
    const refused = { status: 1, said: '', errors: `Dierenportaal needs Node 20 or newer; this is Node ${version}.` }
    expect(run(version)).toMatchObject(refused)
    // npm itself runs on it, with the packaged Node in front of it.
    expect(run('24.21.0', undefined, agent(version))).toMatchObject(refused)
  })

  test('npm on a supported Node is not refused', () => {
    expect(run('24.21.0', undefined, agent('20.20.2'))).toMatchObject({ said: 'own a b' })
  })

  test('a tool is found by the command of its package, and finds the same Node by name', () => {
    expect(run('24.21.0', ['vite'])).toMatchObject({
      status: 0,
      said: `vite ${dirname(process.execPath)}:/usr/bin:/bin`,
    })
    bringNode('echo $PATH "$@"')
    const bin = join(folder, `node_modules/${PACKAGE}/bin`)
    const vite = join(folder, 'node_modules/vite/bin/vite.js')
    expect(run('22.0.0', ['vite', 'build'])).toMatchObject({ said: `${bin}:/usr/bin:/bin ${vite} build` })
  })

  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    '%s reaches the other Node, which decides how it ends',
    async (signal) => {
      bringNode(
        `trap 'echo got; exit 5' ${signal.slice(3)}; echo ready; for i in 1 2 3 4 5 6 7 8 9; do sleep 0.2; done`,
      )
      const child = spawn(process.execPath, argumentsAs('20.20.2', ['server/echo.js']), {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      await once(child.stdout, 'data')
      child.kill(signal)
      expect((await once(child, 'exit'))[0]).toBe(5)
    },
  )

  test('ends by the signal that ended the other Node', () => {
    bringNode('kill -9 $$')
    expect(run('20.20.2')).toMatchObject({ status: null, signal: 'SIGKILL' })
  })
})

describe('missing packages', () => {
  const MISSING = 'Packages are missing; run npm ci.'

  test.each([
    ['the packaged Node', '20.20.2', 'server/echo.js', () => {}],
    ['a package of the server', '24.21.0', 'server/echo.js', () => remove('hono')],
    ['a package for development', '24.21.0', 'tools/echo.js', () => remove('vite')],
    ['the package of a tool', '24.21.0', 'vite', () => remove('vite')],
    [
      'a package that was unpacked half',
      '20.20.2',
      'server/echo.js',
      () => write(`node_modules/${PACKAGE}/bin/node`, ''),
    ],
    [
      'the end of an installation',
      '24.21.0',
      'server/echo.js',
      () => rmSync(join(folder, 'node_modules/.package-lock.json')),
    ],
    ['all packages', '24.21.0', 'server/echo.js', () => rmSync(join(folder, 'node_modules'), { recursive: true })],
  ])('without %s it says so', (_, version, file, prepare) => {
    prepare()
    expect(run(version, [file])).toMatchObject({ status: 1, said: '', errors: MISSING })
  })

  test.each(['.modules.yaml', '.yarn-state.yml', '.yarn-integrity'])(
    '%s is the end of an installation, too',
    (file) => {
      rmSync(join(folder, 'node_modules/.package-lock.json'))
      write(`node_modules/${file}`, '')
      expect(run('24.21.0')).toMatchObject({ said: 'own a b' })
    },
  )

  test('the server needs no package for development', () => {
    remove('vite')
    expect(run('24.21.0')).toMatchObject({ said: 'own a b', errors: '' })
  })

  test.each([{ NODE_ENV: 'production' }, { npm_config_omit: 'dev' }])('%o would leave them out again', (env) => {
    remove('vite')
    expect(run('24.21.0', ['vite'], env).errors).toBe('Packages are missing; run npm ci --include=dev.')
  })

  const remove = (name: string) => rmSync(join(folder, 'node_modules', name), { recursive: true })
})

test('every script runs on the Node that run.cjs chooses', () => {
  const commands = Object.values(manifest.scripts).flatMap((script) => script.split(' && '))
  expect(commands.filter((command) => !/^(node tools\/run\.cjs|npm run) /.test(command))).toEqual([])
})

test('every file that a script names exists', () => {
  const files = Object.values(manifest.scripts).flatMap((script) => script.match(/\S+\.(ts|c?js)\b/g) ?? [])
  expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
})

test.each(['tools/run.cjs', 'server/cli/main.js', 'server/cli/start.js'])(
  '%s is valid CommonJS, for old Nodes',
  (file) => {
    const source = readFileSync(join(ROOT, file), 'utf8')
    expect(() => new Script(source.replace(/^#!.*/, ''))).not.toThrow()
    // Not in Node 10: `?.`, `??`, `catch {`, `#private`, numeric separators.
    expect(source.replaceAll(/\/\/.*|\/\*[^]*?\*\//g, '')).not.toMatch(/\?\.|\?\?|catch \{|this\.#|\d_\d/)
  },
)

test('the release and its script name the same oldest Node', () => {
  const sources = ['server/cli/main.js', 'server/cli/start.js', 'deploy/install.sh'].map((file) =>
    readFileSync(join(ROOT, file), 'utf8'),
  )
  for (const source of sources) expect(source).toContain('needs Node 24.7 or newer')
  expect(readFileSync(join(ROOT, 'tools/release/main.ts'), 'utf8')).toContain("'>=24.7'")
})
