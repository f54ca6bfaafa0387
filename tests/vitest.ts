import { availableParallelism } from 'node:os'
import type { ViteUserConfig } from 'vitest/config'
import { TEST_TIMEOUT_MS } from './harness/test-timeout.ts'

// Test files of a worker share modules and window, because recreating them took half of a run. Setup files restore what
// tests change; hooks of a shared module would run for the first file only.
const browser = { isolate: false, environment: 'happy-dom' }
// React's production build takes a quarter less time. The development build renders components twice and records a
// stack for each element.
const production = { extends: true as const, oxc: { jsx: { development: false } } }
const portal = {
  ...browser,
  env: { NODE_ENV: 'production' },
  setupFiles: ['tests/screens/setup.ts', 'tests/screens/each.setup.ts'],
}
// This file needs modules that have not loaded a language yet.
const FRESH = ['tests/screens/language.test.tsx']
// These files count warnings of React, which only its development build prints.
const WARNINGS = ['tests/screens/foreign-responses.test.tsx', 'tests/screens/kit.test.tsx']

/** The `test` section of `vite.config.ts`. */
export const test: NonNullable<ViteUserConfig['test']> = {
  mockReset: true,
  setupFiles: ['tests/harness/after-file.setup.ts'],
  testTimeout: 2 * TEST_TIMEOUT_MS,
  hookTimeout: 2 * TEST_TIMEOUT_MS,
  expect: { poll: { timeout: TEST_TIMEOUT_MS } },
  // One worker more than cores, because tests spend time waiting.
  maxWorkers: availableParallelism() + 1,
  // Most objects of a test are short-lived, so a large young generation saves garbage collection.
  execArgv: ['--max-semi-space-size=64'],
  tags: [
    { name: 'sqlite', description: 'on the embedded engine' },
    { name: 'postgres', description: 'on PostgreSQL' },
    { name: 'database', description: 'may differ by engine: locks, leases, order, types' },
  ],
  // React and the router log every failure that a test provokes.
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
