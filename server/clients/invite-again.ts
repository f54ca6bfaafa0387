import { getRow } from '#server/db/one-row.ts'
import { type Actor, writeAudit } from '#server/access-log/write.ts'
import type { DatabaseTransaction } from '#server/db/schema.ts'
import { ProblemError } from '#server/http/problem.ts'
import { rejectRecentlyRequested } from '#server/mail/limits.ts'
import { queueMail } from '#server/mail/outbox.ts'
import { countActivation } from '#server/invitations/activation.ts'
import { addressChangeOf } from '#server/mail/confirmation-links.ts'
import { mailConfirmation } from './address-change.ts'
import { lockAccountRow, lockClientRow } from './rows.ts'

/**
 * Queues an invitation for an owner who has not opened the portal, unless the invitation is still queued. For an
 * unconfirmed e-mail address, queues the confirmation mail instead. Returns whether a mail was queued.
 * Throws `not-found`, `mailed-recently`, and `conflict` for a client that is unregistered, locked or activated. A
 * password does not count as activation, because it may have been set at another practice.
 */
export async function inviteAgain(
  trx: DatabaseTransaction,
  { clientId, by, now }: { clientId: string; by: Actor; now: Date },
): Promise<boolean> {
  const client = await lockClientRow(trx, clientId)
  if (!client) throw new ProblemError('not-found')
  const { account_id: accountId, practice_id: practiceId } = client
  if (client.registered !== 1 || client.locked === 1 || accountId === null) throw new ProblemError('conflict')
  const change = await addressChangeOf(trx, clientId)
  if (change) {
    const details = JSON.stringify({ clientId })
    const invitation = {
      account_id: change.accountId,
      practice_id: practiceId,
      kind: 'address-confirmation',
      details,
    } as const
    if (await rejectRecentlyRequested(trx, { ...invitation, now })) return false
    if (!(await mailConfirmation(trx, client, now))) return false
    await writeAudit(trx, { practiceId, by, action: 'invited-again', client, now })
    return true
  }
  if (client.activation === 'activated') throw new ProblemError('conflict')
  await lockAccountRow(trx, accountId)
  const { hash } = await getRow(trx, 'account', { id: accountId }, ['password_hash as hash'])
  const invitation = { account_id: accountId, practice_id: practiceId, kind: 'access' } as const
  if (await rejectRecentlyRequested(trx, { ...invitation, now })) return false
  const kind = hash === null ? 'activation' : 'access'
  if (!(await queueMail(trx, { kind, accountId, practiceId, details: { clientId }, now }))) return false
  await trx
    .updateTable('client')
    .set({ activation: 'invited', mail_failure: null, invited_at: now.toISOString() })
    .where('uuid', '=', clientId)
    .execute()
  await countActivation(trx, practiceId, { from: client.activation, to: 'invited' })
  const action = client.activation === 'not-invited' ? 'invited' : 'invited-again'
  await writeAudit(trx, { practiceId, by, action, client, now })
  return true
}
