// Letters of scripts in which a joiner or a non-joiner within a word is part of the spelling.
const JOINED = String.raw`[\p{scx=Arab}\p{scx=Beng}\p{scx=Deva}\p{scx=Gujr}\p{scx=Guru}\p{scx=Khmr}\p{scx=Knda}\p{scx=Mlym}\p{scx=Mong}\p{scx=Mymr}\p{scx=Orya}\p{scx=Sinh}\p{scx=Syrc}\p{scx=Taml}\p{scx=Telu}\p{scx=Tibt}]`
const PICTURE = String.raw`\p{Extended_Pictographic}[\ufe0e\ufe0f\p{EMod}]*`

/** Sequences in which a character that is invisible by itself changes what is shown. */
const KEPT = [
  // Families, professions, flags of pirates; then flags of regions, whose tags follow a black flag.
  String.raw`\u{1f3f4}[\u{e0020}-\u{e007e}]+\u{e007f}`,
  String.raw`${PICTURE}(?:\u200d${PICTURE})*`,
  // Keycaps, and the variant of a Han, Phags-pa or Mongolian character.
  String.raw`[\d#*]\ufe0f\u20e3`,
  String.raw`\p{scx=Han}[\ufe00-\ufe02\u{e0100}-\u{e01ef}]`,
  String.raw`[\p{scx=Mong}\p{scx=Phag}][\u180b-\u180d\u180f\ufe00]`,
  String.raw`${JOINED}[\u200c\u200d](?=${JOINED})`,
  // A half form at the end of a word: a virama and a joiner.
  String.raw`[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca][\u200c\u200d]`,
  String.raw`[\u115f\u1160](?=\p{scx=Hang})`,
  // Visible, though Unicode lists them as format characters: number and abbreviation signs. Vowels that Khmer has in its spelling.
  String.raw`[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}\u17b4\u17b5]`,
].join('|')

// A lone surrogate is half a character. U+FFFC marks where a picture was in text that was copied.
const UNSEEN = String.raw`[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Surrogate}\ufffc]|(?![\t\n])\p{Cc}`
const CLEANED = new RegExp(`(${KEPT})|${UNSEEN}`, 'gu')
/** Letters of real languages have at most a few marks; Unicode allows an implementation to stop at 30 (UAX #15, D4). */
const MARKS = /(\p{M}{30})\p{M}+/gu
const LINE_END = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g
const ASCII_ONLY = /^[\x20-\x7e]*$/

/**
 * Text as it was meant when typed, pasted or exported: NFC, without invisible characters, and without white space at its ends. Every
 * kind of line end becomes `\n`. Takes time in proportion to the text: NFC alone sorts long runs of combining marks, so a run ends after
 * 30. Never for passwords.
 */
export function cleanText(text: string): string {
  if (ASCII_ONLY.test(text)) return text.trim()
  return text
    .replaceAll(LINE_END, '\n')
    .replaceAll('\u2800', ' ')
    .replaceAll(CLEANED, '$1')
    .replaceAll(MARKS, '$1')
    .normalize('NFC')
    .trim()
}

/** `cleanText` of a search. Invisible characters alone stay: they find nothing, and an empty search finds everything. */
export const cleanQuery = (typed: string): string => cleanText(typed) || typed.trim()

/** `cleanText` of a field of one line: each run of white space is one space. */
export const cleanLine = (text: string): string => cleanText(text).replaceAll(/\s+/g, ' ')

/** Characters without a width that other programs leave at the end of a name. */
const INVISIBLE_END = /[\s\p{Cc}\p{Cf}]+$/u

/**
 * Ends a text with a full stop, unless it already ends like a sentence: a name such as *B.V.* brings its own, also within quotation
 * marks.
 */
export function sentence(text: string): string {
  const trimmed = text.replace(INVISIBLE_END, '')
  return /[.!?…‥。！？][\p{Pf}\p{Pi}"']*$/u.test(trimmed) ? trimmed : `${trimmed}.`
}

/** Removes the full stop of a message behind a value that brought its own, such as *B.V..*; an ellipsis of three stays. */
export const withSingleStops = (text: string): string => text.replaceAll(/([^.][.!?…])\.(?=\s|$)/g, '$1')

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
