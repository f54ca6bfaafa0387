import { useQueryClient } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import { clientMutations } from '#src/api/client-mutations.ts'
import type { ListedClient } from '#src/api/disambiguate.ts'
import { clientName } from './client-name.tsx'
import { useClientMutation } from './use-client-mutation.ts'
import { showMessage } from '#src/lib/messages.ts'
import { showFailure } from '#src/lib/show-failure.ts'
import { ConfirmDialog } from '#src/ui/feedback/dialog.tsx'
import { removedByOther } from './removed-by-other.ts'
import { RemovalHint } from './removal-hint.tsx'
import { useUndoRemoval } from './use-undo-removal.ts'

interface DeleteDialogProps {
  practiceId: string
  client: ListedClient
  /** Also when the client is gone, which may be long after this was closed. */
  onClose: (client: ListedClient) => void
}

export function DeleteDialog({ practiceId, client, onClose }: DeleteDialogProps) {
  const queryClient = useQueryClient()
  const intl = useIntl()
  const { mutateAsync, isBusy, isUnderWay } = useClientMutation(clientMutations.remove(queryClient, practiceId))
  const name = clientName(client, intl)
  const undo = useUndoRemoval(practiceId)

  async function remove() {
    if (isUnderWay(client.uuid)) return
    try {
      await mutateAsync(client.uuid)
      showMessage('success', 'admin.clients.deletedDone', { name }, { undo: undo && (() => undo(client.uuid)) })
    } catch (error) {
      showFailure(error, removedByOther(name), { id: 'admin.clients.undone.deleted', values: { name } })
    } finally {
      onClose(client)
    }
  }

  return (
    <ConfirmDialog
      title={<FormattedMessage id="admin.clients.deleteTitle" values={{ name }} />}
      confirmLabel={<FormattedMessage id="admin.clients.delete" />}
      variant="danger"
      busy={isBusy(client.uuid)}
      onConfirm={() => void remove()}
      onClose={() => onClose(client)}
    >
      <p>
        <FormattedMessage id="admin.clients.deleteText" values={{ name }} />
      </p>
      <RemovalHint />
    </ConfirmDialog>
  )
}
