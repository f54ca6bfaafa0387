import type { ClientListItem } from '#contract/client.ts'
import { DetailCell, LeadCell } from '#src/ui/table.tsx'
import { ClientDetails } from './client-details.tsx'
import { LastName } from './last-name.tsx'

/** Who a row is about, in either list. */
export function ClientCells({ client }: { client: ClientListItem }) {
  return (
    <>
      <LeadCell>
        <LastName>{client.lastName}</LastName>
      </LeadCell>
      <DetailCell>
        <ClientDetails client={client} />
      </DetailCell>
    </>
  )
}
