import { useEffect, useRef } from 'react'
import type { ClientPage } from '#src/api/client-lists.ts'
import type { ClientSearch } from '#src/api/clients.ts'
import { keepMessages } from '#src/lib/messages.ts'

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
