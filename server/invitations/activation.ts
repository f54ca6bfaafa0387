import { type RawBuilder, sql } from 'kysely'
import type { InvitationState } from '#contract/invitation.ts'
import type { DatabaseTransaction, MailKind } from '#server/db/schema.ts'

// What became of the invitation of a registered client stands in its row, and is counted, so that no list has to ask for it.

/** Moves the materialised counts of registered clients: `from` and `to` are null for who is not registered. */
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

/** Counts them anew; a concurrent change of one of them adds to what is counted. */
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

/** Whose account has its first password. */
export async function noteActivated(trx: DatabaseTransaction, accountId: string): Promise<void> {
  await change(trx, accountId, null, () => ({ activation: 'activated', mail_failure: null }))
}

interface SentMail {
  kind: MailKind
  account_id: string
  practice_id: string | null
}

const givesAccess = ({ kind }: SentMail) => kind === 'activation' || kind === 'access'

/** A mail that gives access to a practice, or to all of them, was given up. */
export async function noteUndelivered(trx: DatabaseTransaction, mail: SentMail, reason: string): Promise<void> {
  if (!givesAccess(mail)) return
  await change(trx, mail.account_id, placeOf(mail), ({ activation }) => ({
    activation: activation === 'activated' ? activation : 'failed',
    mail_failure: reason,
  }))
}

/** One of them was sent at last. */
export async function noteDelivered(trx: DatabaseTransaction, mail: SentMail): Promise<void> {
  if (!givesAccess(mail)) return
  const undelivered = await trx
    .selectFrom('client')
    .select('uuid')
    .where('account_id', '=', mail.account_id)
    .where('mail_failure', 'is not', null)
    .executeTakeFirst()
  if (!undelivered) return
  await change(trx, mail.account_id, placeOf(mail), ({ activation }) => ({
    activation: activation === 'failed' ? 'invited' : activation,
    mail_failure: null,
  }))
}

/** A link that sets the first password is good for all practices, whichever the mail is about. */
const placeOf = ({ kind, practice_id: practiceId }: SentMail) => (kind === 'activation' ? null : practiceId)

async function change(
  trx: DatabaseTransaction,
  accountId: string,
  practiceId: string | null,
  next: (now: Activation) => Activation,
): Promise<void> {
  const clients = await trx
    .updateTable('client')
    .set((row) => ({ locked: row.ref('locked') }))
    .where('account_id', '=', accountId)
    .where('registered', '=', 1)
    .$if(practiceId !== null, (query) => query.where('practice_id', '=', practiceId!))
    .returning(['uuid', 'practice_id', 'activation', 'mail_failure'])
    .execute()
  for (const { uuid, practice_id: practice, activation: from, mail_failure } of clients) {
    const now = { activation: from ?? 'invited', mail_failure }
    const then = next(now)
    await trx.updateTable('client').set(then).where('uuid', '=', uuid).execute()
    await countActivation(trx, practice, { from, to: then.activation })
  }
}
