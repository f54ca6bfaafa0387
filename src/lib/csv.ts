const BOM = '\uFEFF'
/** What a spreadsheet takes for the beginning of a formula. */
const FORMULA = /^[=+\-@\t\r]/

function cell(value: string | null | undefined): string {
  const text = value ?? ''
  const harmless = FORMULA.test(text) ? `'${text}` : text
  return /[";\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** As spreadsheets in Dutch open it: by semicolons, and in UTF-8 because of the mark in front. */
export function toCsv(rows: readonly (readonly (string | null | undefined)[])[]): string {
  return BOM + rows.map((row) => `${row.map(cell).join(';')}\r\n`).join('')
}

/** Hands a text to the browser as a file. */
export function saveCsv(name: string, csv: string): void {
  const address = URL.createObjectURL(new Blob([csv], { type: 'text/csv;charset=utf-8' }))
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  document.body.append(link)
  link.click()
  link.remove()
  // The browser has taken it over by the next turn.
  setTimeout(() => URL.revokeObjectURL(address))
}
