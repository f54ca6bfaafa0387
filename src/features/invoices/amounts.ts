import type { Invoice } from '#src/api/invoices.ts'
import { type Page, isWhole } from '#contract/paging.ts'
import type { IsoDate } from '#contract/dates.ts'
import type { IntlShape } from 'react-intl'
import { currencyOf, isLate, isSettled, openOf, totalOf } from '#contract/invoice.ts'
import { countOf } from '#src/api/pages.ts'

/** Null where an amount is unknown or in another currency: part of a sum would be wrong. */
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
/** Credit notes that are not refunded count against it; overpayments do not. */
export const sumOfOpen = (invoices: readonly Invoice[]): number | null => sumOf(invoices, openOf)

export interface OpenOfAll {
  count: number
  /** How many of them are late; 0 where not all of them are known. */
  late: number
  /** In cents, below 0 where the practice owes; null where not all of it is known. */
  sum: number | null
}

/** Returns what is still to be paid, by the response to `invoiceQueries.unpaid`. Null where that does not tell. */
export function openOfAll(unpaid: Page<Invoice>, today: IsoDate): OpenOfAll | null {
  const open = unpaid.content.filter((invoice) => !isSettled(invoice))
  if (!isWhole(unpaid)) {
    // The total counts settled invoices too, from an API without the filter or whose statuses contradict the amounts.
    const isFiltered = open.length === unpaid.content.length
    const count = countOf(unpaid)
    return isFiltered && count !== undefined ? { count, late: 0, sum: null } : null
  }
  return { count: open.length, late: open.filter((invoice) => isLate(invoice, today)).length, sum: sumOfOpen(open) }
}

/** An amount in cents as people write it. */
export function money({ formatNumber }: IntlShape, cents: number, currency = 'EUR'): string {
  // `Intl` throws on a currency that is not three letters.
  if (/^[A-Z]{3}$/.test(currency)) return formatNumber(cents / 100, { style: 'currency', currency })
  return `${formatNumber(cents / 100, { minimumFractionDigits: 2, maximumFractionDigits: 2 })} ${currency}`
}
