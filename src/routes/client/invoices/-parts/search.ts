import { now as serverNow } from '#src/lib/dates.ts'
import { readMonth, readPage } from '#src/lib/search.ts'
import type { InvoiceSearch, PaymentFilter } from '#src/api/invoices.ts'

// Used to validate the URL, so part of the first chunk: no large imports here.

type Raw = Readonly<Record<string, unknown>>

const readStatus = (status: unknown): PaymentFilter => (status === 'PAID' || status === 'UNPAID' ? status : 'ALL')

/** Reads the search of a URL; months in the wrong order are swapped. */
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
