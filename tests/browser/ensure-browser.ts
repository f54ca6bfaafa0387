import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { systemBrowser } from './browser.ts'

// Runs before the browser tests: Playwright downloads a browser if the machine has none.

if (!systemBrowser() && !existsSync(chromium.executablePath())) {
  console.log('No Chromium found; Playwright will fetch one.')
  const { status } = spawnSync(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'], {
    cwd: new URL('../..', import.meta.url),
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (status !== 0) {
    console.error('The tests in a browser need Chromium. On Debian and Ubuntu:\n\n  sudo apt-get install chromium\n')
    console.error('Elsewhere: name the browser there is in CHROMIUM_PATH.')
    process.exit(1)
  }
}
