import { join, resolve } from 'node:path'
import type { Browser } from '@playwright/test'
import { type Cold, coldLoad, nextLoad } from './cold.ts'
import { buildMinimalApp } from './minimal-app.ts'
import { startCommand } from '#harness/server-process.ts'
import { LIST, LOGIN, OWNER, type Screen, openBrowser } from './screens.ts'
import { npmStart, startPortal, temporaryFolder } from './servers.ts'
import { type Measured, type Row, atMost, medianRow, ms, ratioRow } from './table.ts'
import { type Turn, turnPages } from './turn.ts'

const ROUNDS = 5
const FIRST_PICTURE_MS = 500
const SHIFT = 0.01
const MOST = { login: 1.2, list: 1.15, owner: 1.25 }
/** What a version may be later than the one before it. */
const MOST_OF_BEFORE = 1.08
const MOST_OF_A_SWAP = 2.5
const VISITS = 3
const NEXT_PICTURE_MS = 300
const MOST_OF_FIRST_VISIT = 0.6

interface Servers {
  portal: string
  minimal: string
  /** Another version of the portal. */
  before?: string
}

/**
 * What a person waits for, with a slow processor and on a slow line; beside the minimal app, and beside a swap of the rows. With
 * the folder of another version, its packages installed, beside that one as well.
 */
export async function measureBrowser(beside?: string): Promise<Measured> {
  const app = await buildMinimalApp()
  await using made = await temporaryFolder()
  const folder = made.path
  await using portal = await startPortal(folder, { demo: true })
  await using minimal = await startCommand({
    command: process.execPath,
    args: ['tools/bench/minimal-server.ts', app, folder],
  })
  await using before = beside === undefined ? undefined : await startBefore(beside, join(folder, 'before'))
  await using browser = await openBrowser()
  const servers = { portal: portal.url, minimal: minimal.url, ...(before && { before: before.url }) }
  const login = await compare(browser, servers, LOGIN)
  const list = await compare(browser, servers, LIST)
  // The minimal app has no page for owners.
  const owner = await compare(browser, servers, OWNER, LIST)
  const rows = [
    firstPicture('cold login', login.portal, FIRST_PICTURE_MS),
    ratio('cold login: input accepted, to the minimal app', login, MOST.login),
    shift('cold login: shift of the layout', login.portal),
    ratio('cold clients list: rows painted, to the minimal app', list, MOST.list),
    shift('cold clients list: shift of the layout', list.portal),
    ratio("cold first page of an owner: reminder painted, to the minimal app's list", owner, MOST.owner),
    ...toBefore('login', login),
    ...toBefore('clients list', list),
    ...toBefore('first page of an owner', owner),
    ...(await nextVisit(browser, portal.url)),
    ...(await nextPage(browser, portal.url)),
  ]
  return { rows, details: rows.some(({ ok }) => ok === false) ? [...waits(LOGIN, login), ...waits(LIST, list)] : [] }
}

/** As it starts itself. */
function startBefore(version: string, dataDir: string) {
  const { command, args } = npmStart()
  return startPortal(dataDir, { demo: true, command, args: [...args, '--prefix', resolve(version)] })
}

type Compared = Record<'portal' | 'minimal', Cold[]> & { before?: Cold[] }

/** Round by round, each time in the other order. The first round is for the servers and the browser to warm up. */
async function compare(browser: Browser, servers: Servers, screen: Screen, ofMinimal = screen): Promise<Compared> {
  const loads: Required<Compared> = { portal: [], minimal: [], before: [] }
  const names = (['portal', 'minimal', 'before'] as const).filter((name) => servers[name] !== undefined)
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const load = await coldLoad(browser, servers[name]!, name === 'minimal' ? ofMinimal : screen)
      if (round > 0) loads[name].push(load)
    }
  }
  return loads
}

const thereOf = (loads: Cold[]) => loads.map(({ there }) => there)

const ratio = (what: string, { portal, minimal }: Compared, most: number): Row =>
  ratioRow(what, thereOf(portal), thereOf(minimal), most)

const toBefore = (screen: string, { portal, before = [] }: Compared): Row[] =>
  before.length === 0
    ? []
    : [ratioRow(`cold ${screen}, to the version before`, thereOf(portal), thereOf(before), MOST_OF_BEFORE)]

const firstPicture = (what: string, loads: Cold[], most: number): Row =>
  medianRow(
    `${what}: first picture`,
    loads.map(({ firstPicture }) => firstPicture),
    ms,
    most,
  )

/** Of the worst round: what jumps once in a while jumps. */
function shift(what: string, loads: Cold[]): Row {
  const worst = loads.reduce((one, other) => (other.shift > one.shift ? other : one))
  const note = worst.shift > SHIFT ? worst.shifted.join(', ') : ''
  return { ...atMost(what, worst.shift, SHIFT, (value) => value.toFixed(4)), note }
}

/** In a new tab of a browser that has the portal from the visit before. */
async function nextVisit(browser: Browser, url: string): Promise<Row[]> {
  const visits: Record<'first' | 'next', Cold>[] = []
  for (let visit = 0; visit <= VISITS; visit += 1) visits.push(await nextLoad(browser, url, LIST))
  // The first one warms up the server and the browser.
  const [first, next] = [visits.slice(1).map(({ first }) => first), visits.slice(1).map(({ next }) => next)]
  const what = 'next visit, clients list'
  return [
    firstPicture(what, next, NEXT_PICTURE_MS),
    ratioRow(`${what}: rows painted, to the first visit`, thereOf(next), thereOf(first), MOST_OF_FIRST_VISIT),
  ]
}

async function nextPage(browser: Browser, url: string): Promise<Row[]> {
  const turns: Turn[] = []
  for (let visit = 0; visit < VISITS; visit += 1) turns.push(...(await turnPages(browser, url, LIST)))
  const row = (what: string, of: 'painted' | 'processor', most?: number) =>
    ratioRow(
      what,
      turns.map(({ page }) => page[of]),
      turns.map(({ swap }) => swap[of]),
      most,
    )
  return [
    row('next page, already fetched: click to paint, to a swap of innerHTML', 'painted', MOST_OF_A_SWAP),
    row('  in processor time of the page', 'processor'),
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
