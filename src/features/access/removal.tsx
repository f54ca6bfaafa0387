import { useQueryClient } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import { clientMutations } from '#src/api/client-mutations.ts'
import type { ListedClient } from '#src/api/clients.ts'
import { clientName } from '#src/features/clients/client-name.tsx'
import { useClientMutation, removedByOther } from './client-mutation.ts'
import { showMessage } from '#src/lib/messages.ts'
import { showFailure } from '#src/lib/report-error.ts'
import { ConfirmDialog } from '#src/ui/feedback/dialog.tsx'
import { useCan } from '#src/api/capabilities.ts'
import { undoRemovalOf, type Undone } from '#src/api/removals.ts'
import { useIsClinicAdmin } from '#src/lib/store.ts'
import { UNDO_DAYS } from '#contract/client.ts'

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

/** Undoes the removal of a client; undefined for who may not, and where it cannot be done. */
export function useUndoRemoval(practiceId: string): ((clientId: string) => void) | undefined {
  const queryClient = useQueryClient()
  const isAdmin = useIsClinicAdmin()
  const [canUndo, canFind] = [useCan('undo-removals'), useCan('audit-search')]
  if (!isAdmin || !canUndo || !canFind) return undefined
  async function undo(clientId: string) {
    try {
      const undone = await undoRemovalOf(queryClient, practiceId, clientId)
      if (undone) tellUndone(undone)
      else showMessage('warning', 'admin.undo.past')
    } catch (error) {
      showFailure(error, PAST)
    }
  }
  return (clientId) => void undo(clientId)
}

/** What a refusal to undo says, by its code: it is too late. */
export const PAST = { 'not-undoable': { id: 'admin.undo.past' }, 'not-found': { id: 'admin.undo.past' } } as const

/** What undoing a removal came to. */
export function tellUndone({ records, restored, otherAccount, left }: Undone): void {
  if (left > 0) showMessage('warning', 'admin.undo.partly', { count: restored, left })
  else if (otherAccount > 0)
    showMessage('warning', 'admin.undo.otherAccount', { count: restored, others: otherAccount })
  else if (records > 0) showMessage('success', 'admin.undo.recordsDone', { count: records })
  else if (restored > 0) showMessage('success', 'admin.undo.done', { count: restored })
  else showMessage('info', 'admin.undo.before')
}

/** In the question before clients are removed: that it can be undone, and for how long. */
export function RemovalHint() {
  if (!useCan('undo-removals')) return null
  return (
    <p>
      <FormattedMessage id="admin.clients.deleteUndo" values={{ days: UNDO_DAYS }} />
    </p>
  )
}
