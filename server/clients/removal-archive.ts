import { DAY_MS, momentAfter } from '#contract/dates.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { UNDO_DAYS } from '#contract/client.ts'
import { isPostgres } from '#server/db/engine.ts'
import { BATCH_SIZE, type Batching, deleteInBatches, yieldToEventLoop } from '#server/db/in-batches.ts'
import type { Bit, DatabaseTransaction, Schema } from '#server/db/schema.ts'
import { parseStored } from '#server/db/stored.ts'

// Removed rows are archived in separate tables. Lists and counts therefore skip removed rows, and removed accounts
// cannot sign in.

/** Tables that an undo restores, with all of their columns. */
export const ARCHIVED = {
  account: [
    'id',
    'username',
    'first_name',
    'last_name',
    'practice_id',
    'staff_role',
    'imported_first_name',
    'imported_last_name',
    'imported_practice_id',
    'imported_staff_role',
    'language',
    'password_hash',
    'created_at',
    'own_name',
    'last_sign_in_day',
  ],
  passkey: [
    'id',
    'account_id',
    'credential_id',
    'public_key',
    'counter',
    'transports',
    'name',
    'created_at',
    'last_used_at',
  ],
  membership: ['account_id', 'practice_id', 'role', 'ended_at', 'first_name', 'last_name', 'declined'],
  staff_name: ['account_id', 'practice_id', 'first_name', 'last_name'],
  given_up_mail: ['id', 'kind', 'account_id', 'address', 'practice_id', 'created_at', 'given_up_at', 'reason'],
  calendar_feed: ['client_uuid', 'account_id', 'id'],
  shared_card: [
    'uuid',
    'client_uuid',
    'account_id',
    'patient_uuid',
    'secret_hash',
    'parts',
    'note',
    'created_at',
    'ends_at',
    'opened_at',
  ],
  reminder_subscription: ['client_uuid', 'account_id', 'subscribed_at', 'week'],
  mailed_reminder: ['client_uuid', 'uuid', 'date', 'late'],
} as const satisfies { [Table in keyof Schema]?: (keyof Schema[Table])[] }
export type ArchivedTable = keyof typeof ARCHIVED

export async function openRemoval(
  trx: DatabaseTransaction,
  { practiceId, ofAll, now }: { practiceId: string; ofAll: Bit; now: Date },
): Promise<string> {
  const id = crypto.randomUUID()
  const endsAt = momentAfter(now, UNDO_DAYS * DAY_MS)
  await trx.insertInto('removal').values({ id, practice_id: practiceId, of_all: ofAll, ends_at: endsAt }).execute()
  return id
}

/**
 * Archives the rows that a removal deletes, and deletes an earlier archive of the same clients. `selection` selects
 * registered clients whose rows are locked.
 */
export async function archiveClients(
  trx: DatabaseTransaction,
  removalId: string,
  selection: RawBuilder<unknown>,
): Promise<void> {
  await sql`delete from removed_row where client_uuid in ${selection}`.execute(trx)
  await sql`
    insert into removed_client (client_uuid, removal_id, account_id, username, registered_at, activation, mail_failure, locked)
    select client.uuid, ${removalId}, a.id, a.username, client.registered_at, client.activation, client.mail_failure, client.locked
    from client left join account a on a.id = client.account_id where client.uuid in ${selection}
    on conflict (client_uuid) do update set removal_id = excluded.removal_id, account_id = excluded.account_id,
      username = excluded.username, registered_at = excluded.registered_at, activation = excluded.activation,
      mail_failure = excluded.mail_failure, locked = excluded.locked, obstacle = null`.execute(trx)
  const own = (table: string) => sql`join client c on c.uuid = ${sql.ref(table)}.client_uuid
    and c.account_id = ${sql.ref(table)}.account_id where c.uuid in ${selection}`
  for (const table of ['shared_card', 'reminder_subscription'] as const)
    await archive(trx, table, { client: 'client_uuid', rest: own('t') })
  await archive(trx, 'mailed_reminder', {
    client: 'client_uuid',
    rest: sql`join reminder_subscription s on s.client_uuid = t.client_uuid ${own('s')}`,
  })
}

