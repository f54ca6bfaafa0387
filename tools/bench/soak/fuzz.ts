import type { Place } from '#harness/clinic.ts'
import { CALLS, runFuzz } from '#harness/fuzz.ts'
import { ms } from '../table.ts'
import { joined } from './crowd.ts'
import { type Bounds, type Soaked, counted, less, none, progress } from './report.ts'

const RUNS = 120
const LATE_MS = 2000

/** Sends malformed requests to all calls in all roles, with a new seed in each run. */
export async function soakFuzz(place: Place, engine: string, { isOver }: Bounds): Promise<Soaked> {
  const what = `bad inputs on ${engine}`
  const seed = Date.now() % 1_000_000_000
  const { cases, statuses, calls, slowestMs, wrong } = await runFuzz({
    place,
    runs: RUNS,
    seed,
    isOver,
    progress: (done) => progress(what, Math.min(RUNS, Math.round(done / CALLS.length)), RUNS),
  })
  return {
    rows: counted(what, cases, `seed ${seed}, ${calls.size} calls; ${joined(statuses)}`, [
      none(`${what}: answers of 500 and above, none, or late ones`, wrong.length),
      less(`${what}: the slowest answer`, slowestMs, LATE_MS, ms),
    ]),
    found: wrong,
  }
}
