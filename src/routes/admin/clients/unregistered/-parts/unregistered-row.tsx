import Check from 'lucide-react/icons/check'
import UserPlus from 'lucide-react/icons/user-plus'
import { useId, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useCan } from '#src/api/capabilities.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { Status } from '#src/ui/data/status.tsx'
import { ActionsCell, RowActions, StateCell } from '#src/ui/data/table.tsx'
import { clientName } from '#src/features/clients/client-name.tsx'
import { ClientCells } from '#src/features/sheet/client-link.tsx'
import type { ListedClient } from '#src/api/clients.ts'
import { LockedStatus } from '#src/features/access/lock.tsx'
import type { RegistrationState } from '#src/features/access/registration.tsx'
import { Spinner } from '#src/ui/feedback/spinner.tsx'
import styles from './unregistered-row.module.css'

interface UnregisteredRowProps {
  client: ListedClient
  registration: RegistrationState
  onRegister: () => void
}

export function UnregisteredRow({ client, registration, onRegister }: UnregisteredRowProps) {
  const intl = useIntl()
  const hintId = useId()
  const [hintShown, setHintShown] = useState(false)
  // Null means no e-mail address, which is required only by an API that sends invitations.
  const noEmail = useCan('invitations') && client.email === null
  const isDone = registration === 'done'
  const isUnderWay = registration === 'busy'
  return (
    <tr className={isDone || isUnderWay ? styles.past : undefined} aria-busy={isUnderWay || undefined}>
      <ClientCells client={client} />
      <StateCell>
        {isUnderWay && (
          <Status>
            <Spinner />
            <span>
              <FormattedMessage id="admin.clients.registering" />
            </span>
          </Status>
        )}
        {isDone && (
          <Status tone="ok" icon={Check}>
            <FormattedMessage id="admin.clients.registered" />
          </Status>
        )}
        {client.locked && registration === undefined && <LockedStatus />}
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
        {registration === 'conflict' && (
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
            busy={isUnderWay}
            // `aria-disabled` instead of `disabled`, so that the button keeps the focus and can explain itself.
            aria-disabled={noEmail || isDone || undefined}
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
