import { defineConfig } from '@playwright/test'
import { headlessBrowser, systemBrowser } from '#tools/build/browser.ts'

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Tests that look at a PDF in a tab, which a headless shell would only save. Of the demo all, so that it is built once. */
const VIEWER = /@viewer|demo\.spec/
/** Tests of what is the same on a phone, where the ones beside them have pressed the same kind of control already. */
const WIDE = /@wide/

const shell = headlessBrowser()
const whole = systemBrowser()
const viewer = {
  ...(!whole && { channel: 'chromium' }),
  launchOptions: { args, ...(whole && { executablePath: whole }) },
}

const wide = { viewport: { width: 1440, height: 900 } }
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
const ON_PHONE = /(staff|owner|bulk|presses)\.spec\.ts/

// No `webServer`: every worker has a server of its own (portal.ts), so that no test meets another's data.
export default defineConfig({
  // In other browsers, by engines/playwright.config.ts.
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
    launchOptions: { args, ...(shell && { executablePath: shell }) },
  },
  projects: [
    { name: 'wide', grepInvert: VIEWER, use: wide },
    { name: 'phone', grepInvert: [VIEWER, WIDE], testMatch: ON_PHONE, use: phone },
    { name: 'wide, files', grep: VIEWER, use: { ...wide, ...viewer } },
    { name: 'phone, files', grep: VIEWER, testMatch: ON_PHONE, use: { ...phone, ...viewer } },
  ],
})
