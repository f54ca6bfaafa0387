import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, type BrowserContext, expect, type Page } from '@playwright/test'
import { freePort } from '#harness/free-port.ts'
import { ROOT, startServer } from '#harness/server-process.ts'

interface Server {
  url: string
  dataDir: string
}

interface PortalFixtures {
  /** Console errors, foreign requests and leaked tokens, which fail the test. A test that causes one removes it. */
  trouble: string[]
  /** Patterns of expected errors that may occur at any time. */
  provoked: RegExp[]
}

/**
 * Each worker has a server with demo data. No screen may break the security policy, log an error, call a foreign host or put a token into a URL. Every name stored in the browser must be listed in docs/privacy.md.
 */
export const test = base.extend<PortalFixtures, { portalServer: Server; server: Server }>({
  portalServer: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs
    async ({}, provide) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'portal-e2e-'))
      const port = await freePort()
      // Mails contain this URL.
      const url = `http://localhost:${port}`
      try {
        await using server = await startServer({ PORT: String(port), DATA_DIR: dataDir, DEMO: 'on' })
        if (server.output.out.includes('portal-not-built')) throw new Error('The portal is not built: npm run build')
        await provide({ url, dataDir })
        await server.stop()
      } finally {
        await rm(dataDir, { recursive: true, force: true })
      }
    },
    { scope: 'worker' },
  ],
  /** Server whose URL the browser opens. deployments.ts and plain-api.ts replace it by a proxy. */
  server: [async ({ portalServer }, provide) => provide(portalServer), { scope: 'worker' }],
  // Requests of a service worker bypass `page.route`; releases.spec.ts and offline.spec.ts allow it.
  serviceWorkers: 'block',
  page: async ({ page, serviceWorkers }, provide) => {
    if (serviceWorkers === 'allow') await prepareAtOnce(page)
    await provide(page)
  },
  baseURL: async ({ server }, provide) => provide(server.url),
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs
  provoked: async ({}, provide) => provide([]),
  trouble: [
    async ({ context, server, provoked }, provide) => {
      const trouble: string[] = []
      await watch(context, new URL(server.url).origin, trouble)
      await provide(trouble)
      for (const { name } of await context.cookies())
        if (!COOKIES.includes(name)) trouble.push(`cookie that docs/privacy.md does not name: ${name}`)
      // Calls may still be running when a test ends.
      await Promise.all([context, ...context.pages()].map((place) => place.unrouteAll({ behavior: 'ignoreErrors' })))
      const others = trouble.filter((line) => !provoked.some((pattern) => pattern.test(line)))
      expect(others, 'what no screen may do').toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

const REGISTER_DELAY_MS = 4000

/** Removes the delay before the service worker is registered. */
const prepareAtOnce = (page: Page) =>
  page.addInitScript((delayMs) => {
    const later = window.setTimeout
    window.setTimeout = ((task: TimerHandler, ms?: number, ...given: unknown[]) =>
      later(task, ms === delayMs ? 0 : ms, ...given)) as typeof setTimeout
  }, REGISTER_DELAY_MS)

const SECRET = /[?&#](token|access_token)=|eyJ[\w-]+\.|Welkom/

/** Names of cookies and stored values in docs/privacy.md; a trailing hyphen makes a name a prefix. */
const KEPT = [...readFileSync(join(ROOT, 'docs/privacy.md'), 'utf8').matchAll(/^\| `([\w-]+)` *\| (cookie|of the )/gm)]
const COOKIES = KEPT.flatMap(([, name, where]) => (where === 'cookie' ? [name!] : []))
const STORED = ['test-', ...KEPT.flatMap(([, name, where]) => (where === 'cookie' ? [] : [name!]))]

/** Pages whose URL contains a token: the mailed password link, and sign-in from another system. */
const BROUGHT = /\/auth\/(reset-password|login)\?/

async function watch(context: BrowserContext, origin: string, trouble: string[]): Promise<void> {
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`Policy violated: ${violatedDirective} by ${blockedURI}`),
    )
  })
  await context.addInitScript((stored) => {
    const isNamed = (name: string) =>
      stored.some((known) => (known.endsWith('-') ? name.startsWith(known) : name === known))
    const checkName = (name: string) => {
      if (!isNamed(name)) console.error(`Kept in the browser, and not named by docs/privacy.md: ${name}`)
    }
    const { setItem } = Storage.prototype
    const { open } = IDBFactory.prototype
    Storage.prototype.setItem = function (name, value) {
      checkName(name)
      setItem.call(this, name, value)
    }
    IDBFactory.prototype.open = function (name, version) {
      checkName(name)
      return open.call(this, name, version)
    }
  }, STORED)
  context.on('console', (line) => {
    // Chromium itself requests the icon for a tab with a file.
    if (line.location().url.endsWith('/favicon.ico')) return
    if (line.text() === 'Service Worker registration blocked by Playwright') return
    if (['error', 'warning'].includes(line.type())) trouble.push(`console: ${line.text()}`)
  })
  context.on('weberror', (error) => trouble.push(`uncaught: ${error.error().stack ?? error.error().message}`))
  context.on('request', (request) => {
    const url = request.url()
    if (/^https?:/.test(url) && new URL(url).origin !== origin) trouble.push(`foreign request: ${url}`)
    if (SECRET.test(url) && !request.isNavigationRequest()) trouble.push(`secret in a request: ${url}`)
  })
  context.on('page', (page) => {
    page.on('framenavigated', (frame) => {
      if (SECRET.test(frame.url()) && !BROUGHT.test(frame.url())) {
        trouble.push(`secret in the address: ${frame.url()}`)
      }
    })
  })
}
