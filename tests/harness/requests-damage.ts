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
    ...(await lostMessages(db, work)),
    ...unanswered.map((uuid) => `the answer of ${uuid} is lost`),
    ...exports,
    ...(await textsOf(db, DOUBLED)),
    ...(await textsOf(db, MISCOUNTED)),
    ...(await textsOf(db, OUT_OF_TURN)),
  ]
}

async function lostMessages(db: Database, { written }: RequestsWork): Promise<string[]> {
  const stored = new Map((await rowsOf(db, 'request_message', ['uuid', 'request_uuid'])).map((row) => [row.uuid, row]))
  return [...written].flatMap(([uuid, request]) =>
    stored.get(uuid)?.request_uuid === request ? [] : [`message ${uuid} is lost`],
  )
}

/**
 * Returns a line for each owner with fewer mails than requests with an unread message, or more mails than messages of the
 * practice. A mail about a message that the owner has read before it was sent is dropped. `mails` has the recipients.
 */
export async function damagedRequestMails(db: Database, mails: Iterable<string>): Promise<string[]> {
  const perAddress = Map.groupBy(mails, (to) => to)
  const { rows } = await sql<{ username: string; unread: number; messages: number }>`
    select a.username, count(distinct case when r.unread = 1 then r.uuid end) as unread, count(m.uuid) as messages
    from account a join request r on r.account_id = a.id
    left join request_message m on m.request_uuid = r.uuid and m.side = 'practice'
    group by a.username`.execute(db)
  return rows.flatMap(({ username, unread, messages }) => {
    const count = perAddress.get(username)?.length ?? 0
    return count < Number(unread) || count > Number(messages)
      ? [`${username} gets ${count} mails for ${unread} unread requests and ${messages} messages`]
      : []
  })
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
/** Each side waits for the other in the work, so the messages of a request alternate. */
const OUT_OF_TURN = `
  select 'request ' || one.request_uuid || ' has two messages of one side in a row' as text
  from request_message one join request_message other
    on other.request_uuid = one.request_uuid and other.position = one.position + 1 and other.side = one.side`
const MISCOUNTED = `
  select 'requests that are ' || c.state || ' are miscounted' as text from request_count c
  where c.count <> (select count(*) from request r join client o on o.uuid = r.client_uuid
    where r.practice_id = c.practice_id and r.kind = c.kind and r.state = c.state and o.registered = 1)`
