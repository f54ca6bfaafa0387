import { type Appointment, appointmentSchema } from '#contract/schemas/appointment.ts'
import { MINUTE_MS, storedMoment } from '#contract/dates.ts'
import { knownFields } from './known-fields.ts'

const known = knownFields(appointmentSchema)

/**
 * Returns the columns of an appointment. Times are in UTC, so that they sort correctly whatever their original time
 * zone.
 */
export function appointmentColumns(appointment: Appointment) {
  const { uuid, start, durationMinutes, status, reminderUuid } = appointment
  const at = Date.parse(start)
  return {
    uuid,
    start: storedMoment(at),
    ends_at: storedMoment(at + durationMinutes * MINUTE_MS),
    status,
    reminder_uuid: reminderUuid ?? null,
    data: JSON.stringify(known(appointment)),
  }
}
