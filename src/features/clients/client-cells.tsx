import { DetailCell, LeadCell } from '#src/ui/data/table.tsx'
import { ClientDetails } from './client-details.tsx'
import { LastName } from './last-name.tsx'
import type { ListedClient } from '#src/api/disambiguate.ts'

/** Who a row is about, in either list. */
export function ClientCells({ client }: { client: ListedClient }) {
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
