import { type RawBuilder, sql } from 'kysely'
import type { InvitationState } from '#contract/client.ts'
import { writeAudit } from '#server/access-log/write.ts'
import { inTransaction, lockRows } from '#server/db/transaction.ts'
import type { ClientRow, Database, DatabaseTransaction, MailKind } from '#server/db/schema.ts'

// The state of a registered client's invitation is stored in the client's row and counted per practice. Lists therefore need
// no further query.

/** Moves the materialised counts of registered clients: `from` and `to` are null for a client that is not registered. */
export async function countActivation(
  trx: DatabaseTransaction,
  practiceId: string,
  { from, to, clients = 1 }: { from: InvitationState | null; to: InvitationState | null; clients?: number },
): Promise<void> {
  const moved = (state: InvitationState) => clients * (Number(to === state) - Number(from === state))
  const [activated, failed] = [moved('activated'), moved('failed')]
  if (activated === 0 && failed === 0) return
  await trx
    .updateTable('client_count')
    .set((row) => ({ activated: row('activated', '+', activated), failed: row('failed', '+', failed) }))
    .where('practice_id', '=', practiceId)
    .execute()
}

/** Recounts the activations of practices; a concurrent change is added to the recounted value. */
export async function recountActivations(trx: DatabaseTransaction, practices: RawBuilder<unknown>): Promise<void> {
  const count = (state: InvitationState) =>
    sql`(select count(*) from client c where c.practice_id = client_count.practice_id and c.activation = ${state})`
  await sql`update client_count set activated = ${count('activated')}, failed = ${count('failed')}
    where practice_id in ${practices}`.execute(trx)
}

interface Activation {
  activation: InvitationState
  mail_failure: string | null
}

/**
 * Marks a client as activated when the owner first opens the practice. Setting a password does not count, because the
 * password may have been set for another practice. Idempotent under concurrency.
 */
export async function recordOpened(db: Database, opened: ClientRow, now: Date): Promise<void> {
  if (opened.activation === 'activated') return await recordOpenedToday(db, opened, now)
  await inTransaction(db, async (trx) => {
    // Only one of several concurrent calls finds the activation unchanged.
    const client = await trx
      .updateTable('client')
      .set({ activation: 'activated', mail_failure: null, last_opened_at: now.toISOString() })
      .where('uuid', '=', opened.uuid)
      .where('registered', '=', 1)
      .where('account_id', '=', opened.account_id)
      .where('activation', 'is not distinct from', opened.activation)
      .returningAll()
      .executeTakeFirst()
    if (!client) return
    await countActivation(trx, client.practice_id, { from: opened.activation, to: 'activated' })
    await writeAudit(trx, { practiceId: client.practice_id, action: 'activated', client, now })
  })
}

/** Records a visit at most once a day (UTC), to avoid a write on every visit. */
async function recordOpenedToday(db: Database, opened: ClientRow, now: Date): Promise<void> {
  const at = now.toISOString()
  if (opened.last_opened_at !== null && opened.last_opened_at.slice(0, 10) >= at.slice(0, 10)) return
  await db
    .updateTable('client')
    .set({ last_opened_at: at })
    .where('uuid', '=', opened.uuid)
    .where('registered', '=', 1)
    .where('account_id', '=', opened.account_id)
    .execute()
}

interface SentMail {
  kind: MailKind
  account_id: string | null
  practice_id: string | null
}

type InvitingMail = SentMail & { account_id: string; practice_id: string }

/** Whether a mail is an invitation by a practice; other mails do not affect the activation of its clients. */
const isInviting = (mail: SentMail): mail is InvitingMail =>
  mail.account_id !== null && mail.practice_id !== null && (mail.kind === 'activation' || mail.kind === 'access')

/** Locks the invited clients of a mail and its account. Callers lock these rows before the mail's own row. */
export async function lockRecipient(trx: DatabaseTransaction, mail: SentMail): Promise<void> {
  if (mail.account_id === null) return
  if (isInviting(mail))
    await lockRows(
      trx,
      'client',
      sql`(select uuid from client where account_id = ${mail.account_id} and practice_id = ${mail.practice_id})`,
    )
  await lockRows(trx, 'account', sql`(${mail.account_id})`)
}

/** Records that an invitation could not be sent. The caller has locked the recipient. */
export async function recordUndelivered(trx: DatabaseTransaction, mail: SentMail, reason: string): Promise<void> {
  if (!isInviting(mail)) return
  await change(trx, mail, ({ activation }) => ({
    activation: activation === 'activated' ? activation : 'failed',
    mail_failure: reason,
  }))
}

/** Records that an invitation was sent, after an earlier one had failed. */
export async function recordDelivered(trx: DatabaseTransaction, mail: SentMail): Promise<void> {
  if (!isInviting(mail)) return
  const undelivered = await trx
    .selectFrom('client')
    .select('uuid')
    .where('account_id', '=', mail.account_id)
    .where('practice_id', '=', mail.practice_id)
    .where('mail_failure', 'is not', null)
    .executeTakeFirst()
  if (!undelivered) return
  await change(trx, mail, ({ activation }) => ({
    activation: activation === 'failed' ? 'invited' : activation,
    mail_failure: null,
  }))
}

async function change(
  trx: DatabaseTransaction,
  { account_id: accountId, practice_id: practiceId }: InvitingMail,
  next: (now: Activation) => Activation,
): Promise<void> {
  const clients = await trx
    .selectFrom('client')
    .select(['uuid', 'activation', 'mail_failure'])
    .where('account_id', '=', accountId)
    .where('practice_id', '=', practiceId)
    .where('registered', '=', 1)
    .execute()
  for (const { uuid, activation: from, mail_failure } of clients) {
    const then = next({ activation: from ?? 'invited', mail_failure })
    await trx.updateTable('client').set(then).where('uuid', '=', uuid).execute()
    await countActivation(trx, practiceId, { from, to: then.activation })
  }
}
