import { foldName } from '#contract/fold-name.ts'

// A number while it is typed is text with a point: `12.5`, and half-way `12.` as well.

/** Without zeroes in front that say nothing; what begins with a point begins with a zero. */
export const tidied = (typed: string): string => typed.replace(/^0+(?=\d)/, '').replace(/^\./, '0.')

/** The number that was typed so far; null: none. */
export const numberIn = (typed: string): number | null => (typed === '' ? null : Number(tidied(typed)))

/** A number as it is typed; nothing for none. */
export const typedOf = (value: number | null): string => (value === null ? '' : String(value))

/** With one point, and no more behind it than there may be. */
export function limited(digits: string, decimals: number): string {
  const [whole = '', ...parts] = digits.split('.')
  return parts.length > 0 && decimals > 0 ? `${whole}.${parts.join('').slice(0, decimals)}` : whole
}

/**
 * The number in a text from elsewhere: of `€ 1.234,50`, `1,234.50` and `1 234.5` the last mark is the decimal one. Of a single
 * mark before three digits the language says what it is: `1.234` is more than a thousand where the decimal symbol is a comma.
 */
export function copiedNumber(text: string, symbol: string): string {
  // The Arabic decimal symbol is a comma in other digits.
  const folded = foldName(text).replaceAll('\u066b', ',')
  const marks = folded.replaceAll(/[^.,]/g, '')
  const digits = folded.replaceAll(/[^\d.,]/g, '').replaceAll(',', '.')
  const repeated = marks.length > 1 && new Set(marks).size === 1
  const thousand = marks.length === 1 && marks !== symbol && /^\d{1,3}\.\d{3}$/.test(digits)
  const end = repeated || thousand ? -1 : digits.lastIndexOf('.')
  if (end < 0) return digits.replaceAll('.', '')
  return `${digits.slice(0, end).replaceAll('.', '')}${digits.slice(end)}`
}
