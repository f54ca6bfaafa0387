import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { lockAccountRows } from '#server/clients/rows.ts'
import { countRecords, deleteRecords, removeFilesOf } from '#server/clients/records.ts'
import { ARCHIVED, deleteArchived, deleteUnreadable } from '#server/clients/removal-archive.ts'
import { deleteArchivedRecords } from '#server/clients/removed-records.ts'
import { isPostgres } from '#server/db/engine.ts'
import { deleteInBatches } from '#server/db/in-batches.ts'
import { oneRow } from '#server/db/one-row.ts'
import type { Database, DatabaseTransaction } from '#server/db/schema.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { removeFile } from '#server/documents/remove-file.ts'
import { activeMemberships, end } from '#server/memberships/members.ts'
import type { Files } from '#server/ports.ts'
import { storageOf } from '#server/storage/quota.ts'

const BATCH_SIZE = 100

export interface Removed {
  clients: number
  /** Number of accounts that belong to no other practice. */
  accounts: number
  records: number
  files: number
  bytes: number
}

/** Selects the accounts of a practice: of clients, of present and former staff, and of people with a staff offer. */
const accountsOf = (practiceId: string) => sql`(
  select account_id from client where practice_id = ${practiceId} and account_id is not null
  union select l.account_id from letter l join client c on c.uuid = l.client_uuid
    where c.practice_id = ${practiceId} and l.account_id is not null
  union select h.account_id from address_change h join client c on c.uuid = h.client_uuid where c.practice_id = ${practiceId}
  union select account_id from ${activeMemberships} w where practice_id = ${practiceId}
  union select account_id from membership where practice_id = ${practiceId}
  union select account_id from staff_offer where practice_id = ${practiceId})`

/** Selects the accounts without a link to another practice, including a removal there that can be undone. */
const onlyOf = (practiceId: string, accounts: RawBuilder<unknown>) => sql`(
  select a.id from account a where a.id in ${accounts}
    and (a.practice_id is null or a.practice_id = ${practiceId})
    and not exists (select 1 from client c where c.account_id = a.id and c.practice_id <> ${practiceId})
    and not exists (select 1 from membership m where m.account_id = a.id and m.practice_id <> ${practiceId})
    and not exists (select 1 from staff_offer o where o.account_id = a.id and o.practice_id <> ${practiceId})
    and not exists (select 1 from removed_client r join removal m on m.id = r.removal_id
      where r.account_id = a.id and m.practice_id <> ${practiceId}))`

/** Counts the data that the removal of a practice would delete. */
export async function countPractice(db: Database, practiceId: string): Promise<Removed> {
  const { clients, accounts, requests } = await oneRow(
    sql<Record<'clients' | 'accounts' | 'requests', number | string>>`select
      (select count(*) from client where practice_id = ${practiceId}) as clients,
      (select count(*) from ${onlyOf(practiceId, accountsOf(practiceId))} x) as accounts,
      (select count(*) from request t join client c on c.uuid = t.client_uuid where c.practice_id = ${practiceId}) as requests`,
    db,
  )
  // `countRecords` includes the clients, which are counted separately here.
  const records = (await countRecords(db, practiceId)) - Number(clients) + Number(requests)
  const { files, bytes } = await storageOf(db, practiceId)
  return { clients: Number(clients), accounts: Number(accounts), records, files, bytes }
}

interface Removing {
  practiceId: string
  now: Date
  removeExport: (id: string) => Promise<void>
  progress?: (clients: number) => void
}

/**
 * Removes a practice with all of its data, in batches. The row of the practice goes last, so that an interrupted
 * removal can be repeated. Returns the user names of the deleted accounts.
 */
export async function removePractice(
  db: Database,
  files: Files,
  { practiceId, now, removeExport, progress = () => {} }: Removing,
): Promise<string[]> {
  const removedAccounts = await inTransaction(db, (trx) => close(trx, practiceId, now))
  for (let removed = 0; ;) {
    const batch = await db
      .selectFrom('client')
      .select(['uuid', 'account_id'])
      .where('practice_id', '=', practiceId)
      .orderBy('uuid')
      .limit(BATCH_SIZE)
      .execute()
    if (batch.length === 0) break
    const uuids = batch.map(({ uuid }) => uuid)
    await removeFilesOf(db, files, uuids)
    removedAccounts.push(...(await inTransaction(db, (trx) => removeClients(trx, practiceId, uuids))))
    progress((removed += batch.length))
  }
  await deleteArchivedRecords(
    { db, files },
    sql`x.removal_id in (select id from removal where practice_id = ${practiceId})`,
  )
  removedAccounts.push(...(await inTransaction(db, (trx) => removeArchives(trx, practiceId))))
  await deleteInBatches({ db }, { table: 'audit', key: 'id', where: sql`practice_id = ${practiceId}` })
  await removeLogos(db, files, practiceId)
  const exports = await db
    .selectFrom('import_run')
    .select('id')
    .where('practice_id', '=', practiceId)
    .union(db.selectFrom('csv_import').select('id').where('practice_id', '=', practiceId))
    .execute()
  for (const { id } of exports) await removeExport(id)
  await inTransaction(db, async (trx) => {
    const practice = isPostgres(trx) ? sql`data::json ->> 'practice_id'` : sql`data ->> 'practice_id'`
    // Rows archived with an account when another practice removed a client.
    const ofAccounts = sql<SqlBool>`source in ('membership', 'staff_name', 'given_up_mail')`
    await deleteUnreadable(trx, { archive: 'removed_row', tables: ARCHIVED, condition: ofAccounts })
    await sql`delete from removed_row where ${ofAccounts} and ${practice} = ${practiceId}`.execute(trx)
    await trx.deleteFrom('audit').where('practice_id', '=', practiceId).execute()
    await trx.deleteFrom('client_count').where('practice_id', '=', practiceId).execute()
    await trx.deleteFrom('practice').where('id', '=', practiceId).execute()
  })
  return removedAccounts
}

