import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { DAY_MS, type IsoDateTime, momentAfter } from '#contract/dates.ts'
import type { Reminder } from '#contract/schemas/reminder.ts'
import type { Database, DatabaseTransaction } from '#server/db/schema.ts'
import { appointmentConcernsCurrent, reminderConcernsCurrent } from '#server/db/patient-state.ts'
import type { Appointment } from '#contract/schemas/appointment.ts'
import { ProblemError } from '#server/http/problem.ts'
import { appointmentColumns } from '#server/import/appointment-columns.ts'

/** Days after its time for which a booked appointment still counts: exports are hours old, and practices end visits late. */
const GRACE_DAYS = 7

/**
 * SQL subquery of `reminder` for the start of its appointment: the next one, or else the last; null if none is booked. Only
 * appointments of the same client and of current animals count.
 */
export function bookedFor(db: Database | DatabaseTransaction, now: Date): RawBuilder<IsoDateTime | null> {
  const since = momentAfter(now, -GRACE_DAYS * DAY_MS)
  const booked = (isFor: RawBuilder<SqlBool>) =>
    sql`select a.start, a.ends_at from appointment a
      where a.client_uuid = reminder.client_uuid and a.status = 'BOOKED' and a.start > ${since} and ${isFor}
        and ${appointmentConcernsCurrent(db, 'a')}`
  // Two separate queries, so that each can use an index.
  const first = sql<SqlBool>`a.reminder_uuid = reminder.uuid`
  const further = sql<SqlBool>`a.data like '%"reminderUuids":["%' and a.data like '%"' || reminder.uuid || '"%'`
  return sql`(select coalesce(min(case when visit.ends_at > ${now.toISOString()} then visit.start end), max(visit.start))
    from (${booked(first)} union all ${booked(further)}) visit)`
}

/** SQL condition for reminders still to be done: the reminder and its animal are active. */
export const isToDo: RawBuilder<SqlBool> = sql<SqlBool>`(reminder.active = 1 and ${reminderConcernsCurrent})`

/**
 * Returns reminders with their present state and the start of their appointment. Reminders of animals that have died, left
 * or moved are returned as inactive and expired. Callers therefore need not check the animal.
 */
export async function withState(
  db: Database,
  { clientId, reminders, now }: { clientId: string; reminders: readonly Reminder[]; now: Date },
): Promise<Reminder[]> {
  if (reminders.length === 0) return []
  const rows = await db
    .selectFrom('reminder')
    .select(['uuid', bookedFor(db, now).as('start'), sql<number>`case when ${isToDo} then 1 else 0 end`.as('toDo')])
    .where('client_uuid', '=', clientId)
    .where(
      'uuid',
      'in',
      reminders.map(({ uuid }) => uuid),
    )
    .execute()
  const states = new Map(rows.map((row) => [row.uuid, row]))
  return reminders.map((reminder) => {
    const state = states.get(reminder.uuid)
    return {
      ...reminder,
      ...(reminder.active && Number(state?.toDo) === 0 && { active: false, status: 'EXPIRED' }),
      ...(state?.start && { bookedFor: state.start }),
    }
  })
}

interface Booking {
  clientId: string
  requestId: string
  /** The uuid of an existing appointment of the client moves or cancels that appointment. */
  appointment: Appointment
}

/**
 * Stores an appointment that answers a request. Exports never remove the appointment, but an export with the same uuid
 * changes it.
 */
export async function bookAppointment(
  trx: DatabaseTransaction,
  { clientId, requestId, appointment }: Booking,
): Promise<void> {
  const { uuid, ...columns } = { ...appointmentColumns(appointment), request_uuid: requestId }
  const { numInsertedOrUpdatedRows: changed } = await trx
    .insertInto('appointment')
    .values({ uuid, client_uuid: clientId, ...columns })
    .onConflict((conflict) =>
      conflict.column('uuid').doUpdateSet(columns).where('appointment.client_uuid', '=', clientId),
    )
    .executeTakeFirstOrThrow()
  if (!changed) throw new ProblemError('not-found')
}
