import { queryOptions } from '@tanstack/react-query'
import type { ClientListItem } from '#contract/client.ts'
import type { Page } from '#contract/paging.ts'
import { paths } from '#contract/paths.ts'
import { PAGE_SIZE } from '#src/lib/constants.ts'
import { api } from '#src/lib/http.ts'

export interface ClientSearch {
  /** From 1, as in the address. */
  page: number
  lastName: string
}

export type ClientPage = Page<ClientListItem>

const FIRST = { page: 1, lastName: '' }

function wire({ page, lastName }: ClientSearch, size: number) {
  return { page: page - 1, size, lastName: lastName || undefined }
}

/** Which of the two lists of a practice. */
export type ClientList = 'registered' | 'unregistered'

export const getClients = (
  list: ClientList,
  practiceId: string,
  search: ClientSearch,
  size: number,
  options: { signal?: AbortSignal; quietly?: boolean },
) =>
  list === 'registered'
    ? api.get<ClientPage>(paths.practiceClients(practiceId), { search: wire(search, size), ...options })
    : api.get<ClientPage>(paths.clients, { search: { practiceId, ...wire(search, size) }, ...options })

/** The `meta` of a query for what nobody has asked for yet: nobody is told when it fails. */
export const AHEAD = { ahead: true }

// A key starts with the practice, so that one call touches every page of it: `list` below both of them.
export const clientQueries = {
  lists: (practiceId: string) => ['practice', practiceId, 'clients'] as const,
  registeredLists: (practiceId: string) => [...clientQueries.lists(practiceId), 'registered'] as const,
  unregisteredLists: (practiceId: string) => [...clientQueries.lists(practiceId), 'unregistered'] as const,

  registered: (practiceId: string, search: ClientSearch, size = PAGE_SIZE) =>
    queryOptions({
      queryKey: [...clientQueries.registeredLists(practiceId), search, size],
      queryFn: ({ signal, meta }) =>
        getClients('registered', practiceId, search, size, { signal, quietly: meta === AHEAD }),
    }),
  unregistered: (practiceId: string, search: ClientSearch, size = PAGE_SIZE) =>
    queryOptions({
      queryKey: [...clientQueries.unregisteredLists(practiceId), search, size],
      queryFn: ({ signal, meta }) =>
        getClients('unregistered', practiceId, search, size, { signal, quietly: meta === AHEAD }),
    }),
  registeredCount: (practiceId: string) => ({
    ...clientQueries.registered(practiceId, FIRST, 1),
    select: ({ page }: ClientPage) => page.totalElements,
  }),
  unregisteredCount: (practiceId: string) => ({
    ...clientQueries.unregistered(practiceId, FIRST, 1),
    select: ({ page }: ClientPage) => page.totalElements,
  }),
  /** Null from an API that does not know the parameter, and counts all of them. Nobody is told that it failed. */
  lockedCount: (practiceId: string) =>
    queryOptions({
      queryKey: [...clientQueries.lists(practiceId), 'locked'],
      queryFn: async ({ signal }) => {
        const search = { ...wire(FIRST, 1), locked: true }
        const { content, page } = await api.get<ClientPage>(paths.practiceClients(practiceId), {
          search,
          signal,
          quietly: true,
        })
        return content.every(({ locked }) => locked) ? page.totalElements : null
      },
    }),
}
