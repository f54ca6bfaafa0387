import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Script } from 'node:vm'
import { beforeEach, describe, expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { eachFolder } from '#harness/folders.ts'

const ROOT = join(import.meta.dirname, '../..')
const PLATFORM = process.platform === 'win32' ? 'win' : process.platform
const PACKAGE = `node-${PLATFORM}-${process.arch}`
const PACKAGED = '24.21.0'
const MISSING = 'Packages are missing; run npm ci.'

const folder = eachFolder()
beforeEach(() => {
  write('tools/run.cjs', readFileSync(join(ROOT, 'tools/run.cjs'), 'utf8'))
  write('package.json', '{ "type": "module" }')
  write('server/echo.js', "console.log('own', ...process.argv.slice(2)); process.exitCode = 3")
  write('node_modules/vite/package.json', '{ "bin": { "vite": "bin/vite.js" } }')
  write('node_modules/vite/bin/vite.js', "console.log('vite', process.env.PATH)")
  write('node_modules/hono/package.json', '{}')
  write('node_modules/.package-lock.json', '{}')
  lock({
    [`node_modules/${PACKAGE}`]: { optional: true },
    'node_modules/hono': {},
    'node_modules/vite': { dev: true },
    'node_modules/absent': { optional: true },
  })
})

function write(file: string, content: string): void {
  mkdirSync(dirname(join(folder.path, file)), { recursive: true })
  writeFileSync(join(folder.path, file), content)
}
const lock = (packages: Record<string, object>) =>
  write('package-lock.json', JSON.stringify({ packages: { '': {}, ...packages } }))
const remove = (file: string) => rmSync(join(folder.path, 'node_modules', file), { recursive: true })

function installNode(script: string): void {
  write(`node_modules/${PACKAGE}/package.json`, JSON.stringify({ version: PACKAGED }))
  write(`node_modules/${PACKAGE}/bin/node`, `#!/bin/sh\n${script}\n`)
  chmodSync(join(folder.path, `node_modules/${PACKAGE}/bin/node`), 0o755)
}

/** Arguments that run `run.cjs` as if Node had the given version. `process.execve` exists from 22.15. */
function argumentsAs(version: string, args: string[]): string[] {
  const hasExecve = Number(version.split('.')[0]) > 22
  write(
    'as.cjs',
    `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })
    ${hasExecve ? '' : 'process.execve = undefined'}`,
  )
  return ['-r', join(folder.path, 'as.cjs'), join(folder.path, 'tools/run.cjs'), ...args]
}

function run(version: string, args = ['server/echo.js', 'a b'], env: NodeJS.ProcessEnv = {}) {
  const { status, stdout, stderr, signal } = spawnSync(process.execPath, argumentsAs(version, args), {
    encoding: 'utf8',
    env: { PATH: '/usr/bin:/bin', ...env },
  })
  return { status, output: stdout.trim(), errors: stderr.trim(), signal }
}

const byNpm = (node: string) => ({ npm_config_user_agent: `npm/10.8.2 node/v${node} linux x64 workspaces/false` })

describe.skipIf(process.platform === 'win32')('run.cjs', () => {
  test.each([
    ['20.0.0', 'packaged'],
    ['22.12.0', 'packaged'],
    ['24.20.9', 'packaged'],
    ['24.21.0', 'own'],
    ['24.22.0', 'own'],
    ['25.0.0', 'packaged'],
  ])('on Node %s runs the file with the %s Node, its arguments and its exit code', (version, expected) => {
    installNode('shift; echo packaged "$@"; exit 3')
    expect(run(version)).toEqual({ status: 3, output: `${expected} a b`, errors: '', signal: null })
  })

  test.each([
    ['24.7.0', true],
    ['25.1.0', true],
    ['20.20.2', false],
    ['24.6.9', false],
  ])('without a packaged Node, accepts Node %s: %s', (version, isAccepted) => {
    lock({ 'node_modules/hono': {} })
    const errors = `Dierenportaal needs Node 24.7 or newer on this system; this is Node ${version}.`
    const rejected = { status: 1, output: '', errors }
    expect(run(version)).toMatchObject(isAccepted ? { status: 3, output: 'own a b' } : rejected)
  })

  test.each(['10.24.1', '18.20.8', '19.9.0'])('rejects Node %s, even if npm runs on it', (version) => {
    installNode('echo packaged')
    const errors = `Dierenportaal needs Node 20 or newer; this is Node ${version}.`
    const rejected = { status: 1, output: '', errors }
    expect(run(version)).toMatchObject(rejected)
    // npm runs on the rejected version, with the packaged Node first on its path.
    expect(run(PACKAGED, undefined, byNpm(version))).toMatchObject(rejected)
  })

  test('accepts npm on a supported Node', () => {
    expect(run(PACKAGED, undefined, byNpm('20.20.2'))).toMatchObject({ output: 'own a b' })
  })

  test('runs a tool by name with the same Node on its path', () => {
    const path = `${dirname(process.execPath)}:/usr/bin:/bin`
    expect(run(PACKAGED, ['vite'])).toMatchObject({ status: 0, output: `vite ${path}` })
    installNode('echo $PATH "$@"')
    const modules = join(folder.path, 'node_modules')
    const output = `${modules}/${PACKAGE}/bin:/usr/bin:/bin ${modules}/vite/bin/vite.js build`
    expect(run('22.0.0', ['vite', 'build'])).toMatchObject({ output })
  })

  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('forwards %s to the packaged Node', async (signal) => {
    installNode(`trap 'exit 5' ${signal.slice(3)}; echo ready; while :; do sleep 0.05; done`)
    const child = spawn(process.execPath, argumentsAs('20.20.2', ['server/echo.js']), {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout, 'data')
    child.kill(signal)
    expect((await once(child, 'exit'))[0]).toBe(5)
  })

  test('ends with the same signal as the packaged Node', () => {
    installNode('kill -9 $$')
    expect(run('20.20.2')).toMatchObject({ status: null, signal: 'SIGKILL' })
  })
})

describe('run.cjs with missing packages', () => {
  test.each([
    ['the packaged Node', '20.20.2', 'server/echo.js', () => {}],
    ['a package of the server', PACKAGED, 'server/echo.js', () => remove('hono')],
    ['a development package', PACKAGED, 'tools/echo.js', () => remove('vite')],
    ['the package of a tool', PACKAGED, 'vite', () => remove('vite')],
    ['a complete package', '20.20.2', 'server/echo.js', () => write(`node_modules/${PACKAGE}/bin/node`, '')],
    ['the marker of a finished installation', PACKAGED, 'server/echo.js', () => remove('.package-lock.json')],
    ['all packages', PACKAGED, 'server/echo.js', () => remove('')],
  ])('reports missing packages without %s', (_, version, file, prepare) => {
    prepare()
    expect(run(version, [file])).toMatchObject({ status: 1, output: '', errors: MISSING })
  })

  test.each(['.modules.yaml', '.yarn-state.yml', '.yarn-integrity'])(
    'accepts %s as the marker of a finished installation',
    (file) => {
      remove('.package-lock.json')
      write(`node_modules/${file}`, '')
      expect(run(PACKAGED)).toMatchObject({ output: 'own a b' })
    },
  )

  test('starts the server without development packages', () => {
    remove('vite')
    expect(run(PACKAGED)).toMatchObject({ output: 'own a b', errors: '' })
  })

  test.each([{ NODE_ENV: 'production' }, { npm_config_omit: 'dev' }])(
    'suggests --include=dev if %o leaves out development packages',
    (env) => {
      remove('vite')
      expect(run(PACKAGED, ['vite'], env).errors).toBe('Packages are missing; run npm ci --include=dev.')
    },
  )
})

describe('scripts of package.json', () => {
  const scripts = Object.values(manifest.scripts)

  test('run through tools/run.cjs', () => {
    const commands = scripts.flatMap((script) => script.split(' && '))
    expect(commands.filter((command) => !/^(node tools\/run\.cjs|npm run) /.test(command))).toEqual([])
  })

  test('refer to existing files', () => {
    const files = scripts.flatMap((script) => script.match(/\S+\.(ts|c?js)\b/g) ?? [])
    expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
  })
})

describe('files for old versions of Node', () => {
  const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

  test.each(['tools/run.cjs', 'server/cli/main.js', 'server/cli/start.js'])(
    '%s has valid syntax for Node 10',
    (file) => {
      const source = read(file)
      expect(() => new Script(source.replace(/^#!.*/, ''))).not.toThrow()
      // Node 10 lacks `?.`, `??`, `catch {`, `#private` and numeric separators.
      expect(source.replaceAll(/\/\/.*|\/\*[^]*?\*\//g, '')).not.toMatch(/\?\.|\?\?|catch \{|this\.#|\d_\d/)
    },
  )

  test('require the same minimum version as the release', () => {
    for (const file of ['server/cli/main.js', 'server/cli/start.js', 'deploy/install.sh'])
      expect(read(file)).toContain('needs Node 24.7 or newer')
    expect(read('tools/release/main.ts')).toContain("'>=24.7'")
  })
})
