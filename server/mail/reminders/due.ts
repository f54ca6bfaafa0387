import { type IsoDate, addDays } from '#contract/dates.ts'
import { localDay } from '#contract/zone.ts'
import { bookedFor, isToDo } from '#server/appointments/queries.ts'
import type { Database, DatabaseTransaction } from '#server/db/schema.ts'

/** As in the portal: what is due sooner is coming. */
const SOON_DAYS = 14
/** What is late for longer is in no mail any more; the portal goes on saying it. */
const LATE_DAYS = 56

export const oldestDue = (today: IsoDate): IsoDate => addDays(today, -LATE_DAYS)

/** The reminders in a mail of this moment: to be done, and without a booked appointment. */
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
