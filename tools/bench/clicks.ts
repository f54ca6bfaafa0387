import type { Browser, BrowserContext, CDPSession, Locator, Page } from '@playwright/test'
import { sized } from './options.ts'
import { slowDown, slowProcessor } from './probe.ts'
import { type Screen, openContext } from './screens.ts'

/** In milliseconds. */
export interface Click {
  /** To the end of the frame that follows on it. */
  painted: number
  /** Of the page's main thread until then, which other programs do not lengthen. */
  processor: number
}

/** The next page, and the same rows put in the place of the former ones as text. */
export interface Turn {
  page: Click
  swap: Click
}

declare global {
  interface Window {
    rows: string
    clickedAt: number
    paintedAt: number | undefined
    /** Notes when the current frame has been painted. */
    notePainted: () => void
    /** Notes the next click, and the frame in which the condition then holds. */
    noteWhen: (isThere: () => boolean) => void
  }
}

const TURNS = sized(6, 1)
const SHEETS = sized(6, 1)
const SETTLED_MS = sized(300, 0)
const ROWS = 'main tbody'
const CURRENT = 'main nav ol [aria-current=page]'

/** Leafs through the list with a slow processor and a fast line; every page was fetched before the click. */
export async function turnPages(browser: Browser, url: string, { path, as }: Screen): Promise<Turn[]> {
  await using context = await openContext(browser, url, as)
  const { page, session } = await openPage(context, url + path)
  const turns: Turn[] = []
  for (let turn = 1; turn <= TURNS; turn += 1) turns.push(await timeTurn(page, session, turn))
  return turns
}

/** Opens the sheets of the first clients of the list on the slow phone. */
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

  // A copy replaces the page, because React would not find its own rows again.
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

/** Presses the mouse, and waits until the frame that shows the change is painted. */
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

// The functions below run in the page, and are sent there as text.

function definePainted(): void {
  window.notePainted = () => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => (window.paintedAt = performance.now()))
    port1.start()
    port2.postMessage(null)
  }
  window.noteWhen = (isThere) => {
    window.paintedAt = undefined
    window.addEventListener('click', ({ timeStamp }) => (window.clickedAt = timeStamp), { capture: true, once: true })
    const look = () => {
      if (isThere()) window.notePainted()
      else requestAnimationFrame(look)
    }
    window.addEventListener('click', () => requestAnimationFrame(look), { once: true })
  }
}

function watchRows({ rows, current, wanted }: { rows: string; current: string; wanted: string }): void {
  const before = document.querySelector(rows)!.innerHTML
  window.noteWhen(
    () => document.querySelector(current)?.textContent === wanted && document.querySelector(rows)!.innerHTML !== before,
  )
}

function watchDialog(name: string): void {
  window.noteWhen(() => document.querySelector('dialog[open]')?.textContent?.includes(name) === true)
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
    requestAnimationFrame(window.notePainted)
  })
}
