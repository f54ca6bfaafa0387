import { type RawBuilder, sql } from 'kysely'
import { DEFAULT_LANGUAGE } from '#contract/languages.ts'
import type { UndoneRemoval } from '#contract/schemas/client.ts'
import { canonicalUsername } from '#contract/email.ts'
import { type Actor, writeAudit } from '#server/access-log/write.ts'
import { yieldToEventLoop } from '#server/db/in-batches.ts'
import { lockRows } from '#server/db/transaction.ts'
import type { DatabaseTransaction, Obstacle } from '#server/db/schema.ts'
import { ProblemError } from '#server/http/problem.ts'
import { recountActivations } from '#server/invitations/activation.ts'
import { ARCHIVED, type ArchivedTable, deleteUnreadable, restore } from './removal-archive.ts'
import { restoreArchived } from './removed-records.ts'
import { addToCounts, countMoved, countRequestsOf, lockClientRows } from './rows.ts'
import { parseStored } from '#server/db/stored.ts'
import { oneRow } from '#server/db/one-row.ts'

/** Same batch size as removing all clients: each statement stays well within `queryMs`. */
const BATCH_SIZE = 10_000
/** Maximum rows in a statement with parameters. */
const ROWS = 500

interface Undoing {
  removalId: string
  practiceId: string
  by: Actor
  now: Date
}

/**
 * Registers the clients of a removal again, and restores records that an export removed, in one transaction.
 * Idempotent under concurrency.
 * Accounts come back with passwords, passkeys, weekly mails, calendars and shared cards. Sessions and links in
 * mails stay revoked, and no mail is sent.
 * Throws `not-found` if there is nothing left to undo, and `not-undoable` if none of the clients can come back.
 */
export async function undoRemoval(trx: DatabaseTransaction, undoing: Undoing): Promise<UndoneRemoval> {
  const { removalId, practiceId, by, now } = undoing
  // Locks the removal: of two concurrent undos, the second waits for the first.
  const removal = await trx
    .updateTable('removal')
    .set((row) => ({ ends_at: row.ref('ends_at') }))
    .where('id', '=', removalId)
    .where('practice_id', '=', practiceId)
    .where('ends_at', '>', now.toISOString())
    .returningAll()
    .executeTakeFirst()
  if (!removal) throw new ProblemError('not-found')

  const { records, clients } = await restoreArchived(trx, {
    condition: sql`x.removal_id = ${removalId}`,
    practiceId,
    stays: true,
  })
  const ofRemoval = (column: string) =>
    sql`(select r.${sql.ref(column)} from removed_client r where r.removal_id = ${removalId})`
  await deleteUnreadable(trx, {
    archive: 'removed_row',
    tables: ARCHIVED,
    condition: sql`(x.client_uuid in ${ofRemoval('client_uuid')} or x.account_id in ${ofRemoval('account_id')})`,
  })
  const batches = await batchesOf(trx, removalId)
  let registered = 0
  for (const inBatch of batches) {
    await lockClientRows(trx, clientsOf(inBatch))
    registered += await deleteArchived(trx, registeredOf(inBatch))
    await markChangedAddresses(trx, inBatch)
    await yieldToEventLoop()
  }
  const [one] = await trx
    .selectFrom('removed_client')
    .select('client_uuid')
    .where('removal_id', '=', removalId)
    .execute()
  let restored = 0
  let otherAccount = 0
  const all = sql`r.removal_id = ${removalId}`
  await lockRows(
    trx,
    'account',
    sql`(select account_id from ${accountsOf(all)} x union
      select a.id from removed_client r join account a on a.username = r.username where ${all})`,
  )
  for (const inBatch of batches) await restoreAccounts(trx, inBatch, now)
  for (const inBatch of batches) {
    const moved = await register(trx, inBatch)
    restored += moved.restored
    // Runs before `deleteArchived`, which deletes the rows that `registeredOf` selects. Clients registered since the
    // removal were excluded above.
    await countRequestsOf(trx, registeredOf(inBatch), 1)
    otherAccount += moved.otherAccount
    await restoreRows(trx, inBatch, now)
    await deleteArchived(trx, registeredOf(inBatch))
    await yieldToEventLoop()
  }

  const left = await obstacles(trx, removalId)
  if (records + restored + registered === 0) {
    const outcome = removal.outcome === null ? undefined : parseStored('undoneRemoval', removal.outcome)
    if (outcome) return outcome
    throw new ProblemError(left.addressChanged > 0 ? 'not-undoable' : 'not-found')
  }
  const outcome: UndoneRemoval = { ...(records > 0 && { records }), restored, otherAccount, registered, ...left }
  await trx
    .updateTable('removal')
    .set({ outcome: JSON.stringify(outcome) })
    .where('id', '=', removalId)
    .execute()
  // Runs late, because this locks the practice's counts until the end of the transaction.
  if (clients > 0) await addToCounts(trx, practiceId, { unregistered: clients })
  if (restored > 0) {
    await countMoved(trx, practiceId, restored)
    await recountActivations(trx, sql`(${practiceId})`)
  }
  if (records > 0) {
    await writeAudit(trx, { practiceId, by, action: 'records-restored', details: { count: records }, now })
    return outcome
  }
  if (restored === 0 || !one) return outcome
  const client = await trx
    .selectFrom('client')
    .selectAll()
    .where('uuid', '=', one.client_uuid)
    .executeTakeFirstOrThrow()
  const subject = removal.of_all === 1 ? { details: { count: restored } } : { client }
  await writeAudit(trx, { practiceId, by, action: 'removal-undone', ...subject, now })
  return outcome
}

