import { type SqlBool, sql } from 'kysely'
import type { Reminder } from '#contract/schemas/reminder.ts'
import { type IsoDate, addDays } from '#contract/dates.ts'
import type { Language } from '#contract/languages.ts'
import { animalNames } from '#server/animals/names.ts'
import { bookedFor, isToDo } from '#server/appointments/queries.ts'
import type { Json } from '#server/db/json.ts'
import { parseStored } from '#server/db/stored.ts'
import { BATCH_SIZE, inBatches, isOneOf, yieldToEventLoop } from '#server/db/in-batches.ts'
import type { CalendarEventTable, Database } from '#server/db/schema.ts'
import { textsIn } from '#server/texts.ts'
import { KEPT_DAYS } from './feed.ts'

export type PublishedEvent = Omit<CalendarEventTable, 'client_uuid'>

/**
 * Returns the active reminders of a client as events, by day. A changed reminder is a new revision. A reminder that is done, deleted
 * or booked is absent, and so are the reminders of an animal that has died: calendar programs would show a cancelled event, although
 * the vaccination was done. The row stays, so that an event that returns has a higher revision.
 */
export async function publishReminders(
  db: Database,
  { clientId, language, now }: { clientId: string; language: Language; now: Date },
): Promise<PublishedEvent[]> {
  const oldest = addDays(now.toISOString().slice(0, 10), -KEPT_DAYS)
  const changedAt = now.toISOString()
  const unnamed = textsIn(language).text('client.reminders.unnamed')
  const events: PublishedEvent[] = []
  for await (const rows of remindersToDo(db, { clientId, oldest, now })) {
    const former = await publishedAmong(
      db,
      clientId,
      rows.map(({ uuid }) => uuid),
    )
    const records = rows.map(({ uuid, date, data }) => ({ uuid, date, reminder: readReminder(data) }))
    const animals = records.map(({ reminder }) => reminder.patientUuid)
    const nameOf = await animalNames(db, animals, language)
    const current = records.map(({ uuid, date, reminder }): PublishedEvent => {
      const patientName = nameOf(reminder.patientUuid, reminder.patientName)
      const summary = [patientName, reminder.description || unnamed].filter(Boolean).join(': ')
      return revisionOf(former.get(uuid), { uuid, cancelled: 0, date, summary }, changedAt)
    })
    await write(
      db,
      clientId,
      current.filter((event) => event !== former.get(event.uuid)),
    )
    events.push(...current)
  }
  await cancelOthers(db, clientId, { active: new Set(events.map(({ uuid }) => uuid)), oldest, changedAt })
  return events
}

const readReminder = (data: Json<Reminder>): Partial<Reminder> => parseStored('reminder', data) ?? {}

async function* remindersToDo(
  db: Database,
  { clientId, oldest, now }: { clientId: string; oldest: IsoDate; now: Date },
) {
  const reminders = db
    .selectFrom('reminder')
    .select(['uuid', 'date', 'data'])
    .where('client_uuid', '=', clientId)
    .where('active', '=', 1)
    .where(isToDo)
    // The feed has the booked appointment instead.
    .where(bookedFor(db, now), 'is', null)
    .where('date', '>=', oldest)
    .orderBy('date')
    .orderBy('uuid')
    .limit(BATCH_SIZE)
  let rows = await reminders.execute()
  for (;;) {
    yield rows
    const last = rows.at(-1)
    if (!last || rows.length < BATCH_SIZE) return
    await yieldToEventLoop()
    rows = await reminders.where(sql<SqlBool>`(date, uuid) > (${last.date}, ${last.uuid})`).execute()
  }
}

const publishedEvents = (db: Database, clientId: string) =>
  db
    .selectFrom('calendar_event')
    .select(['uuid', 'sequence', 'cancelled', 'changed_at', 'date', 'summary'])
    .where('client_uuid', '=', clientId)

async function publishedAmong(db: Database, clientId: string, uuids: readonly string[]) {
  const published = await publishedEvents(db, clientId)
    .where(isOneOf(db, 'uuid', uuids))
    .execute()
  return new Map(published.map((event) => [event.uuid, event]))
}

/** Cancels the published events that are not active any more, and deletes those that are old. */
async function cancelOthers(
  db: Database,
  clientId: string,
  { active, oldest, changedAt }: { active: ReadonlySet<string>; oldest: IsoDate; changedAt: string },
): Promise<void> {
  const isOld = ({ date, changed_at: at }: PublishedEvent) => date < oldest && at.slice(0, 10) < oldest
  let after = ''
  await inBatches({}, async () => {
    const published = await publishedEvents(db, clientId)
      .where('uuid', '>', after)
      .orderBy('uuid')
      .limit(BATCH_SIZE)
      .execute()
    const others = published.filter(({ uuid }) => !active.has(uuid))
    const former = new Map(others.map((event) => [event.uuid, event]))
    const cancelled = others.map((event) => revisionOf(event, { ...event, cancelled: 1 }, changedAt))
    await write(
      db,
      clientId,
      cancelled.filter((event) => !isOld(event) && event !== former.get(event.uuid)),
    )
    const old = cancelled.filter(isOld).map(({ uuid }) => uuid)
    await db
      .deleteFrom('calendar_event')
      .where('client_uuid', '=', clientId)
      .where(isOneOf(db, 'uuid', old))
      .execute()
    after = published.at(-1)?.uuid ?? after
    return published.length < BATCH_SIZE ? 'last' : 'more'
  })
}

type Content = Pick<PublishedEvent, 'uuid' | 'cancelled' | 'summary'> & { date: IsoDate }

function revisionOf(former: PublishedEvent | undefined, next: Content, changedAt: string): PublishedEvent {
  const { uuid, cancelled, date, summary } = next
  const isSame = former?.cancelled === cancelled && former.date === date && former.summary === summary
  if (isSame) return former
  return { uuid, cancelled, date, summary, sequence: former ? former.sequence + 1 : 0, changed_at: changedAt }
}

async function write(db: Database, clientId: string, changed: readonly PublishedEvent[]): Promise<void> {
  if (changed.length === 0) return
  await db
    .insertInto('calendar_event')
    // Sorted by key, so that two readers of a feed lock the rows in the same order.
    .values(
      changed
        .toSorted((one, other) => (one.uuid < other.uuid ? -1 : 1))
        .map((event) => ({ client_uuid: clientId, ...event })),
    )
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
