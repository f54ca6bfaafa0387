import Check from 'lucide-react/icons/check'
import { FormattedMessage, useIntl } from 'react-intl'
import { useCan } from '#src/api/capabilities.ts'
import { Checkbox } from '#src/ui/forms/checkbox.tsx'
import { Status } from '#src/ui/data/status.tsx'
import { PickCell, StateCell } from '#src/ui/data/table.tsx'
import { clientName } from './client-name.tsx'
import { ClientCells } from './client-cells.tsx'
import { InvitationStatus } from './invitation.tsx'
import type { ListedClient } from '#src/api/disambiguate.ts'
import { LockedStatus } from './locked-status.tsx'

interface BulkRowProps {
  client: ListedClient
  checked: boolean
  disabled: boolean
  /** By the run that is under way. */
  done: boolean
  onChange: (on: boolean) => void
}

export function BulkRow({ client, done, ...box }: BulkRowProps) {
  const intl = useIntl()
  const invites = useCan('invitations')
  return (
    <tr data-pick="">
      <PickCell>
        <Checkbox
          {...box}
          aria-label={intl.formatMessage({ id: 'admin.bulk.row' }, { name: clientName(client, intl) })}
        />
      </PickCell>
      <ClientCells client={client} linked={false} />
      <StateCell>
        {done ? (
          <Status tone="ok" icon={Check}>
            <FormattedMessage id="admin.bulk.done" />
          </Status>
        ) : (
          <>
            {client.locked ? <LockedStatus /> : <InvitationStatus client={client} />}
            {invites && client.email === null && (
              <Status tone="warn">
                <FormattedMessage id="admin.clients.noEmail" />
              </Status>
            )}
          </>
        )}
      </StateCell>
    </tr>
  )
}
