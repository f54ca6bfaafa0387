import { asciiNumbers } from './ascii-numbers.ts'
import { cleanText } from './text.ts'

/** Minimum number of digits for a search in telephone numbers. Fewer digits would match too many numbers. */
export const MIN_DIGITS = 4
/** Minimum and maximum number of digits: `112`, and the longest international number with its prefix. */
const DIGIT_COUNTS = { min: 3, max: 17 }
/** Minimum number of digits of a full number. Splits two numbers that only a space or a dash separates. */
const MIN_NATIONAL_DIGITS = 9

const ZERO = String.raw`[([]\s*0\s*[)\]]`
/**
 * Digits in groups. A bracket belongs to the number if it contains the area code, at the beginning or after the country
 * code.
 */
const NUMBER = new RegExp(
  String.raw`(?:\+[ .-]*|00[ .-]?)?(?:\d{1,3}[ .-]*)??(?:${ZERO}|[([] *\d[\d -]* *[)\]])[ .-]*\d[\d .-]*(?:${ZERO}[\d .-]*)?|(?:\+[ .-]*)?\d[\d .-]*(?:${ZERO}[ .-]*\d[\d .-]*)?`,
  'g',
)
const DIALLED_INSIDE = /\b(?:tst|toestel|ext|extension|doorkies(?:nummer)?|keuze|kies|optie|intern)\.? *:? *$/
const DATE_OR_TIME =
  /\b\d{1,2}[.-]\d{1,2}[.-]\d{4}(?![.\d-])|\b\d{1,2}:\d{2}\b|\b\d{1,2}\.\d{2} ?- ?\d{1,2}\.\d{2}(?![.\d])|\b\d{1,2}\.\d{2}(?= ?(?:uur|u|h)\b)/g
/** Prefixes of vanity numbers such as `0800-DIEREN`, which are incomplete without their letters. */
const SERVICE_PREFIX = /^0[89]00$/
/** Country codes with a trunk zero, which is only dialled within the country. */
const TRUNK_ZERO = /^((?:\+|00)(?:3[123]|4[0-9]))0+/

/** Folds digits and the signs between them. Not `foldName`, whose table of letters would add 1 kB to the first pages. */
function folded(text: string): string {
  // The acute accent alone would decompose to a space.
  const signs = cleanText(text).replaceAll('´', "'").normalize('NFKD').replaceAll(/\p{M}/gu, '')
  return asciiNumbers(signs.toLowerCase())
}

/** Returns the complete telephone numbers in a text, as dialled: digits, with or without a plus. */
export function telephoneNumbers(text: string): string[] {
  const typed = folded(text.replaceAll(/[\r\n]+/g, ';')).replaceAll(DATE_OR_TIME, ';')
  const numbers = []
  for (const { 0: found, index } of typed.matchAll(NUMBER)) {
    const before = typed.slice(0, index)
    const after = typed.slice(index + found.length)
    if (DIALLED_INSIDE.test(before)) continue
    for (const part of splitAdjacent(found)) {
      const number = dialled(part)
      const { length } = number.replace('+', '')
      if (
        length >= DIGIT_COUNTS.min &&
        length <= DIGIT_COUNTS.max &&
        !(SERVICE_PREFIX.test(number) && /^\p{L}/u.test(after))
      )
        numbers.push(number)
    }
  }
  return numbers
}

/** Splits two consecutive numbers. The second begins with a zero or a plus, after a space or a dash. */
function splitAdjacent(found: string): string[] {
  for (const { index } of found.matchAll(/(?<=[ -])[0+]/g)) {
    const first = found.slice(0, index)
    const digits = dialled(first).length
    if (digits >= MIN_NATIONAL_DIGITS && dialled(found.slice(index)).length >= MIN_NATIONAL_DIGITS)
      return [first, ...splitAdjacent(found.slice(index))]
  }
  return [found]
}

function dialled(found: string): string {
  const isInternational = /^ *(?:\+|00)/.test(found)
  const number = isInternational ? found.replaceAll(new RegExp(ZERO, 'g'), '') : found
  return number.replaceAll(/[^\d+]/g, '').replace(TRUNK_ZERO, '$1')
}

/** Returns a link that dials the first complete number of a text; undefined if the text has none. */
export function telephoneHref(text: string | null | undefined): string | undefined {
  const [number] = telephoneNumbers(text ?? '')
  return number && `tel:${number}`
}

/** Returns a number as dialled in the Netherlands, for comparison: `+31 (0)6 1234` and `06-1234` become `061234`. */
export const foldTelephone = (text: string): string =>
  dialled(folded(text))
    .replace(/^\+/, '00')
    .replace(/^00310?/, '0')
    // Handles numbers without the plus, as telephony programs and exports write them.
    .replace(/^310?(?=[1-9]\d{8}$)/, '0')
