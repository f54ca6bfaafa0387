import { queryOptions } from '@tanstack/react-query'
import { countsFor } from '#contract/request-turn.ts'
import type { PortalRequest } from '#contract/schemas/request.ts'
import { SPECIFIED } from './all-pages.ts'
import { can } from './capabilities.ts'
import { clientKey } from './scope.ts'

/**
 * Requests that wait for the owner, or have an unread answer, among the newest page. For the first page, whose code is loaded
 * with the call.
 */
export const waitingRequestsQuery = (clientId: string) =>
  queryOptions({
    queryKey: clientKey(clientId, 'requests', 'waiting'),
    queryFn: async ({ client }): Promise<PortalRequest[]> => {
      if (!(await can(client, 'request-messages'))) return []
      const { getRequests } = await import('./requests.ts')
      const { content } = await getRequests(clientId, { page: 0, ...SPECIFIED }, { silent: true, isBackground: true })
      return content.filter((request) => countsFor('owner', request))
    },
  })
