import { centsOf } from './invoice.ts'
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
