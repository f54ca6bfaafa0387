import { type RawBuilder, sql } from 'kysely'
import type { IsoDateTime } from '#contract/fields.ts'
import type { Reminder } from '#contract/schemas/reminder.ts'
import type { Database } from '#server/db/schema.ts'

/** So long after its time one that is booked still counts: an export is hours old, and not every practice ends them at once. */
const GRACE_DAYS = 7
const DAY_MS = 86_400_000

/**
 * When the appointment for a reminder begins, as a subquery of `reminder`: the next one, or else the last; null where none is
 * booked. Of the same client only, for a reminder's uuid is what an export says.
 */
export function bookedFor(now: Date): RawBuilder<IsoDateTime | null> {
  const since = new Date(now.getTime() - GRACE_DAYS * DAY_MS).toISOString()
  return sql`(select coalesce(min(case when a.ends_at > ${now.toISOString()} then a.start end), max(a.start))
    from appointment a where a.client_uuid = reminder.client_uuid and a.reminder_uuid = reminder.uuid
      and a.status = 'BOOKED' and a.start > ${since})`
}

/** The reminders of a list, with what they are booked for. */
export async function withBookings(
  db: Database,
  { clientId, reminders, now }: { clientId: string; reminders: readonly Reminder[]; now: Date },
): Promise<Reminder[]> {
  if (reminders.length === 0) return []
  const rows = await db
    .selectFrom('reminder')
    .select(['uuid', bookedFor(now).as('start')])
    .where('client_uuid', '=', clientId)
    .where(
      'uuid',
      'in',
      reminders.map(({ uuid }) => uuid),
    )
    .execute()
  const starts = new Map(rows.map(({ uuid, start }) => [uuid, start]))
  return reminders.map((reminder) => {
    const start = starts.get(reminder.uuid)
    return start ? { ...reminder, bookedFor: start } : reminder
  })
}