/** Returns conditions on the rows `r` of removed clients, in batches by key. */
async function batchesOf(trx: DatabaseTransaction, removalId: string): Promise<RawBuilder<unknown>[]> {
  const batches: RawBuilder<unknown>[] = []
  for (let after = ''; ;) {
    const { last } = await oneRow(
      sql<{ last: string | null }>`select max(client_uuid) as last from (
        select client_uuid from removed_client where removal_id = ${removalId} and client_uuid > ${after}
        order by client_uuid limit ${sql.lit(BATCH_SIZE)}) batch`,
      trx,
    )
    if (last === null) return batches
    batches.push(sql`r.removal_id = ${removalId} and r.client_uuid > ${after} and r.client_uuid <= ${last}`)
    after = last
  }
}

const clientsOf = (inBatch: RawBuilder<unknown>) => sql`(select r.client_uuid from removed_client r where ${inBatch})`
/** Accounts of the removed clients at the time of the removal. */
const accountsOf = (inBatch: RawBuilder<unknown>) =>
  sql`(select r.account_id from removed_client r where ${inBatch} and r.obstacle is null)`
const registeredOf = (inBatch: RawBuilder<unknown>) => sql`(select r.client_uuid from removed_client r
  join client c on c.uuid = r.client_uuid where ${inBatch} and c.registered = 1)`

async function deleteArchived(trx: DatabaseTransaction, clients: RawBuilder<unknown>): Promise<number> {
  await sql`delete from removed_row where client_uuid in ${clients}`.execute(trx)
  const { numAffectedRows = 0n } = await sql`delete from removed_client where client_uuid in ${clients}`.execute(trx)
  return Number(numAffectedRows)
}

/** Marks clients whose e-mail address has changed since the removal; the former account may no longer see them. */
async function markChangedAddresses(trx: DatabaseTransaction, inBatch: RawBuilder<unknown>): Promise<void> {
  await sql`update removed_client set obstacle = null
    where obstacle is not null and client_uuid in ${clientsOf(inBatch)}`.execute(trx)
  const { rows } = await sql<{ uuid: string; email: string; username: string }>`
    select c.uuid, c.email, r.username from removed_client r join client c on c.uuid = r.client_uuid
    where ${inBatch} and c.email <> r.username and c.email <> ''`.execute(trx)
  const changed = rows.filter(({ email, username }) => canonicalUsername(email) !== username)
  for (let from = 0; from < changed.length; from += ROWS) {
    const uuids = changed.slice(from, from + ROWS).map(({ uuid }) => uuid)
    await trx
      .updateTable('removed_client')
      .set({ obstacle: 'address-changed' })
      .where('client_uuid', 'in', uuids)
      .execute()
  }
}

