import { availableParallelism, cpus } from 'node:os'
import { sql } from 'kysely'
import { openDatabase } from '#server/node/db/database.ts'
import { type Cluster, startCluster } from '#harness/postgres-cluster.ts'
import type { RunningServer } from '#harness/server-process.ts'
import { type Clinics, fill } from './databases.ts'
import { CONNECTIONS, callsOf, loadOf, startConstant } from './list.ts'
import { sized } from './options.ts'
import type { Crowd } from './crowd.ts'
import { processorTime, processorTimeOfAll, startPortal, temporaryFolder } from './servers.ts'
import { interleave } from './rounds.ts'
import { newDatabase } from './soak/places.ts'
import { median, spread } from './statistics.ts'
import { type Measured, type Row, atLeast, medianRow, ms, times } from './table.ts'

const ROUNDS = sized(5, 1)
const SERVERS = [1, 2, 3] as const
/** It is made anew for each run, so it is not the largest. */
const MOST_CLIENTS = 100_000
const P99_MS = 25
const LEAST_GROWTH = 1.6
/** More processes than processors have to share what is near one. */
const MOST_PER_CALL = 1.3
/** A load that ends, and the next that begins. */
const MOST_IDLE = 0.2
/** For two servers, for the load on each, and as much for the database. */
const PROCESSORS = 6

/** Of so many servers at once. */
interface Round {
  perSecond: number
  p99Ms: number
  /** For one call, in milliseconds; of the servers, and of PostgreSQL. */
  server: number
  postgres: number
  /** The share of the time in which the processors were idle. */
  idle: number
}

/** A page of clients on PostgreSQL, by one server, two and three, each with as many callers. The rounds of all alternate. */
export async function measurePostgres({ clients, practices = 1 }: Clinics): Promise<Measured> {
  const share = Math.min(1, MOST_CLIENTS / clients)
  const clinics = { clients: clients * share, practices: Math.max(1, Math.floor(practices * share)) }
  const cluster = await startCluster({ durable: false })
  if (!cluster) return { rows: [{ what: 'on PostgreSQL', measured: 'not installed' }] }
  await using made = await temporaryFolder()
  const folder = made.path
  const running: RunningServer[] = []
  try {
    const databaseUrl = await newDatabase(cluster, 'bench')
    await fillDatabase(databaseUrl, folder, clinics)
    for (const _ of SERVERS) running.push(await startPortal(folder, { env: { DATABASE_URL: databaseUrl } }))
    const portals = [...running]
    const calls = await callsOf(portals[0]!.url, clinics)
    const constant = await startConstant(portals[0]!.url, calls, [folder, databaseUrl])
    running.push(constant)
    const { rounds } = await interleave(ROUNDS, {
      rounds: async () => {
        const by: Round[] = []
        for (const servers of SERVERS) by.push(await loadAll(portals.slice(0, servers), calls, cluster))
        return { by, constant: await loadAll([constant], constant.calls, cluster) }
      },
    })
    return report(clinics, rounds)
  } finally {
    for (const server of running) await server.stop()
    await cluster.remove()
  }
}

async function fillDatabase(databaseUrl: string, dataDir: string, clinics: Clinics): Promise<void> {
  console.error(`Making a database of ${clinics.clients} clients on PostgreSQL.`)
  const { db } = await openDatabase({ dataDir, databaseUrl, queryMs: 3_600_000 })
  await fill(db, clinics)
  // As one that has run for a while: without it no index is enough on its own.
  await sql`vacuum analyze`.execute(db)
  await db.destroy()
}

