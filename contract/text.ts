// Scripts in which a joiner or non-joiner within a word is part of the spelling.
const JOINED = String.raw`[\p{scx=Arab}\p{scx=Beng}\p{scx=Deva}\p{scx=Gujr}\p{scx=Guru}\p{scx=Khmr}\p{scx=Knda}\p{scx=Mlym}\p{scx=Mong}\p{scx=Mymr}\p{scx=Orya}\p{scx=Sinh}\p{scx=Syrc}\p{scx=Taml}\p{scx=Telu}\p{scx=Tibt}]`
const PICTURE = String.raw`\p{Extended_Pictographic}[\ufe0e\ufe0f\p{EMod}]*`

/** Sequences in which an invisible character changes what is shown. */
const MEANINGFUL = [
  // Emoji sequences: first flags of regions, whose tags follow a black flag; then families, professions and the pirate
  // flag.
  String.raw`\u{1f3f4}[\u{e0020}-\u{e007e}]+\u{e007f}`,
  String.raw`${PICTURE}(?:\u200d${PICTURE})*`,
  // Keycaps, and variants of Han, Phags-pa or Mongolian characters.
  String.raw`[\d#*]\ufe0f\u20e3`,
  String.raw`\p{scx=Han}[\ufe00-\ufe02\u{e0100}-\u{e01ef}]`,
  String.raw`[\p{scx=Mong}\p{scx=Phag}][\u180b-\u180d\u180f\ufe00]`,
  String.raw`${JOINED}[\u200c\u200d](?=${JOINED})`,
  // Half form at the end of a word: a virama and a joiner.
  String.raw`[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca][\u200c\u200d]`,
  String.raw`[\u115f\u1160](?=\p{scx=Hang})`,
  // Visible characters that Unicode lists as format characters: number and abbreviation signs, and Khmer vowels.
  String.raw`[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}\u17b4\u17b5]`,
].join('|')

// A lone surrogate is half of a character. U+FFFC replaces a picture in copied text.
const INVISIBLE = String.raw`[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Surrogate}\ufffc]|(?![\t\n])\p{Cc}`
const CLEANED = new RegExp(`(${MEANINGFUL})|${INVISIBLE}`, 'gu')
/**
 * Maximum run of combining marks. Real languages need few, and Unicode allows implementations to stop at 30 (UAX #15,
 * D4).
 */
const MARKS = /(\p{M}{30})\p{M}+/gu
const LINE_END = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g
const ASCII_ONLY = /^[\x20-\x7e]*$/

/**
 * Cleans typed, pasted or exported text: NFC, no invisible characters, no white space at the ends, and `\n` for every
 * line end. Takes linear time: NFC alone sorts long runs of combining marks, so runs are cut after 30. Never use for
 * passwords.
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

/**
 * Cleans a search. Keeps a text of only invisible characters, which matches nothing, because an empty search would
 * match everything.
 */
export const cleanQuery = (typed: string): string => cleanText(typed) || typed.trim()

/** Cleans a one-line field: each run of white space becomes one space. */
export const cleanLine = (text: string): string => cleanText(text).replaceAll(/\s+/g, ' ')

/** Invisible characters that other programs leave at the end of a name. */
const INVISIBLE_END = /[\s\p{Cc}\p{Cf}]+$/u

/**
 * Ends a text with a full stop, unless it already ends with sentence punctuation. A name such as *B.V.* has its own,
 * also within quotation marks.
 */
export function sentence(text: string): string {
  const trimmed = text.replace(INVISIBLE_END, '')
  return /[.!?…‥。！？][\p{Pf}\p{Pi}"']*$/u.test(trimmed) ? trimmed : `${trimmed}.`
}

/** Removes a message's full stop after a value that ends with punctuation, such as *B.V..*; keeps an ellipsis. */
export const withSingleStops = (text: string): string => text.replaceAll(/([^.][.!?…])\.(?=\s|$)/g, '$1')

export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

// No encoding can represent a lone surrogate, and PostgreSQL cannot store NUL.
const UNSTORABLE = /[\0\p{Surrogate}]/u
const LINE_BREAK = /[\n\v\f\r\u0085\u2028\u2029]/

export const isStorable = (text: string): boolean => !UNSTORABLE.test(text)

export const isOneLine = (text: string): boolean => isStorable(text) && !LINE_BREAK.test(text)

/** Whether a text is a one-line name without invisible or bidirectional characters, which make two names look alike. */
export function isPersonName(text: string): boolean {
  // Framed with full stops, because white space at the ends is allowed.
  const framed = `.${text}.`
  return isOneLine(text) && !text.includes('\t') && cleanText(framed) === framed.normalize('NFC')
}

export function isUuid(value: string): boolean {
  return UUID.test(value)
}

// Maximum lengths of typed text, in UTF-16 code units like `length`. Browsers count and send a line break in a text
// area as one. The schemas reject longer texts, and the fields of the portal use the same limits.

/** Maximum for a one-line text whose field has no own limit. */
export const MAX_LINE = 200
/** Maximum for a search, after `cleanQuery`. */
export const MAX_SEARCH = 100
export const isSearchTooLong = (text: string): boolean => cleanQuery(text).length > MAX_SEARCH
export const MAX_EMAIL = 254
export const MAX_URL = 500
export const MAX_PHONE = 50
/** Maximum for an IBAN, including spaces. */
export const MAX_IBAN = 50
/** Maximum length of a name in a payment. */
export const MAX_ACCOUNT_HOLDER = 70
export const MAX_POSTAL_CODE = 20
/** Numbers in a trade register and for VAT. */
export const MAX_COMPANY_NUMBER = 30
export const MAX_PRACTICE_TEXT = 5000
export const MAX_OPENING_HOURS = 500
export const MAX_PREPARATION = 2000
/** Maximum for the list of products that are not repeated, one per line of at most `MAX_LINE`. */
export const MAX_PRODUCT_LINES = 40_000
export const MAX_KEY_NAME = 80
/** Maximum for the code of a postal invitation, including spaces and dashes. */
export const MAX_LETTER_CODE = 40
/** Maximum for an authenticator or recovery code, including spaces and dashes. */
export const MAX_FACTOR_CODE = 60
