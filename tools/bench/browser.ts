import { join, resolve } from 'node:path'
import type { Browser } from '@playwright/test'
import { type Click, type Turn, openSheets, turnPages } from './clicks.ts'
import { type Cold, coldLoad, nextLoad } from './cold.ts'
import { takeFilm } from './film.ts'
import { buildMinimalApp } from './minimal-app.ts'
import { startCommand } from '#harness/server-process.ts'
import { sized } from './options.ts'
import { interleave } from './rounds.ts'
import { LIST, LOGIN, OWNER, type Screen, openBrowser } from './screens.ts'
import { npmStart, startPortal, temporaryFolder } from './servers.ts'
import { median } from './statistics.ts'
import { type Measured, type Row, atMost, kB, medianRow, ms, ratioRow } from './table.ts'

const SCREENS = [
  { name: 'login', screen: LOGIN, limits: { minimal: 1.2, before: 0.88, requests: 10, longTasks: 400 } },
  { name: 'clients list', screen: LIST, limits: { minimal: 1.15, before: 0.88, requests: 16, longTasks: 500 } },
  {
    name: 'first page of an owner',
    screen: OWNER,
    limits: { minimal: 1.25, before: 0.75, requests: 22, longTasks: 600 },
  },
]
const FIRST_PAINT_MS = 500
const SHIFT = 0.01
/** Number of visits of which the worst layout shift counts, because some shifts are rare. */
const SHIFT_VISITS = sized(10, 1)
const VISITS = sized(3, 1)
const NEXT_FIRST_PAINT_MS = 300
const OF_FIRST_VISIT = 0.6
const OF_A_SWAP = 2.5
const SHEET_MS = 100

export interface BrowserOptions {
  rounds: number
  /** Folder of another version of the portal to compare with; its packages are installed. */
  beside?: string | undefined
  /** Whether to write a film strip of the cold visits. */
  film?: boolean | undefined
}

type Version = 'portal' | 'minimal' | 'before'
type Servers = Partial<Record<Version, { url: string } | undefined>> & { portal: { url: string } }

/** Measures visits and clicks on a slow phone, relative to the minimal app, to a swap of the rows and to another version. */
export async function measureBrowser({ rounds, beside, film }: BrowserOptions): Promise<Measured> {
  const app = await buildMinimalApp()
  await using folder = await temporaryFolder()
  await using portal = await startPortal(folder.path, { demo: true })
  await using minimal = await startCommand({
    command: process.execPath,
    args: ['tools/bench/minimal-server.ts', app, folder.path],
  })
  await using before = beside === undefined ? undefined : await startBefore(beside, join(folder.path, 'before'))
  await using browser = await openBrowser()
  const measured: Measured[] = []
  for (const screen of SCREENS) measured.push(await measureScreen(browser, { portal, minimal, before }, screen, rounds))
  const rows = [
    ...measured.flatMap((each) => each.rows),
    ...(await nextVisit(browser, portal.url)),
    ...(await clicks(browser, portal.url)),
  ]
  const details = measured.flatMap((each) => each.details ?? [])
  if (film) details.push(await takeFilm(browser, { portal, before }, SCREENS))
  return { rows, details }
}

/** Starts the other version with its own `npm start`. */
function startBefore(version: string, dataDir: string) {
  const { command, args } = npmStart()
  return startPortal(dataDir, { demo: true, command, args: [...args, '--prefix', resolve(version)] })
}

