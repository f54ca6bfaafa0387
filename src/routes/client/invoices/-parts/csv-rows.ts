import type { IntlShape } from 'react-intl'
import type { Invoice } from '#contract/invoice.ts'
import { type CsvCell, dayCell } from '#src/lib/files/csv.ts'
import type { IsoDate } from '#src/lib/dates.ts'
import { statusText } from './status-text.ts'
import { openOf } from '#src/features/invoices/sums.ts'

/** All invoices as the rows of a spreadsheet, under their headings. */
export function csvRows(invoices: readonly Invoice[], intl: IntlShape, today: IsoDate): CsvCell[][] {
  return [headings(intl), ...invoices.map((invoice) => cells(invoice, intl, today))]
}

const headings = ({ formatMessage }: IntlShape) => [
  formatMessage({ id: 'client.invoices.number' }),
  formatMessage({ id: 'client.invoices.date' }),
  formatMessage({ id: 'client.invoices.dueDate' }),
  formatMessage({ id: 'client.invoices.description' }),
  formatMessage({ id: 'client.invoices.animals' }),
  formatMessage({ id: 'client.invoices.amount' }),
  formatMessage({ id: 'client.invoices.toPay' }),
  formatMessage({ id: 'client.invoices.currency' }),
  formatMessage({ id: 'client.invoices.status' }),
  formatMessage({ id: 'client.invoices.paidDate' }),
]

function cells(invoice: Invoice, intl: IntlShape, today: IsoDate): CsvCell[] {
  const { number, date, dueDate, description, patientNames, totalInclVat, currency, paidDate } = invoice
  const open = openOf(invoice)
  return [
    number,
    dayCell(date),
    dayCell(dueDate),
    description,
    patientNames?.join(', '),
    totalInclVat,
    open === null ? undefined : open / 100,
    currency,
    statusText(invoice, intl, today),
    dayCell(paidDate),
  ]
}
