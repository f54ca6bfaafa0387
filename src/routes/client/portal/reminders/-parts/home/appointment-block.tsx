import type { Practice } from '#contract/schemas/practice.ts'
import { FormattedMessage } from 'react-intl'
import { appointmentLinks } from '#src/features/requests/appointment-links.tsx'
import { AppointmentList } from '#src/features/appointments/appointment-list.tsx'
import { useAppointments } from '#src/features/appointments/use-appointments.ts'
import { usePatients } from '#src/features/patients/use-patients.ts'
import type { IsoDate } from '#contract/dates.ts'
import { Block } from '../block.tsx'

interface AppointmentBlockProps {
  clientId: string
  practice: Practice
  today: IsoDate
}

/** The next appointment; nothing where there is none. */
export function AppointmentBlock({ clientId, practice, today }: AppointmentBlockProps) {
  const appointments = useAppointments(clientId)
  const patients = usePatients(clientId) ?? []
  if (appointments.length === 0) return null
  return (
    <Block title={<FormattedMessage id="client.appointments.next" />}>
      <AppointmentList withTile {...{ appointments, patients, practice, today }} actionsOf={appointmentLinks} />
    </Block>
  )
}
