import type { Invoice } from '#src/api/invoices.ts'
import { type Page, isWhole } from '#contract/paging.ts'
import type { IsoDate } from '#contract/dates.ts'
import { currencyOf, isLate, isSettled, openOf, totalOf } from '#contract/invoice.ts'
import { countOf } from '#src/api/pages.ts'

/** Returns the sum of amounts; null if an amount is unknown or has another currency, because a partial sum would be wrong. */
function sumOf(invoices: readonly Invoice[], amountOf: (invoice: Invoice) => number | null): number | null {
  let sum = 0
  for (const invoice of invoices) {
    const amount = amountOf(invoice)
    if (amount === null || (amount !== 0 && currencyOf(invoice) !== 'EUR')) return null
    sum += amount
  }
  return sum
}

export const sumOfTotals = (invoices: readonly Invoice[]): number | null => sumOf(invoices, totalOf)
/** Unpaid total. Credit notes that are not refunded reduce it; overpayments do not. */
export const sumOfOpen = (invoices: readonly Invoice[]): number | null => sumOf(invoices, openOf)

export interface OpenOfAll {
  count: number
  /** Number of overdue invoices; 0 if not all invoices are known. */
  late: number
  /** Amount in cents, negative if the practice owes; null if not all amounts are known. */
  sum: number | null
}

/** Returns the unpaid total from a response to `invoiceQueries.unpaid`; null if the response is insufficient. */
export function openOfAll(unpaid: Page<Invoice>, today: IsoDate): OpenOfAll | null {
  const open = unpaid.content.filter((invoice) => !isSettled(invoice))
  if (!isWhole(unpaid)) {
    // The number also counts settled invoices if the API ignores the filter or its statuses contradict the amounts.
    const isFiltered = open.length === unpaid.content.length
    const count = countOf(unpaid)
    return isFiltered && count !== undefined ? { count, late: 0, sum: null } : null
  }
  return { count: open.length, late: open.filter((invoice) => isLate(invoice, today)).length, sum: sumOfOpen(open) }
}
