import { DEFAULT_SORT } from '#contract/paging.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type IntlShape, useIntl } from 'react-intl'
import { type Invoice, type InvoiceFilter, getInvoices } from '#src/api/invoices.ts'
import { type CsvCell, centsCell, dayCell } from '#contract/csv.ts'
import { saveCsv } from '#src/lib/files/save.ts'
import type { IsoDate } from '#contract/dates.ts'
import { today as todayNow } from '#src/lib/dates.ts'
import { fetchAllPages } from '#src/api/all-pages.ts'
import { balanceOf, byDueDate, currencyOf, totalOf } from '#contract/invoice.ts'
import { CsvButton } from '#src/features/csv-button.tsx'
import { statusText } from '#src/features/invoices/status-text.ts'

export function SaveButton({ clientId, filter }: { clientId: string; filter: InvoiceFilter }) {
  const intl = useIntl()
  const queryClient = useQueryClient()
  return (
    <CsvButton
      variant="ghost"
      label="client.invoices.csv"
      name="client.invoices.csvName"
      save={(signal) => saveInvoices({ queryClient, clientId, filter, signal, intl })}
    />
  )
}

interface Saving {
  queryClient: QueryClient
  clientId: string
  filter: InvoiceFilter
  signal: AbortSignal
  intl: IntlShape
}

/** Saves all invoices of the filter as a CSV file. */
async function saveInvoices({ queryClient, clientId, filter, signal, intl }: Saving): Promise<void> {
  const invoices = await fetchAllPages(queryClient, (request) =>
    getInvoices(clientId, filter, { ...request, sort: DEFAULT_SORT }, { signal }),
  )
  if (signal.aborted) return
  const today = todayNow()
  const title = intl.formatMessage({ id: 'client.invoices.file' })
  const rows = filter.status === 'UNPAID' ? byDueDate(invoices) : invoices
  saveCsv([title, filter.from, filter.to, today], csvRows(rows, intl, today))
}

/** Returns the CSV rows of all invoices, including the header. */
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
  formatMessage({ id: 'client.invoices.overpaid' }),
]

function cells(invoice: Invoice, intl: IntlShape, today: IsoDate): CsvCell[] {
  const { number, date, dueDate, description, patientNames, currency, paidDate } = invoice
  const { open, overpaid } = balanceOf(invoice)
  return [
    number,
    dayCell(date),
    dayCell(dueDate),
    description,
    patientNames?.join(', '),
    centsCell(totalOf(invoice)),
    centsCell(open),
    currency && currencyOf(invoice),
    statusText(invoice, intl, today),
    dayCell(paidDate),
    overpaid > 0 ? centsCell(overpaid) : undefined,
  ]
}
