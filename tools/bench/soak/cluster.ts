import { setTimeout as delay } from 'node:timers/promises'
import { PRACTICE, type Place, addClients, envOf, withDatabaseOf, makeClinic, signIn } from '#harness/clinic.ts'
import { damageAt } from '#harness/damage.ts'
import { emptyLedger, registerAll } from '#harness/ledger.ts'
import { type MailServer, mailServer } from '#harness/mail-server.ts'
import type { Cluster } from '#harness/postgres-cluster.ts'
import { type ReadyServer, kill, startServer } from '#harness/server-process.ts'
import { startServers, untilReady } from './places.ts'
import { type Bounds, type Soaked, counted, none, progress, slowest } from './report.ts'

const WHAT = 'three servers on one PostgreSQL'
const SERVERS = 3
const SESSIONS = 20
const REFRESH_EVERY = 10
const PAUSE_MS = 20
// More clients than one round can register.
const CLIENTS = 600
const MOMENTS_MS = 600
const DOWN_MS = 300
const RESPONSE_MS = 5000
const BACK_MS = 5000
/** Time before a crash in which a mail may have been delivered but not yet recorded as sent. */
const IN_TRANSIT_MS = 1000
const MAILS_MS = 120_000

/** Period from a crash until all servers are ready again. */
interface Crash {
  from: number
  to: number
}

/**
 * Calls three servers on one PostgreSQL in rotation. Each round kills and restarts either one server or PostgreSQL, and then
 * checks that nothing acknowledged is lost.
 */
export async function soakCluster(cluster: Cluster, place: Place, { rounds, isOver }: Bounds): Promise<Soaked> {
  await makeClinic(place)
  await using mails = await mailServer()
  const env = { ...envOf(place), SMTP_URL: `smtp://127.0.0.1:${mails.port}` }
  await using three = await startServers(SERVERS, env)
  const { servers, next } = three
  const ledger = emptyLedger()
  const found: string[] = []
  const back: number[] = []
  const crashes: Crash[] = []
  const sums = { rounds: 0, lost: 0, torn: 0, besides: 0 }
  const token = await signIn(next())
  const sessions = await openSessions(next)

  while (sums.rounds < rounds && !isOver()) {
    const waiting = await addClients(place, CLIENTS)
    const over = new AbortController()
    const registering = registerAll({ base: next, token, practiceId: PRACTICE, waiting, ledger, until: over.signal })
    await delay(Math.random() * MOMENTS_MS)
    const from = performance.now()
    if (sums.rounds % 2 === 0) {
      const rejected = ledger.unavailable
      const victim = Math.floor(Math.random() * SERVERS)
      await kill(servers[victim]!.child)
      await delay(DOWN_MS)
      servers[victim] = await startServer(env)
      sums.besides += ledger.unavailable - rejected
    } else {
      await cluster.kill()
      await delay(DOWN_MS)
      await cluster.restart()
      const start = performance.now()
      await Promise.all(servers.map((server) => untilReady(server, 4 * BACK_MS)))
      back.push(performance.now() - start)
    }
    crashes.push({ from, to: performance.now() })
    await delay(MOMENTS_MS)
    over.abort()
    await registering
    sums.rounds += 1
    const { lost, torn } = await damageAt(place, ledger.acknowledged, { overSmtp: true })
    sums.lost += lost.length
    sums.torn += torn.length
    found.push(...[...lost, ...torn].map((damage) => `${WHAT}, round ${sums.rounds}: ${damage}`))
    progress(WHAT, sums.rounds, rounds)
  }

  const { calls, rejected, wrong } = await sessions.end()
  const waiting = await deliverAll({ servers, env, place })
  const mailed = mailedTwice(mails, crashes)
  const unmailed = [...ledger.acknowledged]
    .map(addressOf)
    .filter((address) => !mailed.addresses.has(address) && !waiting.has(address))
  found.push(...ledger.wrong.map((response) => `${WHAT}: answered ${response}`))
  found.push(...wrong, ...mailed.wrong.map((address) => `${WHAT}: ${address} got a mail twice`))
  return {
    rows: counted(
      `${WHAT}: rounds`,
      sums.rounds,
      `${ledger.acknowledged.size} acknowledged, ${ledger.unavailable} times 503, ${sums.besides} of them while one server was gone`,
      [
        none(`${WHAT}: acknowledged and lost`, sums.lost),
        none(`${WHAT}: torn`, sums.torn),
        none(`${WHAT}: responses that should not be`, ledger.wrong.length),
        {
          ...none(`${WHAT}: sessions lost`, wrong.length),
          note: `${SESSIONS} sessions, ${calls} calls, ${rejected} refused for a while`,
        },
        {
          ...none(`${WHAT}: mails sent twice other than after a crash`, mailed.wrong.length),
          note: `${mails.received.length} mails, ${mailed.afterCrash} twice after a crash, ${waiting.size} wait`,
        },
        none(`${WHAT}: acknowledged, and their mail neither sent nor waiting`, unmailed.length),
        slowest(`${WHAT}: a 503`, [ledger.slowestUnavailableMs], RESPONSE_MS),
        slowest(`${WHAT}: from the return of PostgreSQL until all three are ready`, back, BACK_MS),
      ],
    ),
    found,
  }
}

