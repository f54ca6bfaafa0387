import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { clientName } from '#src/features/clients/client-name.tsx'
import { ClientCells } from '#src/features/sheet/client-link.tsx'
import type { ListedClient } from '#src/api/clients.ts'
import { viewedClientsQuery } from '#src/api/single-clients.ts'
import { LockedStatus } from '#src/features/access/lock.tsx'
import { useViewAs } from '#src/features/access/view-as.ts'
import { dropLastViewed, lastViewed } from '#src/session/viewing.ts'
import { usePortal } from '#src/lib/store.ts'
import { Button, linkButtonClass } from '#src/ui/forms/button.tsx'
import { Panel, PanelHead } from '#src/ui/layout/panel.tsx'
import { Spinner } from '#src/ui/feedback/spinner.tsx'
import { ActionsCell, LeadCell, RowActions, StateCell, Table } from '#src/ui/data/table.tsx'

/** Clients whom this member of staff viewed last, on this device. */
export function LastViewed({ practiceId }: { practiceId: string }) {
  const userId = usePortal(({ session }) => session?.userId ?? null)
  const [clientIds] = useState(() => lastViewed(userId))
  const { data: clients } = useQuery(
    viewedClientsQuery(practiceId, clientIds, (clientId) => dropLastViewed(userId, clientId)),
  )
  // Rows that are loading reserve their space.
  const waiting = clients ? [] : clientIds
  if (clients?.length === 0 || clientIds.length === 0) return null
  return (
    <Panel as="section" aria-labelledby="last-viewed">
      <PanelHead>
        <h2 id="last-viewed">
          <FormattedMessage id="admin.dashboard.lastViewed" />
        </h2>
        <Link to="/admin/clients/registered" className={linkButtonClass}>
          <FormattedMessage id="admin.dashboard.allClients" />
        </Link>
      </PanelHead>
      <Table label={<FormattedMessage id="admin.dashboard.lastViewed" />}>
        {waiting.map((clientId) => (
          <tr key={clientId} aria-busy="true">
            <LeadCell>
              <Spinner />
            </LeadCell>
          </tr>
        ))}
        {clients?.map((client) => (
          <ViewedRow key={client.uuid} client={client} />
        ))}
      </Table>
    </Panel>
  )
}

function ViewedRow({ client }: { client: ListedClient }) {
  const viewAs = useViewAs()
  const intl = useIntl()
  return (
    <tr>
      <ClientCells client={client} />
      <StateCell>{client.locked && <LockedStatus />}</StateCell>
      <ActionsCell>
        <RowActions>
          <Button
            variant="ghost"
            aria-label={intl.formatMessage({ id: 'admin.clients.impersonateName' }, { name: clientName(client, intl) })}
            onClick={() => viewAs(client.uuid)}
          >
            <FormattedMessage id="admin.clients.impersonate" />
          </Button>
        </RowActions>
      </ActionsCell>
    </tr>
  )
}
