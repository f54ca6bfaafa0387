import { mkdirSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Stryker } from '@stryker-mutator/core'
import { ROOT } from '#harness/server-process.ts'
import { leaveOutClauses } from './leave-out.ts'
import { SCOPES } from './scopes.ts'

// `npm run mutants -- FOLDER` breaks the code of a folder in many small ways, and reports faults that its tests do not notice.
// `npm run mutants -- --clauses FOLDER [TESTS]` leaves out each clause of its queries.

const REPORTS = 'node_modules/.cache/mutants'
/** Timeout of assertions. Waiting in vain already shows the fault, so a minute would be wasted. */
const TEST_TIMEOUT_MS = 10_000

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    clauses: { type: 'boolean', default: false },
    /** Files to break, as globs separated by commas. Default: all files of the scope. */
    files: { type: 'string' },
    concurrency: { type: 'string', default: String(availableParallelism()) },
  },
})
process.chdir(ROOT)
process.env['TEST_TIMEOUT_MS'] ??= String(TEST_TIMEOUT_MS)
const [folder = '', ...filters] = positionals
if (values.clauses) await runClauses()
else await runStryker()

async function runClauses(): Promise<void> {
  const { all, left } = await leaveOutClauses(folder || 'server', filters, console.error)
  for (const { file, line, text } of left) console.log(`${file}:${line}: no test misses ${text}`)
  console.log(`${all - left.length} of ${all} clauses are missed by a test.`)
}

async function runStryker(): Promise<void> {
  const scope = SCOPES[folder]
  if (!scope) throw new Error(`Name a folder: ${Object.keys(SCOPES).join(', ')}`)
  const name = folder.replaceAll('/', '-')
  process.env['MUTANTS_TESTS'] = scope.tests.join(' ')
  mkdirSync(join(ROOT, REPORTS), { recursive: true })
  await new Stryker({
    mutate: values.files?.split(',') ?? [`${folder}/**/*.{ts,tsx}`, '!**/*.test.{ts,tsx}'],
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'tools/mutants/vitest.config.ts', related: false, pool: 'forks' },
    // Stryker would rewrite tsconfig.json with the compiler's API, which TypeScript 7 lacks.
    tsconfigFile: 'none',
    ignorePatterns: ['/dist', '/dist-demo', '/data', '/.cache', '/release', '/docs/pictures'],
    disableTypeChecks: false,
    tempDirName: join(tmpdir(), `portal-mutants-${name}`),
    cleanTempDir: 'always',
    concurrency: Number(values.concurrency),
    timeoutMS: 3 * TEST_TIMEOUT_MS,
    timeoutFactor: 2,
    incremental: true,
    incrementalFile: `${REPORTS}/${name}.json`,
    reporters: ['clear-text', 'json', 'progress-append-only'],
    jsonReporter: { fileName: `${REPORTS}/${name}-report.json` },
    clearTextReporter: { reportTests: false, reportScoreTable: true },
    thresholds: { high: 90, low: scope.least ?? 80, break: scope.least ?? null },
  }).runMutationTest()
}
