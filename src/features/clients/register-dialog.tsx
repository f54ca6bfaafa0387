import { FormattedMessage, useIntl } from 'react-intl'
import type { ListedClient } from '#src/api/disambiguate.ts'
import { usePortal } from '#src/lib/store.ts'
import { ConfirmDialog } from '#src/ui/feedback/dialog.tsx'
import { clientName } from './client-name.tsx'

interface RegisterDialogProps {
  client: ListedClient
  onConfirm: () => void
  onClose: () => void
}

/** Says that registering sends a mail, and what becomes of a lock. */
export function RegisterDialog({ client, ...dialog }: RegisterDialogProps) {
  const intl = useIntl()
  const isKnown = usePortal(({ knowsOfInvitation }) => knowsOfInvitation)
  const name = clientName(client, intl)
  return (
    <ConfirmDialog
      title={<FormattedMessage id="admin.ssoHandoff.title" values={{ name }} />}
      confirmLabel={<FormattedMessage id="admin.clients.register" />}
      variant="primary"
      {...dialog}
    >
      {client.locked && (
        <p>
          <FormattedMessage id="admin.clients.registerLocked" values={{ name }} />
        </p>
      )}
      <p>
        <FormattedMessage id="admin.clients.registerMail" values={{ name, email: client.email ?? 'none' }} />
      </p>
      {!isKnown && (
        <p className="muted small">
          <FormattedMessage id="admin.clients.registerOnce" />
        </p>
      )}
    </ConfirmDialog>
  )
}
