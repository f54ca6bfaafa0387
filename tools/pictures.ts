import './build/ensure.js'
import '../tests/browser/ensure-browser.ts'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Page, chromium } from '@playwright/test'
import { DEMO_PASSWORD } from '#server/demo/load.ts'
import { PORTAL, ROOT } from '#harness/server-process.ts'
import { startPortal } from './bench/servers.ts'
import playwright from '../tests/browser/playwright.config.ts'

// `npm run pictures` takes the screenshots of the README from the demo practices. The date is fixed, so that only changes of
// the portal change the screenshots.

const PICTURES = join(ROOT, 'docs/pictures')
const WIDE = { width: 1280, height: 880 }
const PHONE = { width: 390, height: 780 }

/** Script that moves the clock of the process or page that runs it to the fixed date. */
const FIXED_DATE = `{
  const real = Date
  const ahead = real.parse('2026-06-15T08:30:00Z') - real.now()
  globalThis.Date = class extends real {
    constructor(...given) { super(...(given.length > 0 ? given : [real.now() + ahead])) }
    static now() { return real.now() + ahead }
  }
}`

async function signIn(page: Page, username: string): Promise<void> {
  await page.goto('/auth/login')
  await page.getByRole('textbox', { name: 'Gebruikersnaam' }).fill(username)
  await page.getByRole('textbox', { name: 'Wachtwoord' }).fill(DEMO_PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL((address) => !address.pathname.startsWith('/auth'))
}

/** Saves a screenshot once two consecutive screenshots are equal. */
async function save(page: Page, name: string): Promise<void> {
  let before: Buffer
  let picture: Buffer = Buffer.alloc(0)
  do {
    before = picture
    await page.waitForTimeout(1000)
    picture = await page.screenshot({ animations: 'disabled', caret: 'hide' })
  } while (!picture.equals(before))
  await writeFile(join(PICTURES, `${name}.png`), picture)
}

const dataDir = await mkdtemp(join(tmpdir(), 'portal-pictures-'))
const clock = `data:text/javascript,${encodeURIComponent(FIXED_DATE)}`
const server = await startPortal(dataDir, { demo: true, args: ['--import', clock, ...PORTAL.args] })
const browser = await chromium.launch(playwright.use?.launchOptions)

async function pictured(viewport: { width: number; height: number }, take: (page: Page) => Promise<void>) {
  const context = await browser.newContext({
    viewport,
    baseURL: server.url,
    locale: 'nl-NL',
    timezoneId: 'Europe/Amsterdam',
    colorScheme: 'light',
    reducedMotion: 'reduce',
    ...(viewport === PHONE && { isMobile: true, hasTouch: true, deviceScaleFactor: 2 }),
  })
  await context.addInitScript(FIXED_DATE)
  await take(await context.newPage())
  await context.close()
}

try {
  await pictured(WIDE, async (page) => {
    await signIn(page, 'admin@dewaag.example')
    await page.goto('/admin/clients/registered?page=2')
    await page.getByRole('table').waitFor()
    await save(page, 'clients')
  })
  await pictured(PHONE, async (page) => {
    await signIn(page, 'owner@mail.example')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await save(page, 'owner')
  })
} finally {
  await browser.close()
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}
