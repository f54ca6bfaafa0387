import { brotliCompressSync } from 'node:zlib'
import type { Browser } from '@playwright/test'
import { LIST, LOGIN, openBrowser, openContext } from './screens.ts'
import { startPortal, temporaryFolder } from './servers.ts'
import { type Measured, atMost, kB } from './table.ts'

const SCREENS = [
  { name: 'login', ...LOGIN, limit: 150_000 },
  { name: 'clients list', ...LIST, limit: 155_000 },
]
const SHOWN = 8

type Screen = (typeof SCREENS)[number] & { as?: string }

interface Script {
  path: string
  bytes: number
}

/** Measures the compressed size of the JavaScript that a browser loads until a screen is shown. */
export async function measureSizes(): Promise<Measured> {
  await using folder = await temporaryFolder()
  await using server = await startPortal(folder.path, { demo: true })
  await using browser = await openBrowser()
  const measured: Measured[] = []
  for (const screen of SCREENS) measured.push(report(screen, await scriptsOf(browser, server.url, screen)))
  return { rows: measured.flatMap(({ rows }) => rows), details: measured.flatMap(({ details = [] }) => details) }
}

async function scriptsOf(browser: Browser, url: string, { path, as, selector, count }: Screen): Promise<Script[]> {
  await using context = await openContext(browser, url, as)
  const page = await context.newPage()
  await page.addInitScript(recordWhenPresent, { selector, least: count })
  await page.goto(url + path)
  await page.waitForFunction(() => performance.getEntriesByName('there').length > 0)
  const inline = await page.evaluate(() =>
    [...document.querySelectorAll('script:not([src])')].map(({ textContent }) => textContent).join('\n'),
  )
  const files = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ startTime }) => startTime < performance.getEntriesByName('there')[0]!.startTime)
      .map(({ name, encodedBodySize }) => ({ path: new URL(name).pathname, bytes: encodedBodySize }))
      .filter(({ path }) => path.endsWith('.js')),
  )
  return [...files, { path: 'inline scripts of the page', bytes: brotliCompressSync(inline).length }]
}

/** Runs in the page. Marks the time inside the page, because the screen makes more requests within milliseconds. */
function recordWhenPresent({ selector, least }: { selector: string; least: number }) {
  const observer = new MutationObserver(() => {
    if (document.querySelectorAll(selector).length < least) return
    performance.mark('there')
    observer.disconnect()
  })
  observer.observe(document, { subtree: true, childList: true })
}

function report({ name, limit }: Screen, scripts: Script[]): Measured {
  // A script that is preloaded and then imported may have two resource entries.
  const files = [...new Map(scripts.map((script) => [script.path, script])).values()].sort((a, b) => b.bytes - a.bytes)
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0)
  return {
    rows: [{ ...atMost(`initial JavaScript, brotli: ${name}`, total, limit, kB), note: `${files.length - 1} files` }],
    details: [
      `The largest files of ${name}:`,
      ...files.slice(0, SHOWN).map(({ path, bytes }) => `  ${kB(bytes).padStart(8)}  ${path.split('/').at(-1)}`),
    ],
  }
}
