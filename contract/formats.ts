import { cleanText } from './text.ts'

// What the schemas hold a text against.

export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

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
