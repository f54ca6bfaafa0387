import { type FetchQueryOptions, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { PageInfo } from '#contract/paging.ts'
import { SILENT } from '#src/api/query-client.ts'

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
