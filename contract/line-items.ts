import { type InvoiceAmounts, centsOf, isCreditNote, totalOf } from './invoice.ts'
import type { LineItem } from './schemas/line-item.ts'
import { groupBy } from './values.ts'

// One rule for the lines of an invoice or estimate, for the portal, the PDF, the CSV file and the UBL file. Amounts of
// lines include VAT; all results are integer cents.

export const MAX_LINES = 500

/** Amounts of the lines with one VAT rate. */
export interface VatGroup {
  /** Percentage; null for lines without a rate. */
  rate: number | null
  /** Sum of the lines, with VAT. */
  gross: number
  /** Amount without VAT. */
  base: number
  /** `base` times the rate, rounded, as EN 16931 requires (BR-CO-17). */
  vat: number
  /** Remaining cents of `gross`, because not every gross amount is a base plus its rounded VAT. */
  rounding: number
}

/** Difference between a stated total and its lines. */
export interface Difference {
  /** Total less the lines. */
  cents: number
  /** Small enough to come from rounding. */
  isRounding: boolean
}

export const lineCents = (line: Pick<LineItem, 'amount'>): number => centsOf(line.amount) ?? 0

export const sumOfLines = (lines: readonly Pick<LineItem, 'amount'>[]): number =>
  lines.reduce((sum, line) => sum + lineCents(line), 0)

/** Returns the VAT by rate, highest rate first and lines without a rate last. */
export function vatByRate(lines: readonly Pick<LineItem, 'amount' | 'vatRate'>[]): VatGroup[] {
  const groups = groupBy(lines, ({ vatRate }) => vatRate ?? null)
  return [...groups]
    .map(([rate, group]) => vatOfSum(rate, sumOfLines(group)))
    .sort((one, other) => (other.rate ?? -1) - (one.rate ?? -1))
}

function vatOfSum(rate: number | null, gross: number): VatGroup {
  const base = rate === null ? gross : roundCents((gross * 100) / (100 + rate))
  const vat = rate === null ? 0 : roundCents((base * rate) / 100)
  return { rate, gross, base, vat, rounding: gross - base - vat }
}

const roundCents = (cents: number): number => centsOf(cents / 100) ?? 0

/** Dutch VAT rates by name, latest first, each with the day from which it applies. */
const NAMED_RATES = {
  high: [
    ['2012-10-01', 21],
    ['', 19],
  ],
  low: [
    ['2019-01-01', 9],
    ['', 6],
  ],
  zero: [['', 0]],
} as const
export type VatName = keyof typeof NAMED_RATES

/** Returns the Dutch VAT rate of a day; without a day, that of today. */
export const namedVatRate = (name: VatName, day = '9999'): number =>
  NAMED_RATES[name].find(([from]) => day >= from)?.[1] ?? 0

/** Returns an amount with VAT, not rounded. */
export const withVat = (amount: number, rate: number): number => Number(((amount * (100 + rate)) / 100).toPrecision(12))

/** Whether a description names a total, so that its amount is no line. */
export const isTotalText = (text: string): boolean =>
  /^(?:(?:sub|eind)?tota(?:al|l)|te betalen|amount due)(?: (?:factuur|nota|regels?|bedrag|(?:incl|excl)\S*|btw|vat|invoice|[cf]?[\d-]+))*\s*[:=]?$/i.test(
    text.trim(),
  )

/** Returns the difference between a stated total in cents and the lines; null if there is none. */
export function differenceOf(total: number, lines: readonly Pick<LineItem, 'amount'>[]): Difference | null {
  const cents = total - sumOfLines(lines)
  return cents === 0 ? null : { cents, isRounding: isRounding(cents, lines.length) }
}

/** Whether a difference may come from rounding: a total in cash is rounded to five cents, and a system may round each line. */
export const isRounding = (cents: number, lines: number): boolean => Math.abs(cents) <= Math.max(5, lines)

/** Groups lines by their animal in the order of first occurrence, with those of no animal last. */
export function linesByAnimal<Line extends Pick<LineItem, 'patientUuid' | 'patientName'>>(
  lines: readonly Line[],
): { name: string | undefined; lines: Line[] }[] {
  const groups = groupBy(lines, ({ patientUuid, patientName }) => patientUuid ?? patientName ?? '')
  const all = [...groups].map(([key, group]) => ({
    key,
    name: group.find(({ patientName }) => patientName)?.patientName ?? undefined,
    lines: group,
  }))
  return [...all.filter(({ key }) => key !== ''), ...all.filter(({ key }) => key === '')].map(
    ({ name, lines: own }) => ({
      name,
      lines: own,
    }),
  )
}

