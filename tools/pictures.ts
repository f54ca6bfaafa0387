import './build/ensure.js'
import '../tests/browser/ensure-browser.ts'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Page, chromium } from '@playwright/test'
import { DEMO_PASSWORD } from '#server/demo/load.ts'
import { PORTAL, ROOT, type RunningServer, logOf } from '#harness/server-process.ts'
import { startPortal } from './bench/servers.ts'
import { type Effort, acceptInvitation, setUpPractice } from './first-day.ts'
import playwright from '../tests/browser/playwright.config.ts'

// `npm run pictures` takes the screenshots of the README from the demo practices, and those of the first day from an empty
// portal. The date is fixed, so that only changes of the portal change the screenshots.

const PICTURES = join(ROOT, 'docs/pictures')
const WIDE = { width: 1280, height: 880 }
/** Wide enough for a file's columns and its first rows beside each other. */
const DESKTOP = { width: 1440, height: 900 }
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

const clock = `data:text/javascript,${encodeURIComponent(FIXED_DATE)}`
const browser = await chromium.launch(playwright.use?.launchOptions)

async function served(demo: boolean, take: (server: Server) => Promise<void>) {
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-pictures-'))
  const server = await startPortal(dataDir, { demo, args: ['--import', clock, ...PORTAL.args] })
  try {
    await take({ url: server.url, dataDir, setupUrl: () => setupUrlIn(server) })
  } finally {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

interface Server {
  url: string
  dataDir: string
  setupUrl: () => Promise<string>
}

/** Waits for the address of the set-up, which the server logs after its own address. */
async function setupUrlIn(server: RunningServer): Promise<string> {
  for (;;) {
    const url = logOf(server).find(({ event }) => event === 'setup-code')?.['url']
    if (typeof url === 'string') return url
    await delay(100)
  }
}

async function pictured(baseURL: string, viewport: typeof WIDE, take: (page: Page) => Promise<void>) {
  const context = await browser.newContext({
    viewport,
    baseURL,
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
  await served(true, async ({ url }) => {
    await pictured(url, WIDE, async (page) => {
      await signIn(page, 'admin@dewaag.example')
      await page.goto('/admin/clients/registered?page=2')
      await page.getByRole('table').waitFor()
      await save(page, 'clients')
    })
    await pictured(url, PHONE, async (page) => {
      await signIn(page, 'owner@mail.example')
      await page.getByRole('heading', { level: 1 }).waitFor()
      await save(page, 'owner')
    })
  })
  await served(false, async ({ url, dataDir, setupUrl }) => {
    const effort: Effort = { presses: 0, fields: 0 }
    const logo = join(dataDir, 'logo.png')
    let invitation = ''
    await pictured(url, { width: 480, height: 120 }, async (page) => {
      await page.setContent('<p style="font: bold 72px sans-serif; margin: 12px; color: #7a3d12">Het Spoor</p>')
      await page.screenshot({ path: logo })
    })
    await pictured(url, DESKTOP, async (page) => {
      invitation = await setUpPractice(page, { setupUrl: await setupUrl(), logo, dataDir }, save, effort)
    })
    await pictured(url, PHONE, (page) => acceptInvitation(page, invitation, save, effort))
    console.log(`First day: ${effort.presses} presses, ${effort.fields} fields.`)
  })
} finally {
  await browser.close()
}
