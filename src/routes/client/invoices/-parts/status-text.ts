import type { IntlShape } from 'react-intl'
import { type BalanceState, balanceOf, isLate } from '#contract/amounts.ts'
import { INVOICE_STATUSES } from '#contract/invoice.ts'
import type { Invoice } from '#src/api/invoices.ts'
import type { IsoDate } from '#contract/dates.ts'
import type { MessageId } from '#src/lib/intl.tsx'

const WORDS: Partial<Record<BalanceState, MessageId>> = {
  open: 'client.invoices.unpaid',
  partPaid: 'client.invoices.unpaid',
  paid: 'client.invoices.paid',
  nothingOpen: 'client.invoices.nothingToPay',
  overpaid: 'client.invoices.overpaid',
  refund: 'client.invoices.refund',
}

const isKnownStatus = ({ status }: Invoice) => INVOICE_STATUSES.some((known) => known === status)

/** Returns the state of an invoice in words; a status of another API as it came. Without `today`, no invoice is late. */
export function statusText(invoice: Invoice, { formatMessage }: IntlShape, today?: IsoDate): string {
  if (today && isLate(invoice, today)) return formatMessage({ id: 'client.invoices.late' })
  const id = WORDS[balanceOf(invoice).state]
  return id && (isKnownStatus(invoice) || !invoice.status) ? formatMessage({ id }) : String(invoice.status ?? '')
}
