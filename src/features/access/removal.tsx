import { useQueryClient } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import { registrationMutations } from '#src/api/registrations.ts'
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
  /** Also called when the client is removed, which may be long after the dialog was closed. */
  onClose: (client: ListedClient) => void
}

export function DeleteDialog({ practiceId, client, onClose }: DeleteDialogProps) {
  const queryClient = useQueryClient()
  const intl = useIntl()
  const { mutateAsync, isBusy, isUnderWay } = useClientMutation(registrationMutations.remove(queryClient, practiceId))
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

/** Undoes the removal of a client; undefined without the right or the capability. */
export function useUndoRemoval(practiceId: string): ((clientId: string) => void) | undefined {
  const queryClient = useQueryClient()
  const isAdmin = useIsClinicAdmin()
  const [canUndo, canFind] = [useCan('undo-removals'), useCan('audit-search')]
  if (!isAdmin || !canUndo || !canFind) return undefined
  async function undo(clientId: string) {
    try {
      const undone = await undoRemovalOf(queryClient, practiceId, clientId)
      if (undone) showUndone(undone)
      else showMessage('warning', 'admin.undo.past')
    } catch (error) {
      showFailure(error, PAST)
    }
  }
  return (clientId) => void undo(clientId)
}

/** Messages, by problem code, about an undo that is too late. */
export const PAST = { 'not-undoable': { id: 'admin.undo.past' }, 'not-found': { id: 'admin.undo.past' } } as const

/** Shows the result of undoing a removal. */
export function showUndone({ records, restored, otherAccount, left }: Undone): void {
  if (left > 0) showMessage('warning', 'admin.undo.partly', { count: restored, left })
  else if (otherAccount > 0)
    showMessage('warning', 'admin.undo.otherAccount', { count: restored, others: otherAccount })
  else if (records > 0) showMessage('success', 'admin.undo.recordsDone', { count: records })
  else if (restored > 0) showMessage('success', 'admin.undo.done', { count: restored })
  else showMessage('info', 'admin.undo.before')
}

/** Text of the confirmation that says how long a removal can be undone. */
export function RemovalHint() {
  if (!useCan('undo-removals')) return null
  return (
    <p>
      <FormattedMessage id="admin.clients.deleteUndo" values={{ days: UNDO_DAYS }} />
    </p>
  )
}
