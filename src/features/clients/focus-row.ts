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
