import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { USUAL_LIMITS } from '#server/http/limits.ts'
import { type ReadyServer, hasEnded, spawnServer, startServer } from '#harness/server-process.ts'
import { PRACTICE, type Place, addClients, envOf, makeClinic, signIn } from '#harness/clinic.ts'
import { damageAt } from '#harness/damage.ts'
import { type Ledger, emptyLedger, registerAll } from '#harness/ledger.ts'
import type { Cluster } from '#harness/postgres-cluster.ts'
import { makeUser, only, setPassword } from '#harness/postgres-users.ts'
import { openGate } from '#harness/tcp-gate.ts'
import type { Row } from '../table.ts'
import { newDatabase, query, untilReady } from './places.ts'
import { type Bounds, type Soaked, counted, none, progress, slowest } from './report.ts'

const WHAT = 'PostgreSQL'
const CLIENTS = 300
const AWAY_MS = 300
const RESPONSE_MS = 5000
const START_MS = 5000
const BACK_MS = 5000
const LATE_MS = 1500
const POOL = 10

/** Makes the database unavailable in several ways, before and after the start of the server. */
export async function soakDatabase(cluster: Cluster, dataDir: string, { rounds, isOver }: Bounds): Promise<Soaked> {
  const databaseUrl = await newDatabase(cluster, 'away')
  const user = await makeUser(databaseUrl)
  const direct: Place = { dataDir, databaseUrl }
  await makeClinic(direct)
  await user.mayUseAll()
  const starts = await soakStarts(dataDir, databaseUrl, user.url)

  const { hostname, port } = new URL(user.url)
  await using gate = await openGate({ host: hostname, port: Number(port) })
  const gated = new URL(user.url)
  gated.port = String(gate.port)
  await using server = await startServer(envOf({ dataDir, databaseUrl: gated.href }))
  const admin = async (text: string) => void (await query(databaseUrl, text))
  const breakAll = () => admin(`select pg_terminate_backend(pid) from pg_stat_activity where usename = '${user.name}'`)
  const ways: Way[] = [
    {
      what: `${WHAT} gone`,
      most: RESPONSE_MS,
      away: async () => gate.shut(),
      back: () => gate.open(),
    },
    {
      what: `${WHAT} silent`,
      // The first call waits until the query timeout, because the connection stays open.
      most: USUAL_LIMITS.queryMs + LATE_MS,
      away: async () => gate.stall(),
      back: () => gate.open(),
      maxRounds: 3,
    },
    {
      what: `${WHAT} password changed`,
      most: RESPONSE_MS,
      away: async () => {
        await setPassword(databaseUrl, user.name, 'another')
        await breakAll()
      },
      back: () => setPassword(databaseUrl, user.name, user.password),
    },
    {
      what: `${WHAT} two connections at most`,
      most: RESPONSE_MS,
      away: async () => {
        await only(databaseUrl, user.name, 2)
        await breakAll()
      },
      back: () => only(databaseUrl, user.name, -1),
    },
  ]
  const rows = [...starts]
  const found: string[] = []
  for (const way of ways) {
    const soaked = await soakWay({ way, server, direct, rounds: Math.min(rounds, way.maxRounds ?? 20), isOver })
    rows.push(...soaked.rows)
    found.push(...soaked.found)
  }
  const connections = () => query(databaseUrl, `select state from pg_stat_activity where usename = '${user.name}'`)
  let open = await connections()
  // Registrations of the last round may still have mails to send.
  for (let look = 0; look < 20 && leakedConnections(open) > 0; look += 1) {
    await delay(100)
    open = await connections()
  }
  rows.push(
    {
      ...none(`${WHAT}: connections beyond ${POOL}, or in a transaction, after all of it`, leakedConnections(open)),
      note: `${open.length} open`,
    },
    none(`${WHAT}: servers that ended of it`, hasEnded(server.child) ? 1 : 0),
  )
  return { rows, found }
}

const leakedConnections = (open: Record<string, unknown>[]) =>
  Math.max(0, open.length - POOL) + open.filter(({ state }) => state !== 'idle').length

/** Checks that a start without a usable database fails quickly with one line, which does not contain the password. */
async function soakStarts(dataDir: string, databaseUrl: string, userUrl: string): Promise<Row[]> {
  const wrong = new URL(userUrl)
  wrong.password = 'wrong'
  const nobody = new URL(userUrl)
  nobody.port = '1'
  const { username } = new URL(userUrl)
  const rows = [
    await startRow('nothing there', { dataDir, databaseUrl: nobody.href }),
    await startRow('a wrong password', { dataDir, databaseUrl: wrong.href }),
  ]
  await only(databaseUrl, username, 0)
  rows.push(await startRow('no connection to be had', { dataDir, databaseUrl: userUrl }))
  await only(databaseUrl, username, -1)
  return rows
}

async function startRow(name: string, place: Place): Promise<Row> {
  const start = performance.now()
  await using server = spawnServer(envOf(place))
  const [code] = (await once(server.child, 'close')) as [number | null]
  const output = server.output.err.trim()
  const isPlain = code === 1 && output.split('\n').length === 1 && !output.includes('wrong')
  const row = slowest(`${WHAT}, at the start ${name}: until it says so and ends`, [performance.now() - start], START_MS)
  return { ...row, ok: row.ok === true && isPlain, note: output.slice(0, 100) }
}

interface Way {
  what: string
  most: number
  maxRounds?: number
  away(): Promise<void>
  back(): Promise<void>
}

/** Repeatedly makes the database unavailable to a server that registers clients, and available again. */
export async function soakWay(options: {
  way: Way
  server: ReadyServer
  direct: Place
  rounds: number
  isOver(): boolean
}): Promise<Soaked> {
  const { way, server, direct, rounds, isOver } = options
  const { what } = way
  const token = await signIn(server.url)
  const ledger: Ledger = emptyLedger()
  const back: number[] = []
  const found: string[] = []
  const sums = { rounds: 0, lost: 0, torn: 0 }
  while (sums.rounds < rounds && !isOver()) {
    sums.rounds += 1
    const waiting = await addClients(direct, CLIENTS)
    const over = new AbortController()
    const work = { base: server.url, token, practiceId: PRACTICE, waiting, ledger, until: over.signal }
    const registering = registerAll(work)
    await delay(Math.random() * AWAY_MS)
    await way.away()
    const before = ledger.unavailable
    const late = performance.now() + way.most
    while (ledger.unavailable === before && performance.now() < late) await delay(10)
    await delay(AWAY_MS)
    await way.back()
    back.push(await untilReady(server, 4 * BACK_MS))
    over.abort()
    await registering
    const { lost, torn } = await damageAt(direct, ledger.acknowledged)
    sums.lost += lost.length
    sums.torn += torn.length
    found.push(...[...lost, ...torn].map((damage) => `${what}, round ${sums.rounds}: ${damage}`))
    progress(what, sums.rounds, rounds)
  }
  return {
    rows: counted(
      `${what}: rounds`,
      sums.rounds,
      `${ledger.acknowledged.size} acknowledged, ${ledger.unavailable} times 503`,
      [
        slowest(`${what}: a 503`, [ledger.slowestUnavailableMs], way.most),
        none(`${what}: answers that should not be`, ledger.wrong.length),
        slowest(`${what}: from its return to the first answer`, back, BACK_MS),
        none(`${what}: acknowledged and lost`, sums.lost),
        none(`${what}: torn`, sums.torn),
      ],
    ),
    found: [...found, ...ledger.wrong.map((answer) => `${what}: answered ${answer}`)],
  }
}
