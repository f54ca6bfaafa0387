import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Page } from '#contract/paging.ts'
import { isRecord } from '#contract/values.ts'
import { type Client, type ClientListItem, findClient } from './clients.ts'
import { disambiguate } from './namesakes.ts'
import { clientListsKey } from './scope.ts'

// Single clients, as staff see them.

/**
 * Rows of clients that were viewed, kept when the data of a client are removed. A client that cannot be fetched is left out; `onGone`
 * gets the id of one that is no longer registered.
 */
export const viewedClientsQuery = (
  practiceId: string,
  clientIds: readonly string[],
  onGone: (clientId: string) => void,
) =>
  queryOptions({
    queryKey: clientListsKey(practiceId, 'viewed', ...clientIds),
    queryFn: async ({ signal }) => {
      const results = await Promise.allSettled(
        clientIds.map(async (id) => ({ id, client: await findClient(id, { signal, silent: true }) })),
      )
      return results.flatMap((result) => {
        if (result.status === 'rejected') return []
        const { id, client } = result.value
        if (client && client.registered !== false) return [client]
        onGone(id)
        return []
      })
    },
    select: disambiguate,
    gcTime: 0,
  })

const isPage = (data: unknown): data is Page<ClientListItem> => isRecord(data) && Array.isArray(data['content'])

/** Returns the client from a cached list page, if any; the list says whether the client is registered. */
function listedClient(queryClient: QueryClient, practiceId: string, clientId: string): Client | undefined {
  for (const list of ['registered', 'unregistered'] as const) {
    for (const [, data] of queryClient.getQueriesData({ queryKey: clientListsKey(practiceId, list) })) {
      const found = isPage(data) && data.content.find(({ uuid }) => uuid === clientId)
      if (found) return { ...found, registered: list === 'registered' }
    }
  }
  return undefined
}

/** Query for a client for staff, with the row of a cached list as initial data; null if the client does not exist. */
export const clientSheetQuery = (queryClient: QueryClient, practiceId: string, clientId: string) =>
  queryOptions({
    queryKey: clientListsKey(practiceId, 'one', clientId),
    queryFn: async ({ signal }): Promise<Client | null> => {
      const client = await findClient(clientId, { signal, silent: true })
      if (!client || client.registered !== undefined) return client
      return { ...client, registered: listedClient(queryClient, practiceId, clientId)?.registered }
    },
    // `initialData` instead of a placeholder, which would disappear on a failure.
    initialData: () => listedClient(queryClient, practiceId, clientId),
    initialDataUpdatedAt: 0,
    staleTime: 0,
  })
