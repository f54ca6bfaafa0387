import { type ReactNode, createContext, use } from 'react'
import type { ListedClient } from '#src/api/disambiguate.ts'
import { ABSENT, DetailCell, LeadCell, RoomCell } from '#src/ui/data/table.tsx'
import { ClientLink } from './client-link.tsx'
import { ClientDetails, LeadName } from './client-name.tsx'

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
