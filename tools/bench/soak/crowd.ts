import { type Socket, connect } from 'node:net'
import { openDatabase } from '#server/node/db/database.ts'
import { type Place, envOf } from '#harness/clinic.ts'
import { type Crowd, type CrowdResult, crowdAt } from '../crowd.ts'
import { PASSWORD, adminOf, fill, practiceId } from '../databases.ts'
import { type RunningServer } from '#harness/server-process.ts'
import { residentMemory, startPortal } from '../servers.ts'
import { type SignedIn, signIn } from '../sign-in.ts'
import { type Row, ms } from '../table.ts'
import { less, none } from './report.ts'

const CLIENTS = 5000
const PAGES = 8

/** Server with a practice of 5000 clients, and requests of a staff member for pages of its clients list. */
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

/** Puts the server under load from `connections` callers, and returns their figures. */
export const crowd = ({ server, calls }: Watched, connections: number, seconds: number): Promise<CrowdResult> =>
  crowdAt(server.url, { calls, connections, seconds })

/** Runs the work and returns its result with the peak memory of a process in bytes. */
export async function whileWatching<T>(pid: number, work: () => Promise<T>): Promise<{ result: T; most: number }> {
  let most = 0
  const look = () => (most = Math.max(most, residentMemory(pid) ?? 0))
  const timer = setInterval(look, 200)
  try {
    const result = await work()
    look()
    return { result, most }
  } finally {
    clearInterval(timer)
  }
}

export const responseCount = (statuses: CrowdResult['statuses']): number =>
  Object.values(statuses).reduce((sum, count) => sum + count, 0)

/** Returns the number of responses other than 200 and of broken connections. */
export const notServed = ({ statuses, broken }: CrowdResult): number =>
  responseCount(statuses) - (statuses['200'] ?? 0) + broken

export function readersRows(what: string, limitMs: number, results: readonly CrowdResult[]): Row[] {
  const failed = results.reduce((sum, result) => sum + notServed(result), 0)
  const good = results.reduce((sum, { statuses }) => sum + (statuses['200'] ?? 0), 0)
  return [
    { ...none(`${what}: others who read and were not served`, failed), note: `${good} were` },
    less(`${what}: p99 of those who read`, Math.max(...results.map(({ p99Ms }) => p99Ms)), limitMs, ms),
  ]
}

/** Returns a row with the number of responses of unexpected status, and a line for each such status. */
export function unexpected(what: string, tells: string, statuses: CrowdResult['statuses'], expected: string[]) {
  const odd = Object.entries(statuses).filter(([status]) => !expected.includes(status))
  const count = odd.reduce((sum, [, times]) => sum + times, 0)
  return {
    row: { ...none(`${what}: ${tells}`, count), note: joined(statuses) },
    found: odd.map(([status, times]) => `${what}: ${times} × ${status}`),
  }
}

/** Opens a socket to the server; its errors are ignored, because the server may close the socket. */
export function openSocket({ server }: Pick<Watched, 'server'>): Socket {
  const { hostname, port } = new URL(server.url)
  return connect({ host: hostname, port: Number(port) }).on('error', () => {})
}

export const joined = (statuses: CrowdResult['statuses']): string =>
  Object.entries(statuses)
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ')
