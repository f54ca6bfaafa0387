import { cleanQuery } from './text.ts'

// Maximum lengths of typed text, in UTF-16 code units as `length` counts them. A browser counts a line break of a text area as one,
// and sends it as one. The schemas refuse what is longer; the fields of the portal count up to the same number.

/** A line of text, unless its field has a limit of its own. */
export const MAX_LINE = 200
/** A search, as `cleanQuery` reads it. */
export const MAX_SEARCH = 100
export const isSearchTooLong = (text: string): boolean => cleanQuery(text).length > MAX_SEARCH
export const MAX_EMAIL = 254
export const MAX_URL = 500
export const MAX_PHONE = 50
/** An IBAN with the spaces that people type. */
export const MAX_IBAN = 50
/** Longest name that a payment takes. */
export const MAX_ACCOUNT_HOLDER = 70
export const MAX_PRACTICE_TEXT = 5000
export const MAX_OPENING_HOURS = 500
export const MAX_PREPARATION = 2000
/** Products that are not repeated, one a line, each of at most `MAX_LINE`. */
export const MAX_PRODUCT_LINES = 40_000
export const MAX_KEY_NAME = 80
/** A code of the letter, with blanks and dashes as people type them. */
export const MAX_LETTER_CODE = 40
/** A code of an app or a recovery code, with blanks and dashes. */
export const MAX_FACTOR_CODE = 60
