import { FormattedMessage, useIntl } from 'react-intl'
import type { Appointment } from '#contract/schemas/appointment.ts'
import { AskLink } from './ask-link.tsx'

/** To ask for another time, or to call it off; nothing where the practice takes no such requests. */
function AppointmentLinks({ appointment, name }: { appointment: Appointment; name: string }) {
  const intl = useIntl()
  const ask = { kind: 'APPOINTMENT', appointment: appointment.uuid, patient: appointment.patientUuids[0] } as const
  return (
    <>
      <AskLink {...ask} wish="MOVE" label={intl.formatMessage({ id: 'client.appointments.moveThis' }, { name })}>
        <FormattedMessage id="client.appointments.move" />
      </AskLink>
      <AskLink
        {...ask}
        wish="CANCEL"
        variant="ghost"
        label={intl.formatMessage({ id: 'client.appointments.cancelThis' }, { name })}
      >
        <FormattedMessage id="client.appointments.cancel" />
      </AskLink>
    </>
  )
}

export const appointmentLinks = (appointment: Appointment, name: string) => (
  <AppointmentLinks appointment={appointment} name={name} />
)
