import { defineConfig } from '@playwright/test'
import type { EngineOptions } from './e2e/engines/test.ts'

// Of Playwright only the runner: it has no driver for the browsers that people have (e2e/engines/).
export default defineConfig<EngineOptions>({
  testDir: 'e2e/engines',
  forbidOnly: Boolean(process.env['CI']),
  workers: 2,
  timeout: 120_000,
  reporter: 'list',
  projects: [
    { name: 'webkit', use: { engine: 'webkit' } },
    { name: 'firefox', use: { engine: 'firefox' } },
  ],
})
