import { DEFAULT_SORT } from './constants.ts'

// Small forgiving parsers of what stands in an address: an unknown value is its default. No yup here, for these are in
// the first chunk. The router's parser makes numbers and booleans of what looks like one, so all take anything. A route has to
// name every key, also of what is not there: the router keeps the raw value of one that is left out.

type RawSearch = Readonly<Record<string, unknown>>

const asText = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

/** The page, from 1 as people count. */
export function readPage({ page }: RawSearch): number {
  const number = Number(asText(page))
  return Number.isInteger(number) && number >= 1 && number <= 1_000_000 ? number : 1
}

export function readText(value: unknown, maxLength = 100): string {
  return asText(value).trim().slice(0, maxLength)
}

export function readFlag(value: unknown): boolean | undefined {
  if (value === true || value === 'true') return true
  if (value === false || value === 'false') return false
  return undefined
}

export function readSort({ sort }: RawSearch): typeof DEFAULT_SORT | 'date,asc' {
  return sort === 'date,asc' ? sort : DEFAULT_SORT
}
