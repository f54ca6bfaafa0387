import { queryOptions } from '@tanstack/react-query'
import type { ClientListItem } from '#contract/client.ts'
import type { Page } from '#contract/paging.ts'
import { paths } from '#contract/paths.ts'
import { PAGE_SIZE } from '#src/lib/constants.ts'
import { api } from './client.ts'
import { type ListedClient, disambiguate } from '#src/features/clients/disambiguate.ts'
import { NO_CLIENT_SEARCH } from './client-search.ts'

export interface ClientSearch {
  /** From 1, as in the address. */
  page: number
  lastName: string
  /** Of the registered ones only who is locked. */
  locked?: true | undefined
}

export interface ClientPage extends Page<ListedClient> {
  /** The locked ones were asked for, and the API has answered everybody: it does not know the parameter. */
  isUnfiltered?: boolean
}

/** Which of the two lists of a practice. */
export type ClientList = 'registered' | 'unregistered'

interface GetOptions {
  signal?: AbortSignal
  silent?: boolean
}

export function getClients(
  list: ClientList,
  practiceId: string,
  { page, lastName, locked }: ClientSearch,
  size: number,
  options: GetOptions,
): Promise<Page<ClientListItem>> {
  const isRegistered = list === 'registered'
  return api.get(isRegistered ? paths.practiceClients(practiceId) : paths.clients, {
    search: {
      practiceId: isRegistered ? undefined : practiceId,
      page: page - 1,
      size,
      lastName: lastName || undefined,
      locked,
    },
    ...options,
  })
}

/** The `meta` of a query that nobody has asked for: nobody is told when it fails. */
export const QUIETLY = { silent: true }

const withNamesakes = (page: ClientPage): ClientPage => ({ ...page, content: disambiguate(page.content) })

const pageOf = (list: ClientList, practiceId: string, search: ClientSearch, size: number) =>
  queryOptions({
    queryKey: [...clientQueries.lists(practiceId), list, search, size],
    queryFn: async ({ signal, meta }): Promise<ClientPage> => {
      const answer = await getClients(list, practiceId, search, size, { signal, silent: meta === QUIETLY })
      return search.locked && !answer.content.every(({ locked }) => locked) ? { ...answer, isUnfiltered: true } : answer
    },
    select: withNamesakes,
  })

const countOf = (list: ClientList, practiceId: string) => ({
  ...pageOf(list, practiceId, NO_CLIENT_SEARCH, 1),
  select: ({ page }: ClientPage) => page.totalElements,
})

// A key starts with the practice, so that one call touches every page of it: `list` below both of them.
export const clientQueries = {
  lists: (practiceId: string) => ['practice', practiceId, 'clients'] as const,
  registeredLists: (practiceId: string) => [...clientQueries.lists(practiceId), 'registered'] as const,
  unregisteredLists: (practiceId: string) => [...clientQueries.lists(practiceId), 'unregistered'] as const,

  registered: (practiceId: string, search: ClientSearch, size = PAGE_SIZE) =>
    pageOf('registered', practiceId, search, size),
  unregistered: (practiceId: string, search: ClientSearch, size = PAGE_SIZE) =>
    pageOf('unregistered', practiceId, search, size),
  registeredCount: (practiceId: string) => countOf('registered', practiceId),
  unregisteredCount: (practiceId: string) => countOf('unregistered', practiceId),
}
