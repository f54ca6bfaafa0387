import { findRow } from '#server/db/one-row.ts'
import { type NotNull, sql } from 'kysely'
import type { AuditDetails } from '#contract/schemas/access-log.ts'
import { OF_OWNERS } from '#contract/access-log.ts'
import { searchTextOf } from '#server/access-log/names.ts'
import { writeAudit } from '#server/access-log/write.ts'
import { inTransaction, lockRows } from '#server/db/transaction.ts'
import type { ClientRow, Database, DatabaseTransaction } from '#server/db/schema.ts'
import { queueRemovedFiles, removeQueuedFiles } from '#server/expiry/records.ts'
import { recipientHash } from '#server/mail/limits.ts'
import type { Files } from '#server/ports.ts'
import { countActivation } from '#server/invitations/activation.ts'
import { deleteOrphanedAccounts } from './accounts.ts'
import { addToCounts, countRequests, lockAccountRows, lockClientRow, requestsBy } from './rows.ts'
import { deleteRecords, recordsWithFile, removeFilesOf } from './records.ts'
import { deleteArchived } from './removal-archive.ts'
import { restoreClient } from './removed-records.ts'
import { parseStored } from '#server/db/stored.ts'

const ERASED_OWNER = 'Verwijderde eigenaar'

export interface Erased {
  practiceId: string
  /** E-mail addresses of the accounts that were deleted with the client. */
  addresses: string[]
}

/**
 * Erases a client with its records, files and portal data, and its account unless the account is still in use.
 * Returns undefined if the client does not exist.
 * The audit trail keeps the actions without the names of owner and client. An earlier removal of the client can no
 * longer be undone.
 */
export async function eraseClient(
  db: Database,
  files: Files,
  { clientId, now }: { clientId: string; now: Date },
): Promise<Erased | undefined> {
  // Restores archived records first, so that the archive is erased as well.
  await inTransaction(db, (trx) => restoreClient(trx, clientId))
  await removeFilesOf(db, files, [clientId])
  const outcome = await inTransaction(db, async (trx) => {
    const client = await lockClientRow(trx, clientId)
    if (!client) return undefined
    const { practice_id: practiceId, registered, activation } = client
    const accounts = await accountsOf(trx, client)
    if (accounts.length > 0) await lockAccountRows(trx, sql`(${sql.join(accounts)})`)
    // Queues files stored after `removeFilesOf`, such as a photo that arrived meanwhile.
    await queueRemovedFiles(trx, await recordsWithFile(trx, [clientId], { isStored: true }))
    await deleteRecords(trx, [clientId])
    const owners = await ownersOf(trx, client)
    const addresses = await addressesOf(trx, owners, clientId)
    await deleteArchived(trx, clientId)
    const merged = trx.selectFrom('replaced_record').select('former').where('key', '=', clientId)
    await trx
      .deleteFrom('webhook_delivery')
      .where((row) => row.or([row('subject_uuid', '=', clientId), row('subject_uuid', 'in', merged)]))
      .execute()
    await trx
      .deleteFrom('replaced_record')
      .where((row) => row.or([row('key', '=', clientId), row('former', '=', clientId)]))
      .execute()
    await trx.updateTable('client_change').set({ state: 'removed' }).where('uuid', '=', clientId).execute()
    await trx.deleteFrom('kept_record').where('key', '=', clientId).execute()
    const requests = registered === 1 ? await requestsBy(trx, clientId) : []
    // The foreign keys also delete requests, appointments, shared cards, the postal invitation, weekly mails and
    // the calendar.
    await trx.deleteFrom('client').where('uuid', '=', clientId).execute()
    if (accounts.length > 0)
      await deleteOrphanedAccounts(trx, practiceId, sql`(${sql.join(accounts)})`, { evenOffered: true })
    const erased: string[] = []
    for (const owner of owners) {
      const isErasedAccount = await isErased(trx, owner)
      if (isErasedAccount) erased.push(owner)
      await pseudonymiseOwner(trx, owner, { clientId, isErasedAccount })
    }
    await deleteReads(trx, practiceId, clientId)
    // Receivers erase the client too; the purge deletes this event after `EVENT_DAYS`.
    await writeAudit(trx, { practiceId, action: 'erased', about: { clientId }, now })
    const erasedAddresses = erased.flatMap((owner) => addresses.get(owner) ?? [])
    await deleteMailHashes(trx, erasedAddresses)
    for (const { kind, state, count } of requests) await countRequests(trx, { practiceId, kind }, [[state, -count]])
    await addToCounts(trx, practiceId, { [registered === 1 ? 'registered' : 'unregistered']: -1 })
    await countActivation(trx, practiceId, { from: activation, to: null })
    return { practiceId, addresses: erasedAddresses }
  })
  // If the file store is unavailable, the purge removes the files later.
  await removeQueuedFiles({ db, files }).catch(() => {})
  return outcome
}

/**
 * Returns the client's present account, its account before a removal, and accounts of unconfirmed e-mail addresses.
 */
async function accountsOf(trx: DatabaseTransaction, { uuid, account_id: accountId }: ClientRow): Promise<string[]> {
  const others = await Promise.all(
    (['letter', 'address_change', 'removed_client'] as const).map((table) =>
      trx.selectFrom(table).select('account_id').where('client_uuid', '=', uuid).executeTakeFirst(),
    ),
  )
  return distinct([accountId, ...others.map((row) => row?.account_id)])
}

const distinct = (ids: readonly (string | null | undefined)[]): string[] => [
  ...new Set(ids.filter((id) => id !== null && id !== undefined)),
]

/**
 * Returns present and former accounts of the client, including accounts found only in the owner's log entries and
 * requests.
 */
