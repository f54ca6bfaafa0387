import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import type { ClientPage } from './client-lists.ts'
import type { ClientSearch } from './clients.ts'
import { clientListsKey } from './scope.ts'

export const registeredLists = (practiceId: string) => clientListsKey(practiceId, 'registered')

const hasData = ({ state }: Query) => state.data !== undefined

/** An answer that is under way was made before the change. A first one is waited for, and asked for again when it is here. */
function outdate(queryClient: QueryClient, queryKey: QueryKey): void {
  for (const query of queryClient.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' })) {
    if (hasData(query)) continue
    const again = () => queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true })
    query.promise?.then(again, () => {})
  }
  void queryClient.cancelQueries({ queryKey, predicate: hasData })
}

/** The pages of a list that are here, by their search; what else stands under the key of the lists is left alone. */
export function pagesOf(queryClient: QueryClient, queryKey: QueryKey): [Query<ClientPage>, ClientSearch][] {
  return queryClient
    .getQueryCache()
    .findAll({ queryKey, predicate: hasData })
    .flatMap((query) => {
      const search = query.queryKey[queryKey.length]
      return typeof search === 'object' && search !== null
        ? [[query as unknown as Query<ClientPage>, search as ClientSearch]]
        : []
    })
}

type Change = (page: ClientPage, search: ClientSearch) => ClientPage

/** Of a list that a mutation has changed. */
export function changePages(queryClient: QueryClient, lists: QueryKey, change: Change): void {
  outdate(queryClient, lists)
  for (const [query, search] of pagesOf(queryClient, lists)) {
    const before = query.state.data
    const after = before && change(before, search)
    if (after && after !== before) queryClient.setQueryData(query.queryKey, after)
  }
}

export const holds = ({ content }: ClientPage, clientId: string) => content.some(({ uuid }) => uuid === clientId)
