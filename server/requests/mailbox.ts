import { canonicalUsername } from '#contract/email.ts'
import type { DatabaseTransaction } from '#server/db/schema.ts'
import { sha256 } from '#server/http/keys.ts'
import { ProblemError } from '#server/http/problem.ts'
import type { Mailbox } from '#server/mail/mailbox-link.ts'
import { queueMail } from '#server/mail/outbox.ts'

/** Mails a confirmation link to an e-mail address. `onlyOnce` skips addresses that already got a link. */
export async function mailMailboxConfirmation(
  trx: DatabaseTransaction,
  mailbox: Mailbox,
  { now, onlyOnce }: { now: Date; onlyOnce: boolean },
): Promise<void> {
  const { practiceId } = mailbox
  const address = canonicalUsername(mailbox.address)
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('practice_mailbox')
    .values({ practice_id: practiceId, address, token_hash: null, token_ends_at: null, confirmed_at: null })
    .onConflict((conflict) => conflict.columns(['practice_id', 'address']).doNothing())
    .executeTakeFirst()
  if (onlyOnce && numInsertedOrUpdatedRows === 0n) return
  await queueMail(trx, { kind: 'mailbox-confirmation', address, practiceId, now })
}

/**
 * Confirms an e-mail address by the token of its link; undefined for a token of another kind. Throws
 * `letter-invalid`.
 */
export async function confirmMailbox(
  trx: DatabaseTransaction,
  { token, now }: { token: string; now: Date },
): Promise<{ practiceName: string; username: string } | undefined> {
  const hash = await sha256(token)
  const found = await trx
    .selectFrom('practice_mailbox as mailbox')
    .innerJoin('practice', 'practice.id', 'mailbox.practice_id')
    .select(['practice.name as practiceName', 'practice.locked', 'mailbox.address as username'])
    .where('mailbox.token_hash', '=', hash)
    .executeTakeFirst()
  if (!found) return undefined
  // The second of two concurrent calls finds no token.
  const { numUpdatedRows } = await trx
    .updateTable('practice_mailbox')
    .set({ confirmed_at: now.toISOString(), token_hash: null, token_ends_at: null })
    .where('token_hash', '=', hash)
    .where('token_ends_at', '>', now.toISOString())
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n || found.locked === 1) throw new ProblemError('letter-invalid')
  return { practiceName: found.practiceName, username: found.username }
}
