import { stateOfAppointment } from './appointment.ts'
import type { IsoDate } from './dates.ts'
import type { Appointment } from './schemas/appointment.ts'
import { localDay } from './zone.ts'

// A visit is an appointment with what is asked before it, and with its visit forms and invoices after it.

/** Maximum length of the questions that an owner writes for a visit. */
export const MAX_QUESTIONS = 2000

/** `today`: from the beginning of its day until its end. */
export const VISIT_PHASES = ['upcoming', 'today', 'over', 'cancelled'] as const
export type VisitPhase = (typeof VISIT_PHASES)[number]

type Planned = Pick<Appointment, 'status' | 'start' | 'durationMinutes'>

export function phaseOfVisit(appointment: Planned, now: Date): VisitPhase {
  const state = stateOfAppointment(appointment, now)
  if (state !== 'BOOKED') return state === 'DONE' ? 'over' : 'cancelled'
  return localDay(Date.parse(appointment.start)) <= localDay(now) ? 'today' : 'upcoming'
}

/** Whether the owner may write questions: until the appointment begins. */
export const canChangeQuestions = ({ status, start }: Pick<Planned, 'status' | 'start'>, now: Date): boolean =>
  status === 'BOOKED' && Date.parse(start) > now.getTime()

/** Visit form or invoice. */
export interface VisitResult {
  /** Appointment that the practice states. */
  appointmentUuid?: string | undefined
  date: IsoDate
  /** Animals of the visit form, or of the lines of the invoice; may be empty. */
  patientUuids: readonly string[]
}

/**
 * Returns the appointment that a visit form or an invoice of the same client belongs to. Without a stated appointment, it is
 * the only one for its animals on its day in the practices' time zone. Otherwise it belongs to no appointment.
 */
export function appointmentOfResult(
  { appointmentUuid, date, patientUuids }: VisitResult,
  appointments: readonly Appointment[],
): string | undefined {
  if (appointmentUuid !== undefined) return appointments.find(({ uuid }) => uuid === appointmentUuid)?.uuid
  const onDay = appointments.filter(
    ({ status, start }) => status !== 'CANCELLED' && localDay(Date.parse(start)) === date,
  )
  const forAnimals = onDay.filter((appointment) => appointment.patientUuids.some((uuid) => patientUuids.includes(uuid)))
  // An appointment without animals is for the client, so it may be about any of them.
  const forClient = onDay.filter((appointment) => appointment.patientUuids.length === 0)
  const fitting = patientUuids.length === 0 ? onDay : forAnimals.length > 0 ? forAnimals : forClient
  return fitting.length === 1 ? fitting[0]?.uuid : undefined
}
