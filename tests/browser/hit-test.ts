/** What of a page is needed to look at what is in it, whatever drives the browser. */
export interface Looked {
  evaluate<Answer>(inPage: () => Answer | Promise<Answer>): Promise<Answer>
}

/**
 * What is hit at the middle of every control of the page, and beside the controls of every row of a table: told where it is
 * something else. Uses nothing that only one engine has.
 */
export async function missed(page: Looked): Promise<string[]> {
  return page.evaluate(() => {
    const told = (element: Element | null) =>
      element
        ? `${element.tagName.toLowerCase()} "${(element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 40)}"`
        : 'nothing'
    const wrong: string[] = []
    // What lies over the page is pressed first.
    const over = document.querySelector('dialog:modal, [role="dialog"]')

    /** A row of a table is no container of what is positioned in it, says WebKit: https://bugs.webkit.org/show_bug.cgi?id=240961 */
    for (const row of document.querySelectorAll('tr')) {
      const isTableRow = getComputedStyle(row).display === 'table-row'
      row.style.setProperty('position', isTableRow ? 'static' : '', 'important')
    }

    function hit(element: Element, x: number, y: number, meant: Element) {
      const found = document.elementFromPoint(x, y)
      const label = found?.closest('label')
      const isMeant = meant.contains(found) || (label && (meant.contains(label) || label.control === meant))
      if (!isMeant) wrong.push(`${told(element)} is under ${told(found)}`)
    }

    const within = over ?? document
    const shown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true }) &&
      !element.closest('[inert]') &&
      element.getClientRects().length > 0
    const controls = [...within.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')]
    for (const control of controls.filter(shown)) {
      const { clipPath } = getComputedStyle(control)
      // Not seen, and reached by its label or by the keyboard only.
      if (clipPath !== 'none') continue
      control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      const box = control.getClientRects()[0]!
      // The link to the contents is above the window until it has the focus.
      if (box.bottom <= 0) continue
      hit(control, (box.left + box.right) / 2, (box.top + box.bottom) / 2, control)
    }
    for (const lead of over ? [] : document.querySelectorAll('td a[href]')) {
      const row = lead.closest('tr')!
      if (!shown(row) || getComputedStyle(lead, '::after').position !== 'absolute') continue
      for (const cell of row.cells) {
        if (!shown(cell) || cell.querySelector('a, button, input')) continue
        cell.scrollIntoView({ block: 'center', behavior: 'instant' })
        const { left, right, top, bottom } = cell.getBoundingClientRect()
        hit(row, (left + right) / 2, (top + bottom) / 2, lead)
      }
    }
    return wrong
  })
}
