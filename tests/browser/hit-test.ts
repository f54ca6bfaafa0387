/** A page of any browser engine, as far as coveredControls needs it. */
export interface InspectedPage {
  evaluate<Answer>(inPage: () => Answer | Promise<Answer>): Promise<Answer>
}

/**
 * Returns the controls whose centre another element covers, and table rows whose cells do not open the row. Works in every engine.
 */
export async function coveredControls(page: InspectedPage): Promise<string[]> {
  return page.evaluate(() => {
    const nameOf = (element: Element | null) =>
      element
        ? `${element.tagName.toLowerCase()} "${(element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 40)}"`
        : 'nothing'
    const wrong: string[] = []
    // A modal dialog covers the page, so only its controls are checked.
    const over = document.querySelector('dialog:modal, [role="dialog"]')

    /** WebKit does not position descendants relative to a table row: https://bugs.webkit.org/show_bug.cgi?id=240961 */
    for (const row of document.querySelectorAll('tr')) {
      const isTableRow = getComputedStyle(row).display === 'table-row'
      row.style.setProperty('position', isTableRow ? 'static' : '', 'important')
    }

    function hit(element: Element, x: number, y: number, meant: Element) {
      const found = document.elementFromPoint(x, y)
      const label = found?.closest('label')
      const isMeant = meant.contains(found) || (label && (meant.contains(label) || label.control === meant))
      if (!isMeant) wrong.push(`${nameOf(element)} is under ${nameOf(found)}`)
    }

    const within = over ?? document
    const shown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true }) &&
      !element.closest('[inert]') &&
      element.getClientRects().length > 0
    const controls = [...within.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')]
    for (const control of controls.filter(shown)) {
      const { clipPath } = getComputedStyle(control)
      // Visually hidden controls are reached by their label or by the keyboard only.
      if (clipPath !== 'none') continue
      control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      const box = control.getClientRects()[0]!
      // The skip link is above the window until it has the focus.
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
