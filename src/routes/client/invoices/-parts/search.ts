import { now as serverNow } from '#src/lib/dates.ts'
import { readMonth, readPage } from '#src/lib/search.ts'
import type { InvoiceSearch, PaymentFilter } from '#src/api/invoices.ts'

// Read with the address, so in the first chunk: nothing of weight is imported here.

type Raw = Readonly<Record<string, unknown>>

const readStatus = (status: unknown): PaymentFilter => (status === 'PAID' || status === 'UNPAID' ? status : 'ALL')

/** What is not there is left out, so that the address of everything is bare. Months the wrong way round are turned. */
export function readInvoiceSearch(raw: Raw, now = serverNow()): InvoiceSearch {
  const from = readMonth(raw['from'], now)
  const to = readMonth(raw['to'], now)
  const turned = from !== undefined && to !== undefined && from > to
  return {
    page: readPage(raw),
    status: readStatus(raw['status']),
    from: turned ? to : from,
    to: turned ? from : to,
  }
}
