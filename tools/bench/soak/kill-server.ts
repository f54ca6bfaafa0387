import { setTimeout as delay } from 'node:timers/promises'
import { type Place, makeClinic } from '#harness/clinic.ts'
import { crashRounds } from '#harness/crash-round.ts'
import { emptyLedger } from '#harness/ledger.ts'
import { type Bounds, type Soaked, none, progress, slowest } from './report.ts'

// More than are registered in the time.
const CLIENTS = 500
const MOMENTS_MS = 600
const RESTART_MS = 10_000

/** Rounds of one database that grows: what was acknowledged in the first must be there after the last. */
export async function soakKillServer(what: string, place: Place, { rounds, isOver }: Bounds): Promise<Soaked> {
  await makeClinic(place)
  const ledger = emptyLedger()
  const found: string[] = []
  const restarts: number[] = []
  const sums = { rounds: 0, lost: 0, torn: 0, unanswered: 0, cut: 0 }
  function* moments() {
    for (let round = 0; round < rounds && !isOver(); round += 1) yield () => delay(Math.random() * MOMENTS_MS)
  }
  const options = { place, ledger, clients: CLIENTS, moments: moments() }
  for await (const { lost, torn, unanswered, restartMs } of crashRounds(options)) {
    sums.rounds += 1
    sums.lost += lost.length
    sums.torn += torn.length
    sums.unanswered += unanswered
    if (unanswered > 0) sums.cut += 1
    restarts.push(restartMs)
    found.push(...[...lost, ...torn].map((damage) => `${what}, round ${sums.rounds}: ${damage}`))
    progress(what, sums.rounds, rounds)
  }
  const { length } = ledger.wrong
  return {
    rows: [
      {
        what: `${what}: rounds`,
        measured: String(sums.rounds),
        note: `${ledger.acknowledged.size} acknowledged, ${sums.unanswered} cut off in ${sums.cut} rounds`,
      },
      none(`${what}: acknowledged and lost`, sums.lost),
      none(`${what}: torn`, sums.torn),
      none(`${what}: answers that should not be`, length),
      slowest(`${what}: restart to the first answer`, restarts, RESTART_MS),
    ],
    found: [...found, ...ledger.wrong.map((answer) => `${what}: answered ${answer}`)],
  }
}
