import { FormattedMessage, useIntl } from 'react-intl'
import type { ListedClient } from '#src/api/clients.ts'
import { usePortal } from '#src/lib/store.ts'
import { clientName } from '#src/features/clients/client-name.tsx'
import { ConfirmDialog } from '#src/ui/feedback/dialog.tsx'

interface RegistrationDialogProps {
  client: ListedClient
  onConfirm: () => void
  onClose: () => void
}

/** Asks before a registration that sends a mail or lifts a lock. */
export function RegistrationDialog({ client, ...dialog }: RegistrationDialogProps) {
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
