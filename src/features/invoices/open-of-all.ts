import type { Invoice } from '#contract/invoice.ts'
import type { Page } from '#contract/paging.ts'
import type { IsoDate } from '#src/lib/dates.ts'
import { isLate, isWhole, sumOfOpen } from './sums.ts'

export interface OpenOfAll {
  count: number
  /** Of those; 0 where not all of them are here. */
  late: number
  /** In cents, less than 0 where the practice owes; null where not all of it is known. */
  sum: number | null
}

/** What is still to be paid, by the answer to `invoiceQueries.unpaid`. Null where that does not tell. */
export function openOfAll(unpaid: Page<Invoice>, today: IsoDate): OpenOfAll | null {
  const open = unpaid.content.filter(({ status }) => status !== 'PAID')
  if (!isWhole(unpaid)) {
    // An API that does not know the filter sends what is paid as well, and then its total says nothing.
    const isFiltered = open.length === unpaid.content.length
    return isFiltered ? { count: unpaid.page.totalElements, late: 0, sum: null } : null
  }
  return { count: open.length, late: open.filter((invoice) => isLate(invoice, today)).length, sum: sumOfOpen(open) }
}
