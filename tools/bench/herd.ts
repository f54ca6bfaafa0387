import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import playwright from '../../tests/browser/playwright.config.ts'
import * as paths from '#contract/paths.ts'
import type { PatientRecord } from '#server/demo/animals.ts'
import { createDays } from '#server/demo/days.ts'
import { DEMO_PASSWORD } from '#server/demo/load.ts'
import { createRandom } from '#server/demo/random.ts'
import { makeLogbookEntry } from '#server/demo/records.ts'
import { type Cold, type Screen, coldLoad } from './cold.ts'
import { openFolder } from './databases.ts'
import { TOKEN_STORAGE } from '#src/lib/constants.ts'
import { longTasks, slowProcessor } from './probe.ts'
import { LIST } from './screens.ts'
import { startPortal } from './servers.ts'
import { signIn } from './sign-in.ts'
import { median, ratiosOf, spread } from './statistics.ts'
import { type Measured, type Row, atMost, ms, times } from './table.ts'

const ANIMALS = 2000
const ENTRIES_EACH = 10
const YEARS = 5
const OWNER = 'owner@mail.example'
const ROUNDS = 3
const MOST_OF_LIST = 1.25
const LONG_TASK_MS = 100
const SETTLED_MS = 1000
const LONGEST_WAIT_MS = 50

/** Its first screen is what is released first. */
const HERD: Screen = { path: '/client/herd', selector: 'main section li', count: 20, types: false, as: OWNER }
/** Each by its link, and what stands there then. */
const VIEWS = [
  ['Veestapel', HERD.selector],
  ['Dieren', 'main tbody tr'],
  ['Medicijnlogboek', 'main tbody tr td:nth-child(4)'],
] as const

/** The page of a herd as large as they come: beside the list of clients, and what it asks of the server. */
export async function measureHerd(): Promise<Measured> {
  await using made = await mkdtempDisposable(join(tmpdir(), 'portal-bench-'))
  const folder = made.path
  const browser = await chromium.launch(playwright.use?.launchOptions)
  try {
    // So that the demo is there.
    await (await startPortal(folder, { demo: true })).stop()
    await fillHerd(folder)
    const server = await startPortal(folder)
    try {
      return { rows: [...(await firstScreen(browser, server.url)), ...(await calls(server.url))] }
    } finally {
      await server.stop()
    }
  } finally {
    await browser.close()
  }
}

async function fillHerd(folder: string): Promise<void> {
  const db = openFolder(folder)
  const random = createRandom(1)
  const days = createDays(new Date())
  const { uuid: clientUuid } = await db
    .selectFrom('client')
    .select('uuid')
    .where('email', '=', OWNER)
    .executeTakeFirstOrThrow()
  await db.transaction().execute(async (trx) => {
    for (let index = 0; index < ANIMALS; index += 1) {
      const animal: PatientRecord = {
        record: 'patient',
        uuid: random.uuid(),
        clientUuid,
        name: `Koe ${1000 + index}`,
        kind: 'INDIVIDUAL',
        species: 'CATTLE',
        breed: 'Holstein-Friesian',
        sex: 'FEMALE',
        lifeNumber: `NL ${random.int(100_000_000, 999_999_999)}`,
        birthDate: days(-random.int(300, 3000)),
        active: true,
        foodProducing: true,
        ...(index % 3 === 0 && { ubn: '4711209' }),
      }
      const { record: _, clientUuid: __, ...data } = animal
      await trx
        .insertInto('patient')
        .values({ uuid: animal.uuid, client_uuid: clientUuid, name: animal.name, data: JSON.stringify(data) })
        .execute()
      for (let entry = 0; entry < ENTRIES_EACH; entry += 1) {
        const { record: _, patientUuid, ...made } = makeLogbookEntry(random, days, animal, -random.int(0, YEARS * 365))
        const { uuid, date } = made
        await trx
          .insertInto('logbook_entry')
          .values({ uuid, date, patient_uuid: patientUuid, data: JSON.stringify(made) })
          .execute()
      }
    }
  })
  await db.destroy()
}

