import { type RawBuilder, sql } from 'kysely'
import { isPostgres } from '#server/db/engine.ts'
import type { DatabaseTransaction } from '#server/db/schema.ts'
import { RECORD_TABLES } from './records.ts'
import { lockClientRows, stageRequestsOf } from './rows.ts'

// Merges clients: a client takes over the records and the portal's own data of another client of the practice.

export const ACCESS_COLUMNS = [
  'account_id',
  'registered',
  'registered_at',
  'activation',
  'mail_failure',
  'invited_at',
  'last_opened_at',
] as const
/** The portal's own tables whose rows move without conflicts. */
const MOVED_TABLES = ['request', 'request_message', 'form_task', 'form_answer', 'request_photo'] as const
/** Tables with rows that are unique within a client, with their other columns. */
const MERGED = {
  calendar_event: ['uuid', 'sequence', 'cancelled', 'changed_at', 'date', 'summary'],
  calendar_appointment: ['uuid', 'sequence', 'changed_at', 'content'],
} as const

/** Condition that a client `c` has no records. */
export const hasNoRecords: RawBuilder<boolean> = sql<boolean>`${sql.join(
  RECORD_TABLES.map((table) => sql`not exists (select 1 from ${sql.table(table)} t where t.client_uuid = c.uuid)`),
  sql` and `,
)}`

export interface TakenOver {
  /** Client that remains. */
  key: string
  practiceId: string
  /** Clients of the group whose own accounts have lost access. */
  lost: { uuid: string; accountId: string }[]
}

interface TakingOver {
  columns: readonly string[]
  /** True if records move too, and a missing `key` client is created. */
  isWhole: boolean
}

/**
 * Selects UUIDs from the temporary table. Each row is a client that is merged into `key`; the account of the row
 * with `place` 1 stays.
 */
const group = (condition: RawBuilder<unknown> = sql`1 = 1`) => sql`(select t.uuid from taken_over t where ${condition})`
const FORMER = sql`t.own = 0`

/**
 * Moves the access and the portal's own data of former clients to the clients that replace them. `isWhole` also
 * moves the records. `pairs` has the columns `former` and `key`.
 * With `isWhole`, a missing `key` is created as a copy of its former client. An activated account has priority over
 * an unused account, then the account of `key`.
 * Returns each remaining client, with the clients whose accounts have lost access. The former clients are left unregistered.
 */
export async function takeOver(
  trx: DatabaseTransaction,
  pairs: RawBuilder<unknown>,
  { columns, isWhole }: TakingOver,
): Promise<TakenOver[]> {
  await lockClientRows(trx, sql`(select former from ${pairs} p union select key from ${pairs} p)`)
  await sql`drop table if exists taken_over`.execute(trx)
  await sql`create temporary table taken_over as
    select g.key, c.uuid, c.practice_id, case when c.uuid = g.key then 1 else 0 end as own, c.locked,
      ${sql.join(ACCESS_COLUMNS.map((name) => sql.ref(`c.${name}`)))},
      row_number() over (partition by g.key order by c.registered desc,
        case when c.activation = 'activated' then 0 else 1 end, case when c.uuid = g.key then 0 else 1 end,
        coalesce(c.last_opened_at, '') desc, c.uuid) as place
    from (select key, former as uuid from ${pairs} p union select key, key from ${pairs} p) g
    join client c on c.uuid = g.uuid`.execute(trx)
  await sql`create index taken_over_uuid on taken_over (uuid)`.execute(trx)
  await sql`create index taken_over_key on taken_over (key, place)`.execute(trx)
  if (isPostgres(trx)) await sql`analyze taken_over`.execute(trx)
  if (isWhole) await copyMissing(trx, columns)
  await stageRequestsOf(trx, group(sql`t.registered = 1`), -1)
  await moveRows(trx, isWhole ? [...MOVED_TABLES, ...RECORD_TABLES, 'estimate_answer', 'visit_question'] : MOVED_TABLES)
  await moveOwned(trx)
  await moveAccess(trx)
  await stageRequestsOf(trx, sql`(select t.key from taken_over t where t.place = 1 and t.registered = 1)`, 1)
  return await outcome(trx)
}

