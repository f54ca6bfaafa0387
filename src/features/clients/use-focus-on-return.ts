import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { portalState } from '#src/lib/store.ts'

/** Names the row of a client in the page. */
export const rowId = (clientId: string) => `client-${clientId}`

/** Focus restoration: after viewing as a client, focuses that client's row and scrolls it into view. */
export function useFocusOnReturn(): void {
  const router = useRouter()
  // Until the navigation has resolved, the store still names that client.
  const [viewed] = useState(() => portalState().clientId)
  useEffect(() => {
    if (viewed === null) return
    // After the router has put the focus on `main`.
    const stop = router.subscribe('onResolved', () => {
      stop()
      const row = document.getElementById(rowId(viewed))
      // Of the button that was pressed and the menu one is hidden, and takes no focus.
      for (const button of row?.querySelectorAll<HTMLElement>('[data-view], [aria-haspopup]') ?? []) {
        button.focus()
        if (document.activeElement === button) return
      }
    })
    return stop
  }, [router, viewed])
}
