import { queryOptions } from '@tanstack/react-query'
import { can } from './capabilities.ts'
import { clientKey } from './scope.ts'

/**
 * First page of a client's estimates, for the menu and the first page of an owner. Its code is loaded with the call, because both need
 * it after the first paint. Null: the API has no estimates.
 */
export const listedEstimatesQuery = (clientId: string) =>
  queryOptions({
    queryKey: clientKey(clientId, 'estimates', 'listed'),
    queryFn: async ({ client }) => {
      if (!(await can(client, 'estimates'))) return null
      const { getEstimates } = await import('./estimates.ts')
      return getEstimates(clientId, 0, { silent: true, isBackground: true })
    },
  })