async function copyMissing(trx: DatabaseTransaction, columns: readonly string[]): Promise<void> {
  const copied = columns.filter((name) => name !== 'uuid').map((name) => sql.ref(name))
  await sql`insert into client (uuid, registered, locked, ${sql.join(copied)})
    select t.key, 0, 0, ${sql.join(copied.map((name) => sql`c.${name}`))}
    from taken_over t join client c on c.uuid = t.uuid
    where t.place = 1 and not exists (select 1 from client k where k.uuid = t.key)`.execute(trx)
}

async function moveRows(trx: DatabaseTransaction, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    const row = sql.table(table)
    await sql`update ${row} set client_uuid = t.key from taken_over t
      where ${row}.client_uuid = t.uuid and ${FORMER}`.execute(trx)
  }
  for (const [table, columns] of Object.entries(MERGED)) {
    const [row, names] = [sql.table(table), columns.map((name) => sql.ref(name))]
    await sql`insert into ${row} (client_uuid, ${sql.join(names)})
      select t.key, ${sql.join(names.map((name) => sql`r.${name}`))}
      from ${row} r join taken_over t on t.uuid = r.client_uuid where ${FORMER} on conflict do nothing`.execute(trx)
    await sql`delete from ${row} where client_uuid in ${group(FORMER)}`.execute(trx)
  }
  await moveLog(trx)
  if (tables.length > MOVED_TABLES.length) await moveArchives(trx)
}

/** Moves log entries without duplicates: at most one view entry per session, and one read per reader and day. */
async function moveLog(trx: DatabaseTransaction): Promise<void> {
  await sql`update audit set client_uuid = t.key from taken_over t
    where audit.client_uuid = t.uuid and ${FORMER} and audit.action <> 'read' and (audit.session_id is null or not exists (
      select 1 from audit other join taken_over o on o.uuid = other.client_uuid and o.key = t.key
      where other.session_id = audit.session_id and other.id <> audit.id))`.execute(trx)
  const columns = ['at', 'action', 'account_id', 'account_name', 'account_username', 'client_name', 'details', 'day']
  await sql`insert into audit (client_uuid, practice_id, ${sql.join(columns.map((name) => sql.ref(name)))})
    select t.key, r.practice_id, ${sql.join(columns.map((name) => sql.ref(`r.${name}`)))}
    from audit r join taken_over t on t.uuid = r.client_uuid
    where r.action = 'read' and ${FORMER} on conflict do nothing`.execute(trx)
  await sql`delete from audit where action = 'read' and client_uuid in ${group(FORMER)}`.execute(trx)
  await sql`insert into audit_name (practice_id, kind, party_id, name, username, search_text)
    select n.practice_id, n.kind, t.key, n.name, n.username, n.search_text
    from audit_name n join taken_over t on t.uuid = n.party_id and t.practice_id = n.practice_id
    where ${FORMER} and n.kind = 'client' on conflict do nothing`.execute(trx)
}

/** Moves archives that can be undone, because the former clients will be deleted. */
async function moveArchives(trx: DatabaseTransaction): Promise<void> {
  for (const table of ['removed_record', 'removed_row']) {
    const row = sql.table(table)
    await sql`update ${row} set client_uuid = t.key, data = replace(${row}.data, t.uuid, t.key)
      from taken_over t where ${row}.client_uuid = t.uuid and ${FORMER}
        ${table === 'removed_row' ? sql`and ${isFirst('removed_client')}` : sql``}`.execute(trx)
  }
  await sql`update removed_client set client_uuid = t.key from taken_over t
    where removed_client.client_uuid = t.uuid and ${FORMER} and ${isFirst('removed_client')}`.execute(trx)
}

/**
 * Condition that no earlier client in the group of `t` has a row in the table. Used for tables with at most one row
 * per client.
 */
const isFirst = (table: string, of: RawBuilder<unknown> = sql``) => sql`not exists (
  select 1 from taken_over o join ${sql.table(table)} r on r.client_uuid = o.uuid ${of}
  where o.key = t.key and (o.own > t.own or (o.own = t.own and o.uuid < t.uuid)))`

