import { foldName } from '#contract/fold-name.ts'

// Search texts beside the last name: derived columns of clients and animals, written with each row.

interface Searched {
  client_number?: string | null | undefined
  email?: string | null | undefined
  call_name?: string | null | undefined
  first_name?: string | null | undefined
  company_name?: string | null | undefined
}

/** PostgreSQL limits an index row to 2.7 kB, of which the names may need 2. */
const MOST_BYTES = 500
const encoder = new TextEncoder()

/** Words, each behind a blank, so that one that begins with something is found by ` something`. */
export function clientSearchText(client: Searched): string {
  const words = new Set<string>()
  for (const word of wordsOf(client.client_number)) words.add(word)
  for (const word of wordsOfEmail(client.email)) words.add(word)
  for (const text of [client.call_name, client.first_name, client.company_name])
    for (const word of wordsOf(text)) words.add(word)
  let left = MOST_BYTES
  let text = ''
  for (const word of words) {
    left -= 1 + encoder.encode(word).length
    if (left < 0) break
    text += ` ${word}`
  }
  return text
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

/** By a part of what is in front of the `@` as well, but not by what many addresses end with. */
function wordsOfEmail(email: string | null | undefined): string[] {
  if (!email) return []
  const address = foldName(email)
  return [address, ...partsOf(address.slice(0, address.lastIndexOf('@'))).slice(1)]
}

const partsOf = (word: string) => word.split(/[^\p{L}\p{N}]+/u).filter(Boolean)

/** Of a longer search only the longest ones are looked for. */
const MOST_WORDS = 12

/** The words of a search, all of which have to be found. A chip number may be typed in groups. */
export function searchWords(text: string): string[] {
  const folded = foldName(text)
  if (/^\d[\d .-]{8,}$/.test(folded)) return [foldChipNumber(folded)]
  const words = [...new Set(folded.split(' ').filter(Boolean))]
  return words.length > MOST_WORDS ? words.toSorted((a, b) => b.length - a.length).slice(0, MOST_WORDS) : words
}
