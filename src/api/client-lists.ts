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
  disambiguate,
} from './clients.ts'
import { registeredCall, unregisteredCall } from './first-calls.ts'
import { api, type GetOptions } from './http.ts'
import { countOf, cutTo, fetchAllPages, possibleSize, type PageAsked } from './pages.ts'
import { callOf } from './query-client.ts'
import { clientListsKey } from './scope.ts'

export interface ClientPage extends Page<ListedClient> {
  /** Some were wanted by a filter that the API does not know, and these are all. */
  isUnfiltered?: boolean
}

/** Which of the two lists of a practice. */
export type ClientList = 'registered' | 'unregistered'

/** One page of a list. */
async function getClients(
  queryClient: QueryClient,
  list: ClientList,
  practiceId: string,
  { page, lastName, locked, state, noEmail }: ClientSearch,
  size: number,
  options: GetOptions,
): Promise<Page<ClientListItem>> {
  const callOfList = list === 'registered' ? registeredCall : unregisteredCall
  const ofPage = callOfList(practiceId, page - 1, await possibleSize(queryClient, size))
  const answer = await api.get(ofPage.path, {
    search: {
      ...ofPage.search,
      [lastName && (await can(queryClient, 'client-search')) ? 'q' : 'lastName']: lastName || undefined,
      locked,
      state,
      noEmail,
    },
    ...options,
  })
  return readClients(answer)
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
    select: (answer): ClientPage => {
      const page = cutTo(answer, search.page)
      return { ...page, content: disambiguate(page.content.slice(0, size)) }
    },
  })

/** How many of the registered ones; null from an API that cannot say it. */
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
      const answers = await Promise.allSettled(
        clientIds.map(async (id) => ({ id, client: await findClient(id, { signal, silent: true }) })),
      )
      return answers.flatMap((answer) => {
        if (answer.status === 'rejected') return []
        const { id, client } = answer.value
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
  /** On whatever page it is. */
  search: ClientSearch
  signal: AbortSignal
  onProgress?: (done: number, total: number) => void
}

/** How often a list is fetched that changes each time. */
const ATTEMPTS = 3

/**
 * All clients of a list that match a search. One that changed while it was fetched, as its count says, is fetched again: where
 * a client has left, another one has slid past between two pages.
 */
export async function getAllClients(wanted: AllClients): Promise<ClientListItem[]> {
  const { queryClient, list, practiceId, search, signal, onProgress } = wanted
  for (let attempt = 1; ; attempt++) {
    const totals = new Set<number>()
    const fetchPage = async ({ page, size }: PageAsked) => {
      const answer = await getClients(queryClient, list, practiceId, { ...search, page: page + 1 }, size, { signal })
      const total = countOf(answer)
      if (total !== undefined) totals.add(total)
      return answer
    }
    const clients = await fetchAllPages(queryClient, fetchPage, onProgress)
    if (totals.size <= 1 || attempt === ATTEMPTS) return clients
  }
}

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
