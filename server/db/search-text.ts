import { foldLastName, foldName, foldText, partsOf } from '#contract/fold-name.ts'
import { canonicalUsername } from '#contract/email.ts'
import { foundBy, type SearchWord, telephoneIn } from '#contract/search-words.ts'
import { foldTelephone, telephoneNumbers } from '#contract/telephone.ts'
import { containing } from './like.ts'
import type { ClientColumn } from './columns.ts'
import { splitLastName } from '#contract/last-name.ts'
import { sql } from 'kysely'

type Searched = Partial<Record<Exclude<ClientColumn, 'street' | 'city' | 'country' | 'ubn'>, string | null | undefined>>

/** Maximum size of the search text. PostgreSQL limits an index row to 2.7 kB, of which the names may need 2 kB. */
const MAX_BYTES = 500
const encoder = new TextEncoder()

/**
 * Returns the search text of a client. Its three parts are separated by tabs: telephone numbers, words, and the e-mail
 * address. Each word follows a space, so that ` text` finds words beginning with a text. The e-mail address is
 * separate, because many share a host.
 */
export function clientSearchText(client: Searched): string {
  const address = foldName(client.email ?? '')
  const telephones = [client.phone, client.mobile].flatMap((text) => telephoneNumbers(text ?? '').map(foldTelephone))
  const before = `${FOLDED}${[...new Set(telephones)].join(',')}\t`
  const suffix = `\t${addressesOf(client.email, address)}`
  const words = new Set([
    ...foundBy(client.client_number?.replaceAll(/\s+/g, '-')),
    // Skips the first part, because the search for the beginning of the e-mail address already finds it.
    ...partsOf(address.slice(0, address.lastIndexOf('@'))).slice(1),
    ...foundBy(client.call_name),
    ...foundBy(client.first_name),
    ...foundBy(client.initials?.replaceAll(/\s+/g, '')),
    ...postalCodeWords(client),
    ...lastNameWords(client.last_name ?? ''),
    ...foundBy(client.company_name),
  ])
  let left = MAX_BYTES - encoder.encode(before + suffix).length
  let text = before
  for (const word of words) {
    left -= 1 + encoder.encode(word).length
    if (left < 0) break
    text += ` ${word}`
  }
  return text + suffix
}

/** Returns the folded e-mail address, and also its form with an encoded host if the host has non-ASCII letters. */
function addressesOf(email: string | null | undefined, folded: string): string {
  if (!email || folded === '') return ''
  const canonical = foldName(canonicalUsername(email))
  return canonical === folded ? ` ${folded}` : ` ${folded} ${canonical}`
}

function postalCodeWords({ postal_code, house_number }: Searched): string[] {
  const code = foldText(postal_code ?? '').replaceAll(' ', '')
  const [, letters] = /^\d{4}([a-z]{2})$/.exec(code) ?? []
  return letters ? [code + foldText(house_number ?? '').replaceAll(' ', ''), letters] : foundBy(postal_code)
}

/** Full forms of abbreviated particles in last names. */
const PARTICLES = { v: ['van'], vd: ['van', 'de', 'den', 'der'], vt: ['van', 't'] } as const
const ABBREVIATED = /^(v)[./ ]*(?:(d)(?:e[nr]|r)?|['‘’](t))?(?=[./ ]|$)/

/** Returns the search words of a last name that `search_name` does not contain. */
function lastNameWords(lastName: string): string[] {
  const folded = foldName(lastName)
  const [, van = '', article = '', het = ''] = ABBREVIATED.exec(folded) ?? []
  const words = [
    ...foundBy(lastName),
    // Joins the parts of names such as `O Neill`.
    ...(folded.match(/(?<=^| )\p{L} \p{L}{2,}/gu) ?? []).map((word) => word.replace(' ', '')),
    // Joins the parts of names such as `van 't Hof` and `in 't Veld`.
    ...(folded.match(/(?<=^| )\p{L}+ 't(?= )/gu) ?? []).map((words) => words.replace(" '", '')),
    ...Object.entries(PARTICLES).flatMap(([key, full]) => (key === van + article + het ? full : [])),
  ]
  const searchName = foldLastName(lastName)
  return words.filter((word) => !searchName.includes(word))
}

/** Shortest text to search within words; shorter ones occur in too many. */
const MIN_LETTERS = 3

/** Returns the forms of a search word: beginnings of words, telephone digits, and text within words. */
function searchPartsOf(word: SearchWord) {
  const { text } = word
  const isAddress = text.includes('@')
  const letters = text.match(/\p{L}/gu) ?? []
  return {
    // An e-mail address matches at any position, because only e-mail addresses contain an @.
    beginning: isAddress ? text : ` ${text}`,
    inTelephone: telephoneIn(word),
    inWord: letters.length >= MIN_LETTERS && !isAddress ? text : undefined,
    canonical: isAddress ? foldName(canonicalUsername(text)) : undefined,
  }
}

export function patternsOf(word: SearchWord): { begins: string; holds: string } {
  const { beginning, inTelephone, inWord, canonical } = searchPartsOf(word)
  return {
    begins: containing(beginning),
    // One tab after the text excludes the e-mail address; two tabs restrict it to the telephone numbers. The pattern
    // `-` matches nothing.
    holds: canonical
      ? containing(canonical)
      : inTelephone
        ? `${containing(inTelephone)}\t%\t%`
        : inWord
          ? `${containing(inWord)}\t%`
          : '-',
  }
}

/** Whether the patterns of `patternsOf` match a text. */
export function isFound(text: string, word: SearchWord): boolean {
  const { beginning, inTelephone, inWord, canonical } = searchPartsOf(word)
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

/**
 * Returns the columns that `lastName` searches and lists sort by. A company without a last name sorts by its own name.
 */
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
 * Marks text that the current version of `foldText` folded. Change it together with that function, and existing texts
 * are folded again in the background. A control character, because no search contains one.
 */
export const FOLDED = '\u0002'

/** Condition for rows that still need folding. A literal, to match the partial indexes. */
export const isUnfolded = (column: string) =>
  sql<boolean>`(${sql.ref(column)} is null or ${sql.ref(column)} not like ${sql.lit(`%${FOLDED}%`)})`
