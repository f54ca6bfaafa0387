import { availableParallelism } from 'node:os'
import type { ViteUserConfig } from 'vitest/config'
import { PATIENCE_MS } from './harness/patience.ts'

// The files of a worker share its modules and its window: half of a run was to start those anew. What they keep is put back by
// the hooks of a setup file, never by hooks of a module that files share: those would run for the first of them only.
const browser = { isolate: false, environment: 'happy-dom' }
// The production build of React: the other one renders each component twice and takes a stack for each element, which was a quarter
// of a screen's test.
const production = { extends: true as const, oxc: { jsx: { development: false } } }
const portal = {
  ...browser,
  env: { NODE_ENV: 'production' },
  setupFiles: ['tests/screens/setup.ts', 'tests/screens/each.setup.ts'],
}
// About the first time that a page fetches what it then keeps.
const FRESH = ['tests/screens/language.test.tsx']
// They count the warnings of React, which only its development build gives.
const WARNINGS = ['tests/screens/foreign-answers.test.tsx', 'tests/screens/kit.test.tsx']

/** What `vite.config.ts` has of the tests. */
export const test: NonNullable<ViteUserConfig['test']> = {
  mockReset: true,
  setupFiles: ['tests/harness/after-file.setup.ts'],
  testTimeout: 2 * PATIENCE_MS,
  hookTimeout: 2 * PATIENCE_MS,
  expect: { poll: { timeout: PATIENCE_MS } },
  // A test waits for some of its time; one worker more than cores fills it.
  maxWorkers: availableParallelism() + 1,
  // Most of what a test makes is gone in a moment.
  execArgv: ['--max-semi-space-size=64'],
  tags: [
    { name: 'sqlite', description: 'on the embedded engine' },
    { name: 'postgres', description: 'on PostgreSQL' },
    { name: 'database', description: 'what one engine may do otherwise than the other: locks, leases, order, types' },
  ],
  // React and the router tell of every failure that a test provokes.
  onConsoleLog: (log: string) => !/CallError|error boundary|Error in route match/.test(log),
  projects: [
    {
      extends: true,
      test: {
        ...browser,
        name: 'units',
        setupFiles: ['tests/screens/setup.ts', 'tests/screens/fresh-modules.setup.ts'],
        include: ['src/**/*.test.{ts,tsx}'],
      },
    },
    {
      ...production,
      test: {
        ...portal,
        name: 'portal',
        include: ['tests/screens/**/*.test.{ts,tsx}'],
        exclude: [...FRESH, ...WARNINGS],
      },
    },
    {
      ...production,
      test: {
        ...portal,
        name: 'fresh',
        isolate: true,
        include: FRESH,
      },
    },
    {
      extends: true,
      test: {
        ...portal,
        name: 'warnings',
        env: {},
        include: WARNINGS,
      },
    },
    {
      extends: true,
      test: {
        name: 'rules',
        isolate: false,
        environment: 'node',
        include: ['{contract,server,tools/build}/**/*.test.ts', 'tests/rules/**/*.test.ts'],
      },
    },
    {
      extends: true,
      test: {
        name: 'server',
        isolate: false,
        environment: 'node',
        include: ['tests/server/**/*.test.ts'],
        globalSetup: ['tests/harness/postgres.setup.ts'],
        setupFiles: ['tests/harness/lock-order.setup.ts'],
      },
    },
    { extends: true, test: { name: 'release', environment: 'node', include: ['tests/release/**/*.test.ts'] } },
  ],
}
