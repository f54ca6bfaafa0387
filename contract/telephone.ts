import { foldName } from './fold-name.ts'

/** Of fewer digits a search looks in no telephone number: they are in many. */
export const LEAST_DIGITS = 4
/** `112`, and the longest number with the prefix for calls abroad. */
const WHOLE = { least: 3, most: 17 }
/** Two numbers may have nothing but a space or a dash between them; one of these is whole. */
const LEAST_NATIONAL = 9

const ZERO = String.raw`[([]\s*0\s*[)\]]`
/** Digits in groups. A bracket belongs to the number if it holds the area code, at the beginning or after that of the country. */
const NUMBER = new RegExp(
  String.raw`(?:\+[ .-]*|00[ .-]?)?(?:\d{1,3}[ .-]*)??(?:${ZERO}|[([] *\d[\d -]* *[)\]])[ .-]*\d[\d .-]*(?:${ZERO}[\d .-]*)?|(?:\+[ .-]*)?\d[\d .-]*(?:${ZERO}[ .-]*\d[\d .-]*)?`,
  'g',
)
const DIALLED_INSIDE = /\b(?:tst|toestel|ext|extension|doorkies(?:nummer)?|keuze|kies|optie|intern)\.? *:? *$/
const DATE_OR_TIME =
  /\b\d{1,2}[.-]\d{1,2}[.-]\d{4}(?![.\d-])|\b\d{1,2}:\d{2}\b|\b\d{1,2}\.\d{2} ?- ?\d{1,2}\.\d{2}(?![.\d])|\b\d{1,2}\.\d{2}(?= ?(?:uur|u|h)\b)/g
/** Numbers of words, such as `0800-DIEREN`, are not whole without their letters. */
const SERVICE_PREFIX = /^0[89]00$/
/** Countries whose numbers have a zero that is only dialled within the country. */
const TRUNK_ZERO = /^((?:\+|00)(?:3[123]|4[0-9]))0+/

/** The whole telephone numbers in a text, as they are dialled: digits, with or without a plus. */
export function telephoneNumbers(text: string): string[] {
  const typed = foldName(text.replaceAll(/[\r\n]+/g, ';')).replaceAll(DATE_OR_TIME, ';')
  const numbers = []
  for (const { 0: found, index } of typed.matchAll(NUMBER)) {
    const before = typed.slice(0, index)
    const after = typed.slice(index + found.length)
    if (DIALLED_INSIDE.test(before)) continue
    for (const part of apart(found)) {
      const number = dialled(part)
      const { length } = number.replace('+', '')
      if (length >= WHOLE.least && length <= WHOLE.most && !(SERVICE_PREFIX.test(number) && /^\p{L}/u.test(after)))
        numbers.push(number)
    }
  }
  return numbers
}

/** Two numbers in a row: the second begins with a zero or a plus, after a space or a dash. */
function apart(found: string): string[] {
  for (const { index } of found.matchAll(/(?<=[ -])[0+]/g)) {
    const first = found.slice(0, index)
    const digits = dialled(first).length
    if (digits >= LEAST_NATIONAL && dialled(found.slice(index)).length >= LEAST_NATIONAL)
      return [first, ...apart(found.slice(index))]
  }
  return [found]
}

function dialled(found: string): string {
  const isInternational = /^ *(?:\+|00)/.test(found)
  const number = isInternational ? found.replaceAll(new RegExp(ZERO, 'g'), '') : found
  return number.replaceAll(/[^\d+]/g, '').replace(TRUNK_ZERO, '$1')
}

/** A link that dials the first whole number of a text; undefined if the text has none. */
export function telephoneHref(text: string | null | undefined): string | undefined {
  const [number] = telephoneNumbers(text ?? '')
  return number && `tel:${number}`
}

/** A number as it is dialled in the Netherlands, for comparing: `+31 (0)6 1234` and `06-1234` are `061234`. */
export const foldTelephone = (text: string): string =>
  dialled(foldName(text))
    .replace(/^\+/, '00')
    .replace(/^00310?/, '0')
    // Without the plus, as calling programs and exports write it.
    .replace(/^310?(?=[1-9]\d{8}$)/, '0')
