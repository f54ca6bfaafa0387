import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import * as paths from '#contract/paths.ts'
import { USUAL_LIMITS } from '#server/http/limits.ts'
import { type Place, withDatabaseOf } from '#harness/clinic.ts'
import type { CrowdResult } from '../crowd.ts'
import { type Row, ms } from '../table.ts'
import { jsonOf } from '../sign-in.ts'
import { type Watched, crowd, openSocket, readersRows, startWatched, unexpected } from './crowd.ts'
import { importExport, writeExport } from './import.ts'
import { query } from './places.ts'
import { type Bounds, type Soaked, less, none } from './report.ts'

const SLOW = 2000
const READERS = 10
const READERS_MS = 2000
const BYTE_EVERY_MS = 10_000
/** Tolerance for timeouts, because the server checks them only at intervals. */
const LATE_MS = 2500
const QUERY_S = 30
const IMPORTED = 20_000

/** Measures whether slow callers, slow queries and long writes delay other callers. */
export async function soakSlow(place: Place, engine: string, bounds: Bounds): Promise<Soaked> {
  await using watched = await startWatched(place)
  await crowd(watched, READERS, 1)
  const headers = await soakHeaders(watched, engine)
  const queries = place.databaseUrl ? await soakQuery(watched, place.databaseUrl) : await soakWriter(watched, place)
  return { rows: bounds.isOver() ? headers : [...headers, ...queries], found: [] }
}

/** Opens many sockets that send their headers slowly. Each needs two file handles; `ulimit -n 8192` may be needed. */
async function soakHeaders(watched: Watched, engine: string): Promise<Row[]> {
  const what = `${SLOW} sockets with slow headers on ${engine}`
  const lasted: number[] = []
  let rejected = 0
  const sockets = Array.from({ length: SLOW }, async () => {
    const socket = openSocket(watched)
    let start = Number.NaN
    socket.on('connect', () => {
      start = performance.now()
      socket.write('GET /api/health/live HTTP/1.1\r\nHost: x\r\nX: ')
    })
    socket.resume()
    const writing = setInterval(() => socket.writable && socket.write('x'), BYTE_EVERY_MS)
    const late = setTimeout(() => socket.destroy(), USUAL_LIMITS.headersMs + 4 * LATE_MS)
    await once(socket, 'close')
    clearInterval(writing)
    clearTimeout(late)
    if (Number.isNaN(start)) rejected += 1
    else lasted.push(performance.now() - start)
  })
  const readers = await crowd(watched, READERS, USUAL_LIMITS.headersMs / 1000 + 2)
  await Promise.all(sockets)
  return [
    {
      ...less(`${what}: until the last is closed`, Math.max(...lasted), USUAL_LIMITS.headersMs + LATE_MS, ms),
      note: `the first after ${ms(Math.min(...lasted))}`,
    },
    none(`${what}: sockets that were refused`, rejected),
    ...readersRows(what, READERS_MS, [readers]),
  ]
}

/** Replaces a table by a view that sleeps, and calls the API until the query timeout. */
async function soakQuery(watched: Watched, databaseUrl: string): Promise<Row[]> {
  const what = `a query of ${QUERY_S} s on PostgreSQL`
  const { url } = watched.server
  await query(databaseUrl, 'alter table reminder rename to slow_reminder')
  await query(
    databaseUrl,
    `create view reminder as select r.* from (select pg_sleep(${QUERY_S}) is null as slept) s
      left join slow_reminder r on not s.slept`,
  )
  const list = await fetch(`${url}${watched.calls[0]!.path}`, { headers: { ...watched.staff } })
  const { content } = (await list.json()) as { content: { uuid: string }[] }
  const reading = crowd(watched, READERS, USUAL_LIMITS.queryMs / 1000 + 2)
  const slow = content.slice(0, 3).map(async ({ uuid }) => {
    const start = performance.now()
    const response = await fetch(`${url}/api/${paths.reminders(uuid)}`, { headers: { ...watched.staff } })
    await response.body?.cancel()
    return { status: response.status, ms: performance.now() - start, retryAfter: response.headers.get('retry-after') }
  })
  const responses = await Promise.all(slow)
  return [
    {
      ...none(
        `${what}: answered otherwise than by 503`,
        responses.filter((response) => response.status !== 503).length,
      ),
      note: `${responses.length} at once`,
    },
    none(
      `${what}: 503s that do not say when to come back`,
      responses.filter((response) => !response.retryAfter).length,
    ),
    less(
      `${what}: the answer`,
      Math.max(...responses.map((response) => response.ms)),
      USUAL_LIMITS.queryMs + LATE_MS,
      ms,
    ),
    ...readersRows(what, READERS_MS, [await reading]),
  ]
}

/** Imports a large file while another caller writes and others read. */
async function soakWriter(watched: Watched, place: Place): Promise<Row[]> {
  const what = `an import of ${IMPORTED} clients into SQLite`
  const file = await writeExport(place, IMPORTED)
  const start = performance.now()
  const ended = importExport(place, file)
  const over = new AbortController()
  void ended.finally(() => over.abort())
  const reading: CrowdResult[] = []
  const read = (async () => {
    while (!over.signal.aborted) reading.push(await crowd(watched, READERS, 3))
  })()
  const statuses: Record<string, number> = {}
  const times: number[] = []
  let withoutRetryAfter = 0
  while (!over.signal.aborted) {
    const startedAt = performance.now()
    const change = jsonOf({ language: 'nl' }, { authorization: watched.staff.authorization }, 'PUT')
    const response = await fetch(`${watched.server.url}/api/${paths.user}`, change)
    await response.body?.cancel()
    times.push(performance.now() - startedAt)
    statuses[response.status] = (statuses[response.status] ?? 0) + 1
    if (response.status === 503 && !response.headers.get('retry-after')) withoutRetryAfter += 1
    await delay(50)
  }
  const { code } = await ended
  await read
  const { row } = unexpected(what, 'writes answered otherwise than by 200 or 503', statuses, ['200', '503'])
  const known = await withDatabaseOf(place, (db) =>
    db
      .selectFrom('client')
      .select((row) => row.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow(),
  )
  return [
    {
      ...none(`${what}: it failed`, code === 0 && known.n > IMPORTED ? 0 : 1),
      note: `in ${((performance.now() - start) / 1000).toFixed(0)} s`,
    },
    { ...row, note: `${row.note}, slowest ${ms(Math.max(...times))}` },
    none(`${what}: 503s that do not say when to come back`, withoutRetryAfter),
    ...readersRows(what, READERS_MS, reading),
  ]
}
