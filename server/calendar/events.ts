import type { Reminder } from '#contract/schemas/reminder.ts'
import type { IsoDate } from '#contract/fields.ts'
import type { Language } from '#contract/languages.ts'
import { animalNames } from '#server/animals/names.ts'
import { addDays } from '#contract/withdrawal.ts'
import { bookedFor, isToDo } from '#server/appointments/queries.ts'
import type { Json } from '#server/db/json.ts'
import { parseStored } from '#server/db/stored.ts'
import type { CalendarEventTable, Database } from '#server/db/schema.ts'
import { inTransaction } from '#server/db/transaction.ts'

/** Reminders due longer ago are left out. */
const KEPT_DAYS = 366
/** Rows of one statement, within the limit of its parameters. */
const BATCH = 1000

export type PublishedEvent = Omit<CalendarEventTable, 'client_uuid'>

/**
 * Returns the active reminders of a client as events, by day. A changed reminder is a new revision. A reminder that is done, deleted
 * or booked is absent, and so are the reminders of an animal that has died: calendar programs would show a cancelled event, although
 * the vaccination was done. The row stays, so that an event that returns has a higher revision.
 */
export async function publishReminders(
  db: Database,
  { clientId, unnamed, language, now }: { clientId: string; unnamed: string; language: Language; now: Date },
): Promise<PublishedEvent[]> {
  const oldest = addDays(now.toISOString().slice(0, 10), -KEPT_DAYS)
  const [reminders, published] = await Promise.all([
    db
      .selectFrom('reminder')
      .select(['uuid', 'date', 'data'])
      .where('client_uuid', '=', clientId)
      .where('active', '=', 1)
      .where(isToDo)
      // The feed has the appointment instead.
      .where(bookedFor(db, now), 'is', null)
      .where('date', '>=', oldest)
      .execute(),
    db
      .selectFrom('calendar_event')
      .select(['uuid', 'sequence', 'cancelled', 'changed_at', 'date', 'summary'])
      .where('client_uuid', '=', clientId)
      .execute(),
  ])
  const former = new Map(published.map((event) => [event.uuid, event]))
  const changedAt = now.toISOString()

  const records = reminders.map(({ uuid, date, data }) => ({ uuid, date, reminder: readReminder(data) }))
  const animals = records.map(({ reminder }) => reminder.patientUuid)
  const nameOf = await animalNames(db, animals, language)
  const events = records.map(({ uuid, date, reminder }): PublishedEvent => {
    const patientName = nameOf(reminder.patientUuid, reminder.patientName)
    const summary = summaryOf({ ...reminder, patientName }, unnamed)
    return revisionOf(former.get(uuid), { uuid, cancelled: 0, date, summary }, changedAt)
  })
  const active = new Set(reminders.map(({ uuid }) => uuid))
  const gone = published
    .filter(({ uuid }) => !active.has(uuid))
    .map((event) => revisionOf(event, { ...event, cancelled: 1 }, changedAt))
  const isOld = ({ date, changed_at: at }: PublishedEvent) => date < oldest && at.slice(0, 10) < oldest

  await write(db, clientId, {
    changed: [...events, ...gone].filter((event) => event !== former.get(event.uuid)),
    old: gone.filter(isOld).map(({ uuid }) => uuid),
  })
  return events.toSorted((a, b) => a.date.localeCompare(b.date) || a.uuid.localeCompare(b.uuid))
}

const readReminder = (data: Json<Reminder>): Partial<Reminder> => parseStored('reminder', data) ?? {}

type Content = Pick<PublishedEvent, 'uuid' | 'cancelled' | 'summary'> & { date: IsoDate }

function revisionOf(former: PublishedEvent | undefined, next: Content, changedAt: string): PublishedEvent {
  const { uuid, cancelled, date, summary } = next
  const isSame = former?.cancelled === cancelled && former.date === date && former.summary === summary
  if (isSame) return former
  return { uuid, cancelled, date, summary, sequence: former ? former.sequence + 1 : 0, changed_at: changedAt }
}

const summaryOf = (
  { patientName, description }: Partial<Pick<Reminder, 'patientName' | 'description'>>,
  unnamed: string,
): string => [patientName, description || unnamed].filter(Boolean).join(': ')

async function write(
  db: Database,
  clientId: string,
  { changed, old }: { changed: readonly PublishedEvent[]; old: readonly string[] },
): Promise<void> {
  if (changed.length === 0 && old.length === 0) return
  await inTransaction(db, async (trx) => {
    for (const batch of batchesOf(changed)) {
      await trx
        .insertInto('calendar_event')
        .values(batch.map((event) => ({ client_uuid: clientId, ...event })))
        .onConflict((conflict) =>
          conflict.columns(['client_uuid', 'uuid']).doUpdateSet((row) => ({
            sequence: row.ref('excluded.sequence'),
            cancelled: row.ref('excluded.cancelled'),
            changed_at: row.ref('excluded.changed_at'),
            date: row.ref('excluded.date'),
            summary: row.ref('excluded.summary'),
          })),
        )
        .execute()
    }
    for (const batch of batchesOf(old)) {
      await trx.deleteFrom('calendar_event').where('client_uuid', '=', clientId).where('uuid', 'in', batch).execute()
    }
  })
}

const batchesOf = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / BATCH) }, (_, index) => all.slice(index * BATCH, (index + 1) * BATCH))
