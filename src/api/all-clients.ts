import type { ClientListItem } from '#contract/client.ts'
import { MAX_PAGE_SIZE } from '#contract/paging.ts'
import { fetchAllPages } from './pages.ts'
import { type ClientList, type ClientSearch, getClients } from './clients.ts'

interface Collection {
  list: ClientList
  practiceId: string
  /** On whatever page it is. */
  search: ClientSearch
  signal: AbortSignal
  onProgress?: (done: number, total: number) => void
}

/** All clients of a list that match a search. */
export const allClients = ({ list, practiceId, search, signal, onProgress }: Collection): Promise<ClientListItem[]> =>
  fetchAllPages(
    (page) => getClients(list, practiceId, { ...search, page: page + 1 }, MAX_PAGE_SIZE, { signal }),
    onProgress,
  )
