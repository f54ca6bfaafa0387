import type { SearchSchemaInput } from '@tanstack/react-router'
import { MAX_SEARCH, UUID, cleanQuery } from '#contract/text.ts'
import { DATE_YEARS } from '#src/lib/constants.ts'
import { DEFAULT_SORT, MAX_PAGE, SORTS, type Sort } from '#contract/paging.ts'

// Tolerant readers of search parameters: an invalid value becomes the default. They are in the initial JavaScript, so they do not
// use yup. The router's parser converts texts that look like numbers or booleans, so all readers accept any type.

type RawSearch = Readonly<Record<string, unknown>>

const asText = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

/** Returns the page number, counted from 1. */
export function readPage({ page }: RawSearch): number {
  const number = Number(asText(page))
  return Number.isInteger(number) && number >= 1 && number <= MAX_PAGE ? number : 1
}

/** Search parameters of a list without filters. */
interface PageSearch {
  page: number
}

export const readPageSearch = (search: Partial<PageSearch> & SearchSchemaInput): PageSearch => ({
  page: readPage({ ...search }),
})

export function readText(value: unknown, maxLength = MAX_SEARCH): string {
  return cleanQuery(asText(value).replaceAll('\0', '')).slice(0, maxLength)
}

/** Returns the id of a record; undefined for other text, which the server would reject without a matching form field. */
export const readUuid = (value: unknown): string | undefined => [readText(value)].find((text) => UUID.test(text))

export function readFlag(value: unknown): boolean | undefined {
  if (value === true || value === 'true') return true
  if (value === false || value === 'false') return false
  return undefined
}

export function readSort({ sort }: RawSearch): Sort {
  return SORTS.find((known) => known === sort) ?? DEFAULT_SORT
}

/** Returns a month as `YYYY-MM`; a future month becomes the current one. */
export function readMonth(month: unknown, now: Date): string | undefined {
  if (typeof month !== 'string' || !/^\d{4}-(0[1-9]|1[0-2])$/.test(month)) return undefined
  if (Number(month.slice(0, 4)) < DATE_YEARS.first) return undefined
  const thisMonth = `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, '0')}`
  return month > thisMonth ? thisMonth : month
}
