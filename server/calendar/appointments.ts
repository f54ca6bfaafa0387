import type { CalendarEvent } from '#contract/calendar.ts'
import type { Appointment } from '#contract/schemas/appointment.ts'
import { addDays } from '#contract/withdrawal.ts'
import { parseJson } from '#server/db/json.ts'
import type { Database } from '#server/db/schema.ts'
import { inTransaction } from '#server/db/transaction.ts'

/** Appointments longer ago than that are left out of calendars. */
const KEPT_DAYS = 366
/** The next ones; few enough for the parameters of one statement. */
const MOST = 1000

interface Published {
  clientId: string
  /** The practice, and how it is reached. */
  contact: string
  now: Date
}

/** The appointments of a client as events. What has changed since it was published last, also by being cancelled, is a new revision. */
export async function publishAppointments(
  db: Database,
  { clientId, contact, now }: Published,
): Promise<CalendarEvent[]> {
  const oldest = `${addDays(now.toISOString().slice(0, 10), -KEPT_DAYS)}T00:00:00.000Z`
  const [appointments, patients, published] = await Promise.all([
    db
      .selectFrom('appointment')
      .select('data')
      .where('client_uuid', '=', clientId)
      .where('start', '>=', oldest)
      .orderBy('start', 'desc')
      .orderBy('uuid')
      .limit(MOST)
      .execute(),
    db.selectFrom('patient').select(['uuid', 'name']).where('client_uuid', '=', clientId).orderBy('name').execute(),
    db
      .selectFrom('calendar_appointment')
      .select(['uuid', 'sequence', 'changed_at', 'content'])
      .where('client_uuid', '=', clientId)
      .execute(),
  ])
  const former = new Map(published.map((event) => [event.uuid, event]))
  const events = appointments.flatMap(({ data }) => {
    const event = eventOf(parseJson(data), { patients, contact })
    const content = JSON.stringify(event)
    const before = former.get(event.uuid)
    // Who never saw it has nothing to take away.
    if (!before && event.isCancelled) return []
    const row =
      before?.content === content
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
  return events.map(({ event, row }) => ({ ...event, sequence: row.sequence, changedAt: new Date(row.changed_at) }))
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
