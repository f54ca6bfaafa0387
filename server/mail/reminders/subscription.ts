import type { ReminderMails } from '#contract/schemas/reminder-mails.ts'
import { type Actor, writeAudit } from '#server/access-log/write.ts'
import type { Database, DatabaseTransaction } from '#server/db/schema.ts'
import { ProblemError } from '#server/http/problem.ts'
import { weekOf } from './due.ts'

interface Subscriber {
  clientId: string
  accountId: string
}

export async function reminderMailsOfClient(
  db: Database | DatabaseTransaction,
  { clientId, accountId }: Subscriber,
): Promise<ReminderMails> {
  const { offered, since } = await db
    .selectFrom('client')
    .innerJoin('practice', 'practice.id', 'client.practice_id')
    .leftJoin('reminder_subscription as subscription', (join) =>
      join.onRef('subscription.client_uuid', '=', 'client.uuid').on('subscription.account_id', '=', accountId),
    )
    .select(['practice.reminder_mails as offered', 'subscription.subscribed_at as since'])
    .where('client.uuid', '=', clientId)
    .executeTakeFirstOrThrow()
  return { offered: offered === 1, subscribed: since !== null, ...(since !== null && { since }) }
}

interface Change extends Subscriber {
  subscribed: boolean
  /** Undefined for the link of a mail, which is followed without a session. */
  by?: Actor
  now: Date
}

/** Starts or ends the weekly mails of a client. Throws `conflict` if the practice sends none. */
export async function changeSubscription(trx: DatabaseTransaction, change: Change): Promise<void> {
  const { clientId, accountId, subscribed, by, now } = change
  // A no-op update locks the row, so that the client still belongs to this account at the commit.
  const client = await trx
    .updateTable('client')
    .set((row) => ({ locked: row.ref('locked') }))
    .where('uuid', '=', clientId)
    .where('account_id', '=', accountId)
    .returningAll()
    .executeTakeFirst()
  if (!client) throw new ProblemError('not-found')
  if (!(await (subscribed ? begin(trx, change, client.practice_id) : end(trx, change)))) return
  const action = subscribed ? 'reminder-mails-on' : 'reminder-mails-off'
  await writeAudit(trx, { practiceId: client.practice_id, by, action, client, now })
}

/** Starts with the next week, because a mail of this week may have been sent already. */
async function begin(
  trx: DatabaseTransaction,
  { clientId, accountId, now }: Change,
  practiceId: string,
): Promise<boolean> {
  const practice = await trx
    .selectFrom('practice')
    .select('reminder_mails')
    .where('id', '=', practiceId)
    .executeTakeFirstOrThrow()
  if (practice.reminder_mails !== 1) throw new ProblemError('conflict')
  // The subscription of a former account does not apply to this account.
  await trx
    .deleteFrom('reminder_subscription')
    .where('client_uuid', '=', clientId)
    .where('account_id', '<>', accountId)
    .execute()
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('reminder_subscription')
    .values({
      client_uuid: clientId,
      account_id: accountId,
      subscribed_at: now.toISOString(),
      week: weekOf(now).monday,
    })
    .onConflict((conflict) => conflict.column('client_uuid').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Removes the subscription and, by the foreign key, the record of mailed reminders. */
async function end(trx: DatabaseTransaction, { clientId, accountId }: Change): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('reminder_subscription')
    .where('client_uuid', '=', clientId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}
