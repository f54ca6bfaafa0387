import { defineConfig } from '@playwright/test'
import { systemBrowser } from './build/browser.ts'

const executablePath = systemBrowser()
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

// No `webServer`: every worker has a server of its own (e2e/portal.ts), so that no test meets another's data.
export default defineConfig({
  testDir: 'e2e',
  // In other browsers, by playwright.engines.config.ts.
  testIgnore: 'engines/**',
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  retries: 0,
  // What breaks every screen need not be told by every test.
  maxFailures: 10,
  workers: 2,
  timeout: 60_000,
  reporter: 'list',
  use: {
    locale: 'nl-NL',
    timezoneId: 'Europe/Amsterdam',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { args, ...(executablePath && { executablePath }) },
  },
  projects: [
    { name: 'wide', use: { viewport: { width: 1440, height: 900 } } },
    {
      name: 'phone',
      testMatch: /(staff|owner|bulk|presses)\.spec\.ts/,
      use: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
    },
  ],
})
