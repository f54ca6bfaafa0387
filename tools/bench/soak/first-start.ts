import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '#server/db/schema.ts'
import { type ReadyServer, kill, spawnServer, startServer } from '#harness/server-process.ts'
import { type Place, envOf, looking } from '#harness/clinic.ts'
import { damageAt } from '#harness/damage.ts'
import { type Bounds, type Soaked, none, progress, slowest } from './report.ts'

const WHAT = 'S-211 first start killed'
const MOMENTS_MS = 600
const RESTART_MS = 10_000
const TABLES = ['practice', 'account', 'client', 'patient', 'reminder', 'invoice', 'attachment', 'visit_form'] as const

/** Kills first starts on empty folders at any moment: the next one must work, with the demo data there once. */
export async function soakFirstStart({ rounds, isOver }: Bounds): Promise<Soaked> {
  const whole = await inFolder(async (place) => {
    await using first = await startServer({ ...envOf(place), DEMO: 'on' })
    return { counts: await countsOf(place), ms: first.startMs }
  })
  const found: string[] = []
  const restarts: number[] = []
  let done = 0
  let amiss = 0
  while (done < rounds && !isOver()) {
    done += 1
    // As long as a first start takes here, so that no part of it is left out on a slow machine.
    const moment = Math.random() * Math.max(MOMENTS_MS, whole.ms)
    await inFolder(async (place) => {
      const { child } = spawnServer({ ...envOf(place), DEMO: 'on' })
      await delay(moment)
      await kill(child)
      const damages = await nextStart(place, whole.counts, (ms) => restarts.push(ms))
      if (damages.length > 0) amiss += 1
      found.push(...damages.map((damage) => `${WHAT} after ${Math.round(moment)} ms: ${damage}`))
    })
    progress(WHAT, done, rounds)
  }
  return {
    rows: [
      { what: `${WHAT}: rounds`, measured: String(done), note: `0–${Math.round(Math.max(MOMENTS_MS, whole.ms))} ms` },
      none(`${WHAT}: next starts that fail or find something else`, amiss),
      slowest(`${WHAT}: the next start to the first answer`, restarts, RESTART_MS),
    ],
    found,
  }
}

async function nextStart(place: Place, whole: string, took: (ms: number) => void): Promise<string[]> {
  let server: ReadyServer
  try {
    server = await startServer({ ...envOf(place), DEMO: 'on' })
  } catch (error) {
    return [String(error)]
  }
  await using next = server
  took(next.startMs)
  const counts = await countsOf(place)
  const signedIn = await fetch(`${next.url}/api/user/authenticate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin@dewaag.example', password: 'Welkom#2026' }),
  })
  await signedIn.body?.cancel()
  return [
    ...(counts === whole ? [] : [`${counts} instead of ${whole}`]),
    ...(signedIn.status === 200 ? [] : [`signing in: ${signedIn.status}`]),
    ...(await damageAt(place, new Set())).torn.filter((damage) => !isOfDemo(damage)),
  ]
}

/** The people of the demo get no mails, and one of them is there to show how it is without a client. */
const isOfDemo = (damage: string) => damage.endsWith('gets 0 mails') || damage.startsWith('none@mail.example')

async function countsOf(place: Place): Promise<string> {
  return await looking(place, async (db) => {
    const counts: string[] = []
    for (const table of TABLES) counts.push(`${await countOf(db, table)} × ${table}`)
    return counts.join(', ')
  })
}

async function countOf(db: Database, table: (typeof TABLES)[number]): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

async function inFolder<T>(work: (place: Place) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-soak-'))
  try {
    return await work({ dataDir, databaseUrl: undefined })
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}
