import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { type ReadyServer, kill, spawnServer, startServer } from '#harness/server-process.ts'
import { type Place, envOf, withDatabaseOf, signIn } from '#harness/clinic.ts'
import { damageAt } from '#harness/damage.ts'
import { onSqlite } from './places.ts'
import { type Bounds, type Soaked, counted, none, progress, slowest } from './report.ts'

const WHAT = 'first start killed'
const MOMENTS_MS = 600
const RESTART_MS = 10_000
const TABLES = ['practice', 'account', 'client', 'patient', 'reminder', 'invoice', 'attachment', 'visit_form'] as const

/** Kills first starts on empty folders at random moments. The next start must succeed and have the demo data exactly once. */
export async function soakFirstStart({ rounds, isOver }: Bounds): Promise<Soaked> {
  const whole = await onSqlite(async (place) => {
    await using first = await startServer({ ...envOf(place), DEMO: 'on' })
    return { counts: await countsOf(place), ms: first.startMs }
  })
  const found: string[] = []
  const restarts: number[] = []
  let done = 0
  let damaged = 0
  while (done < rounds && !isOver()) {
    done += 1
    // The range covers a whole first start, so that every part of it is interrupted on a slow machine too.
    const moment = Math.random() * Math.max(MOMENTS_MS, whole.ms)
    await onSqlite(async (place) => {
      const { child } = spawnServer({ ...envOf(place), DEMO: 'on' })
      await delay(moment)
      await kill(child)
      const damages = await nextStart(place, whole.counts, (ms) => restarts.push(ms))
      if (damages.length > 0) damaged += 1
      found.push(...damages.map((damage) => `${WHAT} after ${Math.round(moment)} ms: ${damage}`))
    })
    progress(WHAT, done, rounds)
  }
  return {
    rows: counted(`${WHAT}: rounds`, done, `0–${Math.round(Math.max(MOMENTS_MS, whole.ms))} ms`, [
      none(`${WHAT}: next starts that fail or find something else`, damaged),
      slowest(`${WHAT}: the next start to the first answer`, restarts, RESTART_MS),
    ]),
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
  const signInResult = await signIn(next.url, 'admin@dewaag.example').then(
    () => [],
    (error: unknown) => [String(error)],
  )
  return [
    ...(counts === whole ? [] : [`${counts} instead of ${whole}`]),
    ...signInResult,
    ...(await damageAt(place, new Set())).torn.filter((damage) => !isOfDemo(damage)),
  ]
}

/** Whether the demo data explain a finding: its owners get no mails, and one account has no client on purpose. */
const isOfDemo = (damage: string) => damage.endsWith('gets 0 mails') || damage.startsWith('none@mail.example')

const countsOf = (place: Place): Promise<string> =>
  withDatabaseOf(place, async (db) => {
    const counts: string[] = []
    for (const table of TABLES) {
      const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(db)
      counts.push(`${rows[0]!.count} × ${table}`)
    }
    return counts.join(', ')
  })
