import type { Invoice } from '#src/api/invoices.ts'
import type { Page } from '#contract/paging.ts'
import type { IsoDate } from '#src/lib/dates.ts'
import { countOf } from '#src/api/pages.ts'
import type { IntlShape } from 'react-intl'

// Money is counted in cents, for sums of fractions drift. Null: not known.

const cents = (amount: unknown) =>
  typeof amount === 'number' && Number.isFinite(amount) ? Math.round(amount * 100) : null

const isEuro = ({ currency }: Invoice) => (currency ?? 'EUR') === 'EUR'

export const totalOf = ({ totalInclVat }: Invoice): number | null => cents(totalInclVat)

/** What is still to be paid of it. */
export function openOf(invoice: Invoice): number | null {
  if (invoice.status === 'PAID') return 0
  // Another status says nothing of money.
  if (invoice.status !== 'UNPAID') return null
  const total = totalOf(invoice)
  return cents(invoice.openAmount) ?? (total === null ? null : total - (cents(invoice.paidAmount) ?? 0))
}

/** A part of it has been paid. */
export function isPartPaid(invoice: Invoice): boolean {
  const [total, open] = [totalOf(invoice), openOf(invoice)]
  return invoice.status === 'UNPAID' && total !== null && open !== null && open !== total
}

/** Past the day on which it should have been paid; what the practice owes is never late. */
export function isLate(invoice: Invoice, today: IsoDate): boolean {
  const { status, dueDate } = invoice
  if (status !== 'UNPAID' || !dueDate) return false
  return dueDate < today && (openOf(invoice) ?? 1) > 0
}

export const isCreditNote = (invoice: Invoice): boolean => Boolean(invoice.creditFor) || (totalOf(invoice) ?? 0) < 0

/** Null where one of them has no amount, or one in other money: half a sum is a wrong one. */
function sumOf(invoices: readonly Invoice[], amountOf: (invoice: Invoice) => number | null): number | null {
  let sum = 0
  for (const invoice of invoices) {
    const amount = isEuro(invoice) ? amountOf(invoice) : null
    if (amount === null) return null
    sum += amount
  }
  return sum
}

export const sumOfTotals = (invoices: readonly Invoice[]): number | null => sumOf(invoices, totalOf)
export const sumOfOpen = (invoices: readonly Invoice[]): number | null => sumOf(invoices, openOf)

/** All there is, so that its sum is true. */
export const isWhole = ({ content, page }: Page<Invoice>): boolean => page.totalElements <= content.length

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
    const count = countOf(unpaid)
    return isFiltered && count !== undefined ? { count, late: 0, sum: null } : null
  }
  return { count: open.length, late: open.filter((invoice) => isLate(invoice, today)).length, sum: sumOfOpen(open) }
}

/** An amount in cents as people write it. */
export function money({ formatNumber }: IntlShape, cents: number, currency = 'EUR'): string {
  // What is no currency would be refused.
  if (/^[A-Z]{3}$/.test(currency)) return formatNumber(cents / 100, { style: 'currency', currency })
  return `${formatNumber(cents / 100, { minimumFractionDigits: 2, maximumFractionDigits: 2 })} ${currency}`
}
