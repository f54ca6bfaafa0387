import { DATE_YEARS } from '#src/lib/constants.ts'
import { readPage } from '#src/lib/search.ts'
import type { InvoiceSearch, PaymentFilter } from '#src/api/invoices.ts'

// Read with the address, so in the first chunk: nothing of weight is imported here.

type Raw = Readonly<Record<string, unknown>>

const readStatus = (status: unknown): PaymentFilter => (status === 'PAID' || status === 'UNPAID' ? status : 'ALL')

/** A month that there has been: one that is still to come is this month. */
function readMonth(month: unknown, thisMonth: string): string | undefined {
  if (typeof month !== 'string' || !/^\d{4}-(0[1-9]|1[0-2])$/.test(month)) return undefined
  if (Number(month.slice(0, 4)) < DATE_YEARS.first) return undefined
  return month > thisMonth ? thisMonth : month
}

/** What is not there is left out, so that the address of everything is bare. Months the wrong way round are turned. */
export function readInvoiceSearch(raw: Raw, now = new Date()): InvoiceSearch {
  const thisMonth = `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, '0')}`
  const from = readMonth(raw['from'], thisMonth)
  const to = readMonth(raw['to'], thisMonth)
  const turned = from !== undefined && to !== undefined && from > to
  return {
    page: readPage(raw),
    status: readStatus(raw['status']),
    from: turned ? to : from,
    to: turned ? from : to,
  }
}
