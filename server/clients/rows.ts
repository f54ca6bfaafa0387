import { type RawBuilder, sql } from 'kysely'
import { isPostgres } from '#server/db/engine.ts'
import { lockRows } from '#server/db/transaction.ts'
import type { ClientRow, Database, DatabaseTransaction, RequestTable } from '#server/db/schema.ts'
import type { RequestKind, RequestState } from '#contract/request.ts'

/** Returns a client's row, locked until the transaction ends. */
export async function lockClientRow(trx: DatabaseTransaction, clientId: string): Promise<ClientRow | undefined> {
  return await trx
    .selectFrom('client')
    .selectAll()
    .where('uuid', '=', clientId)
    .$if(isPostgres(trx), (query) => query.forNoKeyUpdate())
    .executeTakeFirst()
}

export async function lockAccountRow(trx: DatabaseTransaction, accountId: string): Promise<void> {
  await lockRows(trx, 'account', sql`(${accountId})`)
}

/** Locks many clients' rows, sorted to avoid deadlocks. */
export const lockClientRows = (trx: DatabaseTransaction, clients: RawBuilder<unknown>): Promise<void> =>
  lockRows(trx, 'client', clients)

/** Locks accounts that may be deleted. The lock also blocks new rows that refer to the accounts. */
export const lockAccountRows = (trx: DatabaseTransaction, accounts: RawBuilder<unknown>): Promise<void> =>
  lockRows(trx, 'account', accounts, 'deleting')

export async function addToCounts(
  trx: DatabaseTransaction,
  practiceId: string,
  { registered = 0, unregistered = 0 }: { registered?: number; unregistered?: number },
): Promise<void> {
  await trx
    .updateTable('client_count')
    .set((row) => ({
      registered: row('registered', '+', registered),
      unregistered: row('unregistered', '+', unregistered),
    }))
    .where('practice_id', '=', practiceId)
    .execute()
}

/** Updates the counts after `clients` registrations; a negative number means removals. */
export const countMoved = (trx: DatabaseTransaction, practiceId: string, clients: number): Promise<void> =>
  addToCounts(trx, practiceId, { registered: clients, unregistered: -clients })

/**
 * Ends the registration of clients, with their links, shared cards and weekly mails. `selection` selects registered
 * clients whose rows are locked. Returns their number.
 */
export async function unregister(trx: DatabaseTransaction, selection: RawBuilder<unknown>): Promise<number> {
  for (const table of ['address_change', 'letter', 'shared_card', 'reminder_subscription'] as const)
    await sql`delete from ${sql.table(table)} where client_uuid in ${selection}`.execute(trx)
  const { numAffectedRows = 0n } = await sql`update client set registered = 0, registered_at = null, account_id = null,
    locked = 0, activation = null, mail_failure = null where uuid in ${selection}`.execute(trx)
  return Number(numAffectedRows)
}

// Maintained counts of the requests of registered clients, by practice, kind and state.

interface CountKey {
  practiceId: string
  kind: RequestKind
}

export async function countRequests(
  db: Database,
  { practiceId, kind }: CountKey,
  changes: readonly [RequestState, change: number][],
): Promise<void> {
  const rows = changes.map(([state, count]) => ({ practice_id: practiceId, kind, state, count }))
  await db
    .insertInto('request_count')
    // Sorted by key, so that all transactions lock the rows in the same order.
    .values(rows.toSorted((one, other) => (one.state < other.state ? -1 : 1)))
    .onConflict((conflict) =>
      conflict
        .columns(['practice_id', 'kind', 'state'])
        .doUpdateSet((row) => ({ count: row('request_count.count', '+', row.ref('excluded.count')) })),
    )
    .execute()
}

/**
 * Counts of the requests of clients by practice, kind and state, multiplied by `change`. `selection` selects the
 * clients' UUIDs.
 */
const requestsOf = (selection: RawBuilder<unknown>, change: 1 | -1) =>
  sql`(practice_id, kind, state, count) select practice_id, kind, state, ${sql.lit(change)} * count(*)
    from request where client_uuid in ${selection} group by practice_id, kind, state order by practice_id, kind, state`

export const ADD_TO_COUNT = sql`on conflict (practice_id, kind, state) do update
  set count = request_count.count + excluded.count`

/**
 * Stages the requests of clients for counting: 1 adds them, -1 subtracts them. The import ends with
 * `countStagedRequests`.
 */
export async function stageRequestsOf(
  trx: DatabaseTransaction,
  selection: RawBuilder<unknown>,
  change: 1 | -1,
): Promise<void> {
  await sql`insert into staged_request_count ${requestsOf(selection, change)}`.execute(trx)
}

/**
 * Adds the requests of newly registered clients to the counts (1), or subtracts the requests of removed clients
 * (-1). The clients' rows must be locked.
 */
export async function countRequestsOf(
  trx: DatabaseTransaction,
  selection: RawBuilder<unknown>,
  change: 1 | -1,
): Promise<void> {
  await sql`insert into request_count ${requestsOf(selection, change)} ${ADD_TO_COUNT}`.execute(trx)
}

/** Records a changed request for `countStagedRequests`. */
export async function stageChangedRequest(
  trx: DatabaseTransaction,
  { uuid, practice_id, kind, state }: Pick<RequestTable, 'uuid' | 'practice_id' | 'kind' | 'state'>,
  next: RequestState,
): Promise<void> {
  await sql`insert into staged_request_count (practice_id, kind, state, count)
    values (${practice_id}, ${kind}, ${state}, -1), (${practice_id}, ${kind}, ${next}, 1)`.execute(trx)
  await sql`insert into staged_moved_request (uuid, practice_id) values (${uuid}, ${practice_id})`.execute(trx)
}

/**
 * Numbers and counts the requests that an import has staged. Concurrent writers of requests wait from here on until
 * the transaction ends.
 */
export async function countStagedRequests(trx: DatabaseTransaction): Promise<void> {
  await sql`insert into request_number (practice_id, number)
    select practice_id, count(*) from staged_moved_request group by practice_id order by practice_id
    on conflict (practice_id) do update set number = request_number.number + excluded.number`.execute(trx)
  await sql`update request set number = n.number - m.place
    from (select uuid, practice_id, row_number() over (partition by practice_id order by uuid) - 1 as place
      from staged_moved_request) m join request_number n on n.practice_id = m.practice_id
    where m.uuid = request.uuid`.execute(trx)
  await sql`delete from staged_moved_request`.execute(trx)
  await sql`insert into request_count (practice_id, kind, state, count)
    select practice_id, kind, state, sum(count) from staged_request_count
    group by practice_id, kind, state having sum(count) <> 0 order by practice_id, kind, state ${ADD_TO_COUNT}`.execute(
    trx,
  )
  await sql`delete from staged_request_count`.execute(trx)
}

/** Returns the number of requests of a client by kind and state, in the lock order of their counts. */
export async function requestsBy(trx: DatabaseTransaction, clientId: string) {
  const rows = await trx
    .selectFrom('request')
    .select((row) => ['kind', 'state', row.fn.countAll<number>().as('count')])
    .where('client_uuid', '=', clientId)
    .groupBy(['kind', 'state'])
    .orderBy('kind')
    .orderBy('state')
    .execute()
  return rows.map((row) => ({ ...row, count: Number(row.count) }))
}
