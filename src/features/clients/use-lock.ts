import { useQueryClient } from '@tanstack/react-query'
import { useIntl } from 'react-intl'
import { lockMutation } from '#src/api/client-mutations.ts'
import type { ListedClient } from '#src/api/disambiguate.ts'
import { showMessage } from '#src/lib/messages.ts'
import { showFailure } from '#src/lib/show-failure.ts'
import { clientName } from './client-name.tsx'
import { removedByOther } from './removed-by-other.ts'
import { useClientMutation } from './use-client-mutation.ts'

/** Locks and unlocks clients, one press at a time; the message takes it back. */
export function useLock(practiceId: string) {
  const queryClient = useQueryClient()
  const intl = useIntl()
  const { mutateAsync, isBusy, isUnderWay } = useClientMutation(lockMutation(queryClient, practiceId))

  async function setLocked(client: ListedClient, locked: boolean) {
    // One press, one act: what is pressed while it is being saved is the second half of the same.
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