async function measureScreen(
  browser: Browser,
  servers: Servers,
  { name, screen, limits }: (typeof SCREENS)[number],
  rounds: number,
): Promise<Measured> {
  const visit = (version: Version, of: Screen) => {
    const url = servers[version]?.url
    return url === undefined ? undefined : () => coldLoad(browser, url, of)
  }
  const loads = await interleave(rounds, {
    portal: visit('portal', screen),
    // The minimal app has no page for owners.
    minimal: visit('minimal', screen === OWNER ? LIST : screen),
    before: visit('before', screen),
  })
  const { portal, minimal, before } = loads
  const visits = [...portal]
  while (visits.length < SHIFT_VISITS) visits.push(await coldLoad(browser, servers.portal.url, screen))
  const row = (what: string, of: keyof Cold & Figure, format: (value: number) => string, limit?: number): Row => {
    const figure = medianRow(`  ${what}`, figures(portal, of), format, limit)
    return before.length === 0
      ? figure
      : { ...figure, note: `${figure.note}; before ${format(median(figures(before, of)))}` }
  }
  const rows = [
    ratioRow(
      `cold ${name}: there, to the minimal app${screen === OWNER ? "'s list" : ''}`,
      figures(portal, 'there'),
      figures(minimal, 'there'),
      limits.minimal,
    ),
    ...(before.length === 0
      ? []
      : [
          ratioRow('  there, to the version before', figures(portal, 'there'), figures(before, 'there'), limits.before),
        ]),
    row('first paint', 'firstPaint', ms, FIRST_PAINT_MS),
    row('requests until there', 'requests', String, limits.requests),
    row('long tasks until there', 'longTasks', ms, limits.longTasks),
    row('main thread until there', 'mainThread', ms),
    row('transferred until there', 'transferred', kB),
    shift(visits),
  ]
  return { rows, details: rows.some(({ ok }) => ok === false) ? requestLines(screen, loads) : [] }
}

type Figure = 'there' | 'firstPaint' | 'requests' | 'longTasks' | 'mainThread' | 'transferred'

const figures = (loads: Cold[], figure: Figure) => loads.map((load) => load[figure])

function shift(visits: Cold[]): Row {
  const worst = visits.reduce((one, other) => (other.shift > one.shift ? other : one))
  const note = worst.shift > SHIFT ? worst.shifted.join(', ') : ''
  const what = `  layout shift, worst of ${visits.length} visits`
  return { ...atMost(what, worst.shift, SHIFT, (value) => value.toFixed(4)), note }
}

/** Measures a second visit, whose browser has stored the portal. */
async function nextVisit(browser: Browser, url: string): Promise<Row[]> {
  const { visits } = await interleave(VISITS, { visits: () => nextLoad(browser, url, LIST) })
  const [first, next] = [visits.map(({ first }) => first), visits.map(({ next }) => next)]
  const what = 'next visit, clients list'
  return [
    medianRow(`${what}: first paint`, figures(next, 'firstPaint'), ms, NEXT_FIRST_PAINT_MS),
    ratioRow(`${what}: there, to the first visit`, figures(next, 'there'), figures(first, 'there'), OF_FIRST_VISIT),
  ]
}

async function clicks(browser: Browser, url: string): Promise<Row[]> {
  const turns: Turn[] = []
  const sheets: Click[] = []
  for (let visit = 0; visit < VISITS; visit += 1) {
    turns.push(...(await turnPages(browser, url, LIST)))
    sheets.push(...(await openSheets(browser, url, LIST)))
  }
  const row = (what: string, of: 'painted' | 'processor', limit?: number) =>
    ratioRow(
      what,
      turns.map(({ page }) => page[of]),
      turns.map(({ swap }) => swap[of]),
      limit,
    )
  return [
    row('prefetched next page: click to paint, to a swap of innerHTML', 'painted', OF_A_SWAP),
    row('  in processor time of the page', 'processor'),
    medianRow(
      'client sheet opened on the slow phone',
      sheets.map(({ painted }) => painted),
      ms,
      SHEET_MS,
    ),
    medianRow(
      '  in processor time of the page',
      sheets.map(({ processor }) => processor),
      ms,
    ),
  ]
}

/** Lists the requests and long tasks of the median visit, which show why a screen is slow. */
function requestLines({ path }: Screen, loads: Record<Version, Cold[]>): string[] {
  return Object.entries(loads).flatMap(([version, visits]) => {
    const middle = visits.toSorted((a, b) => a.there - b.there)[Math.floor(visits.length / 2)]
    if (!middle) return []
    return [`${path}, ${version}, there after ${ms(middle.there)}:`, ...middle.waits.map((line) => `  ${line}`)]
  })
}