/** Lines and VAT of an invoice, from this server or another API. */
export interface InvoiceParts extends InvoiceAmounts {
  lines?: readonly LineItem[] | undefined
  vat?: readonly { rate: number; base: number; amount: number }[] | undefined
}

/** Returns -1 if amounts with this sum need the other sign, because their system writes no minus on a credit note. */
function signFor(invoice: InvoiceParts, sum: number): 1 | -1 {
  return isCreditNote(invoice) && sum > 0 && (totalOf(invoice) ?? 0) < 0 ? -1 : 1
}

/** Multiplies without a result of -0. */
const times = (sign: 1 | -1, value: number): number => (sign === 1 ? value : 0 - value)

/**
 * Returns the lines of an invoice with the sign of its total. On a credit note, the quantity of a line gets the sign
 * of its amount, or the price of a line without a quantity. The discount gets the sign that results in the amount.
 */
export function signedLines(invoice: InvoiceParts): LineItem[] {
  const { lines = [] } = invoice
  if (!isCreditNote(invoice)) return [...lines]
  const sign = signFor(invoice, sumOfLines(lines))
  return lines.map(({ quantity, unitPrice, discount, ...line }) => {
    const amount = times(sign, line.amount)
    const turned = amount * (quantity ?? 1) * (unitPrice ?? 1) < 0 ? -1 : 1
    const less = unitPrice === undefined ? 0 : (centsOf((quantity ?? 1) * unitPrice * turned - amount) ?? 0)
    return {
      ...line,
      amount,
      ...(quantity !== undefined && { quantity: times(turned, quantity) }),
      ...(unitPrice !== undefined && { unitPrice: quantity === undefined ? times(turned, unitPrice) : unitPrice }),
      ...(discount !== undefined && {
        discount: less === 0 ? times(sign, discount) : times(less < 0 ? -1 : 1, Math.abs(discount)),
      }),
    }
  })
}

export interface InvoiceVat {
  /** Amounts in cents by rate, highest rate first. */
  rows: { rate: number; base: number; vat: number }[]
  /** Cents of the lines that are neither in a base nor in its VAT. */
  rounding: number
  /** VAT by rate of the lines, if the practice states another. */
  ofLines: { rate: number; vat: number }[] | null
}

/**
 * Returns the VAT of an invoice: as the practice states it, or else that of the lines. Returns null if neither is
 * known for all lines. A stated VAT leads, because the practice has entered it in its books.
 */
export function invoiceVat(invoice: InvoiceParts): InvoiceVat | null {
  const groups = vatByRate(signedLines(invoice))
  const isComplete = groups.length > 0 && groups.every(({ rate }) => rate !== null)
  const ofLines = groups.map(({ rate, base, vat }) => ({ rate: rate ?? 0, base, vat }))
  const { vat: stated = [] } = invoice
  if (stated.length === 0) {
    const rounding = groups.reduce((sum, group) => sum + group.rounding, 0)
    return isComplete ? { rows: ofLines, rounding, ofLines: null } : null
  }
  const sign = signFor(
    invoice,
    stated.reduce((sum, { base, amount }) => sum + base + amount, 0),
  )
  const rows = stated
    .map(({ rate, base, amount }) => ({
      rate,
      base: times(sign, centsOf(base) ?? 0),
      vat: times(sign, centsOf(amount) ?? 0),
    }))
    .sort((one, other) => other.rate - one.rate)
  const isSame = ofLines.every(({ rate, vat }) => vat === sumOfRate(rows, rate)) && hasRatesOf(rows, ofLines)
  return { rows, rounding: 0, ofLines: isComplete && !isSame ? ofLines.map(({ rate, vat }) => ({ rate, vat })) : null }
}

type Row = InvoiceVat['rows'][number]

const sumOfRate = (rows: readonly Row[], wanted: number): number =>
  rows.reduce((sum, { rate, vat }) => (rate === wanted ? sum + vat : sum), 0)

/** Whether each row with VAT has the rate of another row. */
const hasRatesOf = (rows: readonly Row[], others: readonly Row[]): boolean =>
  rows.every(({ rate, vat }) => vat === 0 || others.some((other) => other.rate === rate))
