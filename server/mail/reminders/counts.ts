import type { PracticeReminderMails } from '#contract/schemas/reminder-mails.ts'
import { REMINDER_MAIL_WEEKS } from '#contract/mail.ts'
import { addDays } from '#contract/dates.ts'
import type { Database, DatabaseTransaction } from '#server/db/schema.ts'
import { givenUpOf } from '#server/practice/given-up.ts'
import { weekOf } from './due.ts'

/** Counts a sent mail in the week in which it was queued. */
export async function countSent(
  trx: DatabaseTransaction,
  { practiceId, createdAt }: { practiceId: string | null; createdAt: string },
): Promise<void> {
  if (practiceId === null) return
  await trx
    .insertInto('reminder_mail_count')
    .values({ practice_id: practiceId, week: weekOf(new Date(createdAt)).monday, sent: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['practice_id', 'week'])
        .doUpdateSet((row) => ({ sent: row('reminder_mail_count.sent', '+', row.ref('excluded.sent')) })),
    )
    .execute()
}

export async function reminderMailsOf(db: Database, practiceId: string, now: Date): Promise<PracticeReminderMails> {
  const since = addDays(weekOf(now).monday, -7 * (REMINDER_MAIL_WEEKS - 1))
  const [practice, subscribers, weeks, givenUp] = await Promise.all([
    db
      .selectFrom('practice')
      .select('reminder_mails as enabled')
      .where('id', '=', practiceId)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('reminder_subscription as subscription')
      .innerJoin('client', (join) =>
        join
          .onRef('client.uuid', '=', 'subscription.client_uuid')
          .onRef('client.account_id', '=', 'subscription.account_id'),
      )
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('client.practice_id', '=', practiceId)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('reminder_mail_count')
      .select(['week', 'sent'])
      .where('practice_id', '=', practiceId)
      .orderBy('week', 'desc')
      .limit(REMINDER_MAIL_WEEKS)
      .execute(),
    givenUpOf(db, { practiceId, since, kind: 'reminders' }),
  ])
  return {
    enabled: practice.enabled === 1,
    subscribers: subscribers.count,
    ...(weeks[0] && { latest: weeks[0] }),
    sent: weeks.filter(({ week }) => week >= since).reduce((sum, { sent }) => sum + sent, 0),
    givenUp,
  }
}
