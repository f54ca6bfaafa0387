import type { Browser, Page } from '@playwright/test'
import { type Seen, readSeen, slowDown, watchPage } from './probe.ts'
import { type Screen, openContext } from './screens.ts'

export interface Cold extends Seen {
  /** Processor time of the main thread until the screen was shown, in milliseconds. */
  mainThread: number
}

const WITHIN_MS = 60_000

/** Time after the screen is shown in which layout shifts still count. */
const SETTLED_MS = 1000

type Meanwhile = (page: Page) => Promise<unknown>

/** Loads a screen in a new browser context, with a slow connection and a slow processor. */
export async function coldLoad(browser: Browser, url: string, screen: Screen, opened?: Meanwhile): Promise<Cold> {
  await using visitor = await newVisitor(browser, url, screen)
  return await visitor.visit({ opened })
}

/** Loads a screen twice in one browser context; the second visit uses the service worker's cache of the first. */
export async function nextLoad(browser: Browser, url: string, screen: Screen): Promise<Record<'first' | 'next', Cold>> {
  await using visitor = await newVisitor(browser, url, screen)
  return { first: await visitor.visit({ seen: untilCached }), next: await visitor.visit({}) }
}

async function newVisitor(browser: Browser, url: string, { path, as, ...wanted }: Screen) {
  const context = await openContext(browser, url, as)
  async function visit({ opened, seen }: { opened?: Meanwhile | undefined; seen?: Meanwhile }): Promise<Cold> {
    const page = await context.newPage()
    const session = await slowDown(page)
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    const mainThread = new Promise<number>((resolve) => {
      void page.exposeFunction('reportReady', async () => {
        const { metrics } = await session.send('Performance.getMetrics')
        resolve(metrics.find(({ name }) => name === 'TaskDuration')!.value * 1000)
      })
    })
    await page.addInitScript(watchPage, wanted)
    await opened?.(page)
    await page.goto(`${url}${path}`, { waitUntil: 'commit', timeout: WITHIN_MS })
    await page.waitForFunction(() => window.seen.there !== undefined, undefined, { timeout: WITHIN_MS, polling: 500 })
    await page.waitForTimeout(SETTLED_MS)
    const cold = { ...(await page.evaluate(readSeen)), mainThread: await mainThread }
    await seen?.(page)
    await page.close()
    return cold
  }
  return { visit, [Symbol.asyncDispose]: () => context.close() }
}

/** Waits until the service worker controls the page, and so has cached the portal. */
async function untilCached(page: Page): Promise<void> {
  await page.waitForFunction(() => Boolean(navigator.serviceWorker.controller), undefined, { timeout: WITHIN_MS })
}
