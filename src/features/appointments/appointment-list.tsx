import { FormattedMessage, useIntl } from 'react-intl'
import type { ReactNode } from 'react'
import type { Appointment } from '#contract/schemas/appointment.ts'
import { Fold } from '#src/ui/data/fold.tsx'
import { Items } from '#src/ui/data/items.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import { nameOfAppointment } from './calendar.ts'
import { AppointmentItem, type AppointmentItemProps } from './appointment-item.tsx'

interface AppointmentListProps extends Omit<AppointmentItemProps, 'appointment' | 'actions'> {
  /** The next one first. */
  appointments: readonly Appointment[]
  /** What can be asked of one, by its name. */
  actionsOf: (appointment: Appointment, name: string) => ReactNode
}

/** The next one, and the others folded below it. */
export function AppointmentList({ appointments, actionsOf, ...of }: AppointmentListProps) {
  const intl = useIntl()
  const rows = appointments.map((appointment) => (
    <AppointmentItem
      key={appointment.uuid}
      appointment={appointment}
      actions={actionsOf(appointment, nameOfAppointment(appointment, of.patients, intl))}
      {...of}
    />
  ))
  const others = rows.slice(1)
  const isPlain = !of.withTile
  return (
    <>
      <Items plain={isPlain}>{rows.slice(0, 1)}</Items>
      {others.length > 0 && (
        <Panel>
          <Fold title={<FormattedMessage id="client.appointments.more" values={{ count: others.length }} />}>
            <Items bare plain={isPlain}>
              {others}
            </Items>
          </Fold>
        </Panel>
      )}
    </>
  )
}