const addressOf = (client: string) => `${client}@mail.example`

/** Opens sessions that call and refresh on all servers in rotation, until `end` is called. */
async function openSessions(next: () => string) {
  const over = new AbortController()
  const sums = { calls: 0, rejected: 0, wrong: [] as string[] }
  const call = async (token: string, path: string) => {
    sums.calls += 1
    // A call to a stopped server fails, and the next call uses another server.
    return await fetch(`${next()}/api/${path}`, { headers: { authorization: token } }).catch(() => undefined)
  }
  const keep = async (number: number, first: string) => {
    let token = first
    const lose = (status: number) => sums.wrong.push(`${WHAT}: session ${number} was answered ${status}`)
    for (let turn = 1; !over.signal.aborted; turn += 1) {
      const isRefresh = turn % REFRESH_EVERY === 0
      const response = await call(token, isRefresh ? 'user/refresh' : 'user')
      const body = (await response?.json().catch(() => undefined)) as { token?: string } | undefined
      if (isRefresh && body?.token) token = body.token
      // Refreshes of a session are rate-limited, so a 429 is expected.
      if (response && [429, 503].includes(response.status)) sums.rejected += 1
      else if (response && response.status !== 200) return void lose(response.status)
      await delay(PAUSE_MS)
    }
    const last = await call(token, 'user')
    if (last?.status !== 200) lose(last?.status ?? 0)
  }
  const tokens: string[] = []
  for (let number = 0; number < SESSIONS; number += 1) tokens.push(await signIn(next()))
  const keeping = tokens.map((token, number) => keep(number, token))
  return {
    async end() {
      over.abort()
      await Promise.all(keeping)
      return sums
    },
  }
}

/**
 * Restarts all servers, which then send the queued mails. Clears the leases of mails first, because a lease lasts five
 * minutes. Returns the recipients whose mails are still queued after `MAILS_MS`.
 */
export async function deliverAll({ servers, env, place }: Started): Promise<Set<string>> {
  await Promise.all(servers.map((server) => server.stop()))
  await withDatabaseOf(place, (db) => db.updateTable('outbox').set({ claimed_until: null }).execute())
  servers.splice(0, SERVERS, ...(await Promise.all(servers.map(() => startServer(env)))))
  const until = performance.now() + MAILS_MS
  for (;;) {
    const waiting = await withDatabaseOf(place, (db) =>
      db.selectFrom('outbox').innerJoin('account', 'account.id', 'account_id').select('username').execute(),
    )
    if (waiting.length === 0 || performance.now() > until) return new Set(waiting.map(({ username }) => username))
    await delay(100)
  }
}

interface Started {
  servers: ReadyServer[]
  env: Record<string, string>
  place: Place
}

/** Finds repeated mails. A mail that was being sent during a crash may be repeated, because its delivery is unknown. */
function mailedTwice({ received }: MailServer, crashes: Crash[]) {
  const addresses = new Map<string, number[]>()
  for (const { to, at } of received)
    for (const address of to) addresses.set(address, [...(addresses.get(address) ?? []), at])
  const twice = [...addresses].filter(([, times]) => times.length > 1)
  const wrong = twice
    .filter(([, [first, second, ...more]]) => {
      const isOfCrash = crashes.some(({ from, to }) => first! > from - IN_TRANSIT_MS && first! < to && second! > from)
      return !isOfCrash || more.length > 0
    })
    .map(([address]) => address)
  return { addresses, wrong, afterCrash: twice.length - wrong.length }
}
