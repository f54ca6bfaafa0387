import type { IntlShape } from 'react-intl'
import type { Invoice } from '#src/api/invoices.ts'
import { asDate } from '#src/lib/dates.ts'

/** What tells this invoice from the others. */
export function namingOf({ number, date }: Invoice, intl: IntlShape) {
  const day = date && intl.formatDate(asDate(date), { day: 'numeric', month: 'long', year: 'numeric' })
  return { by: number ? 'number' : day ? 'day' : 'other', number: number ?? '', day: day ?? '' }
}
