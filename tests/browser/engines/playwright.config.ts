import { defineConfig } from '@playwright/test'
import { timeouts } from '../timeouts.ts'
import type { EngineOptions } from './test.ts'

// Playwright is only the test runner here: it drives patched browsers, not the installed ones.
export default defineConfig<EngineOptions>({
  forbidOnly: Boolean(process.env['CI']),
  workers: 2,
  ...timeouts,
  reporter: 'list',
  projects: [
    { name: 'webkit', use: { engine: 'webkit' } },
    { name: 'firefox', use: { engine: 'firefox' } },
  ],
})
