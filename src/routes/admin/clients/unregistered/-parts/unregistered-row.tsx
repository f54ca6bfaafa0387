import { UserPlus } from 'lucide-react'
import { useId, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Button } from '#src/ui/forms/button.tsx'
import { Status } from '#src/ui/data/status.tsx'
import { ActionsCell, RowActions, StateCell } from '#src/ui/data/table.tsx'
import { ClientCells, clientName } from '#src/features/clients/client-name.tsx'
import type { ListedClient } from '#src/api/disambiguate.ts'

interface UnregisteredRowProps {
  client: ListedClient
  busy: boolean
  /** Another client of the practice uses the address already. */
  conflict: boolean
  onRegister: () => void
}

export function UnregisteredRow({ client, busy, conflict, onRegister }: UnregisteredRowProps) {
  const intl = useIntl()
  const hintId = useId()
  const [hintShown, setHintShown] = useState(false)
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
            <p id={hintId} className={hintShown ? 'muted' : 'hidden-text'}>
              <FormattedMessage id="admin.clients.noEmailHint" />
            </p>
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
            // In reach all the same, so that it can say why it does nothing.
            aria-disabled={noEmail || undefined}
            title={noEmail ? intl.formatMessage({ id: 'admin.clients.noEmailHint' }) : undefined}
            aria-label={intl.formatMessage({ id: 'admin.clients.registerName' }, { name: clientName(client, intl) })}
            aria-describedby={noEmail ? hintId : undefined}
            onClick={noEmail ? () => setHintShown(true) : onRegister}
          >
            <FormattedMessage id="admin.clients.register" />
          </Button>
        </RowActions>
      </ActionsCell>
    </tr>
  )
}