/** Archives calendars of accounts that stay. Call before deleting the clients. */
export const archiveCalendars = (trx: DatabaseTransaction, selection: RawBuilder<unknown>): Promise<void> =>
  archive(trx, 'calendar_feed', { client: 'client_uuid', rest: sql`where t.client_uuid in ${selection}` })

/** Archives the accounts among `orphaned` that an undo can restore, with their dependent rows. */
export async function archiveAccounts(
  trx: DatabaseTransaction,
  { accounts, orphaned }: Record<'accounts' | 'orphaned', RawBuilder<unknown>>,
): Promise<void> {
  await archive(trx, 'account', {
    account: 'id',
    rest: sql`where t.id in ${orphaned} and exists (select 1 from removed_client r where r.account_id = t.id)`,
  })
  // Selects exactly the accounts archived just now: only their rows are in both tables.
  const ofAccounts = sql`join account a on a.id = t.account_id
    join removed_row x on x.account_id = a.id and x.source = 'account'`
  const among = sql`where t.account_id in ${accounts}`
  for (const table of ['passkey', 'membership', 'staff_name', 'given_up_mail'] as const)
    await archive(trx, table, { account: 'account_id', rest: sql`${ofAccounts} ${among}` })
  await archive(trx, 'calendar_feed', {
    client: 'client_uuid',
    rest: sql`${ofAccounts} join removed_client r on r.client_uuid = t.client_uuid and r.account_id = t.account_id ${among}`,
  })
}

async function archive(
  trx: DatabaseTransaction,
  table: ArchivedTable,
  { client, account, rest }: { client?: string; account?: string; rest: RawBuilder<unknown> },
): Promise<void> {
  const column = (name: string | undefined) => (name === undefined ? sql`null` : sql.ref(`t.${name}`))
  await sql`insert into removed_row (source, client_uuid, account_id, data)
    select ${sql.lit(table)}, ${column(client)}, ${column(account)}, ${jsonOf(trx, ARCHIVED[table])}
    from ${sql.table(table)} t ${rest}`.execute(trx)
}

/** SQL expression for the row `t` as JSON, for an archive. */
export function jsonOf(trx: DatabaseTransaction, columns: readonly string[]): RawBuilder<string> {
  const build = sql.raw(isPostgres(trx) ? 'json_build_object' : 'json_object')
  const pairs = columns.flatMap((name) => [sql.lit(name), sql.ref(`t.${name}`)])
  return sql<string>`cast(${build}(${sql.join(pairs)}) as text)`
}

interface Archived {
  columns: RawBuilder<unknown>
  /** Values of the columns, in the same order. */
  values: RawBuilder<unknown>
  /** Archive table with the rows `x`. */
  from: RawBuilder<unknown>
  value: (column: string) => RawBuilder<unknown>
}

/** Returns the SQL parts of an insert that restores the archived rows of a table. */
export function archivedRows(
  trx: DatabaseTransaction,
  {
    archive: from,
    table,
    columns,
  }: { archive: 'removed_row' | 'removed_record'; table: string; columns: readonly string[] },
): Archived {
  const isTyped = isPostgres(trx)
  const value = (name: string) =>
    isTyped ? sql.ref(`archived.${name}`) : sql`json_extract(x.data, ${sql.lit(`$.${name}`)})`
  const typed = isTyped ? sql`, json_populate_record(null::${sql.table(table)}, cast(x.data as json)) archived` : sql``
  return {
    columns: sql.join(columns.map((name) => sql.ref(name))),
    values: sql.join(columns.map(value)),
    value,
    from: sql`${sql.table(from)} x ${typed}`,
  }
}

