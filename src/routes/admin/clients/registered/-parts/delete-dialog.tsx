import { FormattedMessage, useIntl } from 'react-intl'
import { ConfirmDialog } from '#src/ui/feedback/dialog.tsx'
import { clientName } from '#src/features/clients/client-name.tsx'
import type { ListedClient } from '#src/api/disambiguate.ts'

interface DeleteDialogProps {
  client: ListedClient
  busy: boolean
  onConfirm: () => void
  onClose: () => void
}

export function DeleteDialog({ client, ...rest }: DeleteDialogProps) {
  const intl = useIntl()
  const name = clientName(client, intl)
  return (
    <ConfirmDialog
      title={<FormattedMessage id="admin.clients.deleteTitle" values={{ name }} />}
      confirmLabel={<FormattedMessage id="admin.clients.delete" />}
      variant="danger"
      {...rest}
    >
      <FormattedMessage id="admin.clients.deleteText" values={{ name }} />
    </ConfirmDialog>
  )
}
