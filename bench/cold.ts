import type { Browser } from '@playwright/test'
import { DEMO_PASSWORD } from '#server/demo/load.ts'
import { TOKEN_STORAGE } from '#src/lib/constants.ts'
import { type Seen, type Wanted, slowDown, watchPage } from './probe.ts'
import { signIn } from './sign-in.ts'

export interface Screen extends Wanted {
  path: string
  /** Who is signed in by a token that the tab has stored. */
  as?: string
}

export interface Cold extends Seen {
  /** The calls and files until then, each with when it was asked for and was there. */
  requests: string[]
}

const WITHIN_MS = 60_000
/** What comes late may still shift the layout. */
const SETTLED_MS = 1000

/** Opens an address in a browser that has never been there, on a slow line with a slow processor. */
export async function coldLoad(browser: Browser, url: string, { path, as, ...wanted }: Screen): Promise<Cold> {
  const token = as && (await signIn(url, as, DEMO_PASSWORD)).authorization
  const context = await browser.newContext({ locale: 'nl-NL', viewport: { width: 1440, height: 900 } })
  try {
    const page = await context.newPage()
    if (token) {
      await page.addInitScript(([key, value]) => sessionStorage.setItem(key, value), [TOKEN_STORAGE, token] as const)
    }
    await page.addInitScript(watchPage, wanted)
    await slowDown(page)
    await page.goto(`${url}${path}`, { waitUntil: 'commit', timeout: WITHIN_MS })
    await page.waitForFunction(() => window.seen.there !== undefined, undefined, { timeout: WITHIN_MS, polling: 100 })
    await page.waitForTimeout(SETTLED_MS)
    return await page.evaluate(() => ({
      ...(window.seen as Seen),
      requests: (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).map(
        ({ name, startTime, responseEnd, encodedBodySize }) =>
          `${Math.round(startTime).toString().padStart(6)}–${Math.round(responseEnd).toString().padEnd(5)} ${(encodedBodySize / 1000).toFixed(1).padStart(6)} kB  ${name.replace(location.origin, '')}`,
      ),
    }))
  } finally {
    await context.close()
  }
}
