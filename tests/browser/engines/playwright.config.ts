import { defineConfig } from '@playwright/test'
import { patience } from '../patience.ts'
import type { EngineOptions } from './test.ts'

// Of Playwright only the runner: it has no driver for the browsers that people have.
export default defineConfig<EngineOptions>({
  forbidOnly: Boolean(process.env['CI']),
  workers: 2,
  ...patience,
  reporter: 'list',
  projects: [
    { name: 'webkit', use: { engine: 'webkit' } },
    { name: 'firefox', use: { engine: 'firefox' } },
  ],
})
