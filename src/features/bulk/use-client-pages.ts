import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import { type ClientList, type ClientPage, clientListQueries } from '#src/api/client-lists.ts'
import type { ClientSearch } from '#src/api/clients.ts'
import { ClientSheet } from '#src/features/sheet/client-link.tsx'
import { SILENT } from '#src/api/query-client.ts'
import { keepMessages } from '#src/lib/messages.ts'

interface ShownPage {
  list: ClientList
  practiceId: string
  search: ClientSearch
  data: ClientPage
}

/** Prefetches the next page of a list and the code of the client sheet while the browser is idle, and leaves a page whose last row has left it. */
export function useClientPages({ list, practiceId, search, data: { content, page } }: ShownPage): void {
  const queryClient = useQueryClient()
  const router = useRouter()
  const filled = useRef('')
  const key = JSON.stringify([list, practiceId, search])
  const count = content.length
  const hasNext = page.number + 1 < page.totalPages
  const last = Math.min(page.totalPages, search.page - 1)

  const prefetch = useEffectEvent(() => {
    ClientSheet.load().catch(() => {})
    if (!hasNext) return
    const next = clientListQueries[list](practiceId, { ...search, page: search.page + 1 })
    queryClient.query({ ...next, meta: SILENT }).catch(() => {})
  })
  useEffect(() => {
    if (typeof requestIdleCallback !== 'function') {
      const timer = setTimeout(prefetch, 200)
      return () => clearTimeout(timer)
    }
    const handle = requestIdleCallback(() => prefetch())
    return () => cancelIdleCallback(handle)
  }, [hasNext, key])

  const openLast = useEffectEvent(() => {
    keepMessages()
    void router.navigate({ to: `/admin/clients/${list}`, search: { ...search, page: last }, replace: true })
  })
  useEffect(() => {
    if (count > 0) filled.current = key
    else if (filled.current === key && last > 0) {
      filled.current = ''
      openLast()
    }
  }, [count, key, last])
}
