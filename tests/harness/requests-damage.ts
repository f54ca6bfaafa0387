import { sql } from 'kysely'
import { oneRow } from '#server/db/one-row.ts'
import type { Database } from '#server/db/schema.ts'
import { photoKey } from '#server/files/store.ts'
import { textsOf } from './damage.ts'
import type { RequestsWork } from './requests-work.ts'
import { rowsOf } from './rows.ts'

/** Returns a line for each acknowledged request, answer or export that is lost, doubled or inconsistent. */
export async function damagedRequests(db: Database, work: RequestsWork, files: ReadonlySet<string>): Promise<string[]> {
  // Reads import jobs first, because the server may finish a job between two statements.
  const runs = new Map((await rowsOf(db, 'import_run', ['sequence', 'state'])).map((row) => [row.sequence, row.state]))
  const requests = new Map((await rowsOf(db, 'request', ['uuid', 'state'])).map((row) => [row.uuid, row.state]))
  const photos = await rowsOf(db, 'request_photo', ['id', 'request_uuid'])
  const photoOf = new Map(photos.map((row) => [row.request_uuid, row.id]))
  const clients = new Set((await rowsOf(db, 'client', ['uuid'])).map(({ uuid }) => uuid))
  const lost = [...work.sent].flatMap(([uuid, photo]) => {
    if (!requests.has(uuid)) return [`request ${uuid} is lost`]
    const isKept = photo === undefined || (photoOf.get(uuid) === photo && files.has(photoKey(photo)))
    return isKept ? [] : [`the photo of request ${uuid} is lost`]
  })
  const unanswered = [...work.answered].filter((uuid) => requests.get(uuid) !== 'answered')
  const exports = [...work.exported].flatMap(([sequence, uuid]) => {
    if (!runs.has(sequence)) return [`export ${sequence} is lost`]
    return runs.get(sequence) === 'done' && !clients.has(uuid) ? [`client ${uuid} of an export is lost`] : []
  })
  return [
    ...lost,
    ...unanswered.map((uuid) => `the answer of ${uuid} is lost`),
    ...exports,
    ...(await textsOf(db, DOUBLED)),
    ...(await textsOf(db, MISCOUNTED)),
  ]
}

/** Returns the number of deadlocks in a database, including those of retried transactions. */
export async function deadlocksAt(db: Database): Promise<number> {
  await sql`select pg_stat_clear_snapshot()`.execute(db)
  const { deadlocks } = await oneRow(
    sql<{ deadlocks: number }>`select deadlocks from pg_stat_database where datname = current_database()`,
    db,
  )
  return Number(deadlocks)
}

/** The access log has one entry per sent request and per answer, and request numbers are unique. */
const DOUBLED = `
  select found || ' ' || name || ', not ' || expected as text from (
    select 'entries of sent requests' as name, (select count(*) from audit where action = 'request-sent') as found,
      (select count(*) from request) as expected
    union all select 'entries of answers', (select count(*) from audit where action = 'request-answered'),
      (select count(*) from request where state = 'answered')
    union all select 'numbers', (select count(distinct number) from request), (select count(*) from request)
  ) as counts where found <> expected`
const MISCOUNTED = `
  select 'requests that are ' || c.state || ' are miscounted' as text from request_count c
  where c.count <> (select count(*) from request r join client o on o.uuid = r.client_uuid
    where r.practice_id = c.practice_id and r.kind = c.kind and r.state = c.state and o.registered = 1)`
