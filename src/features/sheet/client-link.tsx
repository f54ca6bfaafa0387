import { useRouter, type RegisteredRouter, Link } from '@tanstack/react-router'
import { type MouseEvent, type ReactNode, createContext, use } from 'react'
import { useIntl } from 'react-intl'
import { useCan } from '#src/api/capabilities.ts'
import type { ListedClient } from '#src/api/clients.ts'
import { clientName, ClientDetails, LeadName } from '#src/features/clients/client-name.tsx'
import { ABSENT, DetailCell, LeadCell, RoomCell } from '#src/ui/data/table.tsx'
import { createLazyModule } from '#src/lib/lazy-module.tsx'
import { portalState } from '#src/lib/store.ts'
import { rememberViewed } from '#src/session/viewing.ts'
import type { PracticeRequest } from '#contract/schemas/request.ts'
import { ALL } from '#src/api/request-search.ts'

/** Link to a client's sheet; a plain link, because a list has many. */
export function ClientLink({ client, children }: { client: ListedClient; children: ReactNode }) {
  const router = useRouter()
  const intl = useIntl()
  const name = clientName(client, intl)
  // The accessible name contains the visible text.
  const label = name.includes(client.lastName) ? name : `${client.lastName}, ${name}`
  function press(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void openClientSheet(router, client.uuid)
  }
  return (
    <a href={`?client=${encodeURIComponent(client.uuid)}`} aria-label={label} onClick={press}>
      {children}
    </a>
  )
}

/** Renders a note about a client in the rows of a list. */
export const ClientNote = createContext<((client: ListedClient) => ReactNode) | undefined>(undefined)

interface ClientCellsProps {
  client: ListedClient
  /** False for a row whose name opens nothing. */
  linked?: boolean
}

/** Cells that name a client in a row; the name opens the client's sheet. */
export function ClientCells({ client, linked = true }: ClientCellsProps) {
  const { companyName, callName, firstName, apart } = client
  const name = <LeadName client={client} />
  const hasDetails = [companyName, callName, firstName, apart].some((text) => text?.trim())
  return (
    <>
      <LeadCell>{linked ? <ClientLink client={client}>{name}</ClientLink> : name}</LeadCell>
      <DetailCell>
        {hasDetails ? <ClientDetails client={client} /> : ABSENT}
        {use(ClientNote)?.(client)}
      </DetailCell>
      <RoomCell>{client.clientNumber}</RoomCell>
      <RoomCell>{client.city}</RoomCell>
    </>
  )
}

export const ClientSheet = createLazyModule(async () => (await import('./client-sheet.tsx')).ClientSheet)

/** Opens the sheet of a client over the page of the clinic's area that is on screen. */
export const openClientSheet = (router: RegisteredRouter, clientId: string): Promise<void> =>
  ClientSheet.openAfterImport(() => {
    rememberViewed(portalState().session?.userId ?? null, clientId)
    void router.navigate({
      to: '.',
      search: (now) => ({ ...now, client: clientId }),
      state: { sheet: true },
      resetScroll: false,
    })
  })

/** Goes back to the page where the sheet was opened, or to the page below it if the user entered its URL. */
export function closeClientSheet(router: RegisteredRouter): void {
  if (router.history.location.state.sheet) return router.history.back()
  void router.navigate({
    to: '.',
    search: (now) => ({ ...now, client: undefined }),
    replace: true,
    resetScroll: false,
  })
}

interface RequestClientProps {
  request: PracticeRequest
}

/** Client and animal of a request, with links to the client's sheet and to other requests about the animal. */
export function RequestClient({ request }: RequestClientProps) {
  return (
    <>
      <RecordClient record={request} />
      {request.patientName && (
        <>
          {' · '}
          <Animal request={request} />
        </>
      )}
    </>
  )
}

interface RecordClientProps {
  record: { clientUuid: string; clientName: string }
}

/** Client of a request or an estimate, with a link to the client's sheet. */
export function RecordClient({ record: { clientUuid, clientName } }: RecordClientProps) {
  const intl = useIntl()
  const name = clientName.trim() || intl.formatMessage({ id: 'core.text.notAvailable' })
  return <ClientLink client={{ uuid: clientUuid, locked: false, lastName: name }}>{name}</ClientLink>
}

interface VisitLinkProps {
  appointmentId: string
  children: ReactNode
}

/** Link of staff to the visit of an appointment; only its text on an API without visits. */
export function VisitLink({ appointmentId, children }: VisitLinkProps) {
  if (!useCan('visits')) return children
  return (
    <Link to="/admin/visits/$appointmentId" params={{ appointmentId }}>
      {children}
    </Link>
  )
}

function Animal({ request: { patientUuid, patientName } }: RequestClientProps) {
  return patientUuid ? (
    <Link to="/admin/requests" search={{ state: ALL, patient: patientUuid }}>
      {patientName}
    </Link>
  ) : (
    patientName
  )
}
