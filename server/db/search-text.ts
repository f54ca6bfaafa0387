import { foldName } from '#contract/fold-name.ts'
import { LEAST_DIGITS, foldTelephone } from '#contract/telephone.ts'
import { containing } from './like.ts'

// Search texts beside the last name: derived columns of clients and animals, written with each row.

interface Searched {
  client_number?: string | null | undefined
  email?: string | null | undefined
  call_name?: string | null | undefined
  first_name?: string | null | undefined
  company_name?: string | null | undefined
  phone?: string | null | undefined
  mobile?: string | null | undefined
}

/** PostgreSQL limits an index row to 2.7 kB, of which the names may need 2. */
const MOST_BYTES = 500
const encoder = new TextEncoder()

/**
 * Three parts, with a tab between them: telephone numbers, words, and the e-mail address. A word stands behind a blank, so that one
 * that begins with something is found by ` something`; the address is apart, because many have the same host.
 */
export function clientSearchText(client: Searched): string {
  const telephones = new Set([client.phone, client.mobile].map((text) => foldTelephone(text ?? '')))
  const address = foldName(client.email ?? '')
  const before = `${[...telephones].filter(Boolean).join(',')}\t`
  const behind = `\t${address && ` ${address}`}`
  const words = new Set([...wordsOf(client.client_number), ...namesOfAddress(address)])
  for (const text of [client.call_name, client.first_name, client.company_name])
    for (const word of wordsOf(text)) words.add(word)
  let left = MOST_BYTES - encoder.encode(before + behind).length
  let text = before
  for (const word of words) {
    left -= 1 + encoder.encode(word).length
    if (left < 0) break
    text += ` ${word}`
  }
  return text + behind
}

/** What no search text is like that was made before telephone numbers were searched. */
export const WITH_TELEPHONES = '%\t%\t%'

const isTelephone = (word: string) => /^[+(]*\d[\d()./-]*$/.test(word)

/** Fewer are in many words. */
const LEAST_LETTERS = 3

/** What is looked for in the search text of clients: all words that begin with it, and numbers or words that hold it. */
function soughtOf(word: string) {
  const digits = isTelephone(word) ? foldTelephone(word) : ''
  const letters = word.match(/\p{L}/gu) ?? []
  return {
    // Of an address any part: a name has no such sign.
    beginning: word.includes('@') ? word : ` ${word}`,
    inTelephone: digits.length >= LEAST_DIGITS ? digits : undefined,
    inWord: letters.length >= LEAST_LETTERS ? word : undefined,
  }
}

/** The same as `like` patterns. */
export function patternsOf(word: string): { begins: string; holds: string } {
  const { beginning, inTelephone, inWord } = soughtOf(word)
  return {
    begins: containing(beginning),
    // A tab behind it: it is not in the address. Two: it is in a telephone number. No text is like a dash.
    holds: inTelephone ? `${containing(inTelephone)}\t%\t%` : inWord ? `${containing(inWord)}\t%` : '-',
  }
}

/** As the patterns find it. */
export function isFound(text: string, word: string): boolean {
  const { beginning, inTelephone, inWord } = soughtOf(word)
  const [telephones = '', words = ''] = text.split('\t')
  if (inTelephone && telephones.includes(inTelephone)) return true
  return text.includes(beginning) || (inWord !== undefined && words.includes(inWord))
}

export interface PatientSearch {
  search_name: string
  search_words: string | null
  chip_number: string | null
}

export function patientSearch(name: string, chipNumber: string | null | undefined): PatientSearch {
  const [, ...more] = wordsOf(name)
  return {
    search_name: foldName(name),
    search_words: more.length > 0 ? ` ${more.join(' ')}` : null,
    chip_number: (chipNumber && foldChipNumber(chipNumber)) || null,
  }
}

const foldChipNumber = (text: string) => foldName(text).replaceAll(/[\s.-]/g, '')

/** A word of more than one part also by each of these: `Jean-Pierre`, `K-1001`. */
function wordsOf(text: string | null | undefined): string[] {
  if (!text) return []
  return foldName(text)
    .split(' ')
    .flatMap((word) => [word, ...partsOf(word).filter((part) => part !== word)])
    .filter(Boolean)
}

/** The parts of what is in front of the `@`, but the first, with which the address begins. */
const namesOfAddress = (address: string): string[] => partsOf(address.slice(0, address.lastIndexOf('@'))).slice(1)

const partsOf = (word: string) => word.split(/[^\p{L}\p{N}]+/u).filter(Boolean)

/** Of a longer search only the longest ones are looked for. */
const MOST_WORDS = 12

/** A telephone number, by its zero or plus, the number of a chip, by its length; or either, where nothing else is looked for. */
const IN_GROUPS = /(?<=^| )(?:(?:\+|\(*0)[\d()./-]* [\d ()./-]+|\d[\d .-]{8,}|^\d[\d ()./-]* [\d ()./-]*$)(?=$| )/g

/** The words of a search, all of which have to be found. Such a number may be typed in groups. */
export function searchWords(text: string): string[] {
  const folded = foldName(text).replaceAll(IN_GROUPS, (number) => ` ${number.replaceAll(/[^\d+]/g, '')} `)
  const words = [...new Set(folded.split(' ').filter(Boolean))]
  return words.length > MOST_WORDS ? words.toSorted((a, b) => b.length - a.length).slice(0, MOST_WORDS) : words
}