/** Moves rows of the account that stays; deletes rows of other accounts. */
async function moveOwned(trx: DatabaseTransaction): Promise<void> {
  // Deletes pending changes of e-mail address of accounts that do not stay.
  await sql`delete from address_change where client_uuid in ${group(sql`t.place > 1`)}
    or client_uuid in (select t.key from taken_over t where t.place = 1 and t.own = 0)`.execute(trx)
  const owner = sql`(select w.account_id from taken_over w where w.key = t.key and w.place = 1)`
  for (const table of ['shared_card', 'calendar_feed', 'reminder_subscription'] as const)
    await sql`delete from ${sql.table(table)} as r where exists (
      select 1 from taken_over t where t.uuid = r.client_uuid and r.account_id is distinct from ${owner})`.execute(trx)
  await sql`update shared_card set client_uuid = t.key from taken_over t
    where shared_card.client_uuid = t.uuid and ${FORMER}`.execute(trx)
  await sql`update calendar_feed set client_uuid = t.key from taken_over t
    where calendar_feed.client_uuid = t.uuid and ${FORMER} and ${isFirst('calendar_feed')}`.execute(trx)
  const subscriptions = sql`reminder_subscription r join taken_over t on t.uuid = r.client_uuid
    where ${FORMER} and ${isFirst('reminder_subscription')}`
  await sql`insert into reminder_subscription (client_uuid, account_id, subscribed_at, week)
    select t.key, r.account_id, r.subscribed_at, r.week from ${subscriptions} on conflict do nothing`.execute(trx)
  await sql`insert into mailed_reminder (client_uuid, uuid, date, late)
    select t.key, m.uuid, m.date, m.late from mailed_reminder m join taken_over t on t.uuid = m.client_uuid
    where ${FORMER} and exists (select 1 from reminder_subscription s where s.client_uuid = t.key)
    on conflict do nothing`.execute(trx)
  for (const table of ['calendar_feed', 'reminder_subscription'] as const)
    await sql`delete from ${sql.table(table)} where client_uuid in ${group(FORMER)}`.execute(trx)
  const registered = sql`(select w.key from taken_over w where w.place = 1 and w.registered = 1)`
  await sql`delete from letter where client_uuid in (select t.uuid from taken_over t where t.key in ${registered})`.execute(
    trx,
  )
  await sql`update letter set client_uuid = t.key from taken_over t
    where letter.client_uuid = t.uuid and ${FORMER} and ${isFirst('letter')}`.execute(trx)
}

/**
 * Gives the remaining client the account with place 1. The client is locked if any registered client of the group
 * was locked.
 */
async function moveAccess(trx: DatabaseTransaction): Promise<void> {
  await sql`update client set account_id = null, registered = 0, registered_at = null, activation = null,
      mail_failure = null, locked = 0 where uuid in ${group()}`.execute(trx)
  await sql`update client set ${sql.join(ACCESS_COLUMNS.map((name) => sql`${sql.ref(name)} = t.${sql.ref(name)}`))},
      locked = (select max(o.locked) from taken_over o where o.key = t.key and o.registered = 1)
    from taken_over t where t.key = client.uuid and t.place = 1 and t.registered = 1`.execute(trx)
}

async function outcome(trx: DatabaseTransaction): Promise<TakenOver[]> {
  const { rows: keys } = await sql<{ key: string; practice: string }>`
    select t.key, t.practice_id as practice from taken_over t where t.place = 1 order by t.key`.execute(trx)
  const { rows: losers } = await sql<{ key: string; uuid: string; account: string }>`
    select t.key, t.uuid, t.account_id as account from taken_over t
    join taken_over w on w.key = t.key and w.place = 1
    where t.registered = 1 and t.account_id is not null and t.account_id <> w.account_id order by t.uuid`.execute(trx)
  const lost = Map.groupBy(losers, ({ key }) => key)
  return keys.map(({ key, practice }) => ({
    key,
    practiceId: practice,
    lost: (lost.get(key) ?? []).map(({ uuid, account }) => ({ uuid, accountId: account })),
  }))
}

/** Deletes the former clients of the last `takeOver`, which have no records left. */
export async function deleteFormer(trx: DatabaseTransaction): Promise<void> {
  for (const table of ['removed_row', 'removed_client'] as const)
    await sql`delete from ${sql.table(table)} where client_uuid in ${group(FORMER)}`.execute(trx)
  await sql`delete from client where uuid in ${group(FORMER)}`.execute(trx)
}
