import '../build/ensure.js'
import '../build/ensure-browser.ts'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import { readOptions, runCommand } from '#server/cli/command.ts'
import { DEMO_PASSWORD } from '#server/demo/load.ts'
import { TOKEN_STORAGE } from '#src/lib/constants.ts'
import { ROOT, type RunningServer } from '#harness/server-process.ts'
import playwright from '../../tests/browser/playwright.config.ts'
import type { Screen } from './cold.ts'
import { type Seen, slowDown, watchPage } from './probe.ts'
import { LIST, LOGIN } from './screens.ts'
import { npmStart, startPortal } from './servers.ts'
import { signIn } from './sign-in.ts'

// `npm run film`: what a slow telephone shows every tenth of a second, of the first visit and of the next one.

const PICTURES = join(ROOT, 'docs/pictures')
const PHONE = { width: 390, height: 780 }
const EVERY_MS = 100
const IN_A_LINE = 20
const THUMBNAIL = { maxWidth: 78, maxHeight: 156 }
const ROUNDS = 5
const SHOWN = 144
const WITHIN_MS = 60_000
const USAGE = 'Usage: npm run film -- [--beside FOLDER]; the folder of another version, with its packages'

interface Frame {
  /** From the start of the navigation. */
  at: number
  jpeg: string
}

interface Visit {
  frames: Frame[]
  there: number
}

await runCommand(async () => {
  const { values } = readOptions({ options: { beside: { type: 'string' } } }, USAGE)
  const folders = { ...(values.beside && { before: resolve(values.beside) }), now: ROOT }
  const browser = await chromium.launch(playwright.use?.launchOptions)
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-film-'))
  const versions: Version[] = []
  try {
    for (const [name, folder] of Object.entries(folders)) {
      // Each as its own version starts.
      const { command, args } = npmStart()
      const server = await startPortal(join(dataDir, name), {
        demo: true,
        command,
        args: [...args, '--prefix', folder],
      })
      versions.push({ name, server })
    }
    for (const [name, screen] of Object.entries({ login: LOGIN, list: LIST })) {
      const films = await filmsOf(browser, versions, screen)
      await writeFile(join(PICTURES, `film-${name}.png`), await strip(browser, films), { mode: 0o644 })
      for (const [title, { there }] of films) console.log(`${name}, ${title}: there after ${Math.round(there)} ms`)
    }
  } finally {
    await browser.close()
    for (const { server } of versions) await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return 0
})

interface Version {
  name: string
  server: RunningServer
}

/** By its title, the one in the middle of some visits. Round by round; in the first the servers and the browser warm up. */
async function filmsOf(browser: Browser, versions: readonly Version[], screen: Screen): Promise<[string, Visit][]> {
  const visits = new Map<string, Visit[]>()
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const { name, server } of versions) {
      const context = await browser.newContext({ locale: 'nl-NL', viewport: PHONE, isMobile: true, hasTouch: true })
      for (const which of ['first', 'next']) {
        const title = `${which} visit, ${name}`
        const visit = await film(context, server.url, screen)
        if (round > 0) visits.set(title, [...(visits.get(title) ?? []), visit])
      }
      await context.close()
    }
  }
  return [...visits].map(([title, filmed]) => {
    const inOrder = filmed.toSorted((one, other) => one.there - other.there)
    return [title, inOrder[Math.floor(ROUNDS / 2)]!]
  })
}

/** In a new tab, until all is there and what the browser keeps for the next visit is kept. */
async function film(context: BrowserContext, url: string, { path, as, ...wanted }: Screen): Promise<Visit> {
  const page = await context.newPage()
  if (as) {
    const { authorization } = await signIn(url, as, DEMO_PASSWORD)
    await page.addInitScript(([key, value]) => sessionStorage.setItem(key, value), [
      TOKEN_STORAGE,
      authorization,
    ] as const)
  }
  await page.addInitScript(watchPage, wanted)
  const camera = await context.newCDPSession(page)
  const taken: { time: number; jpeg: string }[] = []
  camera.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    taken.push({ time: (metadata.timestamp ?? 0) * 1000, jpeg: data })
    void camera.send('Page.screencastFrameAck', { sessionId }).catch(() => {})
  })
  await slowDown(page)
  await camera.send('Page.startScreencast', { format: 'jpeg', quality: 80, ...THUMBNAIL })
  await page.goto(`${url}${path}`, { waitUntil: 'commit', timeout: WITHIN_MS })
  await page.waitForFunction(() => window.seen.there !== undefined, undefined, { timeout: WITHIN_MS, polling: 100 })
  await page.waitForTimeout(5 * EVERY_MS)
  await camera.send('Page.stopScreencast')
  const { there, start } = await page.evaluate(() => ({
    there: (window.seen as Seen).there,
    start: performance.timeOrigin,
  }))
  // It comes some seconds after the page, and not at all in a version that has none.
  const { headers } = await fetch(`${url}/service-worker.js`)
  if (headers.get('content-type')?.includes('javascript')) {
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, { timeout: WITHIN_MS })
  }
  await page.close()
  return { frames: taken.map(({ time, jpeg }) => ({ at: time - start, jpeg })), there }
}

/** As a picture: what was to be seen at each tenth of a second, the one in which all was there framed. */
async function strip(browser: Browser, films: readonly [string, Visit][]): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 8 + IN_A_LINE * (THUMBNAIL.maxWidth + 6), height: 100 } })
  await page.setContent(`<style>
    body { margin: 4px; font: 12px sans-serif; background: #fff; color: #222 }
    h2 { margin: 8px 2px 4px; font-size: 13px }
    div { display: flex; flex-wrap: wrap }
    figure { margin: 0 2px 6px; border: 1px solid #ccc }
    figure.there { outline: 2px solid #214799 }
    /* The end of the screen, which the browser does not film, is left out. */
    img, i { display: block; width: ${THUMBNAIL.maxWidth}px; height: ${SHOWN}px; object-fit: cover; object-position: top }
    figcaption { text-align: center; font-size: 10px }
  </style>${films.map(lineOf).join('')}`)
  const picture = await page.screenshot({ fullPage: true })
  await page.close()
  return picture
}

function lineOf([title, { frames, there }]: [string, Visit]): string {
  const figures: string[] = []
  for (let at = 0; at < there + 2 * EVERY_MS; at += EVERY_MS) {
    const frame = frames.findLast((one) => one.at <= at && one.at >= 0)
    const image = frame ? `<img src="data:image/jpeg;base64,${frame.jpeg}" alt="">` : '<i></i>'
    const isThere = at >= there && at - EVERY_MS < there
    figures.push(
      `<figure${isThere ? ' class="there"' : ''}>${image}<figcaption>${(at / 1000).toFixed(1)} s</figcaption></figure>`,
    )
  }
  return `<h2>${title}: there after ${(there / 1000).toFixed(2)} s</h2><div>${figures.join('')}</div>`
}
