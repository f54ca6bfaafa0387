import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { type NewRequestSearch, requestTermQueries } from '#src/api/request-terms.ts'
import { buttonClass } from '#src/ui/forms/button.tsx'
import type { Appointment } from '#contract/schemas/appointment.ts'
import { useQuery } from '@tanstack/react-query'
import type { RequestKind } from '#contract/request.ts'
import { useCan } from '#src/api/capabilities.ts'
import { useOwnClient } from '#src/api/own-client.ts'
import { usePortal } from '#src/lib/store.ts'

interface RequestLinkProps extends NewRequestSearch {
  variant?: 'primary' | 'secondary' | 'ghost' | undefined
  /** Class instead of that of a button. */
  className?: string | undefined
  /** Accessible name that also names the subject of the request. */
  label?: string | undefined
  /** *New request* by default. */
  children?: ReactNode
}

/** Link to a prepared request form; nothing for staff, or if the practice does not accept the kind. */
export function RequestLink({ variant = 'secondary', className, label, children, ...search }: RequestLinkProps) {
  if (!useAcceptsRequest(search.kind)) return null
  return (
    <Link
      to="/client/requests/new"
      search={search}
      className={className ?? buttonClass({ variant })}
      aria-label={label}
    >
      {children ?? <FormattedMessage id="client.requests.ask" />}
    </Link>
  )
}

interface RepeatMedicineLinkProps {
  /** Name of the medicine and the record that mentions it. */
  medicine: Pick<NewRequestSearch, 'visitForm' | 'entry'> & { product: string }
  patient: NewRequestSearch['patient']
  className?: string | undefined
}

/** Link to a repeat request for a medicine. */
export function RepeatMedicineLink({
  medicine: { product, visitForm, entry },
  patient,
  className,
}: RepeatMedicineLinkProps) {
  const { formatMessage } = useIntl()
  return (
    <span className="no-print">
      <RequestLink
        kind="REPEAT_MEDICINE"
        product={product}
        patient={patient}
        visitForm={visitForm}
        entry={entry}
        className={className}
        label={formatMessage({ id: 'client.requests.askMoreOf' }, { name: product })}
      >
        <FormattedMessage id="client.requests.askMore" />
      </RequestLink>
    </span>
  )
}

/** Returns a function that renders the link to repeat a medicine of a visit form; false if the practice accepts no repeats. */
export function useRepeatOf({ uuid, patientUuid }: { uuid: string; patientUuid?: string | undefined }) {
  return (
    useAcceptsRequest('REPEAT_MEDICINE') &&
    ((product: string) => <RepeatMedicineLink medicine={{ product, visitForm: uuid }} patient={patientUuid} />)
  )
}

/** Links to request another time or a cancellation of an appointment; nothing if the practice does not accept them. */
function AppointmentLinks({ appointment, name }: { appointment: Appointment; name: string }) {
  const intl = useIntl()
  const search = { kind: 'APPOINTMENT', appointment: appointment.uuid, patient: appointment.patientUuids[0] } as const
  return (
    <>
      <RequestLink {...search} wish="MOVE" label={intl.formatMessage({ id: 'client.appointments.moveThis' }, { name })}>
        <FormattedMessage id="client.appointments.move" />
      </RequestLink>
      <RequestLink
        {...search}
        wish="CANCEL"
        variant="ghost"
        label={intl.formatMessage({ id: 'client.appointments.cancelThis' }, { name })}
      >
        <FormattedMessage id="client.appointments.cancel" />
      </RequestLink>
    </>
  )
}

export const appointmentLinks = (appointment: Appointment, name: string) => (
  <AppointmentLinks appointment={appointment} name={name} />
)

/** Whether the user may send a request of a kind, or of any kind. Staff who view a client may not. */
export function useAcceptsRequest(kind?: RequestKind): boolean {
  const practiceId = usePortal(({ session, activePracticeId }) => (session?.practiceId ? null : activePracticeId)) ?? ''
  const canRequest = useCan('requests') && practiceId !== ''
  const { data: terms } = useQuery({ ...requestTermQueries.of(practiceId), enabled: canRequest })
  const client = useOwnClient(practiceId)
  if (!canRequest || client?.locked) return false
  const kinds = terms?.kinds ?? []
  return kind ? kinds.includes(kind) : kinds.length > 0
}
