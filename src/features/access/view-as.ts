import { useRouter } from '@tanstack/react-router'
import { showFailure } from '#src/lib/report-error.ts'
import { showIfSlow } from '#src/lib/messages.ts'

/** Opens the portal as a client sees it. A failure is shown, and the page stays. */
export function useViewAs(): (clientId: string) => void {
  const { viewAs } = useRouter().options.context.session
  return (clientId) => void showIfSlow(() => viewAs(clientId)).catch(showFailure)
}

/** Element id of the row of a client. */
export const rowId = (clientId: string) => `client-${clientId}`

/** Focus restoration: after viewing as a client, focuses that client's row and scrolls it into view. */
export function focusRow(clientId: string): void {
  const row = document.getElementById(rowId(clientId))
  // One of button and menu is hidden and cannot take the focus.
  for (const button of row?.querySelectorAll<HTMLElement>('[data-view], [aria-haspopup]') ?? []) {
    button.focus()
    if (document.activeElement === button) return
  }
}
