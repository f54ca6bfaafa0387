import { setTimeout as delay } from 'node:timers/promises'
import { paths } from '#contract/paths.ts'
import { type Place, looking } from '#harness/clinic.ts'
import { PASSWORD, adminOf } from '../databases.ts'
import { quantile } from '../statistics.ts'
import { type Row, ms, times } from '../table.ts'
import { type Watched, listed, startWatched } from './crowd.ts'
import { importExport, writeExport } from './import.ts'
import { type Bounds, type Soaked, none } from './report.ts'

/** About 200,000 records. */
const CLIENTS = 22_000
const READERS = 4
const PAUSE_MS = 50
const LIMIT = 3

/** Staff and owners who sign in and leaf through lists, before and during the import of a large practice. */
export async function soakBesideImport(place: Place, engine: string, { seconds }: Bounds): Promise<Soaked> {
  const what = `an import of 200,000 records on ${engine}`
  await using watched = await startWatched(place, {
    env: { LIMIT_LOGIN_FAILURES: '1000000', LIMIT_LOGIN_ADDRESS_FAILURES: '1000000' },
  })
  const file = await writeExport(place, CLIENTS)
  await during(watched, delay(2000))
  const idle = await during(watched, delay(Math.min(seconds, 20) * 1000))

  const start = performance.now()
  const ended = importExport(place, file)
  const busy = await during(watched, ended)
  const { code, said } = await ended
  const lasted = `in ${((performance.now() - start) / 1000).toFixed(0)} s`
  const known = await looking(place, (db) =>
    db
      .selectFrom('client')
      .select((row) => row.fn.countAll<number>().as('n'))
      .where('practice_id', 'like', 'bench-%')
      .executeTakeFirstOrThrow(),
  )
  const failed = code === 0 && known.n >= CLIENTS ? 0 : 1
  return {
    rows: [
      { ...none(`${what}: it failed`, failed), note: lasted },
      ...rowsOf(`${what}: pages`, idle.pages, busy.pages),
      ...rowsOf(`${what}: sign-ins`, idle.signIns, busy.signIns),
    ],
    found: failed ? [`${what}: ${said.slice(0, 300)}`] : [],
  }
}

interface Sampled {
  ms: number[]
  statuses: Record<string, number>
}

export async function during(watched: Watched, work: Promise<unknown>): Promise<{ pages: Sampled; signIns: Sampled }> {
  const over = new AbortController()
  void work.finally(() => over.abort())
  const { url } = watched.server
  let page = 0
  const read = () => {
    const { path, headers } = watched.calls[(page += 1) % watched.calls.length]!
    return fetch(url + path, { headers: { ...headers } })
  }
  const signIn = () =>
    fetch(`${url}/api/${paths.authenticate}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: adminOf(watched.practice), password: PASSWORD }),
    })
  const pages: Sampled = { ms: [], statuses: {} }
  const signIns: Sampled = { ms: [], statuses: {} }
  const readers = Array.from({ length: READERS }, () => sample(read, pages, over.signal))
  await Promise.all([...readers, sample(signIn, signIns, over.signal)])
  return { pages, signIns }
}

async function sample(call: () => Promise<Response>, sampled: Sampled, over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    const start = performance.now()
    const answer = await call()
    await answer.arrayBuffer()
    sampled.ms.push(performance.now() - start)
    sampled.statuses[answer.status] = (sampled.statuses[answer.status] ?? 0) + 1
    await delay(PAUSE_MS)
  }
}

export function rowsOf(what: string, idle: Sampled, busy: Sampled): Row[] {
  const [before, meanwhile] = [quantile(idle.ms, 0.99), quantile(busy.ms, 0.99)]
  const refused = Object.entries(busy.statuses).filter(([status]) => status !== '200')
  return [
    {
      what: `${what}: p99, of that without it`,
      measured: times(meanwhile / before),
      limit: `≤ ${times(LIMIT)}`,
      ok: meanwhile <= LIMIT * before,
      note: `${ms(before)}, then ${ms(meanwhile)}; slowest ${ms(Math.max(...busy.ms))}`,
    },
    {
      ...none(
        `${what}: refused`,
        refused.reduce((sum, [, count]) => sum + count, 0),
      ),
      note: listed(busy.statuses),
    },
  ]
}
