import { sql } from 'kysely'
import { DEFAULT_LANGUAGE } from '#contract/languages.ts'
import { canonicalUsername } from '#contract/username.ts'
import { type Actor, writeAudit } from '#server/audit/write.ts'
import type { ClientRow, DatabaseTransaction } from '#server/db/schema.ts'
import { ProblemError } from '#server/http/problem.ts'
import { queueMail } from '#server/mail/outbox.ts'
import { countRequestsOf } from './request-counts.ts'
import { countMoved, holdClientRow } from './rows.ts'

/** Registers a client; idempotent under concurrency. It lifts a lock, or the link in the mail would not work. */
export async function registerClient(
  trx: DatabaseTransaction,
  { clientId, practiceId, by, now }: { clientId: string; practiceId: string; by: Actor; now: Date },
): Promise<{ client: ClientRow; isNew: boolean }> {
  const found = await holdClientRow(trx, clientId)
  if (found?.practice_id !== practiceId) throw new ProblemError('not-found')
  if (found.registered === 1) return { client: found, isNew: false }
  const account = await accountFor(trx, found, now)
  const isTaken = await trx
    .selectFrom('client')
    .select('uuid')
    .where('account_id', '=', account.id)
    .where('practice_id', '=', practiceId)
    .executeTakeFirst()
  if (isTaken) throw new ProblemError('conflict')
  const client = await trx
    .updateTable('client')
    .set({
      registered: 1,
      activation: 'invited',
      mail_failure: null,
      registered_at: now.toISOString(),
      invited_at: now.toISOString(),
      last_opened_at: null,
      account_id: account.id,
      locked: 0,
    })
    .where('uuid', '=', clientId)
    .returningAll()
    .executeTakeFirstOrThrow()
  await countMoved(trx, practiceId, 1)
  await countRequestsOf(trx, sql`(${clientId})`, 1)
  const kind = account.password_hash === null ? 'activation' : 'access'
  await queueMail(trx, { kind, accountId: account.id, practiceId, now })
  await writeAudit(trx, { practiceId, by, action: 'registered', client, now })
  if (found.locked === 1) await writeAudit(trx, { practiceId, by, action: 'unlocked', client, now })
  return { client, isNew: true }
}

/** Finds or creates the account of a client's e-mail address: it may have other clients, or be staff. */
async function accountFor(trx: DatabaseTransaction, client: ClientRow, now: Date) {
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
      language: DEFAULT_LANGUAGE,
      password_hash: null,
      created_at: now.toISOString(),
    })
    // A no-op update, so that the row is returned and locked.
    .onConflict((conflict) => conflict.column('username').doUpdateSet({ username }))
    .returning(['id', 'password_hash'])
    .executeTakeFirstOrThrow()
}
