import type { Browser } from '@playwright/test'
import type { PatientRecord } from '#server/demo/animals.ts'
import { createDays } from '#server/demo/days.ts'
import { createRandom } from '#server/demo/random.ts'
import { makeLogbookEntry } from '#server/demo/records.ts'
import { type Cold, coldLoad } from './cold.ts'
import { openFolder } from './databases.ts'
import { sized } from './options.ts'
import { longTasks, slowProcessor } from './probe.ts'
import { interleave } from './rounds.ts'
import { LIST, type Screen, openBrowser, openContext } from './screens.ts'
import { startPortal, temporaryFolder } from './servers.ts'
import { OWNER } from './sign-in.ts'
import { type Measured, type Row, medianRow, ms, ratioRow } from './table.ts'

const ANIMALS = sized(2000, 200)
const ENTRIES_EACH = sized(10, 2)
const YEARS = 5
const ROUNDS = sized(3, 1)
const MAX_LIST_RATIO = 1.25
const LONG_TASK_MS = 100
const SETTLED_MS = sized(1000, 100)

/** Herd page, which counts as loaded once the first animals are shown. */
const HERD: Screen = { path: '/client/herd', selector: 'main section li', count: sized(20, 1), types: false, as: OWNER }
/** Views of the herd: the text of the link, and a selector for the loaded view. */
const VIEWS = [
  ['Veestapel', HERD.selector],
  ['Dieren', 'main tbody tr'],
  ['Medicijnlogboek', 'main tbody tr td:nth-child(4)'],
] as const

/** Measures the pages of a very large herd, relative to the list of clients. */
export async function measureHerd(): Promise<Measured> {
  await using folder = await temporaryFolder()
  await using browser = await openBrowser()
  // The first start loads the demo data.
  await (await startPortal(folder.path, { demo: true })).stop()
  await fillHerd(folder.path)
  await using server = await startPortal(folder.path)
  return { rows: await firstScreen(browser, server.url) }
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

/** Measures the first screen of the herd, relative to the clients list. */
async function firstScreen(browser: Browser, url: string): Promise<Row[]> {
  const { list, herd } = await interleave(ROUNDS, {
    list: () => coldLoad(browser, url, LIST),
    herd: () => coldLoad(browser, url, HERD),
  })
  const there = (loads: Cold[]) => loads.map((load) => load.there)
  const what = `herd of ${ANIMALS} animals: first screen, to the clients list`
  return [ratioRow(what, there(herd), there(list), MAX_LIST_RATIO), ...(await busiest(browser, url))]
}

/** Measures the longest task while each view opens, starting from a page that has already loaded. */
async function busiest(browser: Browser, url: string): Promise<Row[]> {
  const tasks = new Map<string, number[]>(VIEWS.map(([name]) => [name, []]))
  for (let round = 0; round < ROUNDS; round += 1) {
    await using context = await openContext(browser, url, OWNER)
    const page = await context.newPage()
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
  }
  return [...tasks].map(([name, longest]) =>
    medianRow(`  longest task on the way to ${name}, processor 4 × slower`, longest, ms, LONG_TASK_MS),
  )
}
