import type { IntlShape } from 'react-intl'
import { BALANCE_MESSAGES, INVOICE_STATUSES, balanceOf, isLate } from '#contract/invoice.ts'
import type { Invoice } from '#src/api/invoices.ts'
import type { IsoDate } from '#contract/dates.ts'

const isKnownStatus = ({ status }: Invoice) => INVOICE_STATUSES.some((known) => known === status)

/** Returns the state of an invoice in words; an unknown status is returned as received. Without `today`, no invoice is late. */
export function statusText(invoice: Invoice, { formatMessage }: IntlShape, today?: IsoDate): string {
  if (today && isLate(invoice, today)) return formatMessage({ id: 'client.invoices.late' })
  const { state } = balanceOf(invoice)
  const id = state === 'unknown' ? undefined : BALANCE_MESSAGES[state]
  return id && (isKnownStatus(invoice) || !invoice.status) ? formatMessage({ id }) : String(invoice.status ?? '')
}