/** Restores the archived rows `x` of a table. A row that conflicts with an existing row is skipped. */
export async function restore(
  trx: DatabaseTransaction,
  table: ArchivedTable,
  condition: RawBuilder<unknown>,
  conflict: RawBuilder<unknown> = sql`do nothing`,
): Promise<void> {
  const { columns, values, from } = archivedRows(trx, { archive: 'removed_row', table, columns: ARCHIVED[table] })
  await sql`insert into ${sql.table(table)} (${columns})
    select ${values} from ${from}
    where x.source = ${sql.lit(table)} and ${condition} on conflict ${conflict}`.execute(trx)
}

/**
 * Deletes the archive of an erased client, and the archive of its account unless another removal can restore the
 * account.
 */
export async function deleteArchived(trx: DatabaseTransaction, clientId: string): Promise<void> {
  const removed = await trx
    .deleteFrom('removed_client')
    .where('client_uuid', '=', clientId)
    .returning('account_id')
    .executeTakeFirst()
  await trx.deleteFrom('removed_row').where('client_uuid', '=', clientId).execute()
  if (removed)
    await sql`delete from removed_row where ${isOrphaned} and account_id = ${removed.account_id}`.execute(trx)
}

const isOrphaned = sql<SqlBool>`client_uuid is null
  and not exists (select 1 from removed_client r where r.account_id = removed_row.account_id)`

/** Deletes the archives of removals that can no longer be undone, in short transactions. */
export async function deleteEndedRemovals(batching: Batching, now: Date): Promise<void> {
  const ended = sql<SqlBool>`ends_at <= ${now.toISOString()}`
  await deleteInBatches(batching, {
    table: 'removed_client',
    key: 'client_uuid',
    where: sql`removal_id in (select id from removal where ${ended})`,
  })
  await deleteInBatches(batching, {
    table: 'removed_row',
    key: 'id',
    where: sql`(${isOrphaned}) or (client_uuid is not null and not exists (
      select 1 from removed_client r where r.client_uuid = removed_row.client_uuid))`,
  })
  // After a stop, the cascade would delete the remaining rows in a single transaction.
  if (batching.stopping?.aborted) return
  await deleteInBatches(batching, {
    table: 'removal',
    key: 'id',
    // The files of archived records are removed first; the archive is needed to find them.
    where: sql`${ended} and not exists (select 1 from removed_record r where r.removal_id = removal.id)`,
  })
}

interface Unreadable {
  archive: 'removed_row' | 'removed_record'
  /** Columns of the archived tables; the first column is never null. */
  tables: Readonly<Record<string, readonly string[]>>
  /** Condition on the archived rows `x`. */
  condition: RawBuilder<SqlBool>
}

/**
 * Deletes archived rows `x` whose data is not the JSON of a row. A single invalid value would fail every statement
 * that reads the archive as JSON.
 * The check runs here because PostgreSQL tests JSON itself only since version 16.
 */
export async function deleteUnreadable(
  trx: DatabaseTransaction,
  { archive, tables, condition }: Unreadable,
): Promise<void> {
  for (let after = 0; ;) {
    const { rows } = await sql<{ id: number; source: string; data: string }>`
      select x.id, x.source, x.data from ${sql.table(archive)} x where ${condition} and x.id > ${after}
      order by x.id limit ${sql.lit(BATCH_SIZE)}`.execute(trx)
    const unreadable = rows.filter(({ source, data }) => !isRow(data, tables[source]?.[0] ?? ''))
    if (unreadable.length > 0)
      await sql`delete from ${sql.table(archive)} where id in (${sql.join(unreadable.map(({ id }) => id))})`.execute(
        trx,
      )
    if (rows.length < BATCH_SIZE) return
    after = Number(rows.at(-1)?.id)
    await yieldToEventLoop()
  }
}

const isRow = (data: string, key: string) => parseStored('archivedRow', data)?.[key] != null
