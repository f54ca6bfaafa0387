import { useSuspenseQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { FormattedMessage } from 'react-intl'
import { practiceQueries } from '#src/api/practices.ts'
import { appointmentLinks } from '#src/features/requests/appointment-links.tsx'
import { AppointmentList } from '#src/features/appointments/appointment-list.tsx'
import { useAppointments } from '#src/features/appointments/use-appointments.ts'
import { usePatients } from '#src/features/patients/use-patients.ts'
import type { IsoDate } from '#contract/dates.ts'
import styles from '#src/features/patients/patients.module.css'

interface PatientAppointmentsProps {
  clientId: string
  practiceId: string
  patientId: string
  today: IsoDate
}

/** The next appointment of a patient; nothing where there is none. */
export function PatientAppointments({ clientId, practiceId, patientId, today }: PatientAppointmentsProps) {
  const titleId = useId()
  const appointments = useAppointments(clientId, patientId)
  const patients = usePatients(clientId) ?? []
  const { data: practice } = useSuspenseQuery(practiceQueries.one(practiceId))
  if (appointments.length === 0) return null
  return (
    <section aria-labelledby={titleId} className={styles.appointments}>
      <h2 id={titleId}>
        <FormattedMessage id="client.appointments.next" />
      </h2>
      <AppointmentList {...{ appointments, patients, practice, today }} actionsOf={appointmentLinks} />
    </section>
  )
}