async function loadAll(servers: RunningServer[], calls: Crowd['calls'], cluster: Cluster): Promise<Round> {
  const used = () => ({
    server: servers.reduce((sum, { pid }) => sum + (processorTime(pid) ?? Number.NaN), 0),
    postgres: processorTimeOfAll(cluster.pid()) ?? Number.NaN,
    ...processorTimes(),
  })
  const before = used()
  const results = await Promise.all(servers.map(({ url }) => loadOf(url, calls)))
  const after = used()
  const answered = results.reduce((sum, each) => sum + each.calls, 0)
  return {
    perSecond: results.reduce((sum, each) => sum + each.perSecond, 0),
    p99Ms: Math.max(...results.map(({ p99Ms }) => p99Ms)),
    server: ((after.server - before.server) * 1000) / answered,
    postgres: ((after.postgres - before.postgres) * 1000) / answered,
    idle: (after.idle - before.idle) / (after.all - before.all),
  }
}

/** Of the machine. */
function processorTimes(): { idle: number; all: number } {
  const each = cpus().map(({ times }) => times)
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
  return { idle: sum(each.map(({ idle }) => idle)), all: sum(each.flatMap((spent) => Object.values(spent))) }
}

function report({ clients, practices }: Clinics, rounds: { by: Round[]; constant: Round }[]): Measured {
  const of = (read: (round: Round) => number, place: number) => rounds.map(({ by }) => read(by[place]!))
  const toOne = (read: (round: Round) => number, place: number) =>
    rounds.map(({ by }) => read(by[place]!) / read(by[0]!))
  const perCall = ({ server, postgres }: Round) => server + postgres
  const shares = rounds.map(({ by, constant }) => by[0]!.perSecond / constant.perSecond)
  const p99s = of(({ p99Ms }) => p99Ms, 0)
  const growth = (place: number): Row => {
    const ratios = toOne(({ perSecond }) => perSecond, place)
    return medianRow(`  ${SERVERS[place]} servers to one: calls a second`, ratios, times)
  }
  /** Two servers take more calls where there are processors for them; where there are not, none of those is idle. */
  const unhindered = (): Row => {
    const ratio = median(toOne(({ perSecond }) => perSecond, 1))
    if (availableParallelism() >= PROCESSORS)
      return { ...growth(1), ...atLeast(growth(1).what, ratio, LEAST_GROWTH, times) }
    return medianRow(
      '  2 servers: processors without work',
      of(({ idle }) => idle, 1),
      percent,
      MOST_IDLE,
    )
  }
  const cost = (place: number, most?: number): Row =>
    medianRow(`  ${SERVERS[place]} servers to one: processor time of a call`, toOne(perCall, place), times, most)
  return {
    rows: [
      {
        what: `PostgreSQL: page of 25 clients among ${clients.toLocaleString('en')} in ${practices} practices, ${CONNECTIONS} at once: of constant JSON`,
        measured: median(shares).toFixed(2),
        note: spread(shares, (share) => share.toFixed(2)),
      },
      medianRow('  its p99', p99s, ms, P99_MS),
      unhindered(),
      ...(availableParallelism() < PROCESSORS ? [growth(1)] : []),
      growth(2),
      cost(1, MOST_PER_CALL),
      cost(2),
    ],
    details: [
      'On PostgreSQL, calls a second; processor time of the servers and of PostgreSQL for one of them; and the share of the time of',
      `all processors that nobody had work for. Medians of ${ROUNDS} rounds:`,
      ...SERVERS.map((servers, place) =>
        line(
          `${servers} server${servers > 1 ? 's' : ''}`,
          rounds.map(({ by }) => by[place]!),
        ),
      ),
      line(
        'constant JSON, 1 server',
        rounds.map(({ constant }) => constant),
      ),
    ],
  }
}

function line(name: string, rounds: Round[]): string {
  const of = (read: (round: Round) => number) => median(rounds.map(read))
  const perSecond = String(Math.round(of((round) => round.perSecond))).padStart(6)
  const server = of((round) => round.server).toFixed(3)
  const postgres = of((round) => round.postgres).toFixed(3)
  return `  ${name.padEnd(25)}${perSecond} /s, ${server} + ${postgres} ms, ${percent(of((round) => round.idle))}`
}

const percent = (share: number) => `${Math.round(share * 100)} %`