async function ownersOf(trx: DatabaseTransaction, client: ClientRow): Promise<string[]> {
  const logged = await trx
    .selectFrom('audit')
    .select('account_id')
    .distinct()
    .where('client_uuid', '=', client.uuid)
    .where('action', 'in', [...OF_OWNERS])
    .execute()
  const requested = await trx
    .selectFrom('request')
    .select('account_id')
    .distinct()
    .where('client_uuid', '=', client.uuid)
    .execute()
  return distinct([...(await accountsOf(trx, client)), ...[...logged, ...requested].map((row) => row.account_id)])
}

async function addressesOf(
  trx: DatabaseTransaction,
  owners: string[],
  clientId: string,
): Promise<ReadonlyMap<string, string>> {
  if (owners.length === 0) return new Map()
  const archived = await trx
    .selectFrom('removed_client')
    .select(['account_id as id', 'username'])
    .where('client_uuid', '=', clientId)
    .execute()
  const accounts = await trx.selectFrom('account').select(['id', 'username']).where('id', 'in', owners).execute()
  const rows = [...archived, ...accounts]
  return new Map(rows.flatMap(({ id, username }) => (id !== null && username !== null ? [[id, username]] : [])))
}

/** Returns whether an account is deleted and not archived for another removal. */
async function isErased(trx: DatabaseTransaction, accountId: string): Promise<boolean> {
  const account = await trx.selectFrom('account').select('id').where('id', '=', accountId).executeTakeFirst()
  const archived = await findRow(trx, 'removed_row', { account_id: accountId, source: 'account' }, ['id'])
  return account === undefined && archived === undefined
}

/**
 * Replaces the owner by a pseudonym in the audit trail, which still shows that one person acted. For an account
 * that stays, only entries about this client change.
 */
async function pseudonymiseOwner(
  trx: DatabaseTransaction,
  accountId: string,
  { clientId, isErasedAccount }: { clientId: string; isErasedAccount: boolean },
): Promise<void> {
  const pseudonym = crypto.randomUUID()
  await trx
    .updateTable('audit')
    .set({ account_id: pseudonym, account_name: ERASED_OWNER, account_username: null })
    .where('account_id', '=', accountId)
    .$if(!isErasedAccount, (query) => query.where('client_uuid', '=', clientId))
    .execute()
  await renameParty(trx, accountId, pseudonym)
  if (!isErasedAccount) return
  const names: AuditDetails = { names: { from: ERASED_OWNER, to: ERASED_OWNER } }
  await trx
    .updateTable('audit')
    .set({ details: JSON.stringify(names) })
    .where('account_id', '=', pseudonym)
    .where('action', '=', 'renamed')
    .execute()
  await pseudonymiseMember(trx, accountId, pseudonym)
}

/** Replaces the account by the pseudonym in entries about a former staff member. */
async function pseudonymiseMember(trx: DatabaseTransaction, accountId: string, pseudonym: string): Promise<void> {
  const rows = await trx
    .selectFrom('audit')
    .select(['id', 'details'])
    .where('details', 'like', `%"${accountId}"%`)
    .$narrowType<{ details: NotNull }>()
    .execute()
  for (const { id, details } of rows) {
    const { member, ...rest } = parseStored('auditDetails', details) ?? {}
    if (member?.id !== accountId) continue
    const changed: AuditDetails = { ...rest, member: { ...member, id: pseudonym, name: ERASED_OWNER } }
    await trx
      .updateTable('audit')
      .set({ details: JSON.stringify(changed) })
      .where('id', '=', id)
      .execute()
  }
}

/**
 * Deletes the hashes of mailed addresses. A person who knows an address could use its hash to find out whether it
 * was mailed.
 */
async function deleteMailHashes(trx: DatabaseTransaction, addresses: string[]): Promise<void> {
  if (addresses.length === 0) return
  const hashes = await Promise.all(addresses.map((address) => recipientHash(address)))
  const sent = sql`(select mail_id from recipient_mail where recipient_hash in (${sql.join(hashes)}))`
  await lockRows(trx, 'recipient_mail', sent, 'deleting')
  await trx.deleteFrom('recipient_mail').where('recipient_hash', 'in', hashes).execute()
  await lockRows(trx, 'address_mail', sql`(${sql.join(hashes)})`, 'deleting')
  await trx.deleteFrom('address_mail').where('address_hash', 'in', hashes).execute()
}

async function deleteReads(trx: DatabaseTransaction, practiceId: string, clientId: string): Promise<void> {
  await trx.deleteFrom('audit').where('client_uuid', '=', clientId).where('action', '=', 'read').execute()
  await trx
    .updateTable('audit')
    .set({ client_uuid: null, client_name: null })
    .where('practice_id', '=', practiceId)
    .where('client_uuid', '=', clientId)
    .execute()
  await trx.deleteFrom('audit_name').where('practice_id', '=', practiceId).where('party_id', '=', clientId).execute()
}

/** Replaces the names of an account in the log's search table, unless the account still has entries. */
async function renameParty(trx: DatabaseTransaction, accountId: string, pseudonym: string): Promise<void> {
  const named = { name: ERASED_OWNER, username: '' }
  await sql`insert into audit_name (practice_id, kind, party_id, name, username, search_text)
    select distinct practice_id, 'account', account_id, cast(${named.name} as text), '', cast(${searchTextOf(named)} as text)
    from audit where account_id = ${pseudonym} on conflict do nothing`.execute(trx)
  await sql`delete from audit_name where kind = 'account' and party_id = ${accountId} and not exists (
    select 1 from audit e where e.practice_id = audit_name.practice_id and e.account_id = ${accountId})`.execute(trx)
}
