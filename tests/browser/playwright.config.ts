import { defineConfig } from '@playwright/test'
import { headlessBrowser, systemBrowser } from './browser.ts'
import { timeouts } from './timeouts.ts'

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--in-process-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Tests that open a PDF in a tab, which the headless shell would download, and all tests of the demo, which is built once. */
const VIEWER = /@viewer|demo\.spec/
/** Stories of owners run on a phone only, and tests tagged `@phone` run on both. */
const OWNERS = /owner\.spec/
const PHONE = /owner\.spec|@phone/

const shell = headlessBrowser()
const whole = systemBrowser()
const viewer = {
  ...(!whole && { channel: 'chromium' }),
  launchOptions: { args, ...(whole && { executablePath: whole }) },
}

const wide = { viewport: { width: 1440, height: 900 } }
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }

// No `webServer`: every worker has its own server (portal.ts), so that tests do not share data.
export default defineConfig({
  // engines/playwright.config.ts runs the tests in `engines`.
  testIgnore: 'engines/**',
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  retries: 0,
  maxFailures: 10,
  // One worker more than CI has cores, because tests wait for a third of their time.
  workers: 3,
  ...timeouts,
  reporter: 'list',
  use: {
    locale: 'nl-NL',
    timezoneId: 'Europe/Amsterdam',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { args, ...(shell && { executablePath: shell }) },
  },
  // The longest project starts first.
  projects: [
    { name: 'files', grep: VIEWER, use: { ...wide, ...viewer } },
    { name: 'phone', grep: PHONE, grepInvert: VIEWER, use: phone },
    { name: 'wide', grepInvert: [VIEWER, OWNERS], use: wide },
  ],
})
