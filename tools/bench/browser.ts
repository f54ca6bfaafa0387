import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import playwright from '../../tests/browser/playwright.config.ts'
import { type Cold, type Screen, coldLoad, nextLoad } from './cold.ts'
import { buildMinimalApp } from './minimal-app.ts'
import { startCommand } from '#harness/server-process.ts'
import { slowProcessor } from './probe.ts'
import { LIST, LOGIN, OWNER } from './screens.ts'
import { type Protocol, secureLine } from './secure-line.ts'
import { startPortal } from './servers.ts'
import { median, ratiosOf, spread } from './statistics.ts'
import { type Measured, type Row, atMost, ms, times } from './table.ts'
import { type Turn, turnPages } from './turn.ts'

const ROUNDS = 5
const FIRST_PICTURE_MS = 500
const SHIFT = 0.01
const MOST = { login: 1.2, list: 1.15 }
const MOST_OF_A_SWAP = 2.5
const VISITS = 3
const NEXT_PICTURE_MS = 300
const MOST_OF_FIRST_VISIT = 0.6

interface Servers {
  portal: string
  minimal: string
}

/** What a person waits for, with a slow processor and on a slow line; beside the minimal app, and beside a swap of the rows. */
export async function measureBrowser(): Promise<Measured> {
  const app = await buildMinimalApp()
  const folder = await mkdtemp(join(tmpdir(), 'portal-bench-'))
  const portal = await startPortal(folder, { demo: true })
  const minimal = await startCommand({
    command: process.execPath,
    args: ['tools/bench/minimal-server.ts', app, folder],
  })
  const browser = await chromium.launch(playwright.use?.launchOptions)
  const servers = { portal: portal.url, minimal: minimal.url }
  try {
    const login = await compare(browser, servers, LOGIN)
    const list = await compare(browser, servers, LIST)
    const owner: Cold[] = []
    for (let round = 0; round < VISITS; round += 1) owner.push(await coldLoad(browser, portal.url, OWNER))
    const rows = [
      firstPicture(login.portal),
      ratio('cold login: input accepted, to the minimal app', login, MOST.login),
      shift('cold login: shift of the layout', login.portal),
      ratio('cold clients list: rows painted, to the minimal app', list, MOST.list),
      shift('cold clients list: shift of the layout', list.portal),
      { what: 'cold first page of an owner: reminder painted', ...told(owner) },
      ...(await nextVisit(browser, portal.url)),
      ...(await secure(browser, servers)),
      ...(await nextPage(browser, portal.url)),
    ]
    return { rows, details: rows.some(({ ok }) => ok === false) ? [...waits(LOGIN, login), ...waits(LIST, list)] : [] }
  } finally {
    await browser.close()
    await minimal.stop()
    await portal.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

type Compared = Record<keyof Servers, Cold[]>

/** Round by round, each time the other one first. The first round is for the servers and the browser to warm up. */
async function compare(browser: Browser, servers: Servers, screen: Screen): Promise<Compared> {
  const loads: Compared = { portal: [], minimal: [] }
  for (let round = 0; round <= ROUNDS; round += 1) {
    const order = round % 2 === 0 ? (['portal', 'minimal'] as const) : (['minimal', 'portal'] as const)
    for (const name of order) {
      const load = await coldLoad(browser, servers[name], screen)
      if (round > 0) loads[name].push(load)
    }
  }
  return loads
}

const thereOf = (loads: Cold[]) => loads.map(({ there }) => there)

function ratio(what: string, { portal, minimal }: Compared, most: number): Row {
  const ratios = ratiosOf(thereOf(portal), thereOf(minimal))
  const medians = `${ms(median(thereOf(portal)))} to ${ms(median(thereOf(minimal)))}`
  return { ...atMost(what, median(ratios), most, times), note: `${spread(ratios, times)}; ${medians}` }
}

function firstPicture(loads: Cold[]): Row {
  const pictures = loads.map(({ firstPicture }) => firstPicture)
  return {
    ...atMost('cold login: first picture', median(pictures), FIRST_PICTURE_MS, ms),
    note: spread(pictures, ms),
  }
}

/** Of the worst round: what jumps once in a while jumps. */
function shift(what: string, loads: Cold[]): Row {
  const worst = loads.reduce((one, other) => (other.shift > one.shift ? other : one))
  const note = worst.shift > SHIFT ? worst.shifted.join(', ') : ''
  return { ...atMost(what, worst.shift, SHIFT, (value) => value.toFixed(4)), note }
}

const told = (loads: Cold[]) => ({ measured: ms(median(thereOf(loads))), note: spread(thereOf(loads), ms) })

/** In a new tab of a browser that has the portal from the visit before. */
async function nextVisit(browser: Browser, url: string): Promise<Row[]> {
  const visits: Record<'first' | 'next', Cold>[] = []
  for (let visit = 0; visit <= VISITS; visit += 1) visits.push(await nextLoad(browser, url, LIST))
  // The first one warms up the server and the browser.
  const [first, next] = [visits.slice(1).map(({ first }) => first), visits.slice(1).map(({ next }) => next)]
  const ratios = ratiosOf(thereOf(next), thereOf(first))
  const pictures = next.map(({ firstPicture }) => firstPicture)
  return [
    {
      ...atMost('next visit, clients list: first picture', median(pictures), NEXT_PICTURE_MS, ms),
      note: spread(pictures, ms),
    },
    {
      ...atMost(
        'next visit, clients list: rows painted, to the first visit',
        median(ratios),
        MOST_OF_FIRST_VISIT,
        times,
      ),
      note: `${spread(ratios, times)}; ${ms(median(thereOf(next)))} to ${ms(median(thereOf(first)))}`,
    },
  ]
}

/** As it is run: with TLS. A connection costs trips of its own, of which HTTP/2 needs fewer. */
async function secure(browser: Browser, servers: Servers): Promise<Row[]> {
  await using older = await secureLine(servers.portal, 'HTTP/1.1')
  await using newer = await secureLine(servers.portal, 'HTTP/2')
  await using minimal = await secureLine(servers.minimal, 'HTTP/2')
  const visit = (url: string, screen: Screen, api = servers.portal) =>
    coldLoad(browser, url, screen, { api, slow: slowProcessor })
  const rows: Row[] = []
  for (const [name, screen] of Object.entries({ 'login: input accepted': LOGIN, 'clients list: rows painted': LIST })) {
    const loads: Record<Protocol | 'minimal', Cold[]> = { 'HTTP/1.1': [], 'HTTP/2': [], minimal: [] }
    for (let round = 0; round < VISITS; round += 1) {
      loads['HTTP/1.1'].push(await visit(older.url, screen))
      loads['HTTP/2'].push(await visit(newer.url, screen))
      loads.minimal.push(await visit(minimal.url, screen, servers.minimal))
    }
    rows.push(
      { what: `cold ${name}, by HTTP/2 with TLS`, ...told(loads['HTTP/2']) },
      { what: '  to HTTP/1.1 with TLS', ...compared(loads['HTTP/2'], loads['HTTP/1.1']) },
      { what: '  to the minimal app by HTTP/2', ...compared(loads['HTTP/2'], loads.minimal) },
    )
  }
  return rows
}

function compared(loads: Cold[], others: Cold[]): Pick<Row, 'measured' | 'note'> {
  const ratios = ratiosOf(thereOf(loads), thereOf(others))
  return { measured: times(median(ratios)), note: `${spread(ratios, times)}; ${ms(median(thereOf(others)))}` }
}

async function nextPage(browser: Browser, url: string): Promise<Row[]> {
  const turns: Turn[] = []
  for (let visit = 0; visit < VISITS; visit += 1) turns.push(...(await turnPages(browser, url, LIST)))
  const compared = (of: 'painted' | 'processor') => {
    const pages = turns.map(({ page }) => page[of])
    const swaps = turns.map(({ swap }) => swap[of])
    const ratios = ratiosOf(pages, swaps)
    return {
      ratio: median(ratios),
      note: `${spread(ratios, times)}; ${ms(median(pages))} to ${ms(median(swaps))}`,
    }
  }
  const painted = compared('painted')
  const processor = compared('processor')
  const what = 'next page, already fetched: click to paint, to a swap of innerHTML'
  return [
    { ...atMost(what, painted.ratio, MOST_OF_A_SWAP, times), note: painted.note },
    { what: '  in processor time of the page', measured: times(processor.ratio), note: processor.note },
  ]
}

/** What the round in the middle asked for, and when: where a figure is over, the waits stand here. */
function waits({ path }: Screen, { portal, minimal }: Compared): string[] {
  const middle = (loads: Cold[]) => loads.toSorted((a, b) => a.there - b.there)[Math.floor(loads.length / 2)]!
  return Object.entries({ portal, minimal }).flatMap(([name, loads]) => [
    `${path}, ${name}, there after ${ms(middle(loads).there)}:`,
    ...middle(loads).requests.map((request) => `  ${request}`),
  ])
}
