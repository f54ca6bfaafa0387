import { MAX_SEARCH, cleanQuery } from '#contract/text.ts'
import { DATE_YEARS } from '#src/lib/constants.ts'
import { DEFAULT_SORT, MAX_PAGE, SORTS, type Sort } from '#contract/paging.ts'

// Forgiving readers of what stands in an address: an unknown value is its default. No yup here, for these are in the first
// chunk. The router's parser makes numbers and booleans of what looks like one, so all take anything.

type RawSearch = Readonly<Record<string, unknown>>

const asText = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

/** The page, from 1 as people count. */
export function readPage({ page }: RawSearch): number {
  const number = Number(asText(page))
  return Number.isInteger(number) && number >= 1 && number <= MAX_PAGE ? number : 1
}

export function readText(value: unknown, maxLength = MAX_SEARCH): string {
  return cleanQuery(asText(value).replaceAll('\0', '')).slice(0, maxLength)
}

export function readFlag(value: unknown): boolean | undefined {
  if (value === true || value === 'true') return true
  if (value === false || value === 'false') return false
  return undefined
}

export function readSort({ sort }: RawSearch): Sort {
  return SORTS.find((known) => known === sort) ?? DEFAULT_SORT
}

/** A month that there has been: one that is still to come is this month. */
export function readMonth(month: unknown, now: Date): string | undefined {
  if (typeof month !== 'string' || !/^\d{4}-(0[1-9]|1[0-2])$/.test(month)) return undefined
  if (Number(month.slice(0, 4)) < DATE_YEARS.first) return undefined
  const thisMonth = `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, '0')}`
  return month > thisMonth ? thisMonth : month
}
