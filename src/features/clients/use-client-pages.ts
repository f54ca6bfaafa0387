import { type FetchQueryOptions, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { PageInfo } from '#contract/paging.ts'
import { SILENT } from '#src/api/query-client.ts'
import type { ClientPage } from '#src/api/client-lists.ts'
import type { ClientSearch } from '#src/api/clients.ts'
import { keepMessages } from '#src/lib/messages.ts'

/** Fetches the next page of a list when the browser has nothing better to do. */
export function useFetchAhead<T, Key extends QueryKey>(
  page: PageInfo,
  next: FetchQueryOptions<T, Error, T, Key>,
): void {
  const queryClient = useQueryClient()
  const hasNext = page.number + 1 < page.totalPages
  const key = JSON.stringify(next.queryKey)
  useEffect(() => {
    if (!hasNext) return
    const run = () => void queryClient.query({ ...next, meta: SILENT }).catch(() => {})
    if (typeof requestIdleCallback !== 'function') {
      const timer = setTimeout(run, 200)
      return () => clearTimeout(timer)
    }
    const handle = requestIdleCallback(run)
    return () => cancelIdleCallback(handle)
    // The key says all that `next` does, which is made anew at every render.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [queryClient, hasNext, key])
}

/** Leads to the last page that there is once the last row of this one has left it. */
export function useFilledPage(
  { content, page }: ClientPage,
  search: ClientSearch,
  onPage: (page: number) => void,
): void {
  const filled = useRef('')
  const key = JSON.stringify(search)
  const count = content.length
  const last = Math.min(page.totalPages, search.page - 1)
  useEffect(() => {
    if (count > 0) filled.current = key
    else if (filled.current === key && last > 0) {
      filled.current = ''
      keepMessages()
      onPage(last)
    }
    // `onPage` is made anew at every render.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [count, key, last])
}
