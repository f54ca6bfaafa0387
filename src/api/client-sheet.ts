import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Page } from '#contract/paging.ts'
import { isRecord } from '#contract/is-record.ts'
import { type Client, type ClientListItem, findClient } from './clients.ts'
import { clientListsKey } from './scope.ts'

const isPage = (data: unknown): data is Page<ClientListItem> => isRecord(data) && Array.isArray(data['content'])

/** A row of the client in a list that is here, which says by itself whether there is access. */
function listedClient(queryClient: QueryClient, practiceId: string, clientId: string): Client | undefined {
  for (const list of ['registered', 'unregistered'] as const) {
    for (const [, data] of queryClient.getQueriesData({ queryKey: clientListsKey(practiceId, list) })) {
      const found = isPage(data) && data.content.find(({ uuid }) => uuid === clientId)
      if (found) return { ...found, registered: list === 'registered' }
    }
  }
  return undefined
}

/** All that staff may know of a client, beginning with what a list tells; null where there is no such client. */
export const clientSheetQuery = (queryClient: QueryClient, practiceId: string, clientId: string) =>
  queryOptions({
    queryKey: clientListsKey(practiceId, 'one', clientId),
    queryFn: async ({ signal }): Promise<Client | null> => {
      const client = await findClient(clientId, { signal, silent: true })
      if (!client || client.registered !== undefined) return client
      return { ...client, registered: listedClient(queryClient, practiceId, clientId)?.registered }
    },
    // Not a placeholder, which a failure would take away.
    initialData: () => listedClient(queryClient, practiceId, clientId),
    initialDataUpdatedAt: 0,
    staleTime: 0,
  })
