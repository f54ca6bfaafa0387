import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { type ReadyServer, startServer } from '#harness/server-process.ts'
import { PRACTICE, type Place, addClients, envOf, makeClinic, signIn } from '#harness/clinic.ts'
import { damageAt } from '#harness/damage.ts'
import { type Ledger, emptyLedger, registerAll } from '#harness/ledger.ts'
import { type Bounds, type Soaked, counted, none, progress, slowest } from './report.ts'

const CLIENTS = 400
const READERS = 20
const MOMENTS_MS = 600
const READY_MS = 500
const END_MS = 10_000
const IMMEDIATE_MS = 1000
/** Interval of the rounds that send a second SIGTERM. */
const TWICE_EVERY = 5

/** Repeatedly sends SIGTERM under load. The server must complete the calls it has accepted, and exit in time. */
export async function soakTerm(place: Place, engine: string, { rounds, isOver }: Bounds): Promise<Soaked> {
  const what = `SIGTERM on ${engine}`
  await makeClinic(place)
  const found: string[] = []
  const ready: number[] = []
  const ends: number[] = []
  const hurried: number[] = []
  const sums = { rounds: 0, codes: 0, unanswered: 0, damages: 0, answered: 0 }
  const acknowledged = new Set<string>()
  while (sums.rounds < rounds && !isOver()) {
    sums.rounds += 1
    const twice = sums.rounds % TWICE_EVERY === 0
    await using server = await startServer(envOf(place))
    const work = await startCallers(server, place)
    await delay(Math.random() * MOMENTS_MS)
    const closed = once(server.child, 'close') as Promise<[number | null]>
    const start = performance.now()
    server.child.kill('SIGTERM')
    ready.push(await untilUnready(server.url))
    const again = performance.now()
    if (twice) server.child.kill('SIGTERM')
    const [code] = await closed
    if (twice) hurried.push(performance.now() - again)
    else ends.push(performance.now() - start)
    const { ledger, answers } = await work.end()
    for (const client of ledger.acknowledged) acknowledged.add(client)
    const { lost, torn } = await damageAt(place, acknowledged)
    const damages = [...lost, ...torn, ...ledger.wrong]
    sums.damages += damages.length
    found.push(...damages.map((damage) => `${what}, round ${sums.rounds}: ${damage}`))
    // A second signal may interrupt calls, so calls without a response count only after a single signal.
    if (!twice) {
      const missing = loggedBy(server) - answers
      sums.answered += answers
      sums.unanswered += Math.max(0, missing)
      if (missing > 0) found.push(`${what}, round ${sums.rounds}: ${missing} calls that it took had no answer`)
    }
    if (code !== (twice ? 1 : 0)) {
      sums.codes += 1
      found.push(`${what}, round ${sums.rounds}: ended with ${code}: ${server.output.err}`)
    }
    progress(what, sums.rounds, rounds)
  }
  return {
    rows: counted(`${what}: rounds`, sums.rounds, `${sums.answered} calls answered`, [
      slowest(`${what}: until readiness says so`, ready, READY_MS),
      slowest(`${what}: until it has ended`, ends, END_MS),
      slowest(`${what}: after a second signal`, hurried, IMMEDIATE_MS),
      none(`${what}: calls that it took and did not answer`, sums.unanswered),
      none(`${what}: ended with another code than 0, or 1 after a second signal`, sums.codes),
      none(`${what}: acknowledged and lost, torn, or wrong`, sums.damages),
    ]),
    found,
  }
}

/** Starts callers that register clients and callers that read lists. */
async function startCallers({ url: base }: ReadyServer, place: Place) {
  const token = await signIn(base)
  const waiting = await addClients(place, CLIENTS)
  const ledger: Ledger = emptyLedger()
  const over = new AbortController()
  const registering = registerAll({ base, token, practiceId: PRACTICE, waiting, ledger, until: over.signal })
  let read = 0
  const readers = Array.from({ length: READERS }, async () => {
    while (!over.signal.aborted) {
      const response = await fetch(`${base}/api/practice/${PRACTICE}/clients`, { headers: { authorization: token } })
        .then(async (each) => {
          await each.text()
          return each.status
        })
        .catch(() => undefined)
      if (response === undefined) return
      read += 1
      if (response !== 200 && response !== 503) ledger.wrong.push(`${response} to a reader`)
    }
  })
  return {
    async end() {
      over.abort()
      await Promise.all([registering, ...readers])
      return { ledger, answers: read + ledger.acknowledged.size + ledger.unavailable + ledger.wrong.length }
    },
  }
}

async function untilUnready(base: string): Promise<number> {
  const start = performance.now()
  for (;;) {
    const response = await fetch(`${base}/api/health/ready`).catch(() => undefined)
    await response?.body?.cancel()
    if (response?.status === 503) return performance.now() - start
    // The listener closed before readiness failed.
    if (!response) return Infinity
  }
}

/** Counts the logged calls that read or register clients; sign-ins have another route. */
const loggedBy = ({ output }: ReadyServer) =>
  (output.out.match(/"event":"request"[^\n]*"route":"\/api\/practice\/:practiceId\/clients"/g) ?? []).length
