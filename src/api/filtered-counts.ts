import { queryOptions } from '@tanstack/react-query'
import type { Capability } from '#contract/capabilities.ts'
import { can } from './capabilities.ts'
import { getClients } from './client-lists.ts'
import { type ClientSearch, NO_CLIENT_SEARCH } from './clients.ts'
import { countOf } from './pages.ts'
import { clientListsKey } from './scope.ts'

/** Number of registered clients that match a filter; null if the API lacks the capability. */
const countBy = (practiceId: string, capability: Capability, filter: Partial<ClientSearch>) =>
  queryOptions({
    queryKey: clientListsKey(practiceId, 'registered', capability),
    queryFn: async ({ client: queryClient, signal }) => {
      if (!(await can(queryClient, capability))) return null
      return getClients(queryClient, 'registered', practiceId, { ...NO_CLIENT_SEARCH, ...filter }, 1, {
        signal,
        silent: true,
      })
    },
    select: (page) => page && countOf(page),
  })

export const filteredCountQueries = {
  locked: (practiceId: string) => countBy(practiceId, 'locked-filter', { locked: true }),
  activated: (practiceId: string) => countBy(practiceId, 'invitations', { state: 'activated' }),
}
