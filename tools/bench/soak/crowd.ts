import { openDatabase } from '#server/node/database.ts'
import { type Place, envOf } from '#harness/clinic.ts'
import { runBeside } from '../beside.ts'
import type { Crowd, CrowdResult } from '../crowd.ts'
import { PASSWORD, adminOf, fill, practiceId } from '../databases.ts'
import { type RunningServer } from '#harness/server-process.ts'
import { residentMemory, startPortal } from '../servers.ts'
import { type SignedIn, signIn } from '../sign-in.ts'

const CLIENTS = 5000
const PAGES = 8

/** A server with a practice of thousands of clients, and the calls of somebody who leafs through them. */
export interface Watched extends AsyncDisposable {
  server: RunningServer
  staff: SignedIn
  practice: string
  calls: Crowd['calls']
}

export async function startWatched(
  place: Place,
  how: Partial<Parameters<typeof startPortal>[1]> = {},
): Promise<Watched> {
  const { db } = await openDatabase(place)
  await fill(db, { clients: CLIENTS })
  await db.destroy()
  const server = await startPortal(place.dataDir, { ...how, env: { ...envOf(place), ...how?.env } })
  try {
    const practice = practiceId(0)
    const staff = await signIn(server.url, adminOf(practice), PASSWORD)
    const calls = Array.from({ length: PAGES }, (_, page) => ({
      path: `/api/practice/${practice}/clients?page=${page}&size=25`,
      headers: { ...staff },
    }))
    return { server, staff, practice, calls, [Symbol.asyncDispose]: () => server.stop() }
  } catch (error) {
    await server.stop()
    throw error
  }
}

/** So many callers at once, for so long; answers what they were told. */
export async function crowd({ server, calls }: Watched, connections: number, seconds: number): Promise<CrowdResult> {
  const { hostname: host, port } = new URL(server.url)
  const wanted: Crowd = { host, port: Number(port), calls, connections, seconds }
  return await runBeside<CrowdResult>('crowd.ts', wanted)
}

/** The most memory that a process held meanwhile. */
export async function whileWatching<T>(pid: number, work: () => Promise<T>): Promise<{ result: T; most: number }> {
  let most = 0
  const look = () => (most = Math.max(most, residentMemory(pid) ?? 0))
  const looking = setInterval(look, 200)
  try {
    const result = await work()
    look()
    return { result, most }
  } finally {
    clearInterval(looking)
  }
}

export const answersOf = (statuses: CrowdResult['statuses']): number =>
  Object.values(statuses).reduce((sum, count) => sum + count, 0)

export const listed = (statuses: CrowdResult['statuses']): string =>
  Object.entries(statuses)
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ')
