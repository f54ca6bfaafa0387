import { Link } from '@tanstack/react-router'
import { useIntl } from 'react-intl'
import type { PracticeRequest } from '#contract/schemas/request.ts'
import { ALL } from '#src/api/request-search.ts'
import { ClientLink } from './client-link.tsx'

interface WhoProps {
  request: PracticeRequest
}

/** Whose request it is and about which animal, with the ways to the client's sheet and to what else was asked about the animal. */
export function Who({ request }: WhoProps) {
  return (
    <>
      <Client request={request} />
      {request.patientName && (
        <>
          {' · '}
          <Animal request={request} />
        </>
      )}
    </>
  )
}

function Client({ request: { clientUuid, clientName } }: WhoProps) {
  const intl = useIntl()
  const name = clientName.trim() || intl.formatMessage({ id: 'core.text.notAvailable' })
  return <ClientLink client={{ uuid: clientUuid, locked: false, lastName: name }}>{name}</ClientLink>
}

function Animal({ request: { patientUuid, patientName } }: WhoProps) {
  return patientUuid ? (
    <Link to="/admin/requests" search={{ state: ALL, patient: patientUuid }}>
      {patientName}
    </Link>
  ) : (
    patientName
  )
}
