import { setTimeout as delay } from 'node:timers/promises'
import { type Place, makeClinic } from '#harness/clinic.ts'
import { crashRounds } from '#harness/crash-round.ts'
import { emptyLedger } from '#harness/ledger.ts'
import { MixedWork } from '#harness/mixed-work.ts'
import { type Bounds, type Soaked, counted, none, progress, slowest } from './report.ts'

// More clients than one round can register.
const CLIENTS = 500
const MOMENTS_MS = 10_000
/** Maximum number of requests, answers and exports that are acknowledged before the server is killed. */
const MAX_ACKNOWLEDGED = 40
const RESTART_MS = 10_000

/** Repeatedly kills the server on one database. Everything acknowledged in any round must exist after every later round. */
export async function soakKillServer(what: string, place: Place, { rounds, isOver }: Bounds): Promise<Soaked> {
  await makeClinic(place)
  const ledger = emptyLedger()
  const found: string[] = []
  const restarts: number[] = []
  const sums = { rounds: 0, lost: 0, torn: 0, unanswered: 0, cut: 0, damaged: 0 }
  const work = new MixedWork(place)
  const { beside, repeat, prepare } = work
  function* moments() {
    for (let round = 0; round < rounds && !isOver(); round += 1) {
      const { sent, answered, exported } = work.requests
      const done = sent.size + answered.size + exported.size
      const enough = Math.random() * MAX_ACKNOWLEDGED
      const until = performance.now() + MOMENTS_MS
      // The moment depends on completed work and not only on time, because a busy machine may be slow.
      yield async () => {
        while (sent.size + answered.size + exported.size - done < enough && performance.now() < until) await delay(1)
      }
    }
  }
  const options = { place, ledger, clients: CLIENTS, moments: moments(), beside, repeat, prepare }
  for await (const { lost, torn, unanswered, restartMs } of crashRounds(options)) {
    sums.rounds += 1
    sums.lost += lost.length
    sums.torn += torn.length
    sums.unanswered += unanswered
    if (unanswered > 0) sums.cut += 1
    restarts.push(restartMs)
    const damaged = await work.findDamage()
    sums.damaged += damaged.length
    found.push(...[...lost, ...torn, ...damaged].map((damage) => `${what}, round ${sums.rounds}: ${damage}`))
    progress(what, sums.rounds, rounds)
  }
  const left = await work.afterDay()
  const { sent, answered, exported, wrong: others } = work.requests
  const wrong = [...ledger.wrong.map((answer) => `answered ${answer}`), ...others]
  return {
    rows: counted(
      `${what}: rounds`,
      sums.rounds,
      `${ledger.acknowledged.size} registrations acknowledged, ${sums.unanswered} cut off in ${sums.cut} rounds; ${sent.size} requests, ${answered.size} answers and ${exported.size} exports`,
      [
        none(`${what}: acknowledged and lost`, sums.lost),
        none(`${what}: torn`, sums.torn),
        none(`${what}: requests, photos, answers and exports that are lost, or done twice`, sums.damaged),
        none(`${what}: files without a row after the purge of the next day, and what retention has left`, left.length),
        none(`${what}: answers that should not be`, wrong.length),
        slowest(`${what}: restart to the first answer`, restarts, RESTART_MS),
      ],
    ),
    found: [...found, ...[...left, ...wrong].map((damage) => `${what}: ${damage}`)],
  }
}
