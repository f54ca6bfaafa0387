import type { IsoDate } from './dates.ts'

export const INVOICE_STATUSES = ['PAID', 'UNPAID'] as const
export const INVOICE_CURRENCIES = ['EUR'] as const
export const PAYMENT_METHODS = ['PIN', 'CASH', 'BANK', 'DIRECT_DEBIT', 'ONLINE'] as const

// One rule for the money of an invoice, for the portal, the PDF, the CSV file and the QR code. All results are integer
// cents.

/** Fields that determine the balance, from this server or another API. */
export interface InvoiceAmounts {
  status?: string | null | undefined
  totalInclVat?: number | null | undefined
  paidAmount?: number | null | undefined
  openAmount?: number | null | undefined
  creditFor?: string | null | undefined
  dueDate?: IsoDate | null | undefined
  currency?: string | null | undefined
}

/**
 * - `open`: to be paid; the amount may be unknown.
 * - `partPaid`: to be paid, less than the total.
 * - `paid`: the practice states that it is paid.
 * - `nothingOpen`: the status is not `PAID`, but the amounts leave nothing to pay.
 * - `overpaid`: the client paid more than the total.
 * - `refund`: a credit note that the practice has not paid out.
 * - `unknown`: neither the status nor the amounts decide.
 */
export type BalanceState = 'open' | 'partPaid' | 'paid' | 'nothingOpen' | 'overpaid' | 'refund' | 'unknown'

export const BALANCE_MESSAGES = {
  open: 'client.invoices.unpaid',
  partPaid: 'client.invoices.unpaid',
  paid: 'client.invoices.paid',
  nothingOpen: 'client.invoices.nothingToPay',
  overpaid: 'client.invoices.overpaid',
  refund: 'client.invoices.refund',
} as const satisfies Record<Exclude<BalanceState, 'unknown'>, string>

export interface Balance {
  state: BalanceState
  /** Cents the client still has to pay; below 0 for a `refund`; null if unknown. */
  open: number | null
  overpaid: number
}

/** Rounds an amount in euros to cents, half away from zero. Returns null if the value is not an amount. */
export function centsOf(amount: unknown): number | null {
  if (typeof amount !== 'number' || !Number.isFinite(amount)) return null
  // Fifteen digits remove the noise of 1.005 * 100 = 100.49999999999999.
  const cents = Math.round(Number((Math.abs(amount) * 100).toPrecision(15)))
  return cents === 0 ? 0 : Math.sign(amount) * cents
}

/** Whether an invoice is a credit note: it names a credited invoice or has a negative total. */
export const isCreditNote = ({ creditFor, totalInclVat }: InvoiceAmounts): boolean =>
  Boolean(creditFor?.trim()) || (centsOf(totalInclVat) ?? 0) < 0

/** Returns the total in cents, below 0 for a credit note regardless of its sign. Returns null if unknown. */
export function totalOf(invoice: InvoiceAmounts): number | null {
  const total = centsOf(invoice.totalInclVat)
  return total && isCreditNote(invoice) ? -Math.abs(total) : total
}

/** Returns the currency code. Some systems write `€` or lower case, or omit the currency. */
export function currencyOf({ currency }: InvoiceAmounts): string {
  const code = currency?.trim().toUpperCase() || 'EUR'
  return code === '€' || code === 'EURO' ? 'EUR' : code
}

/**
 * Returns the balance by status and amounts together. If they contradict each other, the lowest supported amount
 * counts.
 */
export function balanceOf(invoice: InvoiceAmounts): Balance {
  if (isCreditNote(invoice)) return creditOf(invoice)
  const { status } = invoice
  const overpaid = overpaidOf(invoice)
  if (overpaid > 0) return { state: 'overpaid', open: 0, overpaid }
  if (status === 'PAID') return { state: 'paid', open: 0, overpaid }
  const open = remainderOf(invoice)
  if (open === 0) return { state: 'nothingOpen', open, overpaid }
  // A status such as DISPUTED or DRAFT requests no payment.
  if (status !== 'UNPAID') return { state: 'unknown', open: null, overpaid }
  const total = totalOf(invoice)
  const isPart = open !== null && total !== null && open < total
  return { state: isPart ? 'partPaid' : 'open', open, overpaid }
}

