import { HOUR_MS, type IsoDate, addDays } from '#contract/dates.ts'
import { SOON_DAYS } from '#contract/reminder.ts'
import { localDay } from '#contract/zone.ts'
import { bookedFor, isToDo } from '#server/appointments/queries.ts'
import type { Database, DatabaseTransaction } from '#server/db/schema.ts'
import { NOT_SENT_IN_TIME } from '#server/mail/given-up.ts'

/** Reminders late for longer are in the portal only. */
const LATE_DAYS = 56

export const oldestDue = (today: IsoDate): IsoDate => addDays(today, -LATE_DAYS)

/** Selects the reminders of a mail: to be done, and without a booked appointment. */
export function dueReminders(db: Database | DatabaseTransaction, now: Date) {
  const today = localDay(now)
  return db
    .selectFrom('reminder')
    .where('reminder.active', '=', 1)
    .where(isToDo)
    .where('reminder.date', '>=', oldestDue(today))
    .where('reminder.date', '<=', addDays(today, SOON_DAYS))
    .where(bookedFor(db, now), 'is', null)
}

/** A week begins on Monday at eight. */
const BEGINS_MS = 8 * HOUR_MS

/** Returns the Monday that names a week, and how many days of the week have passed. */
export function weekOf(at: Date): { monday: IsoDate; day: number } {
  const today = localDay(new Date(at.getTime() - BEGINS_MS))
  const day = (new Date(today).getUTCDay() + 6) % 7
  return { monday: addDays(today, -day), day }
}

/**
 * Selects the clients whose owners get reminder mails. They have subscribed, the practice sends the mails, and they
 * have access to the contents. Excludes accounts with a stored rejection by a mail server.
 */
export const mailedClients = (db: Database | DatabaseTransaction) =>
  db
    .selectFrom('reminder_subscription as subscription')
    .innerJoin('client', (join) =>
      join
        .onRef('client.uuid', '=', 'subscription.client_uuid')
        .onRef('client.account_id', '=', 'subscription.account_id'),
    )
    .innerJoin('practice', 'practice.id', 'client.practice_id')
    .where('client.registered', '=', 1)
    .where('client.locked', '=', 0)
    .where('practice.locked', '=', 0)
    .where('practice.reminder_mails', '=', 1)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('given_up_mail as rejected')
            .select('rejected.id')
            .whereRef('rejected.account_id', '=', 'subscription.account_id')
            .where('rejected.reason', '<>', NOT_SENT_IN_TIME),
        ),
      ),
    )
