// What the schemas hold a text against. Apart from what the first chunk of the portal needs of dates.

export const ISO_DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/
export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

// Nothing can encode half a character (a lone surrogate), and PostgreSQL cannot store NUL.
const UNSTORABLE = /[\0\p{Surrogate}]/u
const LINE_BREAK = /[\n\v\f\r\u0085\u2028\u2029]/

export const isStorable = (text: string): boolean => !UNSTORABLE.test(text)

/** Storable, and without a line break. */
export const isOneLine = (text: string): boolean => isStorable(text) && !LINE_BREAK.test(text)

// Controls, invisible and bidirectional characters, and the blank of braille make two names look alike, or reorder what follows.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u
// Two of them are letters' business in some scripts: joiners within a word, as in Persian or Sinhala names, and the variant of a Han character.
const JOINED = String.raw`[\p{scx=Arab}\p{scx=Beng}\p{scx=Deva}\p{scx=Gujr}\p{scx=Guru}\p{scx=Knda}\p{scx=Mlym}\p{scx=Orya}\p{scx=Sinh}\p{scx=Taml}\p{scx=Telu}]`
const SPELLING = new RegExp(String.raw`(${JOINED})[\u200c\u200d](?=${JOINED})|(\p{scx=Han})[\u{e0100}-\u{e01ef}]`, 'gu')

/** Of a person who acts in it: of one line, and all of it can be seen. */
export const isPersonName = (text: string): boolean =>
  isOneLine(text) && !UNSEEN.test(text.replaceAll(SPELLING, '$1$2'))

export function isUuid(value: string): boolean {
  return UUID.test(value)
}
