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
import { median, ratiosOf } from './statistics.ts'
import { type Measured, atLeast, medianRow, ms, times } from './table.ts'

const ROUNDS = sized(5, 1)
/** Limits the size of the database, because every run creates a new one. */
const MAX_CLIENTS = 100_000
const P99_MS = 25
const GROWTH = 1.6
/** Limit of the processor time per call with two servers, which may share a processor and its cache. */
const PER_CALL = 1.3
/** Limit for idle processors; includes the start and the end of a load. */
const IDLE = 0.2
/** Processors for two servers, two load generators and the database. */
const PROCESSORS = 6

/** Figures of a round for one or more servers. */
interface Round {
  perSecond: number
  p99Ms: number
  /** Processor time for each call in milliseconds: of the servers, and (`postgres`) of PostgreSQL. */
  server: number
  postgres: number
  /** Share of the processors' time that was idle. */
  idle: number
}
type Rounds = Record<'one' | 'two' | 'constant', Round[]>

/** Measures a page of clients on PostgreSQL with one server and with two; each has the same number of callers. */
export async function measurePostgres({ clients, practices = 1 }: Clinics): Promise<Measured> {
  const share = Math.min(1, MAX_CLIENTS / clients)
  const clinics = { clients: clients * share, practices: Math.max(1, Math.floor(practices * share)) }
  const cluster = await startCluster({ durable: false })
  if (!cluster) return { rows: [{ what: 'on PostgreSQL', measured: 'not installed' }] }
  try {
    await using folder = await temporaryFolder()
    const databaseUrl = await newDatabase(cluster, 'bench')
    await fillDatabase(databaseUrl, folder.path, clinics)
    const env = { DATABASE_URL: databaseUrl }
    await using first = await startPortal(folder.path, { env })
    await using second = await startPortal(folder.path, { env })
    const calls = await callsOf(first.url, clinics)
    await using constant = await startConstant(first.url, calls, [folder.path, databaseUrl])
    const rounds = await interleave(ROUNDS, {
      one: () => loadAll([first], calls, cluster),
      two: () => loadAll([first, second], calls, cluster),
      constant: () => loadAll([constant], constant.calls, cluster),
    })
    return report(clinics, rounds)
  } finally {
    await cluster.remove()
  }
}

async function fillDatabase(databaseUrl: string, dataDir: string, clinics: Clinics): Promise<void> {
  console.error(`Making a database of ${clinics.clients} clients on PostgreSQL.`)
  const { db } = await openDatabase({ dataDir, databaseUrl, queryMs: 3_600_000 })
  await fill(db, clinics)
  // Index-only scans need the visibility map, which a database in use has.
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
  const responded = results.reduce((sum, each) => sum + each.calls, 0)
  return {
    perSecond: results.reduce((sum, each) => sum + each.perSecond, 0),
    p99Ms: Math.max(...results.map(({ p99Ms }) => p99Ms)),
    server: ((after.server - before.server) * 1000) / responded,
    postgres: ((after.postgres - before.postgres) * 1000) / responded,
    idle: (after.idle - before.idle) / (after.all - before.all),
  }
}

function processorTimes(): { idle: number; all: number } {
  const each = cpus().map(({ times }) => times)
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
  return { idle: sum(each.map(({ idle }) => idle)), all: sum(each.flatMap((spent) => Object.values(spent))) }
}

function report({ clients, practices }: Clinics, rounds: Rounds): Measured {
  const { one, two, constant } = rounds
  const perSecond = (by: Round[]) => by.map((round) => round.perSecond)
  const perCall = (by: Round[]) => by.map(({ server, postgres }) => server + postgres)
  const shares = ratiosOf(perSecond(one), perSecond(constant))
  const growth = ratiosOf(perSecond(two), perSecond(one))
  const hasRoom = availableParallelism() >= PROCESSORS
  const what = '  2 servers to 1: calls a second'
  return {
    rows: [
      medianRow(
        `PostgreSQL: page of 25 clients among ${clients.toLocaleString('en')} in ${practices} practices, ${CONNECTIONS} at once: of constant JSON`,
        shares,
        (share) => share.toFixed(2),
      ),
      medianRow(
        '  its p99',
        one.map(({ p99Ms }) => p99Ms),
        ms,
        P99_MS,
      ),
      { ...medianRow(what, growth, times), ...(hasRoom && atLeast(what, median(growth), GROWTH, times)) },
      // On fewer processors two servers cannot handle more calls, so they are only required to keep all processors busy.
      medianRow(
        '  2 servers: idle processors',
        two.map(({ idle }) => idle),
        percent,
        hasRoom ? undefined : IDLE,
      ),
      medianRow('  2 servers to 1: processor time of a call', ratiosOf(perCall(two), perCall(one)), times, PER_CALL),
    ],
    details: [
      'On PostgreSQL, calls a second; processor time of the servers and of PostgreSQL for each; share of the time in which the',
      `processors were idle. Medians of ${ROUNDS} rounds:`,
      line('1 server', one),
      line('2 servers', two),
      line('constant JSON, 1 server', constant),
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
