import { useQuery } from '@tanstack/react-query'
import { appointmentQueries } from '#src/api/appointments.ts'
import type { Appointment } from '#contract/schemas/appointment.ts'

const NONE: readonly Appointment[] = []

/** Returns future appointments of one animal or of all, the next one first. The loader has fetched them; a failed fetch is not retried. */
export function useAppointments(clientId: string, patientId?: string): readonly Appointment[] {
  const { data = NONE } = useQuery({ ...appointmentQueries.coming(clientId), retryOnMount: false })
  return patientId === undefined ? data : data.filter(({ patientUuids }) => patientUuids.includes(patientId))
}
