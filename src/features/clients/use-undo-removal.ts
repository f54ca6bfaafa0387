import { useQueryClient } from '@tanstack/react-query'
import { isClinicAdmin } from '#contract/roles.ts'
import { useCan } from '#src/api/capabilities.ts'
import { undoRemovalOf } from '#src/api/removals.ts'
import { showMessage } from '#src/lib/messages.ts'
import { showFailure } from '#src/lib/show-failure.ts'
import { usePortal } from '#src/lib/store.ts'
import { PAST, tellUndone } from './tell-undone.ts'

/** Undoes the removal of a client; undefined for who may not, and where it cannot be done. */
export function useUndoRemoval(practiceId: string): ((clientId: string) => void) | undefined {
  const queryClient = useQueryClient()
  const isAdmin = usePortal(({ session }) => session !== null && isClinicAdmin(session))
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
