import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { cp, readFile, symlink, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { ROOT } from '#harness/server-process.ts'
import { MUTANTS } from './mutants.ts'
import { type Mutant, testFiles } from './mutants/mutant.ts'
import { type Bounds, type Soaked, none, progress } from './report.ts'

const WHAT = 'S-142 guards taken away'
const LEAST_KILLED = 0.95
const COPIED = [
  'contract',
  'server',
  'tests',
  'mocks',
  'tools',
  'locales',
  'public',
  'deploy',
  'docs',
  'package.json',
  'tsconfig.json',
]
const MOST_MS = 900_000

/** Takes guards away, one in each round and by chance which, in copies, and looks whether the tests notice. */
export async function soakMutants(folder: string, { rounds, isOver }: Bounds): Promise<Soaked> {
  const astray = MUTANTS.filter((mutant) => !isInPlace(mutant))
  const chosen = some(MUTANTS.filter(isInPlace), rounds)
  const copies = await Promise.all(
    Array.from({ length: availableParallelism() }, (_, index) => makeCopy(join(folder, String(index)))),
  )
  const first = copies[0]!
  const usual = [...new Set(chosen.filter(({ postgres }) => !postgres).flatMap(testFiles))]
  const before = await failureOf(first, usual, false)
  if (before !== undefined) throw new Error(`The tests fail before anything is taken away: ${before}`)

  const survived: Mutant[] = []
  const start = performance.now()
  const waiting = chosen.slice()
  let done = 0
  const work = async (copy: string) => {
    for (let mutant = waiting.shift(); mutant && !isOver(); mutant = waiting.shift()) {
      if (await survives(copy, mutant)) survived.push(mutant)
      done += 1
      progress(WHAT, done, chosen.length)
    }
  }
  await Promise.all(copies.map(work))
  const killed = (done - survived.length) / done
  return {
    rows: [
      none(`${WHAT}: not found once where they are looked for, or without their tests`, astray.length),
      {
        what: `${WHAT}: noticed by a test`,
        measured: `${(killed * 100).toFixed(1)} %`,
        limit: `≥ ${LEAST_KILLED * 100} %`,
        ok: killed >= LEAST_KILLED,
        note: `${done - survived.length} of ${done} of ${MUTANTS.length} guards, in ${Math.round((performance.now() - start) / 1000)} s`,
      },
    ],
    found: [
      ...astray.map(({ file, find }) => `${file}: is looked for, and its tests: ${JSON.stringify(find)}`),
      ...survived.map(({ file, find, put }) => `${file}: ${JSON.stringify(find)} → ${JSON.stringify(put)}`),
    ],
  }
}

/** Who changes a guard changes its mutant with it. */
export const isInPlace = (mutant: Mutant): boolean =>
  [mutant.file, ...testFiles(mutant)].every((file) => existsSync(join(ROOT, file))) &&
  readFileSync(join(ROOT, mutant.file), 'utf8').split(mutant.find).length === 2

async function survives(copy: string, mutant: Mutant): Promise<boolean> {
  const path = join(copy, mutant.file)
  const whole = await readFile(path, 'utf8')
  const [before, after, ...more] = whole.split(mutant.find)
  if (after === undefined || more.length > 0) throw new Error(`${mutant.file} has not once: ${mutant.find}`)
  try {
    await writeFile(path, before + mutant.put + after)
    return (await failureOf(copy, testFiles(mutant), mutant.postgres ?? false)) === undefined
  } finally {
    await writeFile(path, whole)
  }
}

async function makeCopy(copy: string): Promise<string> {
  for (const name of COPIED) await cp(join(ROOT, name), join(copy, name), { recursive: true })
  await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  for (const postgres of [false, true]) await writeFile(join(copy, configOf(postgres)), configText(postgres))
  return copy
}

const configOf = (postgres: boolean) => (postgres ? 'both.config.ts' : 'sqlite.config.ts')

/** As the project `server` of the tests, without what looks at the whole tree. */
const configText = (postgres: boolean) => `
import { defineConfig } from 'vitest/config'
import { PATIENCE_MS } from './tests/harness/patience.ts'
export default defineConfig({
  test: {
    environment: 'node',
    mockReset: true,
    testTimeout: 2 * PATIENCE_MS,
    expect: { poll: { timeout: PATIENCE_MS } },
    strictTags: false,
    include: ['contract/**/*.test.ts', 'server/**/*.test.ts', 'tests/server/**/*.test.ts'],
    ${postgres ? `globalSetup: ['tests/harness/postgres.setup.ts'],` : 'provide: { postgresUrl: null },'}
    maxWorkers: 1,
    bail: 1,
  },
})
`

/** Undefined where all tests pass; otherwise the first that does not. */
async function failureOf(copy: string, files: readonly string[], postgres: boolean): Promise<string | undefined> {
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
  const child = spawn(process.execPath, [vitest, 'run', '--config', configOf(postgres), ...files], {
    cwd: copy,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const killed = () => void child.kill('SIGKILL')
  process.once('exit', killed)
  // What keeps the tests for ever is noticed.
  const late = setTimeout(killed, MOST_MS)
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number | null]>,
  ])
  clearTimeout(late)
  process.off('exit', killed)
  if (code === 0) return undefined
  return `${out}${err}`.split('\n').find((line) => / FAIL |Error/.test(line)) ?? `it ended with ${code}`
}

function some<T>(all: readonly T[], count: number): T[] {
  const left = all.slice()
  return Array.from(
    { length: Math.min(count, all.length) },
    () => left.splice(Math.floor(Math.random() * left.length), 1)[0]!,
  )
}
