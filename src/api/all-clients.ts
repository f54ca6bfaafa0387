import type { QueryClient } from '@tanstack/react-query'
import { type PageRequest, fetchAllPages } from './all-pages.ts'
import { type ClientList, getClients } from './client-lists.ts'
import type { ClientListItem, ClientSearch } from './clients.ts'
import { countOf } from './pages.ts'

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
