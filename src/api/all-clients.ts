import type { ClientListItem } from '#contract/client.ts'
import { MAX_PAGE_SIZE } from '#contract/paging.ts'
import { type ClientList, getClients } from './client-lists.ts'
import type { ClientSearch } from './clients.ts'
import { fetchAllPages } from './pages.ts'

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
