import { isInRange, isIsoDate } from './fields.ts'
import { cleanText } from './text.ts'

// What the schemas hold a text against. Apart from what the first chunk of the portal needs of dates.

export const ISO_DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/
export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** A moment with its offset, on a day that exists: `Date.parse` alone accepts 30 February. */
export const isIsoDateTime = (value: string): boolean =>
  ISO_DATE_TIME.test(value) && isIsoDate(value.slice(0, 10)) && !Number.isNaN(Date.parse(value))

/** A moment that can be stored: with its offset, it is within the days that are. */
export const isStorableDateTime = (value: string): boolean => isIsoDateTime(value) && isInRange(Date.parse(value))

// Nothing can encode half a character (a lone surrogate), and PostgreSQL cannot store NUL.
const UNSTORABLE = /[\0\p{Surrogate}]/u
const LINE_BREAK = /[\n\v\f\r\u0085\u2028\u2029]/

export const isStorable = (text: string): boolean => !UNSTORABLE.test(text)

/** Storable, and without a line break. */
export const isOneLine = (text: string): boolean => isStorable(text) && !LINE_BREAK.test(text)

/** A name on one line in which everything is visible: invisible and bidirectional characters make two names look alike. */
export function isPersonName(text: string): boolean {
  // Framed, because white space at the ends is no fault.
  const framed = `.${text}.`
  return isOneLine(text) && !text.includes('\t') && cleanText(framed) === framed.normalize('NFC')
}

export function isUuid(value: string): boolean {
  return UUID.test(value)
}
