import { sql } from 'kysely'
import { DEFAULT_LANGUAGE, type Language } from '#contract/languages.ts'
import { canonicalUsername } from '#contract/email.ts'
import { type Actor, writeAudit } from '#server/access-log/write.ts'
import { clientSearchText } from '#server/db/search-text.ts'
import type { ClientRow, DatabaseTransaction } from '#server/db/schema.ts'
import { ProblemError } from '#server/http/problem.ts'
import { queueMail } from '#server/mail/outbox.ts'
import { countMoved, countRequestsOf, lockClientRow } from './rows.ts'

/**
 * Registers a client; idempotent under concurrency. Registering also unlocks the client, because the link in the
 * mail would not work otherwise.
 */
export async function registerClient(
  trx: DatabaseTransaction,
  { clientId, practiceId, by, now }: { clientId: string; practiceId: string; by: Actor; now: Date },
): Promise<{ client: ClientRow; isNew: boolean }> {
  const found = await lockClientRow(trx, clientId)
  if (found?.practice_id !== practiceId) throw new ProblemError('not-found')
  if (found.registered === 1) return { client: found, isNew: false }
  const account = await accountForAddress(trx, found, now)
  const kind = account.password_hash === null ? 'activation' : 'access'
  await queueMail(trx, { kind, accountId: account.id, practiceId, details: { clientId }, now })
  const client = await giveAccount(trx, found, { accountId: account.id, now })
  await writeAudit(trx, { practiceId, by, action: 'registered', client, now })
  if (found.locked === 1) await writeAudit(trx, { practiceId, by, action: 'unlocked', client, now })
  return { client, isNew: true }
}

/** Registers a client by an e-mail address that the owner has confirmed and that the client's record lacks. */
export async function registerByAddress(
  trx: DatabaseTransaction,
  found: ClientRow,
  { id: accountId, username: email }: { id: string; username: string },
  now: Date,
): Promise<void> {
  const client = await giveAccount(trx, found, {
    accountId,
    now,
    columns: { email, search_text: clientSearchText({ ...found, email }) },
  })
  await writeAudit(trx, { practiceId: client.practice_id, action: 'registered', client, now })
}

async function giveAccount(
  trx: DatabaseTransaction,
  { uuid, practice_id: practiceId }: ClientRow,
  { accountId, now, columns }: { accountId: string; now: Date; columns?: Pick<ClientRow, 'email' | 'search_text'> },
): Promise<ClientRow> {
  const client = await trx
    .updateTable('client')
    .set({
      ...columns,
      registered: 1,
      activation: 'invited',
      mail_failure: null,
      registered_at: now.toISOString(),
      invited_at: now.toISOString(),
      last_opened_at: null,
      account_id: accountId,
      locked: 0,
    })
    .where('uuid', '=', uuid)
    .returningAll()
    .executeTakeFirstOrThrow()
  await trx.deleteFrom('address_change').where('client_uuid', '=', uuid).execute()
  await countRequestsOf(trx, sql`(${uuid})`, 1)
  await countMoved(trx, practiceId, 1)
  return client
}

/**
 * Finds or creates the account of a client's e-mail address. An existing account may have other clients or be
 * staff.
 */
export async function accountForAddress(
  trx: DatabaseTransaction,
  client: Pick<ClientRow, 'email' | 'call_name' | 'first_name' | 'last_name'>,
  now: Date,
  language: Language = DEFAULT_LANGUAGE,
) {
  const username = canonicalUsername(client.email ?? '')
  if (!username) throw new ProblemError('email-missing')
  return await trx
    .insertInto('account')
    .values({
      id: crypto.randomUUID(),
      username,
      first_name: client.call_name ?? client.first_name,
      last_name: client.last_name,
      practice_id: null,
      staff_role: null,
      language,
      password_hash: null,
      created_at: now.toISOString(),
    })
    // A no-op update returns and locks the existing row.
    .onConflict((conflict) => conflict.column('username').doUpdateSet({ username }))
    .returning(['id', 'password_hash'])
    .executeTakeFirstOrThrow()
}
