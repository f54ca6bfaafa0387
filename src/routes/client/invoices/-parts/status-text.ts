import type { IntlShape } from 'react-intl'
import type { Invoice } from '#src/api/invoices.ts'
import type { IsoDate } from '#src/lib/dates.ts'
import { isLate } from '#src/features/invoices/amounts.ts'

/** One that we do not know is shown as it is. */
export function statusText(invoice: Invoice, { formatMessage }: IntlShape, today: IsoDate): string {
  if (isLate(invoice, today)) return formatMessage({ id: 'client.invoices.late' })
  if (invoice.status === 'PAID') return formatMessage({ id: 'client.invoices.paid' })
  if (invoice.status === 'UNPAID') return formatMessage({ id: 'client.invoices.unpaid' })
  return String(invoice.status ?? '')
}
