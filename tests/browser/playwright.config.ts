import { defineConfig } from '@playwright/test'
import { headlessBrowser, systemBrowser } from './browser.ts'
import { patience } from './patience.ts'

const args = [
  '--no-sandbox',
  '--disable-gpu',
  // One process less for each browser.
  '--in-process-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Tests that look at a PDF in a tab, which a headless shell would only save. Of the demo all, so that it is built once. */
const VIEWER = /@viewer|demo\.spec/
/** The stories of owners, for whom the portal is on a phone, and what is pressed where a phone has another layout. */
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

// No `webServer`: every worker has a server of its own (portal.ts), so that no test meets another's data.
export default defineConfig({
  // In other browsers, by engines/playwright.config.ts.
  testIgnore: 'engines/**',
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  retries: 0,
  // What breaks every screen need not be told by every test.
  maxFailures: 10,
  // One more than cores: a third of the time a test waits, for frames and for what comes late.
  workers: 3,
  ...patience,
  reporter: 'list',
  use: {
    locale: 'nl-NL',
    timezoneId: 'Europe/Amsterdam',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { args, ...(shell && { executablePath: shell }) },
  },
  // The longest that one worker does first, so that no other waits for it at the end.
  projects: [
    { name: 'files', grep: VIEWER, use: { ...wide, ...viewer } },
    { name: 'phone', grep: PHONE, grepInvert: VIEWER, use: phone },
    { name: 'wide', grepInvert: [VIEWER, OWNERS], use: wide },
  ],
})
