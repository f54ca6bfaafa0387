import { sql } from 'kysely'
import type { Language } from '#contract/languages.ts'
import { writeAudit } from '#server/access-log/write.ts'
import type { ClientRow, DatabaseTransaction } from '#server/db/schema.ts'
import { sha256 } from '#server/http/keys.ts'
import { ProblemError } from '#server/http/problem.ts'
import { countActivation } from '#server/invitations/activation.ts'
import { addressChangeOf } from '#server/mail/confirmation-links.ts'
import { queueMail, queueMails } from '#server/mail/outbox.ts'
import { deleteOrphanedAccounts } from './accounts.ts'
import { lockClientRow } from './rows.ts'

// Handles an export with a new e-mail address for a registered client. The client keeps its account until the new
// address is confirmed. A mistake in the practice's system must not give a client's data to a stranger.

/**
 * Stores a change in place of an earlier change, whose link becomes void, and mails both addresses. A locked client
 * gets no mail.
 */
export async function requestAddressChange(
  trx: DatabaseTransaction,
  client: Pick<ClientRow, 'uuid' | 'practice_id' | 'account_id' | 'locked'>,
  { accountId, now }: { accountId: string; now: Date },
): Promise<void> {
  const { uuid: clientId, practice_id: practiceId } = client
  const change = { account_id: accountId, asked_at: now.toISOString(), token_hash: null, token_ends_at: null }
  await trx
    .insertInto('address_change')
    .values({ client_uuid: clientId, ...change })
    .onConflict((conflict) => conflict.column('client_uuid').doUpdateSet(change))
    .execute()
  if (client.locked === 1 || client.account_id === null) return
  const mail = { practiceId, details: { clientId }, now }
  await queueMails(trx, [
    { ...mail, kind: 'address-confirmation', accountId },
    { ...mail, kind: 'address-change-asked', accountId: client.account_id },
  ])
}

/** Mails the new address again. Returns false if there is no pending change or the mail is still queued. */
export async function mailConfirmation(
  trx: DatabaseTransaction,
  { uuid: clientId, practice_id: practiceId }: Pick<ClientRow, 'uuid' | 'practice_id'>,
  now: Date,
): Promise<boolean> {
  const change = await addressChangeOf(trx, clientId)
  if (!change) return false
  const { accountId } = change
  return await queueMail(trx, { kind: 'address-confirmation', accountId, practiceId, details: { clientId }, now })
}

export interface ConfirmedAddress {
  accountId: string
  username: string
  hasPassword: boolean
  practiceId: string
  practiceName: string
}

/**
 * Moves the client and its requests to the account of the confirmed address; the former account loses access.
 * Returns undefined for a token of another kind. Throws `letter-invalid` if the change has ended meanwhile.
 */
export async function confirmAddress(
  trx: DatabaseTransaction,
  { token, now }: { token: string; now: Date },
): Promise<ConfirmedAddress | undefined> {
  const hash = await sha256(token)
  const found = await trx
    .selectFrom('address_change as change')
    .innerJoin('client', 'client.uuid', 'change.client_uuid')
    .innerJoin('practice', 'practice.id', 'client.practice_id')
    .select('change.client_uuid as clientId')
    .where('change.token_hash', '=', hash)
    .where('change.token_ends_at', '>', now.toISOString())
    .where('practice.locked', '=', 0)
    .executeTakeFirst()
  if (!found) return undefined
  const { clientId } = found
  const client = await lockClientRow(trx, clientId)
  // The second of two concurrent confirmations finds no row.
  const change = await trx
    .deleteFrom('address_change')
    .where('client_uuid', '=', clientId)
    .where('token_hash', '=', hash)
    .returning('account_id as accountId')
    .executeTakeFirst()
  if (!change || client?.registered !== 1 || client.locked === 1 || client.account_id === null)
    throw new ProblemError('letter-invalid')
  await move(trx, { client, former: client.account_id, accountId: change.accountId, now })
  return await confirmedAddress(trx, { accountId: change.accountId, practiceId: client.practice_id })
}

/** Returns the account details shown after an e-mail address is confirmed. */
export async function confirmedAddress(
  trx: DatabaseTransaction,
  { accountId, practiceId }: { accountId: string; practiceId: string },
): Promise<ConfirmedAddress> {
  const { hash, ...names } = await trx
    .selectFrom('account')
    .innerJoin('practice', (join) => join.on('practice.id', '=', practiceId))
    .select(['account.username', 'account.password_hash as hash', 'practice.name as practiceName'])
    .where('account.id', '=', accountId)
    .executeTakeFirstOrThrow()
  return { accountId, practiceId, ...names, hasPassword: hash !== null }
}

async function move(
  trx: DatabaseTransaction,
  { client, former, accountId, now }: { client: ClientRow; former: string; accountId: string; now: Date },
): Promise<void> {
  const { uuid: clientId, practice_id: practiceId } = client
  await trx
    .updateTable('client')
    .set({
      account_id: accountId,
      activation: 'invited',
      mail_failure: null,
      invited_at: now.toISOString(),
      last_opened_at: null,
    })
    .where('uuid', '=', clientId)
    .execute()
  for (const table of ['request', 'form_answer', 'request_photo'] as const)
    await trx
      .updateTable(table)
      .set({ account_id: accountId })
      .where('client_uuid', '=', clientId)
      .where('account_id', '=', former)
      .execute()
  await notifyFormerAccounts(trx, { practiceId, accountIds: [former], now })
  await deleteOrphanedAccounts(trx, practiceId, sql`(${former})`)
  await countActivation(trx, practiceId, { from: client.activation, to: 'invited' })
  await writeAudit(trx, { practiceId, action: 'email-changed', client, now })
}

/**
 * Notifies accounts that have lost a client to another account. Call before orphaned accounts are deleted, because
 * the mail needs their e-mail addresses.
 */
export async function notifyFormerAccounts(
  trx: DatabaseTransaction,
  { practiceId, accountIds, now }: { practiceId: string; accountIds: readonly string[]; now: Date },
): Promise<void> {
  const accounts = await trx
    .selectFrom('account')
    .select(['username as address', 'language'])
    .where('id', 'in', accountIds)
    .orderBy('id')
    .execute()
  await queueMails(
    trx,
    accounts.map(({ address, language }) => ({
      kind: 'address-changed',
      address,
      practiceId,
      details: { language },
      now,
    })),
  )
}

/** Returns the owner's language, for the account created for a new e-mail address. */
export const languageOfAccount = async (trx: DatabaseTransaction, accountId: string): Promise<Language> =>
  (await trx.selectFrom('account').select('language').where('id', '=', accountId).executeTakeFirstOrThrow()).language
