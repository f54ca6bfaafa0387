import type { CalendarEvent } from '#contract/calendar.ts'
import { compare } from '#contract/values.ts'
import type { Appointment } from '#contract/schemas/appointment.ts'
import { addDays } from '#contract/dates.ts'
import { locationOf } from '#contract/place.ts'
import type { Language } from '#contract/languages.ts'
import { animalNames } from '#server/animals/names.ts'
import { BATCH_SIZE } from '#server/db/in-batches.ts'
import { parseAllStored, parseStored } from '#server/db/stored.ts'
import type { Database } from '#server/db/schema.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { appointmentConcernsCurrent, isFormer } from '#server/db/patient-state.ts'
import { textsIn } from '#server/texts.ts'
import { KEPT_DAYS } from './feed.ts'

/** Days for which a feed has a cancelled appointment as cancelled, which is long enough for every device to read it. */
const CANCELLED_DAYS = 7
const DAY_MS = 86_400_000
const MAX_APPOINTMENTS = 1000

interface Published {
  clientId: string
  /** The name and telephone number of the practice. */
  contact: string
  /** Visiting address of the practice. */
  address: string | undefined
  /** Returns the URL of the page of an appointment. */
  pageOf: (appointmentId: string) => string
  language: Language
  now: Date
}

/**
 * Returns the appointments of a client as events. A changed appointment is a new revision. A published appointment that is cancelled
 * is in the feed for some days; afterwards it is absent.
 */
export async function publishAppointments(
  db: Database,
  { clientId, contact, address, pageOf, language, now }: Published,
): Promise<CalendarEvent[]> {
  const oldest = `${addDays(now.toISOString().slice(0, 10), -KEPT_DAYS)}T00:00:00.000Z`
  const [appointments, published] = await Promise.all([
    db
      .selectFrom('appointment')
      .select('data')
      .where('client_uuid', '=', clientId)
      .where('start', '>=', oldest)
      .where(appointmentConcernsCurrent(db))
      .orderBy('start', 'desc')
      .orderBy('uuid')
      .limit(MAX_APPOINTMENTS)
      .execute(),
    db
      .selectFrom('calendar_appointment')
      .select(['uuid', 'sequence', 'changed_at', 'content'])
      .where('client_uuid', '=', clientId)
      .execute(),
  ])
  const former = new Map(published.map((event) => [event.uuid, event]))
  const records = parseAllStored('appointment', appointments)
  const patients = await namedPatients(db, clientId, { records, language })
  const events = records.flatMap((appointment) => {
    const page = textsIn(language).text('reminders.visit', { url: pageOf(appointment.uuid) })
    const event = eventOf(appointment, { patients, contact, address, page })
    const content = JSON.stringify(event)
    const before = former.get(event.uuid)
    // An event that was never published needs no cancellation.
    if (!before && event.isCancelled) return []
    const isCancelledBefore = before && parseStored('publishedAppointment', before.content)?.isCancelled
    const row =
      before?.content === content || (isCancelledBefore && event.isCancelled)
        ? before
        : { uuid: event.uuid, sequence: (before?.sequence ?? -1) + 1, changed_at: now.toISOString(), content }
    return [{ event, row }]
  })
  const changed = events.flatMap(({ row }) => (row === former.get(row.uuid) ? [] : [row]))
  if (changed.length > 0) {
    await inTransaction(db, async (trx) => {
      for (const row of changed.toSorted((one, other) => (one.uuid < other.uuid ? -1 : 1))) {
        const { uuid: _, ...columns } = row
        await trx
          .insertInto('calendar_appointment')
          .values({ client_uuid: clientId, ...row })
          .onConflict((conflict) => conflict.columns(['client_uuid', 'uuid']).doUpdateSet(columns))
          .execute()
      }
    })
  }
  const cancelledSince = new Date(now.getTime() - CANCELLED_DAYS * DAY_MS).toISOString()
  return events
    .filter(({ event, row }) => !event.isCancelled || row.changed_at > cancelledSince)
    .map(({ event, row }) => ({ ...event, sequence: row.sequence, changedAt: new Date(row.changed_at) }))
}

/** Returns the names of the current animals that appointments mention, by uuid, sorted by name. */
async function namedPatients(
  db: Database,
  clientId: string,
  { records, language }: { records: readonly Appointment[]; language: Language },
): Promise<ReadonlyMap<string, string>> {
  const uuids = [...new Set(records.flatMap(({ patientUuids }) => patientUuids))]
  const named = new Map<string, { name: string; folded: string | null }>()
  for (let from = 0; from < uuids.length; from += BATCH_SIZE) {
    const rows = await db
      .selectFrom('patient')
      .select(['uuid', 'name', 'search_name as folded'])
      .where('client_uuid', '=', clientId)
      .where('uuid', 'in', uuids.slice(from, from + BATCH_SIZE))
      .where((row) => row.not(isFormer('patient')))
      .execute()
    for (const { uuid, ...row } of rows) named.set(uuid, row)
  }
  const nameOf = await animalNames(db, [...named.keys()], language)
  const inOrder = [...named].sort(([, a], [, b]) => compare(a.folded ?? '', b.folded ?? '') || compare(a.name, b.name))
  return new Map(inOrder.map(([uuid, { name }]) => [uuid, nameOf(uuid, name) ?? name]))
}

function eventOf(
  appointment: Appointment,
  {
    patients,
    contact,
    address,
    page,
  }: Pick<Published, 'contact' | 'address'> & { patients: ReadonlyMap<string, string>; page: string },
) {
  const { uuid, start, durationMinutes, patientUuids, reason, place, veterinarian, preparation, status } = appointment
  const own = new Set(patientUuids)
  const animals = [...patients].flatMap(([patient, name]) => (own.has(patient) ? name : []))
  return {
    uuid,
    start,
    durationMinutes,
    summary: [animals.join(', '), reason].filter(Boolean).join(': '),
    description: [preparation, veterinarian, contact, page].filter(Boolean).join('\n'),
    location: locationOf(place, { address }),
    isCancelled: status === 'CANCELLED',
  }
}
