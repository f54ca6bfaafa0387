import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import type { ClientListItem } from '#contract/client.ts'
import { showMessage } from '#src/lib/messages.ts'
import { reportUnforeseen } from '#src/lib/report-error.ts'
import { clientName } from './client-name.tsx'
import { clientMutations, isAddressTaken } from '#src/api/client-mutations.ts'
import type { ListedClient } from '#src/api/disambiguate.ts'

/** For a list of which clients are registered one by one. A row leaves it before its client is done, so this is not the row's. */
export function useRegistration(practiceId: string) {
  const intl = useIntl()
  const { mutateAsync } = useMutation(clientMutations.register(useQueryClient(), practiceId))
  const registering = useMutationState({
    filters: { mutationKey: clientMutations.registerKey(practiceId), status: 'pending' },
    select: ({ state }) => (state.variables as ClientListItem).uuid,
  })
  const [conflicts, setConflicts] = useState<ReadonlySet<string>>(new Set())

  async function register(client: ListedClient) {
    try {
      await mutateAsync(client)
      showMessage('success', 'admin.clients.registeredDone', { name: clientName(client, intl) })
    } catch (error) {
      if (isAddressTaken(error)) setConflicts((known) => new Set(known).add(client.uuid))
      else reportUnforeseen(error)
    }
  }

  return {
    register: (client: ListedClient) => void register(client),
    isBusy: ({ uuid }: ListedClient) => registering.includes(uuid),
    /** Another client of the practice uses the address already. */
    isConflict: ({ uuid }: ListedClient) => conflicts.has(uuid),
  }
}