/** Returns the remainder of the total, never below 0; null without any amount. */
function remainderOf({ totalInclVat, paidAmount, openAmount }: InvoiceAmounts): number | null {
  const total = centsOf(totalInclVat)
  const balance = openCentsOf(openAmount)
  if (total === null) return balance === null ? null : Math.max(balance, 0)
  const rest = total - Math.max(centsOf(paidAmount) ?? 0, 0)
  return Math.max(Math.min(rest, balance ?? rest), 0)
}

/** A balance below one cent is a rounding difference and counts as zero. */
export function openCentsOf(openAmount: unknown): number | null {
  const cents = centsOf(openAmount)
  return cents !== null && Math.abs(Number(openAmount)) < 0.01 - 1e-9 ? 0 : cents
}

/**
 * Returns the overpaid cents, by the paid amount or by a negative balance that no paid amount contradicts. If both
 * apply, the lower counts.
 */
function overpaidOf({ totalInclVat, paidAmount, openAmount }: InvoiceAmounts): number {
  const total = centsOf(totalInclVat)
  const paid = centsOf(paidAmount)
  const balance = -(openCentsOf(openAmount) ?? 0)
  const surplus = paid === null || total === null ? null : paid - total
  if (surplus === null) return Math.max(balance, 0)
  if (surplus > 0) return balance > 0 ? Math.min(surplus, balance) : surplus
  return surplus === 0 ? Math.max(balance, 0) : 0
}

/**
 * Returns the balance of a credit note. Systems write its amounts with or without a minus sign, and the client never
 * has to pay.
 */
function creditOf({ status, totalInclVat, paidAmount, openAmount }: InvoiceAmounts): Balance {
  if (status === 'PAID') return { state: 'paid', open: 0, overpaid: 0 }
  const [total, paid] = [centsOf(totalInclVat), centsOf(paidAmount)]
  const balance = openCentsOf(openAmount)
  const rest = total === null ? null : Math.abs(total) - Math.abs(paid ?? 0)
  const amounts = [rest, balance === null ? null : Math.abs(balance)].filter((amount) => amount !== null)
  const refund = amounts.length > 0 ? Math.max(Math.min(...amounts), 0) : null
  if (refund === 0) return { state: 'nothingOpen', open: 0, overpaid: 0 }
  if (status !== 'UNPAID') return { state: 'unknown', open: null, overpaid: 0 }
  return { state: 'refund', open: refund === null ? null : -refund, overpaid: 0 }
}

export const openOf = (invoice: InvoiceAmounts): number | null => balanceOf(invoice).open

/** Whether the client has to pay anything, including an unknown amount. */
export function isToBePaid(invoice: InvoiceAmounts): boolean {
  const { state } = balanceOf(invoice)
  return state === 'open' || state === 'partPaid'
}

export function isSettled(invoice: InvoiceAmounts): boolean {
  const { state } = balanceOf(invoice)
  return state === 'paid' || state === 'nothingOpen' || state === 'overpaid'
}

export const isLate = (invoice: InvoiceAmounts, today: IsoDate): boolean =>
  Boolean(invoice.dueDate) && (invoice.dueDate ?? '') < today && isToBePaid(invoice)

/** Sorts invoices by due date, those without one after the others, and those that request no payment last. */
export function byDueDate<T extends InvoiceAmounts & { date?: string | undefined }>(invoices: readonly T[]): T[] {
  const keyOf = (invoice: T) =>
    `${isToBePaid(invoice) ? 0 : 1} ${invoice.dueDate || '9999-99-99'} ${invoice.date || '9999-99-99'}`
  return [...invoices].sort((one, other) => keyOf(one).localeCompare(keyOf(other)))
}
