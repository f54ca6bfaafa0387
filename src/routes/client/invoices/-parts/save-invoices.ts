import type { IntlShape } from 'react-intl'
import { MAX_PAGE_SIZE } from '#contract/paging.ts'
import { saveCsv } from '#src/lib/files/csv.ts'
import { today as todayNow } from '#src/lib/dates.ts'
import { fetchAllPages } from '#src/api/pages.ts'
import { csvRows } from './csv-rows.ts'
import { type InvoiceFilter, getInvoices } from '#src/api/invoices.ts'

interface Saving {
  clientId: string
  filter: InvoiceFilter
  signal: AbortSignal
  intl: IntlShape
}

/** All invoices of the filter, as a file for a spreadsheet. */
export async function saveInvoices({ clientId, filter, signal, intl }: Saving): Promise<void> {
  const invoices = await fetchAllPages((page) => getInvoices(clientId, filter, { page, size: MAX_PAGE_SIZE, signal }))
  if (signal.aborted) return
  const today = todayNow()
  const title = intl.formatMessage({ id: 'client.invoices.file' })
  saveCsv([title, filter.from, filter.to, today], csvRows(invoices, intl, today))
}
