import { PASSWORD, type Clinics, adminOf, dataFolder, practiceId } from './databases.ts'
import { type Crowd, type CrowdResult, crowdAt } from './crowd.ts'
import { type RunningServer, startCommand } from '#harness/server-process.ts'
import { processorTime, startPortal } from './servers.ts'
import { sized } from './options.ts'
import { interleave } from './rounds.ts'
import { signIn } from './sign-in.ts'
import { median, ratiosOf, spread } from './statistics.ts'
import { type Measured, atLeast, medianRow, ms } from './table.ts'

const ROUNDS = sized(5, 1)
const SECONDS = sized(2, 0.5)
export const CONNECTIONS = 50
const STAFF = 20
const PAGES = 8
const MIN_SHARE = 0.47
const P99_MS = 25

interface Round extends CrowdResult {
  /** Processor time of the server for each call, in milliseconds; undefined on systems without `/proc`. */
  processorMs: number | undefined
}

const SERVERS = ['clients', 'constant'] as const
type Rounds = Record<(typeof SERVERS)[number], Round[]>

/** Measures a page of clients for many callers at once, relative to constant JSON from the same application. */
export async function measureList(clinics: Clinics): Promise<Measured> {
  const folder = await dataFolder(clinics)
  await using portal = await startPortal(folder)
  const calls = await callsOf(portal.url, clinics)
  await using constant = await startConstant(portal.url, calls, [folder])
  const rounds = await interleave(ROUNDS, {
    clients: () => load(portal, calls),
    constant: () => load(constant, constant.calls),
  })
  return report(clinics, rounds)
}

/** Starts a server that returns the response to the first call as constant JSON. Returns the server and its calls. */
export async function startConstant(url: string, calls: Crowd['calls'], args: string[]) {
  const input = await (await fetch(`${url}${calls[0]!.path}`, { headers: calls[0]!.headers })).text()
  const script = 'tools/bench/constant.ts'
  const server = await startCommand({ command: process.execPath, args: [script, ...args], input })
  return { ...server, calls: calls.map(({ headers }) => ({ path: '/api/constant', headers })) }
}

/** Returns requests of several staff members for the first pages of their clients, with the headers of a browser. */
export async function callsOf(url: string, { clients, practices = 1 }: Clinics): Promise<Crowd['calls']> {
  const staff = Math.min(STAFF, practices)
  const pages = Math.min(PAGES, Math.floor(((clients / practices) * 0.5) / 25))
  const calls = await Promise.all(
    Array.from({ length: staff }, async (_, index) => {
      const practice = practiceId(Math.floor((index * practices) / staff))
      const headers = { ...(await signIn(url, adminOf(practice), PASSWORD)), 'accept-encoding': 'gzip, br' }
      return Array.from({ length: pages }, (_page, page) => ({
        path: `/api/practice/${practice}/clients?page=${page}&size=25`,
        headers,
      }))
    }),
  )
  return Array.from({ length: pages }, (_, page) => calls.map((each) => each[page]!)).flat()
}

async function load({ url, pid }: RunningServer, calls: Crowd['calls']): Promise<Round> {
  const before = processorTime(pid)
  const result = await loadOf(url, calls)
  const after = processorTime(pid)
  const processorMs = before !== undefined && after !== undefined ? ((after - before) * 1000) / result.calls : undefined
  return { ...result, processorMs }
}

/** Puts a server under load. Throws if a connection breaks or a response has another status than 200. */
export async function loadOf(url: string, calls: Crowd['calls']): Promise<CrowdResult> {
  const load = { calls, connections: CONNECTIONS, seconds: SECONDS, warmUpSeconds: SECONDS / 4 }
  const result = await crowdAt(url, load)
  if (result.broken > 0 || result.statuses['200'] !== result.calls)
    throw new Error(`Answered by ${JSON.stringify(result.statuses)}, ${result.broken} connections broke`)
  return result
}

function report({ clients, practices = 1 }: Clinics, rounds: Rounds): Measured {
  const p99s = rounds.clients.map(({ p99Ms }) => p99Ms)
  const among = `among ${clients.toLocaleString('en')} in ${practices} practices, ${CONNECTIONS} at once`
  const perSecond = (server: Round[]) => server.map((round) => round.perSecond)
  const shares = ratiosOf(perSecond(rounds.clients), perSecond(rounds.constant))
  return {
    rows: [
      {
        // Requests for constant JSON are also authenticated and logged, so the ratio shows only the cost of the list.
        ...atLeast(`page of 25 clients ${among}: of constant JSON by the same server`, median(shares), MIN_SHARE, two),
        note: spread(shares, two),
      },
      medianRow('  its p99', p99s, ms, P99_MS),
    ],
    details: detailsOf(rounds),
  }
}

function detailsOf(rounds: Rounds): string[] {
  const names = { clients: 'page of clients', constant: 'constant JSON' }
  const lines = SERVERS.map((server) => {
    const perSecond = Math.round(median(rounds[server].map((round) => round.perSecond)))
    const processor = median(rounds[server].flatMap(({ processorMs }) => processorMs ?? []))
    return `  ${names[server].padEnd(17)}${String(perSecond).padStart(6)} /s, ${processor.toFixed(3)} ms`
  })
  const busiest = Math.max(...SERVERS.flatMap((server) => rounds[server].map(({ busy }) => busy)))
  return [
    `Calls a second, and processor time of the server for each; medians of ${ROUNDS} rounds:`,
    ...lines,
    `  (the load generator was busy for at most ${Math.round(busiest * 100)} % of its time)`,
  ]
}

const two = (value: number) => value.toFixed(2)
