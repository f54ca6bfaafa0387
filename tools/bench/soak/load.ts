import { loadavg } from 'node:os'
import type { Place } from '#harness/clinic.ts'
import { BUCKET_MS, type CrowdResult } from '../crowd.ts'
import { median } from '../statistics.ts'
import { type Row, atLeast, atMost, mib, ms } from '../table.ts'
import { type Watched, responseCount, crowd, joined, startWatched, whileWatching } from './crowd.ts'
import { type Bounds, type Soaked, less, none } from './report.ts'

const CONNECTIONS = 1000
const ERRORS = 0.001
const P99_MS = 2000
/** Limit for the slowest response, which shows that new connections are served too. */
const SLOWEST_MS = 5000
const MEMORY = 512 * 1024 * 1024

/** Number of concurrent callers of a busy clinic; `TIMES` are multiples of it. */
const NOMINAL = 50
const TIMES = [5, 20]
const KEPT = 0.7
const BACK_MS = 5000

/** Overloads the server with more concurrent readers of lists than it can serve. */
export async function soakLoad(place: Place, engine: string, { seconds }: Bounds): Promise<Soaked> {
  await using watched = await startWatched(place)
  await crowd(watched, NOMINAL, 2)
  const many = await soakMany(watched, engine, seconds)
  const more = await soakMore(watched, engine, Math.max(2, seconds / 6))
  return { rows: [...many, ...more], found: [] }
}

async function soakMany(watched: Watched, engine: string, seconds: number): Promise<Row[]> {
  const what = `${CONNECTIONS} connections on ${engine}`
  const { result, most } = await whileWatching(watched.server.pid, () => crowd(watched, CONNECTIONS, seconds))
  const { statuses, broken, withoutRetryAfter, p99Ms, goodP99Ms, slowestMs, busy } = result
  const all = responseCount(statuses) + broken
  const errors = (all - (statuses['200'] ?? 0) - (statuses['503'] ?? 0)) / all
  const note = `${joined(statuses)}, ${broken} broken, in ${seconds} s; load ${loadavg()[0]!.toFixed(1)}`
  return [
    { ...less(`${what}: errors other than 503`, errors, ERRORS, percent), note },
    none(`${what}: 503s that do not say when to come back`, withoutRetryAfter),
    {
      ...less(`${what}: p99 of all answers`, p99Ms, P99_MS, ms),
      note: `of the 200s ${ms(goodP99Ms)}; the callers were busy for ${percent(busy)}`,
    },
    less(`${what}: the slowest answer`, slowestMs, SLOWEST_MS, ms),
    less(`${what}: memory`, most, MEMORY, mib),
  ]
}

async function soakMore(watched: Watched, engine: string, seconds: number): Promise<Row[]> {
  const nominal = goodOf(await crowd(watched, NOMINAL, seconds))
  const rates = [nominal]
  const rows: Row[] = []
  for (const times of TIMES) {
    const what = `${times} × ${NOMINAL} callers on ${engine}`
    const result = await crowd(watched, times * NOMINAL, seconds)
    const after = await crowd(watched, NOMINAL, BACK_MS / 1000)
    rates.push(goodOf(result))
    const peak = Math.max(...rates)
    const share = goodOf(result) / peak
    rows.push(
      {
        ...atLeast(`${what}: good answers a second, of the peak`, share, KEPT, percent),
        note: `${Math.round(goodOf(result))} of ${Math.round(peak)}; ${joined(result.statuses)}`,
      },
      atMost(`${what}: until it is as before`, backAfter(after, KEPT * nominal), BACK_MS, ms),
    )
  }
  return rows
}

/** Returns the median number of good responses per second, because a shared machine has slow moments. */
const goodOf = ({ good }: CrowdResult) => median(good) * (1000 / BUCKET_MS)

/** Returns the time in milliseconds after which the server first reaches the wanted rate. */
function backAfter({ good }: CrowdResult, wanted: number): number {
  const bucket = good.findIndex((count) => count * (1000 / BUCKET_MS) >= wanted)
  return bucket < 0 ? Infinity : (bucket + 1) * BUCKET_MS
}

const percent = (share: number) => `${(share * 100).toFixed(share < 0.01 ? 3 : 0)} %`
