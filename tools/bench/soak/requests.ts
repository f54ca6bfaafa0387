import { readdirSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Place, envOf, withDatabaseOf, makeClinic, signIn } from '#harness/clinic.ts'
import { deadlocksAt, damagedRequests } from '#harness/requests-damage.ts'
import { RequestsWork } from '#harness/requests-work.ts'
import { logOf } from '#harness/server-process.ts'
import { startServers } from './places.ts'
import { type Bounds, type Soaked, none } from './report.ts'

const WHAT = 'three servers, exports with answers beside senders'
const SERVERS = 3
const SENDERS = 20
/** Exceeds the number of owners that can send a request during the run. */
const OWNERS = 800

/** Twenty owners send requests while exports and staff answer them, on three servers with one PostgreSQL. */
export async function soakRequests(place: Place, { seconds, isOver }: Bounds): Promise<Soaked> {
  await makeClinic(place)
  const work = new RequestsWork(place)
  await work.prepare()
  await work.addOwners(OWNERS)
  const env = { ...envOf(place), LIMIT_LOGIN_ADDRESS_FAILURES: '1000000' }
  await using three = await startServers(SERVERS, env)
  const { servers, next } = three
  const token = await signIn(next())
  const until = performance.now() + seconds * 1000
  const isDone = () => isOver() || performance.now() > until
  await Promise.all([
    ...Array.from({ length: SENDERS }, () => work.send(next, isDone)),
    work.answer(next, token, isDone),
    work.export(next, isDone),
  ])
  const folder = join(place.dataDir, 'files')
  await mkdir(folder, { recursive: true })
  const [damaged, deadlocks] = await withDatabaseOf(place, async (db) => [
    await damagedRequests(db, work, new Set(readdirSync(folder))),
    await deadlocksAt(db),
  ])
  // Logged errors explain why a call returned 503.
  const failures = servers.flatMap(logOf).flatMap((line) => (line['level'] === 'error' ? [JSON.stringify(line)] : []))
  return {
    rows: [
      {
        what: `${WHAT}: seconds`,
        measured: String(seconds),
        note: `${work.sent.size} requests, ${work.answered.size} answers, ${work.exported.size} exports`,
      },
      none(`${WHAT}: deadlocks that PostgreSQL has noticed`, deadlocks),
      none(`${WHAT}: 503`, work.unavailable.length),
      none(`${WHAT}: answers that should not be`, work.wrong.length),
      none(`${WHAT}: lost, or done twice`, damaged.length),
    ],
    found: [...work.wrong, ...work.unavailable, ...failures, ...damaged].map((damage) => `${WHAT}: ${damage}`),
  }
}
