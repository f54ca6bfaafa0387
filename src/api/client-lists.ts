import { queryOptions } from '@tanstack/react-query'
import type { ClientListItem } from '#contract/client.ts'
import { MAX_PAGE_SIZE, type Page } from '#contract/paging.ts'
import { paths } from '#contract/paths.ts'
import { PAGE_SIZE } from '#src/lib/constants.ts'
import { can } from './capabilities.ts'
import { type Silent, api } from './client.ts'
import { type ClientSearch, NO_CLIENT_SEARCH, findClient, readClients } from './clients.ts'
import { type ListedClient, disambiguate } from './disambiguate.ts'
import { countOf, fetchAllPages } from './pages.ts'
import { callOf } from './query-client.ts'
import { clientListsKey } from './scope.ts'

export interface ClientPage extends Page<ListedClient> {
  /** The locked ones were wanted, and these are all: the API cannot filter them. */
  isUnfiltered?: boolean
}

/** Which of the two lists of a practice. */
export type ClientList = 'registered' | 'unregistered'

interface GetOptions {
  signal?: AbortSignal
  silent?: Silent
}

async function getClients(
  list: ClientList,
  practiceId: string,
  { page, lastName, locked }: ClientSearch,
  size: number,
  options: GetOptions,
): Promise<Page<ClientListItem>> {
  const isRegistered = list === 'registered'
  const answer = await api.get(isRegistered ? paths.practiceClients(practiceId) : paths.clients, {
    search: {
      practiceId: isRegistered ? undefined : practiceId,
      page: page - 1,
      size,
      lastName: lastName || undefined,
      locked,
    },
    ...options,
  })
  return readClients(answer)
}

interface AllClients {
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
  const { list, practiceId, search, signal, onProgress } = wanted
  for (let attempt = 1; ; attempt++) {
    const totals = new Set<number>()
    const clients = await fetchAllPages(async (page) => {
      const answer = await getClients(list, practiceId, { ...search, page: page + 1 }, MAX_PAGE_SIZE, { signal })
      // Some APIs send a bare list.
      if (!Array.isArray(answer)) totals.add(answer.page.totalElements)
      return answer
    }, onProgress)
    if (totals.size <= 1 || attempt === ATTEMPTS) return clients
  }
}

const withNamesakes = (page: ClientPage): ClientPage => ({ ...page, content: disambiguate(page.content) })

const pageOf = (list: ClientList, practiceId: string, search: ClientSearch, size: number) =>
  queryOptions({
    queryKey: clientListsKey(practiceId, list, search, size),
    queryFn: async (context): Promise<ClientPage> => {
      const options = callOf(context)
      if (!search.locked || (await can(context.client, 'locked-filter'))) {
        return getClients(list, practiceId, search, size, options)
      }
      const all = await getClients(list, practiceId, { ...search, locked: undefined }, size, options)
      return { ...all, isUnfiltered: true }
    },
    select: withNamesakes,
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
  /** How many clients are locked; null from an API that cannot say it. */
  lockedCount: (practiceId: string) =>
    queryOptions({
      queryKey: clientListsKey(practiceId, 'registered', 'locked-count'),
      queryFn: async ({ client, signal }) => {
        if (!(await can(client, 'locked-filter'))) return null
        const search = { ...NO_CLIENT_SEARCH, locked: true } as const
        return getClients('registered', practiceId, search, 1, { signal, silent: true })
      },
      select: (page) => page && countOf(page),
    }),
  /**
   * Of those that were viewed, rows of the clinic's: they stay when a client's data is dropped. One that cannot be had is left
   * out; `onGone` hears of one that is no longer on the portal.
   */
  viewed: (practiceId: string, clientIds: readonly string[], onGone: (clientId: string) => void) =>
    queryOptions({
      queryKey: clientListsKey(practiceId, 'viewed', ...clientIds),
      queryFn: async ({ signal }) => {
        const answers = await Promise.allSettled(clientIds.map((id) => findClient(id, { signal, silent: true })))
        return answers.flatMap((answer, index) => {
          if (answer.status === 'rejected') return []
          if (answer.value && answer.value.registered !== false) return [answer.value]
          onGone(clientIds[index]!)
          return []
        })
      },
      select: disambiguate,
      gcTime: 0,
    }),
}
