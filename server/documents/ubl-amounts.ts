import { type InvoiceAmounts, balanceOf, centsOf, isCreditNote, totalOf } from '#contract/invoice.ts'
import {
  type InvoiceParts,
  type VatGroup,
  differenceOf,
  invoiceVat,
  isRounding,
  lineCents,
  signedLines,
  vatByRate,
} from '#contract/line-items.ts'
import type { LineItem } from '#contract/schemas/line-item.ts'

/** Line with its amounts in cents without VAT. */
export interface UblLine {
  item: LineItem
  rate: number
  /** Amount after the discount. */
  net: number
  /** Amount that the discount takes off; below 0 if it adds. */
  discount: number
  /** Negative if the amount before the discount is negative, because a price never is (BR-27). */
  quantity: string
  price: string
}

/** Amounts of a UBL file in cents; those of a credit note are positive. */
export interface UblAmounts {
  lines: UblLine[]
  vat: (VatGroup & { rate: number })[]
  net: number
  vatTotal: number
  paid: number
  /** Difference between the total of the invoice and its lines with computed VAT. */
  rounding: number
  payable: number
}

export type AmountObstacle = 'lines' | 'rate' | 'amounts'

/** Returns the amounts of an invoice by its lines; the reason if EN 16931 cannot express them. */
export function ublAmounts(invoice: InvoiceParts): UblAmounts | AmountObstacle {
  const shown = signedLines(invoice)
  if (shown.length === 0) return 'lines'
  if (shown.some(({ vatRate }) => vatRate == null)) return 'rate'
  const lines = isCreditNote(invoice) ? shown.map(negated) : shown
  const total = Math.abs(totalOf(invoice) ?? 0)
  const difference = differenceOf(total, lines)
  if ((difference && !difference.isRounding) || !matchesStated(invoice, lines.length)) return 'amounts'
  const vat = vatByRate(lines).map((group) => ({ ...group, rate: group.rate ?? 0 }))
  const net = sum(vat.map(({ base }) => base))
  const vatTotal = sum(vat.map((group) => group.vat))
  const payable = payableOf(invoice, total)
  return {
    lines: linesOf(lines, vat),
    vat,
    net,
    vatTotal,
    paid: total - payable,
    rounding: total - net - vatTotal,
    payable,
  }
}

const sum = (cents: readonly number[]) => cents.reduce((total, each) => total + each, 0)

const negated = (line: LineItem): LineItem => ({
  ...line,
  amount: 0 - line.amount,
  ...(line.discount && { discount: 0 - line.discount }),
})

/** Returns the open amount, below 0 if the client has paid too much. */
function payableOf(invoice: InvoiceAmounts, total: number): number {
  const { open, overpaid } = balanceOf(invoice)
  return open === null ? total : Math.abs(open) - overpaid
}

/**
 * Whether the VAT that the practice states differs from that of the lines by rounding only. The file has the VAT of
 * the lines, because EN 16931 calculates it from its base (BR-CO-17). The page names both.
 */
function matchesStated(invoice: InvoiceParts, lines: number): boolean {
  const { rows, ofLines } = invoiceVat(invoice) ?? { rows: [], ofLines: null }
  if (!ofLines) return true
  const differences = new Map<number, number>()
  for (const { rate, vat } of [...rows, ...ofLines.map((row) => ({ ...row, vat: -row.vat }))])
    differences.set(rate, (differences.get(rate) ?? 0) + vat)
  return [...differences.values()].every((cents) => isRounding(cents, lines))
}

/** Returns the lines with their amounts, whose sum is the base of each rate exactly (BR-S-08). */
function linesOf(items: readonly LineItem[], vat: UblAmounts['vat']): UblLine[] {
  const nets = new Map<LineItem, number>()
  for (const { rate, base } of vat) {
    const ofRate = items.filter(({ vatRate }) => vatRate === rate)
    const shares = apportion(
      base,
      ofRate.map((item) => withoutVat(lineCents(item), rate)),
    )
    for (const [at, item] of ofRate.entries()) nets.set(item, shares[at] ?? 0)
  }
  return items.map((item) => {
    const rate = item.vatRate ?? 0
    const net = nets.get(item) ?? 0
    const discount = Math.round(withoutVat(centsOf(item.discount) ?? 0, rate))
    return { item, rate, net, discount, ...priceOf(net + discount, item.quantity) }
  })
}

const withoutVat = (cents: number, rate: number) => (cents * 100) / (100 + rate)

/** Rounds amounts to cents so that they add up to a sum: the largest remainders are rounded up. */
function apportion(total: number, exact: readonly number[]): number[] {
  const cents = exact.map(Math.floor)
  const byRemainder = exact
    .map((amount, at) => ({ at, remainder: amount - Math.floor(amount) }))
    .sort((one, other) => other.remainder - one.remainder)
  for (const { at } of byRemainder.slice(0, total - sum(cents))) cents[at] = (cents[at] ?? 0) + 1
  return cents
}

/** Most decimals of a quantity or price. */
const DECIMALS = 8
const MAX_QUANTITY = 1e9
/** Most cents by which quantity and price may differ from the amount, so that each method of rounding gives the amount. */
const MAX_EXCESS = 0.25

/** Returns a quantity and a price of one unit, whose rounded product is the amount exactly. */
function priceOf(cents: number, stated: number | null | undefined): Pick<UblLine, 'quantity' | 'price'> {
  const amount = Math.abs(cents)
  const quantity = decimal(Math.min(Math.abs(stated ?? 1), MAX_QUANTITY), DECIMALS)
  const signed = cents < 0 ? `-${quantity}` : quantity
  for (let decimals = 2; decimals <= DECIMALS; decimals++) {
    const price = (amount / 100 / Number(quantity)).toFixed(decimals)
    if (Math.abs(Number(price) * Number(quantity) * 100 - amount) < MAX_EXCESS) return { quantity: signed, price }
  }
  // The quantity is 0, or so large that the price has no such decimals.
  return { quantity: cents < 0 ? '-1' : '1', price: euros(amount) }
}

/** Returns a number without exponent and without zeros at its end. */
export const decimal = (value: number, decimals: number): string => value.toFixed(decimals).replace(/\.?0+$/, '')

export const euros = (cents: number): string => (cents / 100).toFixed(2)
