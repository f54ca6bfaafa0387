import { type Actor, writeAudit } from '#server/audit/write.ts'
import type { DatabaseTransaction } from '#server/db/schema.ts'
import { ProblemError } from '#server/http/problem.ts'
import { queueMail } from '#server/mail/outbox.ts'
import { ACTIVATION_LINK_MS } from '#server/mail/password-link.ts'
import { countActivation } from '#server/invitations/activation.ts'
import { holdAccountRow, holdClientRow } from './rows.ts'

/** Nobody gets more than one such mail in it, whoever asks for it. */
const NOT_AGAIN_WITHIN_MS = 60 * 60_000

/**
 * The mail once more, for who has not chosen a password. None where one still waits to be sent, or went in the last hour. Throws
 * `not-found`, and `conflict` for who is not registered, locked, or has a password. Answers whether there is a mail.
 */
export async function inviteAgain(
  trx: DatabaseTransaction,
  { clientId, by, now }: { clientId: string; by: Actor; now: Date },
): Promise<boolean> {
  const client = await holdClientRow(trx, clientId)
  if (!client) throw new ProblemError('not-found')
  const { account_id: accountId, practice_id: practiceId } = client
  if (client.registered !== 1 || client.locked === 1 || accountId === null) throw new ProblemError('conflict')
  await holdAccountRow(trx, accountId)
  const account = await trx
    .selectFrom('account')
    .leftJoin('password_link as link', 'link.account_id', 'account.id')
    .select(['account.password_hash as hash', 'link.expires_at as expiresAt'])
    .select((row) =>
      row
        .selectFrom('outbox')
        .select('outbox.id')
        .whereRef('outbox.account_id', '=', 'account.id')
        .where('outbox.kind', '=', 'activation')
        .limit(1)
        .as('waiting'),
    )
    .where('account.id', '=', accountId)
    .executeTakeFirstOrThrow()
  if (account.hash !== null) throw new ProblemError('conflict')
  const recent = new Date(now.getTime() + ACTIVATION_LINK_MS - NOT_AGAIN_WITHIN_MS).toISOString()
  const hasArrived = client.mail_failure === null && account.expiresAt !== null && account.expiresAt > recent
  if (account.waiting !== null || hasArrived) return false
  await trx
    .updateTable('client')
    .set({ activation: 'invited', mail_failure: null })
    .where('uuid', '=', clientId)
    .execute()
  await queueMail(trx, { kind: 'activation', accountId, practiceId, now })
  await countActivation(trx, practiceId, { from: client.activation, to: 'invited' })
  await writeAudit(trx, { practiceId, by, action: 'invited-again', client, now })
  return true
}
