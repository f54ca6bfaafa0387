import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import type { ClientPage } from './client-lists.ts'
import type { ClientSearch } from './clients.ts'
import { clientListsKey } from './scope.ts'
import { isRecord } from '#contract/is-record.ts'

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

interface KeptPage {
  key: QueryKey
  page: ClientPage
  search: ClientSearch
}

const isSearch = (part: unknown): part is ClientSearch => isRecord(part) && 'page' in part && 'lastName' in part

/** The pages of a list that are here, by their search; what else stands under the key of the lists is left alone. */
export const pagesOf = (queryClient: QueryClient, queryKey: QueryKey): KeptPage[] =>
  queryClient.getQueriesData<ClientPage>({ queryKey }).flatMap(([key, page]) => {
    const search = key[queryKey.length]
    return page && isSearch(search) ? [{ key, page, search }] : []
  })

type Change = (page: ClientPage, search: ClientSearch) => ClientPage

/** Of a list that a mutation has changed. */
export function changePages(queryClient: QueryClient, lists: QueryKey, change: Change): void {
  outdate(queryClient, lists)
  for (const { key, page, search } of pagesOf(queryClient, lists)) {
    const after = change(page, search)
    if (after !== page) queryClient.setQueryData(key, after)
  }
}

export const holds = ({ content }: ClientPage, clientId: string) => content.some(({ uuid }) => uuid === clientId)
