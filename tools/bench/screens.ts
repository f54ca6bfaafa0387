import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import playwright from '../../tests/browser/playwright.config.ts'
import { DEMO_PASSWORD } from '#server/demo/load.ts'
import { TOKEN_STORAGE } from '#src/lib/constants.ts'
import type { Wanted } from './probe.ts'
import { OWNER as OWNER_NAME, signIn } from './sign-in.ts'

export interface Screen extends Wanted {
  path: string
  /** Name of the signed-in user; undefined if the visitor is signed out. */
  as?: string
}

// Screens that the benchmark visits. A screen counts as shown once `count` elements match `selector`.

export const LOGIN: Screen = { path: '/auth/login', selector: 'input[name=username]', count: 1, types: true }
export const LIST: Screen = {
  path: '/admin/clients/registered',
  selector: 'main tbody tr',
  count: 25,
  types: false,
  as: 'staff@dewaag.example',
}
export const OWNER: Screen = {
  path: '/client/portal/reminders',
  selector: 'main section li',
  count: 1,
  types: false,
  as: OWNER_NAME,
}

export const openBrowser = (): Promise<Browser> => chromium.launch(playwright.use?.launchOptions)

/** Opens a new browser context, signed in as `as` if given. */
export async function openContext(browser: Browser, url: string, as: string | undefined): Promise<BrowserContext> {
  const context = await browser.newContext({ locale: 'nl-NL', viewport: { width: 1440, height: 900 } })
  if (!as) return context
  const { authorization } = await signIn(url, as, DEMO_PASSWORD)
  await context.addInitScript(([key, token]) => sessionStorage.setItem(key, token), [
    TOKEN_STORAGE,
    authorization,
  ] as const)
  return context
}
