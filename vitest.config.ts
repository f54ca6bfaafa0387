import { defineConfig, mergeConfig } from 'vitest/config'
import vite from './vite.config.ts'

export default defineConfig((env) =>
  mergeConfig(vite(env), {
    test: {
      mockReset: true,
      // Two cores that do other things as well.
      testTimeout: 20_000,
      // React and the router tell of every failure that a test provokes.
      onConsoleLog: (log: string) => !/CallError|error boundary|Error in route match|socket hang up/.test(log),
      projects: [
        {
          extends: true,
          test: {
            name: 'portal',
            setupFiles: ['tests/portal/setup.ts'],
            environment: 'happy-dom',
            include: ['src/**/*.test.{ts,tsx}', 'tests/portal/**/*.test.tsx'],
          },
        },
        {
          extends: true,
          test: {
            name: 'server',
            environment: 'node',
            include: ['contract/**/*.test.ts', 'server/**/*.test.ts', 'tests/*.test.ts', 'tests/server/**/*.test.ts'],
            globalSetup: ['tests/server/postgres.setup.ts'],
          },
        },
      ],
    },
  }),
)
