import type { CalendarEvent } from '#contract/calendar.ts'
import type { Appointment } from '#contract/schemas/appointment.ts'
import { addDays } from '#contract/withdrawal.ts'
import type { NameOfAnimal } from '#server/animals/names.ts'
import { parseJson } from '#server/db/json.ts'
import type { Database } from '#server/db/schema.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { appointmentConcernsCurrent, isFormer } from '#server/db/patient-state.ts'

/** Appointments longer ago are left out. */
const KEPT_DAYS = 366
/** Days for which a feed has a cancelled appointment as cancelled, which is long enough for every device to read it. */
const CANCELLED_DAYS = 7
const DAY_MS = 86_400_000
const MAX_APPOINTMENTS = 1000

interface Published {
  clientId: string
  /** The name and telephone number of the practice. */
  contact: string
  nameOf: NameOfAnimal
  now: Date
}

/**
 * Returns the appointments of a client as events. A changed appointment is a new revision. A published appointment that is cancelled
 * is in the feed for some days; afterwards it is absent.
 */
export async function publishAppointments(
  db: Database,
  { clientId, contact, nameOf, now }: Published,
): Promise<CalendarEvent[]> {
  const oldest = `${addDays(now.toISOString().slice(0, 10), -KEPT_DAYS)}T00:00:00.000Z`
  const [appointments, patients, published] = await Promise.all([
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
      .selectFrom('patient')
      .select(['uuid', 'name'])
      .where('client_uuid', '=', clientId)
      .where((row) => row.not(isFormer('patient')))
      .orderBy('search_name')
      .orderBy('name')
      .execute(),
    db
      .selectFrom('calendar_appointment')
      .select(['uuid', 'sequence', 'changed_at', 'content'])
      .where('client_uuid', '=', clientId)
      .execute(),
  ])
  const former = new Map(published.map((event) => [event.uuid, event]))
  const events = appointments.flatMap(({ data }) => {
    const named = patients.map(({ uuid, name }) => ({ uuid, name: nameOf(uuid, name) ?? name }))
    const event = eventOf(parseJson(data), { patients: named, contact })
    const content = JSON.stringify(event)
    const before = former.get(event.uuid)
    // An event that was never published needs no cancellation.
    if (!before && event.isCancelled) return []
    const isCancelledBefore = before && parseJson<CalendarEvent>(before.content).isCancelled
    const row =
      before?.content === content || (isCancelledBefore && event.isCancelled)
        ? before
        : { uuid: event.uuid, sequence: (before?.sequence ?? -1) + 1, changed_at: now.toISOString(), content }
    return [{ event, row }]
  })
  const changed = events.flatMap(({ row }) => (row === former.get(row.uuid) ? [] : [row]))
  if (changed.length > 0) {
    await inTransaction(db, async (trx) => {
      for (const row of changed) {
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

function eventOf(
  appointment: Appointment,
  { patients, contact }: { patients: readonly { uuid: string; name: string }[]; contact: string },
) {
  const { uuid, start, durationMinutes, patientUuids, reason, place, veterinarian, preparation, status } = appointment
  const animals = patients.filter((patient) => patientUuids.includes(patient.uuid)).map(({ name }) => name)
  return {
    uuid,
    start,
    durationMinutes,
    summary: [animals.join(', '), reason].filter(Boolean).join(': '),
    description: [preparation, veterinarian, contact].filter(Boolean).join('\n'),
    location: place,
    isCancelled: status === 'CANCELLED',
  }
}
