import { useQueryClient } from '@tanstack/react-query'
import { useIntl, FormattedMessage } from 'react-intl'
import { lockMutation } from '#src/api/client-mutations.ts'
import type { ListedClient } from '#src/api/clients.ts'
import { showMessage } from '#src/lib/messages.ts'
import { showFailure } from '#src/lib/report-error.ts'
import { clientName } from '#src/features/clients/client-name.tsx'
import { removedByOther, useClientMutation } from './client-mutation.ts'
import Lock from 'lucide-react/icons/lock'
import { Status } from '#src/ui/data/status.tsx'

/** Locks and unlocks clients, one change of a client at a time; the message offers to undo it. */
export function useLock(practiceId: string) {
  const queryClient = useQueryClient()
  const intl = useIntl()
  const { mutateAsync, isBusy, isUnderWay } = useClientMutation(lockMutation(queryClient, practiceId))

  async function setLocked(client: ListedClient, locked: boolean) {
    // A press during the save is the second press of a double click.
    if (isUnderWay(client.uuid)) return
    const name = clientName(client, intl)
    try {
      await mutateAsync({ clientId: client.uuid, locked })
      const done = locked ? 'admin.clients.lockedDone' : 'admin.clients.unlockedDone'
      showMessage('success', done, { name }, { undo: () => void setLocked(client, !locked) })
    } catch (error) {
      showFailure(error, removedByOther(name), {
        id: locked ? 'admin.clients.undone.locked' : 'admin.clients.undone.unlocked',
        values: { name },
      })
    }
  }

  return { isBusy, setLocked: (client: ListedClient, locked: boolean) => void setLocked(client, locked) }
}

export function LockedStatus() {
  return (
    <Status tone="bad" icon={Lock}>
      <FormattedMessage id="admin.clients.locked" />
    </Status>
  )
}