/** Round by round, beside the list of clients. */
async function firstScreen(browser: Browser, url: string): Promise<Row[]> {
  const list: Cold[] = []
  const herd: Cold[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    const loads = [await coldLoad(browser, url, LIST), await coldLoad(browser, url, HERD)] as const
    // The first is to warm up.
    if (round === 0) continue
    list.push(loads[0])
    herd.push(loads[1])
  }
  const there = (loads: Cold[]) => loads.map((load) => load.there)
  const ratios = ratiosOf(there(herd), there(list))
  return [
    {
      ...atMost(`herd of ${ANIMALS} animals: first screen, to the clients list`, median(ratios), MOST_OF_LIST, times),
      note: `${spread(ratios, times)}; ${ms(median(there(herd)))} to ${ms(median(there(list)))}`,
    },
    ...(await busiest(browser, url)),
  ]
}

/** From another page of the portal, which is there already, one view after the other. */
async function busiest(browser: Browser, url: string): Promise<Row[]> {
  const tasks = new Map<string, number[]>(VIEWS.map(([name]) => [name, []]))
  for (let round = 0; round < ROUNDS; round += 1) {
    const { authorization } = await signIn(url, OWNER, DEMO_PASSWORD)
    const page = await browser.newPage({ locale: 'nl-NL', viewport: { width: 1440, height: 900 } })
    await page.addInitScript(([key, token]) => sessionStorage.setItem(key, token), [
      TOKEN_STORAGE,
      authorization,
    ] as const)
    let longest = 0
    await longTasks(page, (task) => (longest = Math.max(longest, task)))
    await page.goto(`${url}/client/portal/settings`, { waitUntil: 'networkidle' })
    await slowProcessor(page)
    for (const [name, there] of VIEWS) {
      await page.waitForTimeout(SETTLED_MS)
      longest = 0
      const place = name === 'Veestapel' ? page : page.locator('main')
      await place.getByRole('link', { name, exact: true }).first().click()
      await page.waitForSelector(there)
      await page.waitForTimeout(SETTLED_MS)
      tasks.get(name)!.push(longest)
    }
    await page.close()
  }
  return [...tasks].map(([name, longest]) => ({
    ...atMost(`  longest task on the way to ${name}, processor 4 × slower`, median(longest), LONG_TASK_MS, ms),
    note: spread(longest, ms),
  }))
}

/** Asked one after the other, with the longest that another call had to wait meanwhile. */
async function calls(url: string): Promise<Row[]> {
  const headers = { ...(await signIn(url, OWNER, DEMO_PASSWORD)) }
  const get = async <T>(path: string) => {
    const answer = await fetch(`${url}/api/${path}`, { headers })
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
    return (await answer.json()) as T
  }
  const [practice] = await get<{ id: string }[]>(paths.userPractices)
  const { uuid } = await get<{ uuid: string }>(`${paths.userClient}?practiceId=${practice!.id}`)
  const period = 'startDate=2000-01-01'
  const file = async (format: string) => {
    const { url: address } = await get<{ url: string }>(`${paths.herdFile(uuid)}?${period}&format=${format}`)
    const { pathname, search } = new URL(address)
    const answer = await fetch(`${url}${pathname}${search}`)
    const { byteLength } = await answer.arrayBuffer()
    if (!answer.ok || byteLength < 1000) throw new Error(`No file came: ${answer.status}`)
  }
  const works: Record<string, () => Promise<unknown>> = {
    'a page of the medicines of five years': () => get(`${paths.herdMedicines(uuid)}?${period}`),
    'all of them as CSV': () => file('csv'),
    'the first part of them as PDF': () => file('pdf'),
    'what may not be delivered': () => get(paths.herdReleases(uuid)),
    'a page of the animals': () => get(paths.herdAnimals(uuid)),
  }
  const rows: Row[] = []
  for (const [what, work] of Object.entries(works)) {
    await work()
    const took: number[] = []
    const waits: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = performance.now()
      const state = { isDone: false }
      const done = work().finally(() => (state.isDone = true))
      while (!state.isDone) {
        const asked = performance.now()
        await (await fetch(`${url}/api/health/live`)).text()
        waits.push(performance.now() - asked)
      }
      await done
      took.push(performance.now() - before)
    }
    rows.push(
      { what: `herd: ${what}`, measured: ms(median(took)), note: spread(took, ms) },
      atMost('  longest that another call waited meanwhile', Math.max(...waits), LONGEST_WAIT_MS, ms),
    )
  }
  return rows
}
