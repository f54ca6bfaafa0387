import type { QueryClient } from '@tanstack/react-query'
import type { ClientListItem } from '#contract/client.ts'
import { type ClientList, getClients } from './client-lists.ts'
import type { ClientSearch } from './clients.ts'
import { countOf, fetchAllPages } from './pages.ts'

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
    const read = async (page: number, { size }: { size: number }) => {
      const answer = await getClients(queryClient, list, practiceId, { ...search, page: page + 1 }, size, { signal })
      const total = countOf(answer)
      if (total !== undefined) totals.add(total)
      return answer
    }
    const clients = await fetchAllPages(queryClient, read, onProgress)
    if (totals.size <= 1 || attempt === ATTEMPTS) return clients
  }
}
