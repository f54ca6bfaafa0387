import { foldLastName, foldName, foldText, partsOf } from '#contract/fold-name.ts'
import { canonicalUsername } from '#contract/email.ts'
import { foundBy, type SearchWord, telephoneIn } from '#contract/search-words.ts'
import { foldTelephone, telephoneNumbers } from '#contract/telephone.ts'
import { containing } from './like.ts'
import type { ClientColumn } from './columns.ts'
import { splitLastName } from '#contract/names.ts'
import { sql } from 'kysely'

// Derived columns of clients and animals, written with each row.

/** Of the columns of a client, those that a search looks into. */
type Searched = Partial<Record<Exclude<ClientColumn, 'street' | 'city' | 'country' | 'ubn'>, string | null | undefined>>

/** PostgreSQL limits an index row to 2.7 kB, of which the names may need 2. */
const MAX_BYTES = 500
const encoder = new TextEncoder()

/**
 * Three parts, with a tab between them: telephone numbers, words, and the e-mail address. A word stands behind a space, so that a word
 * that begins with something is found by ` something`; the address is apart, because many have the same host.
 */
export function clientSearchText(client: Searched): string {
  const address = foldName(client.email ?? '')
  const telephones = [client.phone, client.mobile].flatMap((text) => telephoneNumbers(text ?? '').map(foldTelephone))
  const before = `${FOLDED}${[...new Set(telephones)].join(',')}\t`
  const behind = `\t${addressesOf(client.email, address)}`
  const words = new Set([
    ...foundBy(client.client_number?.replaceAll(/\s+/g, '-')),
    // The first part is where the address begins.
    ...partsOf(address.slice(0, address.lastIndexOf('@'))).slice(1),
    ...foundBy(client.call_name),
    ...foundBy(client.first_name),
    ...foundBy(client.initials?.replaceAll(/\s+/g, '')),
    ...postalCodeWords(client),
    ...lastNameWords(client.last_name ?? ''),
    ...foundBy(client.company_name),
  ])
  let left = MAX_BYTES - encoder.encode(before + behind).length
  let text = before
  for (const word of words) {
    left -= 1 + encoder.encode(word).length
    if (left < 0) break
    text += ` ${word}`
  }
  return text + behind
}

/** As folded; also in the form that a browser sends, if the host has letters beyond ASCII. */
function addressesOf(email: string | null | undefined, folded: string): string {
  if (!email || folded === '') return ''
  const canonical = foldName(canonicalUsername(email))
  return canonical === folded ? ` ${folded}` : ` ${folded} ${canonical}`
}

/** A Dutch postal code with its house number, and each of its parts. */
function postalCodeWords({ postal_code, house_number }: Searched): string[] {
  const code = foldText(postal_code ?? '').replaceAll(' ', '')
  const [, letters] = /^\d{4}([a-z]{2})$/.exec(code) ?? []
  return letters ? [code + foldText(house_number ?? '').replaceAll(' ', ''), letters] : foundBy(postal_code)
}

/** What abbreviated particles of a last name may stand for. */
const PARTICLES = { v: ['van'], vd: ['van', 'de', 'den', 'der'], vt: ['van', 't'] } as const
const ABBREVIATED = /^(v)[./ ]*(?:(d)(?:e[nr]|r)?|['‘’](t))?(?=[./ ]|$)/

/** The words of a last name that are not a part of `search_name`, by which it is found otherwise. */
function lastNameWords(lastName: string): string[] {
  const folded = foldName(lastName)
  const [, van = '', article = '', het = ''] = ABBREVIATED.exec(folded) ?? []
  const words = [
    ...foundBy(lastName),
    // `O Neill`.
    ...(folded.match(/(?<=^| )\p{L} \p{L}{2,}/gu) ?? []).map((word) => word.replace(' ', '')),
    // `vant Hof`, `int Veld`.
    ...(folded.match(/(?<=^| )\p{L}+ 't(?= )/gu) ?? []).map((words) => words.replace(" '", '')),
    ...Object.entries(PARTICLES).flatMap(([key, full]) => (key === van + article + het ? full : [])),
  ]
  const searchName = foldLastName(lastName)
  return words.filter((word) => !searchName.includes(word))
}

/** Fewer letters are in many words. */
const LEAST_LETTERS = 3

/** What is looked for in the search text of clients: all words that begin with it, and numbers or words that hold it. */
function soughtOf(word: SearchWord) {
  const { text } = word
  const isAddress = text.includes('@')
  const letters = text.match(/\p{L}/gu) ?? []
  return {
    // Of an address any part: a name has no such sign.
    beginning: isAddress ? text : ` ${text}`,
    inTelephone: telephoneIn(word),
    inWord: letters.length >= LEAST_LETTERS && !isAddress ? text : undefined,
    canonical: isAddress ? foldName(canonicalUsername(text)) : undefined,
  }
}

/** The same as `like` patterns. */
export function patternsOf(word: SearchWord): { begins: string; holds: string } {
  const { beginning, inTelephone, inWord, canonical } = soughtOf(word)
  return {
    begins: containing(beginning),
    // A tab behind it: it is not in the address. Two: it is in a telephone number. No text is like a dash.
    holds: canonical
      ? containing(canonical)
      : inTelephone
        ? `${containing(inTelephone)}\t%\t%`
        : inWord
          ? `${containing(inWord)}\t%`
          : '-',
  }
}

/** As the patterns find it. */
export function isFound(text: string, word: SearchWord): boolean {
  const { beginning, inTelephone, inWord, canonical } = soughtOf(word)
  const [telephones = '', words = ''] = text.split('\t')
  if (inTelephone && telephones.includes(inTelephone)) return true
  if (canonical && text.includes(canonical)) return true
  return text.includes(beginning) || (inWord !== undefined && words.includes(inWord))
}

export interface PatientSearch {
  search_name: string
  search_words: string | null
  chip_number: string | null
}

export function patientSearch(name: string, chipNumber: string | null | undefined): PatientSearch {
  const [first = '', ...more] = foldText(name).split(' ')
  const further = new Set([...more, ...foundBy(name).filter((word) => word !== first)])
  return {
    search_name: `${[first, ...more].join(' ')}${FOLDED}`,
    search_words: further.size > 0 ? ` ${[...further].join(' ')}` : null,
    chip_number: (chipNumber && foldChipNumber(chipNumber)) || null,
  }
}

const foldChipNumber = (text: string) => foldName(text).replaceAll(/[^\p{L}\p{N}]/gu, '')

/** The columns by which `lastName` searches and lists sort; written with every client. A company without a last name has its own. */
export function clientNames(
  lastName: string,
  firstName: string | null | undefined,
  companyName?: string | null,
): { search_name: string; sort_name: string } {
  return { search_name: foldLastName(lastName), sort_name: sortName(lastName || (companyName ?? ''), firstName) }
}

const sortName = (name: string, firstName: string | null | undefined) =>
  `${foldText(splitLastName(name).main)}\t${foldText(firstName ?? '')}`

/**
 * Marks a text that the present version of `foldText` has folded, at its beginning or its end. Bump it with that function, and the
 * texts of before are folded again in the background. A control character: no search looks for it.
 */
export const FOLDED = '\u0002'

/** Condition of rows that are still to be folded. A literal, as in the partial indexes by which they are found. */
export const isUnfolded = (column: string) =>
  sql<boolean>`(${sql.ref(column)} is null or ${sql.ref(column)} not like ${sql.lit(`%${FOLDED}%`)})`
