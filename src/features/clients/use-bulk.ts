import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ClientListItem } from '#src/api/clients.ts'
import type { MessageId } from '#src/lib/intl.tsx'
import { useCan } from '#src/api/capabilities.ts'
import { tellPutOff } from '#src/features/tell-put-off.ts'
import { showMessage } from '#src/lib/messages.ts'
import { useUnmount } from '#src/lib/use-unmount.ts'
import { clientListsKey } from '#src/api/scope.ts'
import { type BulkAction, type BulkRun, type BulkState, failedOf, startBulk } from './bulk-run.ts'

const DONE = {
  register: 'admin.bulk.registerDone',
  invite: 'admin.bulk.inviteDone',
  lock: 'admin.bulk.lockDone',
  unlock: 'admin.bulk.unlockDone',
  delete: 'admin.bulk.deleteDone',
} as const satisfies Record<BulkAction, MessageId>

/** One run at a time, and what became of the last one. `onEnd` hears what has been done. */
export function useBulk(practiceId: string, onEnd: (state: BulkState) => void) {
  const queryClient = useQueryClient()
  const invites = useCan('invitations')
  const [state, setState] = useState<BulkState | null>(null)
  const run = useRef<BulkRun>(null)
  // UnsavedChanges has asked before, unless the session ended.
  useUnmount(() => run.current?.stop())

  async function start(action: BulkAction, clients: readonly ClientListItem[]) {
    let last: BulkState | undefined
    const started = startBulk({ action, clients, practiceId, invites }, (next) => setState((last = next)))
    run.current = started
    if (!(await started.ended) || !last) return
    // Once for the whole run, which is of many calls.
    void queryClient.invalidateQueries({ queryKey: clientListsKey(practiceId) })
    tell(last, invites)
    if (action === 'register' || action === 'invite') void tellPutOff(queryClient, practiceId)
    onEnd(last)
  }

  return { state, run, start: (...what: Parameters<typeof start>) => void start(...what), close: () => setState(null) }
}

/** One message for all of them. */
function tell(state: BulkState, invites: boolean) {
  const { action, done, total, stopped } = state
  const count = done.size
  const failed = failedOf(state).length
  if (failed > 0) showMessage('warning', 'admin.bulk.partly', { count, failed })
  else if (stopped) showMessage('info', 'admin.bulk.stopped', { count, total })
  else if (total > 0) showMessage('success', DONE[action], { count, mail: invites ? 'sent' : 'none' })
}
