import { UserPlus } from 'lucide-react'
import { useId } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { ClientListItem } from '#contract/client.ts'
import { Button } from '#src/ui/button.tsx'
import { Status } from '#src/ui/status.tsx'
import { ActionsCell, RowActions, StateCell } from '#src/ui/table.tsx'
import { ClientCells } from './client-cells.tsx'
import { clientName } from './client-name.ts'

interface UnregisteredRowProps {
  client: ClientListItem
  busy: boolean
  /** Another client of the practice uses the address already. */
  conflict: boolean
  onRegister: () => void
}

export function UnregisteredRow({ client, busy, conflict, onRegister }: UnregisteredRowProps) {
  const intl = useIntl()
  const hintId = useId()
  // Only null says that there is none; an API that leaves it out may well know one.
  const noEmail = client.email === null
  return (
    <tr>
      <ClientCells client={client} />
      <StateCell>
        {noEmail && (
          <>
            <Status tone="warn">
              <FormattedMessage id="admin.clients.noEmail" />
            </Status>
            <span id={hintId} className="hidden-text">
              <FormattedMessage id="admin.clients.noEmailHint" />
            </span>
          </>
        )}
        {conflict && (
          <Status tone="bad">
            <FormattedMessage id="admin.clients.conflict" />
          </Status>
        )}
      </StateCell>
      <ActionsCell>
        <RowActions>
          <Button
            variant="secondary"
            icon={UserPlus}
            busy={busy}
            disabled={noEmail}
            title={noEmail ? intl.formatMessage({ id: 'admin.clients.noEmailHint' }) : undefined}
            aria-label={intl.formatMessage({ id: 'admin.clients.registerName' }, { name: clientName(client, intl) })}
            aria-describedby={noEmail ? hintId : undefined}
            onClick={onRegister}
          >
            <FormattedMessage id="admin.clients.register" />
          </Button>
        </RowActions>
      </ActionsCell>
    </tr>
  )
}
