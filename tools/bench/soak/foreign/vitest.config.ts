import { defineConfig, mergeConfig } from 'vitest/config'
import vite from '../../../../vite.config.ts'

export default defineConfig((env) => {
  const { test: _, ...portal } = vite(env)
  return mergeConfig(portal, {
    test: {
      root: '.',
      mockReset: true,
      environment: 'happy-dom',
      setupFiles: ['tests/screens/setup.ts', 'tests/screens/each.setup.ts', 'tests/harness/after-file.setup.ts'],
      include: ['tools/bench/soak/foreign/*.test.tsx'],
      testTimeout: 3_600_000,
      maxWorkers: 1,
    },
  })
})
