import { queryOptions } from '@tanstack/react-query'
import { findClient } from './clients.ts'
import { disambiguate } from './disambiguate.ts'
import { clientListsKey } from './scope.ts'

/**
 * Of those that were viewed, rows of the clinic's: they stay when a client's data is dropped. One that cannot be had is left
 * out; `onGone` hears of one that is no longer on the portal.
 */
export const viewedClientsQuery = (
  practiceId: string,
  clientIds: readonly string[],
  onGone: (clientId: string) => void,
) =>
  queryOptions({
    queryKey: clientListsKey(practiceId, 'viewed', ...clientIds),
    queryFn: async ({ signal }) => {
      const answers = await Promise.allSettled(clientIds.map((id) => findClient(id, { signal, silent: true })))
      return answers.flatMap((answer, index) => {
        if (answer.status === 'rejected') return []
        if (answer.value && answer.value.registered !== false) return [answer.value]
        onGone(clientIds[index]!)
        return []
      })
    },
    select: disambiguate,
    gcTime: 0,
  })
