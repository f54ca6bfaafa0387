import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { type Contents, contentsOfChunks } from './chunks.ts'
import { ROOT } from '#harness/server-process.ts'
import { LIST, LOGIN, openBrowser, openContext } from './screens.ts'
import { startPortal, temporaryFolder } from './servers.ts'
import { type Measured, atMost, kB } from './table.ts'

const SCREENS = [
  { name: 'login', ...LOGIN, limit: 150_000 },
  { name: 'clients list', ...LIST, limit: 155_000 },
]
const SHOWN = 8
/** What no first screen may wait for; each is a part of a module's path. */
const UNWANTED = /node_modules\/(yup|msw|@tanstack\/[\w-]*devtools[\w-]*)\/|\/mocks\/|(month|year)-?picker/

type Screen = (typeof SCREENS)[number] & { as?: string }

/** The JavaScript that a browser asks for until a screen is there, as the server sends it: compressed by the build. */
export async function measureSizes(): Promise<Measured> {
  const contents = await contentsOfChunks()
  await using folder = await temporaryFolder()
  await using server = await startPortal(folder.path, { demo: true })
  await using browser = await openBrowser()
  const measured: Measured[] = []
  for (const screen of SCREENS) measured.push(report(screen, await scriptsOf(browser, server.url, screen), contents))
  return { rows: measured.flatMap(({ rows }) => rows), details: measured.flatMap(({ details = [] }) => details) }
}

/** The paths of the scripts that were asked for before the screen was there. */
async function scriptsOf(browser: Browser, url: string, { path, as, selector, count }: Screen) {
  await using context = await openContext(browser, url, as)
  const page = await context.newPage()
  await page.addInitScript(noteWhenThere, { selector, least: count })
  await page.goto(url + path)
  await page.waitForFunction(() => performance.getEntriesByName('there').length > 0)
  return await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ startTime }) => startTime < performance.getEntriesByName('there')[0]!.startTime)
      .map((entry) => new URL(entry.name).pathname)
      .filter((path) => path.endsWith('.js')),
  )
}

/** In the page: the moment itself, for what the screen asks for next is a few milliseconds later. */
function noteWhenThere({ selector, least }: { selector: string; least: number }) {
  const observer = new MutationObserver(() => {
    if (document.querySelectorAll(selector).length < least) return
    performance.mark('there')
    observer.disconnect()
  })
  observer.observe(document, { subtree: true, childList: true })
}

function report({ name, limit }: Screen, scripts: string[], contents: Contents): Measured {
  const chunks = [...new Set(scripts)]
    .map((path) => ({ path, bytes: sentBytes(path), modules: contents.get(path) }))
    .sort((a, b) => b.bytes - a.bytes)
  const total = chunks.reduce((sum, { bytes }) => sum + bytes, 0)
  const unwanted = chunks.flatMap(({ modules = [] }) => modules.filter(({ id }) => UNWANTED.test(id)))
  const unknown = chunks.filter(({ modules }) => !modules).length
  const row = atMost(`initial JavaScript, brotli: ${name}`, total, limit, kB)
  return {
    rows: [
      { ...row, note: `${chunks.length} files` },
      {
        what: `  of what can wait (yup, pickers, devtools, mocks): ${name}`,
        measured: unwanted.length > 0 ? [...new Set(unwanted.map(({ name }) => name))].join(', ') : 'none',
        limit: 'none',
        ok: unwanted.length === 0,
        ...(unknown > 0 && { note: `${unknown} files are of another build` }),
      },
    ],
    details: [
      `The biggest of ${name}:`,
      ...chunks
        .slice(0, SHOWN)
        .map(
          ({ path, bytes, modules = [] }) =>
            `  ${kB(bytes).padStart(8)}  ${path.split('/').at(-1)}: ${shares(modules)}`,
        ),
    ],
  }
}

function sentBytes(path: string): number {
  const file = join(ROOT, 'dist', path)
  try {
    return readFileSync(`${file}.br`).length
  } catch {
    return readFileSync(file).length
  }
}

/** The packages in a chunk and what they are of it before compression. */
function shares(modules: { name: string; length: number }[]): string {
  const all = modules.reduce((sum, { length }) => sum + length, 0)
  const byName = Map.groupBy(modules, ({ name }) => name)
  return [...byName]
    .map(([name, some]) => ({ name, share: some.reduce((sum, { length }) => sum + length, 0) / all }))
    .sort((a, b) => b.share - a.share)
    .slice(0, 4)
    .map(({ name, share }) => `${name} ${Math.round(share * 100)} %`)
    .join(', ')
}
