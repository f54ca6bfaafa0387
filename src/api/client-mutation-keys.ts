import type { MutationState, QueryClient, QueryKey } from '@tanstack/react-query'
import { practiceKey } from './scope.ts'

// Apart from the mutations, which come with what somebody presses: a list shows at once what is under way.
export const clientMutationKeys = {
  register: (practiceId: string) => practiceKey(practiceId, 'register'),
  remove: (practiceId: string) => practiceKey(practiceId, 'remove'),
  removeAll: (practiceId: string) => practiceKey(practiceId, 'remove-all'),
  lock: (practiceId: string) => practiceKey(practiceId, 'lock'),
}

/** The client that a mutation is about. */
export function idOf({ variables }: MutationState): unknown {
  if (typeof variables !== 'object' || variables === null) return variables
  return 'uuid' in variables ? variables.uuid : 'clientId' in variables ? variables.clientId : undefined
}

/**
 * Whether a mutation has not ended yet; of this client, if one is named. At once: what a hook knows comes with the next render,
 * and a second press may be earlier.
 */
export const isUnderWay = (queryClient: QueryClient, mutationKey: QueryKey, clientId?: string): boolean =>
  queryClient.isMutating({
    mutationKey,
    predicate: ({ state }) => clientId === undefined || idOf(state) === clientId,
  }) > 0
