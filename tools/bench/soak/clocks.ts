import { USUAL_LIMITS } from '#server/http/limits.ts'
import { createApp } from '#server/app.ts'
import { databaseTime } from '#server/db/time.ts'
import { openPostgres } from '#server/node/db/postgres.ts'
import { purge } from '#server/purge/purge.ts'
import { account, client } from '#harness/builders.ts'
import { PASSWORD_HASH, type Place, PRACTICE, withDatabaseOf, makeClinic } from '#harness/clinic.ts'
import { portsOn } from '../ports.ts'
import { jsonOf } from '../sign-in.ts'
import { type Bounds, type Soaked, less, none } from './report.ts'

const WHAT = 'three servers whose clocks differ by five seconds'
const OFFSETS_MS = [-2500, 0, 2500]
const DAY_MS = 86_400_000
const OWNERS = 20
const PASSWORD = 'Welkom#2026'
const REFRESH_EVERY = 10

/**
 * Calls three servers on one PostgreSQL in rotation, while their clocks differ. They run in this process, because each needs
 * its own clock.
 */
export async function soakClocks(place: Place, { seconds, isOver }: Bounds): Promise<Soaked> {
  await makeClinic(place)
  const nameOf = (number: number) => `owner${number}@proef.example`
  await withDatabaseOf(place, async (db) => {
    for (let number = 0; number <= OWNERS; number += 1)
      await client(db, PRACTICE, { account_id: await account(db, nameOf(number), { password_hash: PASSWORD_HASH }) })
    const entry = { practice_id: PRACTICE, at: new Date().toISOString(), action: 'deleted' as const }
    await db.insertInto('audit').values(entry).execute()
  })
  const leap = { ms: 0 }
  const servers = OFFSETS_MS.map((offset) => serverOf(place, () => new Date(Date.now() + offset + leap.ms)))
  let calls = 0
  const call = async (path: string, init: RequestInit = {}) => {
    calls += 1
    return await servers[calls % servers.length]!.app.request(`/api/${path}`, init)
  }
  const enter = (username: string, password: string) => call('user/authenticate', jsonOf({ username, password }))
  const tokenOf = async (response: Response) => ((await response.json()) as { token: string }).token
  try {
    let rejected = 0
    const until = Date.now() + seconds * 1000
    const session = async (number: number) => {
      let token = await tokenOf(await enter(nameOf(number), PASSWORD))
      for (let turn = 1; Date.now() < until && !isOver(); turn += 1) {
        const isRefresh = turn % REFRESH_EVERY === 0
        const response = await call(isRefresh ? 'user/refresh' : 'user', { headers: { authorization: token } })
        if (isRefresh && response.status === 200) token = await tokenOf(response)
        // Refreshes of a session are rate-limited, so a 429 is expected.
        else if (response.status !== 200 && response.status !== 429) rejected += 1
        await new Promise((resolve) => setTimeout(resolve))
      }
    }
    await Promise.all(Array.from({ length: OWNERS }, (_, number) => session(number)))

    // All clocks jump ahead for a moment: by a day, and then by three years.
    leap.ms = DAY_MS
    for (let typo = 0; typo < 5; typo += 1) await enter(nameOf(OWNERS), 'wrong')
    leap.ms = 3 * 365 * DAY_MS
    for (const { ports } of servers) await purge(ports)
    leap.ms = 0
    const waits = await enter(nameOf(OWNERS), PASSWORD)
    const left = await withDatabaseOf(place, async (db) => ({
      audit: (await db.selectFrom('audit').select('id').execute()).length,
      sessions: (await db.selectFrom('session').select('id').execute()).length,
    }))
    const lost = (left.audit === 1 ? 0 : 1) + (OWNERS - left.sessions)
    return {
      rows: [
        { what: `${WHAT}: calls`, measured: String(calls) },
        none(`${WHAT}: good tokens refused`, rejected),
        less(
          'a day ahead for a moment, five typos: the wait',
          Number(waits.headers.get('retry-after')),
          2,
          (s) => `${s} s`,
        ),
        none('three years ahead for a moment: sessions and audit entries lost', lost),
      ],
      found: rejected + lost > 0 ? [`${WHAT}: ${rejected} refused, ${lost} lost`] : [],
    }
  } finally {
    await Promise.all(servers.map(({ ports }) => ports.db.destroy()))
  }
}

function serverOf(place: Place, clock: () => Date) {
  const db = openPostgres(place.databaseUrl!)
  const settings = { publicUrl: 'http://portal.test', limits: USUAL_LIMITS, databaseUrl: place.databaseUrl }
  const ports = portsOn(place.dataDir, settings, { db, clock, databaseClock: () => databaseTime(db), log: () => {} })
  return { ports, app: createApp(ports) }
}