/**
 * Restores deleted accounts. If another account has the e-mail address by now, the client goes to that account. If
 * there is no account, a new account is created.
 */
async function restoreAccounts(trx: DatabaseTransaction, inBatch: RawBuilder<unknown>, now: Date): Promise<void> {
  const accounts = accountsOf(inBatch)
  // A no-op update locks the other account.
  const held = sql`(username) do update set username = excluded.username`
  await restore(
    trx,
    'account',
    sql`x.account_id in ${accounts} and not exists (select 1 from account a where a.id = x.account_id)`,
    held,
  )
  const { rows: strangers } = await sql<{ username: string; first_name: string | null; last_name: string }>`
    select r.username, coalesce(c.call_name, c.first_name) as first_name, c.last_name
    from removed_client r join client c on c.uuid = r.client_uuid
    where ${inBatch} and r.obstacle is null and r.username is not null
      and not exists (select 1 from account a where a.id = r.account_id)
      and not exists (select 1 from account a where a.username = r.username)`.execute(trx)
  for (let from = 0; from < strangers.length; from += ROWS) {
    await trx
      .insertInto('account')
      .values(
        strangers.slice(from, from + ROWS).map((person) => ({
          id: crypto.randomUUID(),
          ...person,
          language: DEFAULT_LANGUAGE,
          created_at: now.toISOString(),
        })),
      )
      .onConflict((conflict) =>
        conflict.column('username').doUpdateSet((row) => ({ username: row.ref('excluded.username') })),
      )
      .execute()
  }
}

/** Joins a removed client with its former account, or with the account that has the e-mail address. */
const withAccount = sql`removed_client r left join account own on own.id = r.account_id
  left join account other on other.username = r.username`
const accountId = sql`coalesce(own.id, other.id)`

async function register(trx: DatabaseTransaction, inBatch: RawBuilder<unknown>) {
  const { numAffectedRows = 0n } = await sql`
    update client set registered = 1, registered_at = r.registered_at, locked = r.locked, account_id = ${accountId},
      activation = coalesce(case when own.id is not null then r.activation end, 'not-invited'),
      mail_failure = case when own.id is not null then r.mail_failure end,
      last_opened_at = case when own.id is not null then client.last_opened_at end
    from ${withAccount}
    where r.client_uuid = client.uuid and ${inBatch} and r.obstacle is null and client.registered = 0
      and ${accountId} is not null`.execute(trx)
  const { others } = await oneRow(
    sql<{ others: number }>`
      select count(*) as others from removed_client r join client c on c.uuid = r.client_uuid
      where ${inBatch} and c.registered = 1 and c.account_id <> r.account_id`,
    trx,
  )
  return { restored: Number(numAffectedRows), otherAccount: Number(others) }
}

/**
 * Restores the archived rows. Only deleted accounts have archived rows, so an existing account was restored just
 * now.
 */
async function restoreRows(trx: DatabaseTransaction, inBatch: RawBuilder<unknown>, now: Date): Promise<void> {
  const alive = sql`x.account_id in (select a.id from account a where a.id in ${accountsOf(inBatch)})`
  for (const table of ['passkey', 'membership', 'staff_name', 'given_up_mail'] as const satisfies ArchivedTable[])
    await restore(trx, table, alive)
  await sql`delete from removed_row as x where x.client_uuid is null and ${alive}`.execute(trx)
  const same = sql`x.client_uuid in (select r.client_uuid from removed_client r
    join client c on c.uuid = r.client_uuid and c.account_id = r.account_id where ${inBatch} and c.registered = 1)`
  for (const table of ['calendar_feed', 'shared_card', 'reminder_subscription', 'mailed_reminder'] as const)
    await restore(trx, table, same)
  await sql`delete from shared_card where ends_at <= ${now.toISOString()}
    and client_uuid in ${registeredOf(inBatch)}`.execute(trx)
}

async function obstacles(trx: DatabaseTransaction, removalId: string) {
  const obstacle: Obstacle = 'address-changed'
  const { changed } = await oneRow(
    sql<{ changed: number }>`
      select count(*) as changed from removed_client where removal_id = ${removalId} and obstacle = ${obstacle}`,
    trx,
  )
  return { addressChanged: Number(changed) }
}
