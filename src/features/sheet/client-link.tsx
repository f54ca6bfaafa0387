import { useRouter, type RegisteredRouter, Link } from '@tanstack/react-router'
import { type MouseEvent, type ReactNode, createContext, use } from 'react'
import { useIntl } from 'react-intl'
import type { ListedClient } from '#src/api/clients.ts'
import { clientName, ClientDetails, LeadName } from '#src/features/clients/client-name.tsx'
import { ABSENT, DetailCell, LeadCell, RoomCell } from '#src/ui/data/table.tsx'
import { createLazyModule } from '#src/lib/lazy-module.tsx'
import type { PracticeRequest } from '#contract/schemas/request.ts'
import { ALL } from '#src/api/request-terms.ts'

/** The way to a client's sheet, which has an address; a plain link, for a list has many. */
export function ClientLink({ client, children }: { client: ListedClient; children: ReactNode }) {
  const router = useRouter()
  const intl = useIntl()
  const name = clientName(client, intl)
  // What is read out holds what is seen.
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

/** What the rows say of a client beside that, once it is here. */
export const ClientNote = createContext<((client: ListedClient) => ReactNode) | undefined>(undefined)

interface ClientCellsProps {
  client: ListedClient
  /** False for a row in which something else is chosen, or nothing yet. */
  linked?: boolean
}

/** Who a row is about, in either list; the name opens the client's sheet. */
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
  ClientSheet.openAfterImport(
    () =>
      void router.navigate({
        to: '.',
        search: (now) => ({ ...now, client: clientId }),
        state: { sheet: true },
        resetScroll: false,
      }),
  )

/** Back to where it was opened; where it was entered by its address, to the page below it. */
export function closeClientSheet(router: RegisteredRouter): void {
  if (router.history.location.state.sheet) return router.history.back()
  void router.navigate({
    to: '.',
    search: (now) => ({ ...now, client: undefined }),
    replace: true,
    resetScroll: false,
  })
}

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
