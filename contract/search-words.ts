import { foldName, foldText, partsOf, withoutZeros, wordsOf } from './fold-name.ts'
import { LEAST_DIGITS, foldTelephone } from './telephone.ts'

/** A word of a search. Each has to be found somewhere. */
export interface SearchWord {
  /** Folded. A word with an `@` is a part of an e-mail address and has its punctuation. */
  text: string
  /** Of a word that may be a part of a telephone number or the number of a chip: its digits as they were typed. */
  digits?: string
}

/** Of a longer search only the longest words are looked for. */
const MAX_WORDS = 12

const TITLES = new Set(
  'mevr mevrouw mvr mw mej mejuffrouw dhr hr heren dames fam familie drs dr ir prof mrs mme herr frau'.split(' '),
)
/** Titles and names of fields that are a name, too, unless a full stop or a colon follows. */
const TITLE_WITH_STOP = /(?<=^| )(?:ing|mr|bc|ds|jhr|jkvr|naam|klant|eigenaar|client|cliënt)[.:]+(?= )/g
/** `de heer Jansen`, but not `de Heer, Jan`. */
const GENTLEMAN = /^(?:de |den )?heer (?=[^\s,])/
/** Names of numbers in front of a number. */
const BEFORE_NUMBER =
  /(?<=^| )(?:(?:tel|telefoon|telefoonnr|telefoonnummer|phone|mob|mobiel|mobile|gsm|nr|no|nummer|klantnr|klantnummer|klant|clientnr|chip|chipnr|chipnummer)[.:]*|[tm][.:]+|#) ?(?=[+(]*\d)/g

const AFTER_NUMBER = /(?<=\d) ?[([](?:werk|zakelijk|kantoor|prive|thuis|vast|mob|mobiel|gsm|nood|spoed)\.?[)\]]/g

const NUMBER_IN_GROUPS =
  /(?<=^| )(?:(?:\+|\(*0)[\d()./-]* [\d ()./-]+|\d[\d .-]{8,}|^\d[\d ()./-]* [\d ()./-]*$)(?=$| )/g
const POSTAL_CODE_AND_NUMBER = /(?<=^| )(\d{4}) ?([a-z]{2}),? ?(?:nr\.? ?)?(\d+) ?-?(?:([a-z])(?=$| ))?/g
const TELEPHONE = /^[+(]*\d[\d()./-]*$/
const ADDRESS = /^(?:mailto:|<|"|')*([^\s<>"',;:]*@[^\s<>"',;:]*)/
/** `P. C. Jansen`, `v. d. Berg`. */
const BETWEEN_INITIALS = /(?<=(?:^|[\s.])\p{L}\.) +(?=\p{L}\.)/gu
/** `P.C.`, `v/d`: letters of which a record may have the first one only. */
const INITIALS = /(?<=(?:^|[^\p{L}\p{N}])\p{L}{1,3})[./]+\p{L}(?![\p{L}\p{N}])/gu
/** `van't Hof`. */
const BEFORE_ARTICLE = /(?<=\p{L})'(?=t(?: |$))/gu
/** Abbreviations of `van den` and others without full stops. */
const ABBREVIATED = /^v(?:d|dr|der|den|t|h)$/

/** The words of a search as typed, pasted or copied from a list; empty for one of punctuation only. */
export function searchWords(typed: string): SearchWord[] {
  const text = foldName(typed)
    .replaceAll(BEFORE_NUMBER, '')
    .replaceAll(AFTER_NUMBER, '')
    .replaceAll(' / ', ' , ')
    .replaceAll(NUMBER_IN_GROUPS, (number) => ` ${number.replaceAll(/[^\d+]/g, '')} `)
    .replaceAll(POSTAL_CODE_AND_NUMBER, '$1$2$3$4')
    .replaceAll(BETWEEN_INITIALS, '')
    .replaceAll(BEFORE_ARTICLE, ' ')
  const named = text.replace(GENTLEMAN, '').replaceAll(TITLE_WITH_STOP, '')
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

/** Without titles, and with the first letter of abbreviated particles, if a name remains. */
function withoutTitles(words: readonly SearchWord[]): SearchWord[] {
  const named = words.filter(({ text }) => !TITLES.has(text) && !ABBREVIATED.test(text))
  if (named.length === 0) return [...words]
  return words
    .filter(({ text }) => !TITLES.has(text))
    .map((word) => (ABBREVIATED.test(word.text) ? { text: word.text.slice(0, 1) } : word))
}

/** The digits of a word by which telephone numbers are searched; undefined for fewer digits than these are searched by. */
export function telephoneIn({ digits }: SearchWord): string | undefined {
  const folded = digits === undefined ? '' : foldTelephone(digits)
  return folded.length >= LEAST_DIGITS ? folded : undefined
}

/** Letters that are also written with a second one, as on a passport or in an e-mail address: Müller is Mueller. */
const SPELLED_OUT: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' }
const SPELLED = /[äöüåø]/g

/**
 * The words by which a text is found: each word without punctuation, and its parts. `K-0012` is `k12`, `k` and `12`. Of `Müller`
 * both spellings.
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

/** Texts of which a search finds any part of a word; each is on a line of its own, so that no word is found across two. */
export const freeText = (texts: readonly (string | null | undefined)[]): string =>
  texts.flatMap(linesOf).filter(Boolean).join('\n')

function linesOf(text: string | null | undefined): string[] {
  if (!text) return []
  const written = foldName(text)
  if (/^\S+@\S+$/.test(written)) return [written]
  const folded = foldText(text)
  // Words with punctuation inside, without it; and addresses as they are written.
  const others = [...foundBy(text), ...written.split(' ').filter((word) => word.includes('@'))]
  return [folded, ...new Set(others.filter((word) => !folded.includes(word)))]
}

/** Whether each word is found in a text of `freeText`. A search without words finds nothing. */
export const hasWords = (text: string, words: readonly SearchWord[]): boolean =>
  words.length > 0 && words.every((word) => text.includes(word.text))
