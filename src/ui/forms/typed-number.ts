import { foldName } from '#contract/fold-name.ts'

// While typed, a number is text with a decimal point, such as `12.5` or the incomplete `12.`.

/** Removes leading zeros, and adds one before a leading point. */
export const withoutLeadingZeros = (typed: string): string => typed.replace(/^0+(?=\d)/, '').replace(/^\./, '0.')

/** Returns the typed number; null if there is none. */
export const numberIn = (typed: string): number | null => (typed === '' ? null : Number(withoutLeadingZeros(typed)))

/** Returns a number as typed text; empty for null. */
export const typedOf = (value: number | null): string => (value === null ? '' : String(value))

/** Keeps one point and at most the allowed number of decimals. */
export function limited(digits: string, decimals: number): string {
  const [whole = '', ...parts] = digits.split('.')
  return parts.length > 0 && decimals > 0 ? `${whole}.${parts.join('').slice(0, decimals)}` : whole
}

/**
 * Parses pasted text: in `€ 1.234,50`, `1,234.50` and `1 234.5` the last symbol is the decimal one. A single symbol before three
 * digits depends on the language: `1.234` exceeds a thousand if the decimal symbol is a comma.
 */
export function copiedNumber(text: string, symbol: string): string {
  // The Arabic decimal separator (U+066B) counts as a comma.
  const folded = foldName(text).replaceAll('\u066b', ',')
  const marks = folded.replaceAll(/[^.,]/g, '')
  const digits = folded.replaceAll(/[^\d.,]/g, '').replaceAll(',', '.')
  const repeated = marks.length > 1 && new Set(marks).size === 1
  const thousand = marks.length === 1 && marks !== symbol && /^\d{1,3}\.\d{3}$/.test(digits)
  const end = repeated || thousand ? -1 : digits.lastIndexOf('.')
  if (end < 0) return digits.replaceAll('.', '')
  return `${digits.slice(0, end).replaceAll('.', '')}${digits.slice(end)}`
}
