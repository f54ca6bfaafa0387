import type { Browser, Page } from '@playwright/test'
import { type Seen, slowDown, watchPage } from './probe.ts'
import { type Screen, openContext } from './screens.ts'

export interface Cold extends Seen {
  /** The calls and files until then, each with when it was asked for and was there. */
  requests: string[]
}

const WITHIN_MS = 60_000

/** What comes late may still shift the layout. */
const SETTLED_MS = 1000

/** Opens an address in a browser that has never been there, on a slow line with a slow processor. */
export async function coldLoad(browser: Browser, url: string, screen: Screen): Promise<Cold> {
  await using visitor = await newVisitor(browser, url, screen)
  return await visitor.visit()
}

/** Opens it in a new tab of a browser that was there before, and has kept what it keeps for the next visit. */
export async function nextLoad(browser: Browser, url: string, screen: Screen): Promise<Record<'first' | 'next', Cold>> {
  await using visitor = await newVisitor(browser, url, screen)
  return { first: await visitor.visit(untilKept), next: await visitor.visit() }
}

async function newVisitor(browser: Browser, url: string, { path, as, ...wanted }: Screen) {
  const context = await openContext(browser, url, as)
  async function visit(meanwhile?: (page: Page) => Promise<void>): Promise<Cold> {
    const page = await context.newPage()
    await page.addInitScript(watchPage, wanted)
    await slowDown(page)
    await page.goto(`${url}${path}`, { waitUntil: 'commit', timeout: WITHIN_MS })
    await page.waitForFunction(() => window.seen.there !== undefined, undefined, { timeout: WITHIN_MS, polling: 100 })
    await page.waitForTimeout(SETTLED_MS)
    const seen = await page.evaluate(() => ({
      ...(window.seen as Seen),
      requests: (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).map(
        ({ name, startTime, responseEnd, encodedBodySize }) =>
          `${Math.round(startTime).toString().padStart(6)}–${Math.round(responseEnd).toString().padEnd(5)} ${(encodedBodySize / 1000).toFixed(1).padStart(6)} kB  ${name.replace(location.origin, '')}`,
      ),
    }))
    await meanwhile?.(page)
    await page.close()
    return seen
  }
  return { visit, [Symbol.asyncDispose]: () => context.close() }
}

/** The worker takes over once it has all. */
async function untilKept(page: Page): Promise<void> {
  await page.waitForFunction(() => Boolean(navigator.serviceWorker.controller), undefined, { timeout: WITHIN_MS })
}
