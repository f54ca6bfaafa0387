import type { Browser, BrowserContext, CDPSession, Locator, Page } from '@playwright/test'
import { sized } from './options.ts'
import { slowDown, slowProcessor } from './probe.ts'
import { type Screen, openContext } from './screens.ts'

/** Times of a click in milliseconds. */
export interface Click {
  /** Time from the click until the frame with its result is painted. */
  painted: number
  /** Processor time of the page's main thread until then, which does not depend on the machine's load. */
  processor: number
}

/** Times of a click on the next page, and of a plain `innerHTML` swap of the same rows. */
export interface Turn {
  page: Click
  swap: Click
}

declare global {
  interface Window {
    rows: string
    clickedAt: number
    paintedAt: number | undefined
    /** Records when the current frame has been painted. */
    recordPaint: () => void
    /** Records the next click, and the first frame after it in which the condition holds. */
    recordWhen: (isThere: () => boolean) => void
  }
}

const TURNS = sized(6, 1)
const SHEETS = sized(6, 1)
const SETTLED_MS = sized(300, 0)
const ROWS = 'main tbody'
const CURRENT = 'main nav ol [aria-current=page]'

/** Pages through the list with a slow processor and a fast connection; every page is prefetched before the click. */
export async function turnPages(browser: Browser, url: string, { path, as }: Screen): Promise<Turn[]> {
  await using context = await openContext(browser, url, as)
  const { page, session } = await openPage(context, url + path)
  const turns: Turn[] = []
  for (let turn = 1; turn <= TURNS; turn += 1) turns.push(await timeTurn(page, session, turn))
  return turns
}

/** Opens the detail sheets of the first clients in the list, with a slow processor and a slow connection. */
export async function openSheets(browser: Browser, url: string, { path, as }: Screen): Promise<Click[]> {
  await using context = await openContext(browser, url, as)
  const { page, session } = await openPage(context, url + path)
  await slowDown(page)
  const clicks: Click[] = []
  for (let sheet = 0; sheet < SHEETS; sheet += 1) {
    const name = page.locator(ROWS).getByRole('link').nth(sheet)
    await page.evaluate(watchDialog, (await name.innerText()).trim())
    clicks.push(await timeClick(page, session, name))
    await page.waitForLoadState('networkidle')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  }
  return clicks
}

async function openPage(context: BrowserContext, address: string) {
  const page = await context.newPage()
  await page.addInitScript(definePainted)
  await page.goto(address, { waitUntil: 'networkidle' })
  const session = await slowProcessor(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return { page, session }
}

async function timeTurn(page: Page, session: CDPSession, turn: number): Promise<Turn> {
  const before = await page.locator(ROWS).innerHTML()
  await page.evaluate(watchRows, { rows: ROWS, current: CURRENT, wanted: String(turn + 1) })
  const next = page.locator('main nav ol li:last-child a')
  await next.hover()
  const byPortal = await timeClick(page, session, next)
  const after = await page.locator(ROWS).innerHTML()

  // The swap runs in a copy of the page, because React could not update rows that were replaced.
  await page.evaluate(showCopy, { rows: ROWS, before, after })
  const swap = page.locator('#swap')
  await swap.hover()
  const bySwap = await timeClick(page, session, swap)
  await page.evaluate(() => {
    document.querySelector('#copy')?.remove()
    document.querySelector('main')!.style.display = ''
  })
  return { page: byPortal, swap: bySwap }
}

/** Clicks with the mouse, and waits until the frame that shows the change is painted. */
async function timeClick(page: Page, session: CDPSession, target: Locator): Promise<Click> {
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(SETTLED_MS)
  await target.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await target.boundingBox())!
  const mouse = { x: x + width / 2, y: y + height / 2, button: 'left', clickCount: 1 } as const
  const before = await processorTime(session)
  await session.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...mouse })
  await session.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...mouse })
  await page.waitForFunction(() => window.paintedAt !== undefined)
  const processor = (await processorTime(session)) - before
  return { painted: await page.evaluate(() => window.paintedAt! - window.clickedAt), processor }
}

async function processorTime(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1000
}

// The functions below are serialised and run in the page, so they use nothing of this module.

function definePainted(): void {
  window.recordPaint = () => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => (window.paintedAt = performance.now()))
    port1.start()
    port2.postMessage(null)
  }
  window.recordWhen = (isThere) => {
    window.paintedAt = undefined
    window.addEventListener('click', ({ timeStamp }) => (window.clickedAt = timeStamp), { capture: true, once: true })
    const look = () => {
      if (isThere()) window.recordPaint()
      else requestAnimationFrame(look)
    }
    window.addEventListener('click', () => requestAnimationFrame(look), { once: true })
  }
}

function watchRows({ rows, current, wanted }: { rows: string; current: string; wanted: string }): void {
  const before = document.querySelector(rows)!.innerHTML
  window.recordWhen(
    () => document.querySelector(current)?.textContent === wanted && document.querySelector(rows)!.innerHTML !== before,
  )
}

function watchDialog(name: string): void {
  window.recordWhen(() => document.querySelector('dialog[open]')?.textContent?.includes(name) === true)
}

function showCopy({ rows, before, after }: { rows: string; before: string; after: string }): void {
  const main = document.querySelector('main')!
  const copy = main.cloneNode(true) as HTMLElement
  copy.id = 'copy'
  main.style.display = 'none'
  main.after(copy)
  const body = copy.querySelector(rows.replace('main ', ''))!
  body.innerHTML = before
  const button = Object.assign(document.createElement('button'), { id: 'swap', textContent: 'Swap' })
  copy.querySelector('nav:has(ol)')!.append(button)
  window.paintedAt = undefined
  button.addEventListener('click', ({ timeStamp }) => {
    window.clickedAt = timeStamp
    body.innerHTML = after
    requestAnimationFrame(window.recordPaint)
  })
}
