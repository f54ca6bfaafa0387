import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { globSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestModule, type Vitest, createVitest } from 'vitest/node'
import { ROOT } from '#harness/server-process.ts'
import { type Clause, clausesOf } from './clauses.ts'

const COPIED = ['contract', 'server', 'tests', 'mocks', 'tools', 'locales', 'public', 'deploy', 'docs', 'package.json']
const MAX_MS = 600_000

interface TestFile {
  path: string
  ms: number
  /** Indexes of the clauses in the list of all clauses. */
  reached: Set<number>
}

/**
 * Leaves out each clause of a folder's queries once, in a copy of the tree, and runs the test files that build the query. Returns
 * the clauses that no test misses. `filters` selects test files, like vitest's command line.
 */
export async function leaveOutClauses(folder: string, filters: string[], report: (line: string) => void) {
  const clauses = globSync(`${folder}/**/*.ts`, { cwd: ROOT })
    .filter((file) => !/\.test\.ts$|^server\/demo\//.test(file))
    .toSorted()
    .flatMap((file) => clausesOf(file))
  const copy = await mkdtemp(join(tmpdir(), 'portal-clauses-'))
  try {
    for (const name of COPIED) await cp(join(ROOT, name), join(copy, name), { recursive: true })
    await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
    process.chdir(copy)
    const tests = await testsOf(clauses, filters, copy)
    report(`${clauses.length} clauses, ${tests.length} test files`)
    const left: Clause[] = []
    // Row locks guard against other writers, which exist only on PostgreSQL.
    for (const isLock of [false, true]) {
      const some = clauses.filter((clause) => clause.isLock === isLock)
      if (some.length > 0) left.push(...(await survivorsOf(some, clauses, tests, isLock, report)))
    }
    return { all: clauses.length, left }
  } finally {
    process.chdir(ROOT)
    await rm(copy, { recursive: true, force: true })
  }
}

/** Runs the tests once with a probe in each clause. Test files that fail without a fault are left out. */
async function testsOf(clauses: Clause[], filters: string[], copy: string): Promise<TestFile[]> {
  const out = join(copy, 'reached.jsonl')
  const files = [...new Set(clauses.map(({ file }) => file))]
  for (const file of files) {
    const probes = clauses.flatMap((clause, place) =>
      clause.file === file ? clause.probe(`globalThis.reached?.(${place})`) : [],
    )
    let source = readFileSync(join(ROOT, file), 'utf8')
    for (const { at, text } of probes.toSorted((a, b) => b.at - a.at))
      source = source.slice(0, at) + text + source.slice(at)
    await writeFile(file, source)
  }
  await writeFile('probe.setup.ts', PROBE)
  process.env['REACHED_OUT'] = out
  const { modules } = await withVitest(false, { setupFiles: ['probe.setup.ts'] }, async (vitest) => {
    const specifications = await vitest.globTestSpecifications(filters)
    return { modules: (await vitest.runTestSpecifications(specifications)).testModules }
  })
  for (const file of files) await cp(join(ROOT, file), file)
  const reached = Map.groupBy(
    (await readFile(out, 'utf8'))
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { file: string; places: number[] }),
    ({ file }) => file,
  )
  return modules
    .filter((module) => module.ok())
    .map((module) => ({
      path: module.moduleId,
      ms: module.diagnostic().duration,
      reached: new Set(reached.get(module.moduleId)?.flatMap(({ places }) => places)),
    }))
    .toSorted((a, b) => a.ms - b.ms)
}

async function survivorsOf(
  some: Clause[],
  all: Clause[],
  tests: TestFile[],
  onBoth: boolean,
  report: (line: string) => void,
): Promise<Clause[]> {
  return await withVitest(onBoth, { bail: 1 }, async (vitest) => {
    const specifications = await vitest.globTestSpecifications([])
    const left: Clause[] = []
    for (const [done, clause] of some.entries()) {
      const place = all.indexOf(clause)
      const covering = tests.filter(({ reached }) => reached.has(place))
      const chosen = covering.map(({ path }) => specifications.find(({ moduleId }) => moduleId === path)!)
      const source = readFileSync(join(ROOT, clause.file), 'utf8')
      await writeFile(clause.file, source.slice(0, clause.start) + source.slice(clause.end))
      vitest.invalidateFile(join(process.cwd(), clause.file))
      let isLate = false
      const late = setTimeout(() => {
        isLate = true
        void vitest.cancelCurrentRun('test-failure')
      }, MAX_MS)
      const modules = chosen.length > 0 ? (await vitest.runTestSpecifications(chosen)).testModules : []
      clearTimeout(late)
      await writeFile(clause.file, source)
      vitest.invalidateFile(join(process.cwd(), clause.file))
      const isKilled = isLate || modules.some((module) => !isPassed(module))
      if (!isKilled) left.push(clause)
      report(
        `${done + 1}/${some.length} ${isKilled ? 'killed' : covering.length > 0 ? 'SURVIVED' : 'NOT REACHED'} ${clause.file}:${clause.line} ${clause.text}`,
      )
    }
    return left
  })
}

const isPassed = (module: TestModule) => module.ok() || module.state() === 'queued'

/** Runs `work` with a vitest of the server tests, which run one after another in the given order. */
async function withVitest<T>(onBoth: boolean, options: object, work: (vitest: Vitest) => Promise<T>): Promise<T> {
  const vitest = await createVitest('test', {
    config: false,
    root: process.cwd(),
    watch: false,
    reporters: [{}],
    isolate: false,
    maxWorkers: 1,
    mockReset: true,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    strictTags: false,
    include: ['tests/server/**/*.test.ts', 'server/**/*.test.ts'],
    sequence: { sequencer: InOrder },
    ...(onBoth ? { globalSetup: ['tests/harness/postgres.setup.ts'] } : { provide: { postgresUrl: null } }),
    ...options,
    setupFiles: [
      ...('setupFiles' in options ? (options.setupFiles as string[]) : []),
      'tests/harness/after-file.setup.ts',
      'tests/harness/lock-order.setup.ts',
    ],
  })
  try {
    return await work(vitest)
  } finally {
    await vitest.close()
  }
}

class InOrder {
  sort<T>(files: T): T {
    return files
  }
  shard<T>(files: T): T {
    return files
  }
}

const PROBE = `
import { appendFileSync } from 'node:fs'
import { afterAll } from 'vitest'
const places = (globalThis.places ??= new Set())
globalThis.reached = (place) => void places.add(place)
afterAll(({}, { file }) => {
  appendFileSync(process.env.REACHED_OUT, JSON.stringify({ file: file.filepath, places: [...places] }) + '\\n')
  places.clear()
})
`
