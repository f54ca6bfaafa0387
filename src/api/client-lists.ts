import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { LISTED_STATES } from '#contract/client.ts'
import { type Page, PAGE_SIZE } from '#contract/paging.ts'
import { can } from './capabilities.ts'
import { type ClientListItem, type ClientSearch, NO_CLIENT_SEARCH, readClients, type ListedClient } from './clients.ts'
import { registeredCall, unregisteredCall } from './first-calls.ts'
import { api, type GetOptions } from './http.ts'
import { countOf, cutTo, possibleSize } from './pages.ts'
import { disambiguate } from './namesakes.ts'
import { callOf } from './query-client.ts'
import { clientListsKey } from './scope.ts'

export interface ClientPage extends Page<ListedClient> {
  /** True: the API does not know the filter, and this is the unfiltered list. */
  isUnfiltered?: boolean
}

export type ClientList = 'registered' | 'unregistered'

export async function getClients(
  queryClient: QueryClient,
  list: ClientList,
  practiceId: string,
  { page, lastName, locked, state, noEmail }: ClientSearch,
  size: number,
  options: GetOptions,
): Promise<Page<ClientListItem>> {
  const callOfList = list === 'registered' ? registeredCall : unregisteredCall
  const name = lastName && (await can(queryClient, 'client-search')) ? 'q' : 'lastName'
  const filter = { [name]: lastName || undefined, locked, state, noEmail }
  return readClients(
    await api.get(callOfList(practiceId, page - 1, await possibleSize(queryClient, size), filter), options),
  )
}

const knowsState = (queryClient: QueryClient, state: string) =>
  LISTED_STATES.some((known) => known === state) &&
  can(queryClient, state === 'unanswered' ? 'follow-up' : 'invitations')

const pageOf = (list: ClientList, practiceId: string, search: ClientSearch, size: number) =>
  queryOptions({
    queryKey: clientListsKey(practiceId, list, search, size),
    queryFn: async (context): Promise<ClientPage> => {
      const options = callOf(context)
      const { locked, state, noEmail } = search
      const isKnown =
        (!locked || (await can(context.client, 'locked-filter'))) &&
        (!state || (await knowsState(context.client, state))) &&
        (!noEmail || (await can(context.client, 'follow-up')))
      if (isKnown) return getClients(context.client, list, practiceId, search, size, options)
      const unfiltered = { ...search, locked: undefined, state: undefined, noEmail: undefined }
      const all = await getClients(context.client, list, practiceId, unfiltered, size, options)
      return { ...all, isUnfiltered: true }
    },
    select: (response): ClientPage => {
      const page = cutTo(response, search.page)
      return { ...page, content: disambiguate(page.content.slice(0, size)) }
    },
  })

export const clientListQueries = {
  registered: (practiceId: string, search: ClientSearch, size = PAGE_SIZE) =>
    pageOf('registered', practiceId, search, size),
  unregistered: (practiceId: string, search: ClientSearch, size = PAGE_SIZE) =>
    pageOf('unregistered', practiceId, search, size),
  registeredCount: (practiceId: string) => ({
    ...pageOf('registered', practiceId, NO_CLIENT_SEARCH, 1),
    select: countOf,
  }),
  unregisteredCount: (practiceId: string) => ({
    ...pageOf('unregistered', practiceId, NO_CLIENT_SEARCH, 1),
    select: countOf,
  }),
}
