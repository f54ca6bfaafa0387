import { type UseMutationOptions, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { idOf, isMutationPending } from '#src/api/client-mutations.ts'

type Keyed<Answer, Variables, Context> = UseMutationOptions<Answer, Error, Variables, Context> &
  Required<Pick<UseMutationOptions, 'mutationKey'>>

/** A mutation of clients with its busy state by client, also of one that was started elsewhere. */
export function useClientMutation<Answer, Variables, Context>(options: Keyed<Answer, Variables, Context>) {
  const queryClient = useQueryClient()
  const { mutateAsync } = useMutation(options)
  const { mutationKey } = options
  const busy = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => idOf(state),
  })
  return {
    mutateAsync,
    isBusy: (clientId: string) => busy.includes(clientId),
    isAnyBusy: busy.length > 0,
    /** Known before the next render, because a second press may come earlier. */
    isUnderWay: (clientId: string) => isMutationPending(queryClient, mutationKey, clientId),
  }
}

/** Messages, by problem code, about a client whom a colleague has removed from the portal meanwhile. */
export function removedByOther(name: string) {
  const sentence = { id: 'admin.clients.removedByOther', values: { name } } as const
  return { 'not-found': sentence, conflict: sentence }
}
