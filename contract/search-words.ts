import { foldName, foldText, partsOf, withoutZeros, wordsOf } from './fold-name.ts'
import { MIN_DIGITS, foldTelephone } from './telephone.ts'

/** A word of a search; a match must contain every word. */
export interface SearchWord {
  /** Folded text. A word with an `@` is part of an e-mail address and keeps its punctuation. */
  text: string
  /** Digits as typed, for a word that may be part of a telephone or chip number. */
  digits?: string
}

/** Maximum number of words; of a longer search only the longest words count. */
const MAX_WORDS = 12

const TITLES = new Set(
  'mevr mevrouw mvr mw mej mejuffrouw dhr hr heren dames fam familie drs dr ir prof mrs mme herr frau'.split(' '),
)
/** Words that can also be surnames. They count as a title or a field name only before a full stop or a colon. */
const TITLE_WITH_STOP = /(?<=^| )(?:ing|mr|bc|ds|jhr|jkvr|naam|klant|eigenaar|client|cliënt)[.:]+(?= )/g
/** Matches `de heer Jansen`, but not `de Heer, Jan`. */
const SALUTATION = /^(?:de |den )?heer (?=[^\s,])/
/** Field names before a number. */
const BEFORE_NUMBER =
  /(?<=^| )(?:(?:tel|telefoon|telefoonnr|telefoonnummer|phone|mob|mobiel|mobile|gsm|nr|no|nummer|klantnr|klantnummer|klant|clientnr|chip|chipnr|chipnummer)[.:]*|[tm][.:]+|#) ?(?=[+(]*\d)/g

const AFTER_NUMBER = /(?<=\d) ?[([](?:werk|zakelijk|kantoor|prive|thuis|vast|mob|mobiel|gsm|nood|spoed)\.?[)\]]/g

const NUMBER_IN_GROUPS =
  /(?<=^| )(?:(?:\+|\(*0)[\d()./-]* [\d ()./-]+|\d[\d .-]{8,}|^\d[\d ()./-]* [\d ()./-]*$)(?=$| )/g
const POSTAL_CODE_AND_NUMBER = /(?<=^| )(\d{4}) ?([a-z]{2}),? ?(?:nr\.? ?)?(\d+) ?-?(?:([a-z])(?=$| ))?/g
const TELEPHONE = /^[+(]*\d[\d()./-]*$/
const ADDRESS = /^(?:mailto:|<|"|')*([^\s<>"',;:]*@[^\s<>"',;:]*)/
/** Spaces between initials, as in `P. C. Jansen` and `v. d. Berg`. */
const BETWEEN_INITIALS = /(?<=(?:^|[\s.])\p{L}\.) +(?=\p{L}\.)/gu
/** Letters after the first in abbreviations such as `P.C.` and `v/d`, which a record may lack. */
const INITIALS = /(?<=(?:^|[^\p{L}\p{N}])\p{L}{1,3})[./]+\p{L}(?![\p{L}\p{N}])/gu
/** Apostrophe in names such as `van't Hof`. */
const BEFORE_ARTICLE = /(?<=\p{L})'(?=t(?: |$))/gu
/** Abbreviations of particles such as `van den`, without full stops. */
const ABBREVIATED = /^v(?:d|dr|der|den|t|h)$/

/** Returns the words of a search as typed, pasted or copied from a list; empty for punctuation only. */
export function searchWords(typed: string): SearchWord[] {
  const text = foldName(typed)
    .replaceAll(BEFORE_NUMBER, '')
    .replaceAll(AFTER_NUMBER, '')
    .replaceAll(' / ', ' , ')
    .replaceAll(NUMBER_IN_GROUPS, (number) => ` ${number.replaceAll(/[^\d+]/g, '')} `)
    .replaceAll(POSTAL_CODE_AND_NUMBER, '$1$2$3$4')
    .replaceAll(BETWEEN_INITIALS, '')
    .replaceAll(BEFORE_ARTICLE, ' ')
  const named = text.replace(SALUTATION, '').replaceAll(TITLE_WITH_STOP, '')
  const words = inText(named)
  const distinct = new Map((words.length > 0 ? words : inText(text)).map((word) => [word.text, word]))
  const all = withoutTitles([...distinct.values()])
  return all.length > MAX_WORDS ? [...all].sort((a, b) => b.text.length - a.text.length).slice(0, MAX_WORDS) : all
}

const inText = (text: string): SearchWord[] => text.split(' ').flatMap(wordsIn)

function wordsIn(word: string): SearchWord[] {
  const [, address] = ADDRESS.exec(word) ?? []
  if (address !== undefined) return /[\p{L}\p{N}]/u.test(address) ? [{ text: address }] : []
  const bare = word.replaceAll(/^[^\p{L}\p{N}+(]+|[^\p{L}\p{N}]+$/gu, '')
  if (TELEPHONE.test(bare)) {
    const digits = bare.replaceAll(/[^\d+]/g, '')
    return [{ text: withoutZeros(digits.replaceAll('+', '')), digits }]
  }
  const parts = wordsOf(word.replaceAll(INITIALS, ''))
  if (parts.length > 1 && /\d/.test(word)) return [{ text: withoutZeros(parts.join('')) }]
  return parts.map((part) => ({ text: withoutZeros(part) }))
}

/** Removes titles and reduces abbreviated particles to their first letter, if a name remains. */
function withoutTitles(words: readonly SearchWord[]): SearchWord[] {
  const named = words.filter(({ text }) => !TITLES.has(text) && !ABBREVIATED.test(text))
  if (named.length === 0) return [...words]
  return words
    .filter(({ text }) => !TITLES.has(text))
    .map((word) => (ABBREVIATED.test(word.text) ? { text: word.text.slice(0, 1) } : word))
}

/** Returns the digits of a word for searching telephone numbers; undefined for fewer than `MIN_DIGITS`. */
export function telephoneIn({ digits }: SearchWord): string | undefined {
  const folded = digits === undefined ? '' : foldTelephone(digits)
  return folded.length >= MIN_DIGITS ? folded : undefined
}

/** Letters with an alternative two-letter spelling, as on a passport or in an e-mail address: Müller is Mueller. */
const SPELLED_OUT: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' }
const SPELLED = /[äöüåø]/g

/**
 * Returns the search terms of a text: each word without punctuation, and its parts. `K-0012` gives `k12`, `k` and `12`.
 * `Müller` gives `muller` and `mueller`.
 */
export function foundBy(text: string | null | undefined): string[] {
  if (!text) return []
  const written = text.normalize('NFC').toLowerCase()
  const spelledOut = written.replaceAll(SPELLED, (letter) => SPELLED_OUT[letter] ?? letter)
  return [text, ...(spelledOut === written ? [] : [spelledOut])].flatMap(withParts)
}

const withParts = (text: string): string[] =>
  foldName(text)
    .split(' ')
    .flatMap((word) => {
      const parts = partsOf(word)
      return [withoutZeros(parts.join('')), ...(parts.length > 1 ? parts.map(withoutZeros) : [])].filter(Boolean)
    })

/**
 * Returns texts in the form that `hasWords` searches. Each text is on its own line, so that no match spans two texts.
 */
export const freeText = (texts: readonly (string | null | undefined)[]): string =>
  texts.flatMap(linesOf).filter(Boolean).join('\n')

function linesOf(text: string | null | undefined): string[] {
  if (!text) return []
  const written = foldName(text)
  if (/^\S+@\S+$/.test(written)) return [written]
  const folded = foldText(text)
  // Adds words with inner punctuation removed, and e-mail addresses as written.
  const others = [...foundBy(text), ...written.split(' ').filter((word) => word.includes('@'))]
  return [folded, ...new Set(others.filter((word) => !folded.includes(word)))]
}

/** Whether a text of `freeText` contains every word. A search without words matches nothing. */
export const hasWords = (text: string, words: readonly SearchWord[]): boolean =>
  words.length > 0 && words.every((word) => text.includes(word.text))
