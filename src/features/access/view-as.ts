import { useRouter } from '@tanstack/react-router'
import { showFailure } from '#src/lib/report-error.ts'
import { tellIfSlow } from '#src/lib/messages.ts'

/** Opens the portal as a client sees it. Where that fails it is told why, and the page stays as it is. */
export function useViewAs(): (clientId: string) => void {
  const { viewAs } = useRouter().options.context.session
  return (clientId) => void tellIfSlow(() => viewAs(clientId)).catch(showFailure)
}

/** Names the row of a client in the page. */
export const rowId = (clientId: string) => `client-${clientId}`

/** Focus restoration: after viewing as a client, focuses that client's row and scrolls it into view. */
export function focusRow(clientId: string): void {
  const row = document.getElementById(rowId(clientId))
  // Of the button that was pressed and the menu one is hidden, and takes no focus.
  for (const button of row?.querySelectorAll<HTMLElement>('[data-view], [aria-haspopup]') ?? []) {
    button.focus()
    if (document.activeElement === button) return
  }
}
