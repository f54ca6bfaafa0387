import { sql } from 'kysely'
import { photoKey } from '#server/files/keys.ts'
import { oneRow } from '#server/db/one-row.ts'
import type { Database } from '#server/db/schema.ts'
import type { RequestsWork } from './requests-work.ts'

/** What became of acknowledged requests, answers and exports: one line for each that is lost, doubled or inconsistent. */
export async function requestsAmiss(db: Database, work: RequestsWork, files: ReadonlySet<string>): Promise<string[]> {
  // Runs first: the server may end one between two statements.
  const runs = await db.selectFrom('import_run').select(['sequence', 'state']).execute()
  const requests = new Map(
    (await db.selectFrom('request').select(['uuid', 'state']).execute()).map((row) => [row.uuid, row.state]),
  )
  const photos = await db.selectFrom('request_photo').select(['id', 'request_uuid']).execute()
  const photoOf = new Map(photos.map((row) => [row.request_uuid, row.id]))
  const clients = new Set((await db.selectFrom('client').select('uuid').execute()).map(({ uuid }) => uuid))
  const done = runs.filter(({ state }) => state === 'done').map(({ sequence }) => sequence)
  const lost = [...work.sent].flatMap(([uuid, photo]) => {
    if (!requests.has(uuid)) return [`request ${uuid} is lost`]
    const isKept = photo === undefined || (photoOf.get(uuid) === photo && files.has(photoKey(photo)))
    return isKept ? [] : [`the photo of request ${uuid} is lost`]
  })
  const unanswered = [...work.answered].filter((uuid) => requests.get(uuid) !== 'answered')
  const unknown = [...work.exported.keys()].filter((sequence) => !runs.some((run) => run.sequence === sequence))
  const unloaded = done.flatMap((sequence) => {
    const uuid = work.exported.get(sequence)
    return uuid !== undefined && !clients.has(uuid) ? [uuid] : []
  })
  return [
    ...lost,
    ...unanswered.map((uuid) => `the answer of ${uuid} is lost`),
    ...unknown.map((sequence) => `export ${sequence} is lost`),
    ...unloaded.map((uuid) => `client ${uuid} of an export is lost`),
    ...(await doubled(db)),
    ...(await miscounted(db)),
  ]
}

/** Deadlocks that PostgreSQL has ended in a database, also those whose transaction was retried. */
export async function deadlocksAt(db: Database): Promise<number> {
  await sql`select pg_stat_clear_snapshot()`.execute(db)
  const { deadlocks } = await oneRow(
    sql<{ deadlocks: number }>`select deadlocks from pg_stat_database where datname = current_database()`,
    db,
  )
  return Number(deadlocks)
}

/** Each request is sent, and ended, once in the trail; its owner gets at most one mail; each number is given once. */
async function doubled(db: Database): Promise<string[]> {
  const { rows } = await sql<{ what: string; found: number; expected: number }>`
    select 'entries of sent requests' as what, (select count(*) from audit where action = 'request-sent') as found,
      (select count(*) from request) as expected
    union all select 'entries of answers', (select count(*) from audit where action = 'request-answered'),
      (select count(*) from request where state = 'answered')
    union all select 'numbers', (select count(distinct number) from request), (select count(*) from request)`.execute(
    db,
  )
  return rows
    .filter(({ found, expected }) => Number(found) !== Number(expected))
    .map(({ what, found, expected }) => `${found} ${what}, not ${expected}`)
}

async function miscounted(db: Database): Promise<string[]> {
  const { rows } = await sql<{ state: string }>`
    select c.state from request_count c where c.count <> (select count(*) from request r join client o on o.uuid = r.client_uuid
      where r.practice_id = c.practice_id and r.kind = c.kind and r.state = c.state and o.registered = 1)`.execute(db)
  return rows.map(({ state }) => `requests that are ${state} are miscounted`)
}
