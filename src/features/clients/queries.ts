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

// A key starts with the practice, so that one call touches every page of it: `list` below both of them.
export const clientQueries = {
  lists: (practiceId: string) => ['practice', practiceId, 'clients'] as const,
  registeredLists: (practiceId: string) => [...clientQueries.lists(practiceId), 'registered'] as const,
  unregisteredLists: (practiceId: string) => [...clientQueries.lists(practiceId), 'unregistered'] as const,

  registered: (practiceId: string, search: ClientSearch, size = PAGE_SIZE) =>
    queryOptions({
      queryKey: [...clientQueries.registeredLists(practiceId), search, size],
      queryFn: ({ signal }) =>
        api.get<ClientPage>(paths.practiceClients(practiceId), { search: wire(search, size), signal }),
    }),
  unregistered: (practiceId: string, search: ClientSearch, size = PAGE_SIZE) =>
    queryOptions({
      queryKey: [...clientQueries.unregisteredLists(practiceId), search, size],
      queryFn: ({ signal }) =>
        api.get<ClientPage>(paths.clients, { search: { practiceId, ...wire(search, size) }, signal }),
    }),
  registeredCount: (practiceId: string) => ({
    ...clientQueries.registered(practiceId, FIRST, 1),
    select: ({ page }: ClientPage) => page.totalElements,
  }),
  unregisteredCount: (practiceId: string) => ({
    ...clientQueries.unregistered(practiceId, FIRST, 1),
    select: ({ page }: ClientPage) => page.totalElements,
  }),
}
