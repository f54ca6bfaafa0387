import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Capability } from '#contract/capabilities.ts'
import { LISTED_STATES } from '#contract/client.ts'
import { isRecord } from '#contract/values.ts'
import { type Page, PAGE_SIZE } from '#contract/paging.ts'
import { can } from './capabilities.ts'
import {
  type ClientListItem,
  type ClientSearch,
  NO_CLIENT_SEARCH,
  findClient,
  readClients,
  type Client,
  type ListedClient,
} from './clients.ts'
import { registeredCall, unregisteredCall } from './first-calls.ts'
import { api, type GetOptions } from './http.ts'
import { countOf, cutTo, fetchAllPages, possibleSize, type PageRequest } from './pages.ts'
import { disambiguate } from './namesakes.ts'
import { callOf } from './query-client.ts'
import { clientListsKey } from './scope.ts'

export interface ClientPage extends Page<ListedClient> {
  /** True: the API does not know the filter, and this is the unfiltered list. */
  isUnfiltered?: boolean
}

export type ClientList = 'registered' | 'unregistered'

async function getClients(
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
  lockedCount: (practiceId: string) => countBy(practiceId, 'locked-filter', { locked: true }),
  activatedCount: (practiceId: string) => countBy(practiceId, 'invitations', { state: 'activated' }),
}

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

interface AllClients {
  queryClient: QueryClient
  list: ClientList
  practiceId: string
  /** Search of the list; its page number is ignored. */
  search: ClientSearch
  signal: AbortSignal
  onProgress?: (done: number, total: number) => void
}

/** Attempts to fetch a list that changes meanwhile. */
const ATTEMPTS = 3

/**
 * Returns all clients of a list that match a search. If the total changed meanwhile, the list is fetched again, because a client may
 * have shifted to a page that was already read.
 */
export async function getAllClients(wanted: AllClients): Promise<ClientListItem[]> {
  const { queryClient, list, practiceId, search, signal, onProgress } = wanted
  for (let attempt = 1; ; attempt++) {
    const totals = new Set<number>()
    const fetchPage = async ({ page, size }: PageRequest) => {
      const response = await getClients(queryClient, list, practiceId, { ...search, page: page + 1 }, size, { signal })
      const total = countOf(response)
      if (total !== undefined) totals.add(total)
      return response
    }
    const clients = await fetchAllPages(queryClient, fetchPage, onProgress)
    if (totals.size <= 1 || attempt === ATTEMPTS) return clients
  }
}

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
