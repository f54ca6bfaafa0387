import { setTimeout as delay } from 'node:timers/promises'
import { type ReadyServer, hasEnded, startServer } from '#harness/server-process.ts'
import { PRACTICE, type Place, addClients, envOf, makeClinic, signIn } from '#harness/clinic.ts'
import { damageAt } from '#harness/damage.ts'
import { emptyLedger, registerAll } from '#harness/ledger.ts'
import type { Cluster } from '#harness/postgres-cluster.ts'
import { type Bounds, type Soaked, none, progress, slowest } from './report.ts'

const WHAT = 'S-203 PostgreSQL killed'
const CLIENTS = 400
const MOMENTS_MS = 400
const DOWN_MS = 300
const ANSWER_MS = 5000
const BACK_MS = 5000

/** Kills PostgreSQL again and again under one server, which has to live on. */
export async function soakKillPostgres(cluster: Cluster, place: Place, { rounds, isOver }: Bounds): Promise<Soaked> {
  await makeClinic(place)
  await using server = await startServer(envOf(place))
  const token = await signIn(server.url)
  const ledger = emptyLedger()
  const found: string[] = []
  const back: number[] = []
  const sums = { rounds: 0, lost: 0, torn: 0 }
  while (sums.rounds < rounds && !isOver()) {
    const waiting = await addClients(place, CLIENTS)
    const over = new AbortController()
    const registering = registerAll({
      base: server.url,
      token,
      practiceId: PRACTICE,
      waiting,
      ledger,
      until: over.signal,
    })
    await delay(Math.random() * MOMENTS_MS)
    await cluster.kill()
    await delay(DOWN_MS)
    await cluster.restart()
    back.push(await untilReady(server))
    over.abort()
    await registering
    sums.rounds += 1
    const { lost, torn } = await damageAt(place, ledger.acknowledged)
    sums.lost += lost.length
    sums.torn += torn.length
    found.push(...[...lost, ...torn].map((damage) => `${WHAT}, round ${sums.rounds}: ${damage}`))
    progress(WHAT, sums.rounds, rounds)
  }
  return {
    rows: [
      {
        what: `${WHAT}: rounds`,
        measured: String(sums.rounds),
        note: `${ledger.acknowledged.size} acknowledged, ${ledger.refusals} times 503`,
      },
      none(`${WHAT}: acknowledged and lost`, sums.lost),
      none(`${WHAT}: torn`, sums.torn),
      none(`${WHAT}: answers that should not be`, ledger.wrong.length),
      none(`${WHAT}: servers that ended of it`, hasEnded(server.child) ? 1 : 0),
      slowest(`${WHAT}: a 503`, [ledger.slowestRefusalMs], ANSWER_MS),
      slowest(`${WHAT}: from its return to the first answer`, back, BACK_MS),
    ],
    found: [...found, ...ledger.wrong.map((answer) => `${WHAT}: answered ${answer}`)],
  }
}

async function untilReady({ url: base, child, said }: ReadyServer): Promise<number> {
  const start = performance.now()
  for (;;) {
    if (hasEnded(child)) throw new Error(`The server ended: ${said.err}`)
    const ready = await fetch(`${base}/api/health/ready`)
    await ready.body?.cancel()
    const passed = performance.now() - start
    if (ready.status === 200 || passed > 4 * BACK_MS) return passed
    await delay(10)
  }
}
