export const APPOINTMENT_STATUSES = ['BOOKED', 'DONE', 'CANCELLED'] as const

export type AppointmentStatus = (typeof APPOINTMENT_STATUSES)[number]

interface Planned {
  status: AppointmentStatus
  start: string
  durationMinutes: number
}

/**
 * Returns the state at a moment. A booked appointment in the past counts as done, because some practices never mark
 * appointments as done.
 */
export function stateOfAppointment({ status, start, durationMinutes }: Planned, now: Date): AppointmentStatus {
  const isOver = Date.parse(start) + durationMinutes * 60_000 < now.getTime()
  return status === 'BOOKED' && isOver ? 'DONE' : status
}

/** Returns the distinct reminders that an appointment, or a request for an appointment, is for. */
export const reminderUuidsOf = ({
  reminderUuid,
  reminderUuids = [],
}: {
  reminderUuid?: string | undefined
  reminderUuids?: readonly string[] | undefined
}): string[] => [...new Set(reminderUuid === undefined ? reminderUuids : [reminderUuid, ...reminderUuids])]
