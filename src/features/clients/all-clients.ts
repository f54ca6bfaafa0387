import type { ClientListItem } from '#contract/client.ts'
import { MAX_PAGE_SIZE } from '#contract/paging.ts'
import { type ClientList, getClients } from './queries.ts'

interface Collection {
  list: ClientList
  practiceId: string
  lastName: string
  signal: AbortSignal
  onProgress?: (done: number, total: number) => void
}

/** All clients of a list that match a search, page after page. */
export async function allClients(collection: Collection): Promise<ClientListItem[]> {
  const { list, practiceId, lastName, signal, onProgress } = collection
  // By uuid: while pages are fetched the list may move, and show somebody twice.
  const found = new Map<string, ClientListItem>()
  for (let page = 1, last = 1; page <= last; page++) {
    const { content, page: info } = await getClients(list, practiceId, { page, lastName }, MAX_PAGE_SIZE, { signal })
    for (const client of content) found.set(client.uuid, client)
    last = info.totalPages
    onProgress?.(found.size, info.totalElements)
  }
  return [...found.values()]
}