/**
 * Locks the practice, ends its memberships and staff offers, and revokes its keys. Returns the user names of the
 * deleted accounts.
 */
async function close(trx: DatabaseTransaction, practiceId: string, now: Date): Promise<string[]> {
  await trx.updateTable('practice').set({ locked: 1 }).where('id', '=', practiceId).execute()
  await lockAccountRows(
    trx,
    sql`(select account_id from ${activeMemberships} w where practice_id = ${practiceId}
      union select account_id from membership where practice_id = ${practiceId}
      union select account_id from staff_offer where practice_id = ${practiceId})`,
  )
  const { rows: staff } = await sql<{ id: string; role: 'CLINIC_ADMIN' | 'CLINIC_USER' }>`
    select account_id as id, role from ${activeMemberships} w where practice_id = ${practiceId}`.execute(trx)
  for (const { id, role } of staff) await end(trx, { accountId: id, practiceId, role, now })
  const { rows: others } = await sql<{
    id: string
  }>`select account_id as id from membership where practice_id = ${practiceId}
    union select account_id from staff_offer where practice_id = ${practiceId}`.execute(trx)
  await trx.deleteFrom('membership').where('practice_id', '=', practiceId).execute()
  await trx.deleteFrom('staff_offer').where('practice_id', '=', practiceId).execute()
  await trx.deleteFrom('exported_staff').where('practice_id', '=', practiceId).execute()
  const removedAccounts = await deleteAccounts(
    trx,
    practiceId,
    others.map(({ id }) => id),
  )
  await trx.deleteFrom('import_key').where('practice_id', '=', practiceId).execute()
  return removedAccounts
}

/** Deletes accounts that belong to no other practice and to no remaining client. Returns their user names. */
async function deleteAccounts(trx: DatabaseTransaction, practiceId: string, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const accounts = sql`(${sql.join(ids)})`
  // Prevents a concurrent registration at another practice.
  await lockAccountRows(trx, accounts)
  const { rows } = await sql<{ username: string }>`delete from account where id in ${onlyOf(practiceId, accounts)}
    and not exists (select 1 from client c where c.account_id = account.id) returning username`.execute(trx)
  return rows.map(({ username }) => username)
}

async function removeClients(trx: DatabaseTransaction, practiceId: string, clients: string[]): Promise<string[]> {
  const { rows: accounts } = await sql<{ id: string }>`
    select account_id as id from client where uuid in (${sql.join(clients)}) and account_id is not null
    union select account_id from letter where client_uuid in (${sql.join(clients)}) and account_id is not null
    union select account_id from address_change where client_uuid in (${sql.join(clients)})
    union select account_id from removed_client where client_uuid in (${sql.join(clients)}) and account_id is not null`.execute(
    trx,
  )
  for (const uuid of clients) await deleteArchived(trx, uuid)
  await deleteRecords(trx, clients)
  // The foreign keys also delete requests, appointments, shared cards, postal invitations, weekly mails and
  // calendars.
  await trx.deleteFrom('client').where('uuid', 'in', clients).execute()
  return await deleteAccounts(
    trx,
    practiceId,
    accounts.map(({ id }) => id),
  )
}

async function removeArchives(trx: DatabaseTransaction, practiceId: string): Promise<string[]> {
  const removed = await trx
    .selectFrom('removed_client')
    .innerJoin('removal', 'removal.id', 'removed_client.removal_id')
    .select(['client_uuid as uuid', 'account_id as accountId'])
    .where('removal.practice_id', '=', practiceId)
    .execute()
  for (const { uuid } of removed) await deleteArchived(trx, uuid)
  return await deleteAccounts(
    trx,
    practiceId,
    removed.flatMap(({ accountId }) => accountId ?? []),
  )
}

async function removeLogos(db: Database, files: Files, practiceId: string): Promise<void> {
  const logos = await db
    .selectFrom('file')
    .leftJoin('practice', (join) => join.on(sql<boolean>`practice.logo_url = '/files/' || file.key`))
    .select('file.key')
    .where((row) => row.or([row('file.practice_id', '=', practiceId), row('practice.id', '=', practiceId)]))
    .execute()
  for (const { key } of logos) await removeFile(db, files, key)
}
