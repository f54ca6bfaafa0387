import { type IsoDate, isIsoDate, isStorableDateTime } from '#contract/dates.ts'
import { cleanQuery, isOneLine, isSearchTooLong, isUuid } from '#contract/text.ts'
import { DEFAULT_SORT, MAX_PAGE, MAX_PAGE_SIZE, PAGE_SIZE, SORTS, type Sort } from '#contract/paging.ts'
import type { Call } from '#server/context.ts'
import { invalidParameters } from './problem.ts'

type Check<T> = (text: string) => { value: T } | { code: string }

/** One query parameter; undefined if absent, throws `invalid-parameter` if repeated or invalid. */
function read<T>(c: Call, parameter: string, check: Check<T>): T | undefined {
  // Hono finds one value without parsing them all.
  const text = c.req.query(parameter)
  if (text === undefined) return undefined
  const checked = c.req.queries(parameter)?.[1] !== undefined ? { code: 'repeated' } : check(text)
  if ('code' in checked) throw invalidParameters({ parameter, code: checked.code })
  return checked.value
}

const integer =
  (min: number, max: number): Check<number> =>
  (text) => {
    if (!/^-?\d+$/.test(text)) return { code: 'invalidNumber' }
    const value = Number(text)
    return value >= min && value <= max ? { value } : { code: 'range' }
  }

const oneOf =
  <T extends string>(values: readonly T[]): Check<T> =>
  (text) => {
    const value = values.find((known) => known === text)
    return value === undefined ? { code: 'unknownValue' } : { value }
  }

export interface Paging {
  page: number
  size: number
}

export function readPaging(c: Call): Paging {
  return {
    page: read(c, 'page', integer(0, MAX_PAGE)) ?? 0,
    size: read(c, 'size', integer(1, MAX_PAGE_SIZE)) ?? PAGE_SIZE,
  }
}

export const readSort = (c: Call): Sort => read(c, 'sort', oneOf(SORTS)) ?? DEFAULT_SORT

/** A required number, from 1 unless told. */
export const readCount = (c: Call, parameter: string, least = 1): number =>
  given(read(c, parameter, integer(least, Number.MAX_SAFE_INTEGER)), parameter)

/** Undefined if absent. */
export function readFlag(c: Call, parameter: string): boolean | undefined {
  const text = read(c, parameter, oneOf(['true', 'false']))
  return text === undefined ? undefined : text === 'true'
}

export const readChoice = <T extends string>(c: Call, parameter: string, values: readonly T[]): T | undefined =>
  read(c, parameter, oneOf(values))

const date: Check<IsoDate> = (text) => (isIsoDate(text) ? { value: text } : { code: 'invalidDate' })

/** Undefined if absent. */
export const readDay = (c: Call, parameter: string): IsoDate | undefined => read(c, parameter, date)

/** `startDate` and `endDate`, inclusive and optional. */
export function readPeriod(c: Call): { startDate: IsoDate | undefined; endDate: IsoDate | undefined } {
  const startDate = read(c, 'startDate', date)
  const endDate = read(c, 'endDate', date)
  if (startDate && endDate && startDate > endDate) throw invalidParameters({ parameter: 'endDate', code: 'range' })
  return { startDate, endDate }
}

/** Search text as it was meant; empty means no filter. */
export function readSearch(c: Call, parameter: string): string {
  return (
    read(c, parameter, (text) => {
      if (!isOneLine(text.trim())) return { code: 'invalidText' }
      const value = cleanQuery(text)
      return isSearchTooLong(value) ? { code: 'tooLong' } : { value }
    }) ?? ''
  )
}

const id: Check<string> = (text) => {
  if (!isOneLine(text)) return { code: 'invalidText' }
  return text === '' ? { code: 'required' } : { value: text }
}

/** Lower-cased; undefined if absent. */
export const readUuid = (c: Call, parameter: string): string | undefined =>
  read(c, parameter, (text) => (isUuid(text) ? { value: text.toLowerCase() } : { code: 'invalidUuid' }))

function given<T>(value: T | undefined, parameter: string): T {
  if (value === undefined) throw invalidParameters({ parameter, code: 'required' })
  return value
}

/** Undefined if absent. */
export const readOptionalId = (c: Call, parameter: string): string | undefined => read(c, parameter, id)

/** A moment in UTC, to the millisecond; undefined if absent. */
export const readMoment = (c: Call, parameter: string): string | undefined =>
  read(c, parameter, (text) =>
    isStorableDateTime(text) ? { value: new Date(text).toISOString() } : { code: 'invalidDateTime' },
  )

export const readGivenChoice = <T extends string>(c: Call, parameter: string, values: readonly T[]): T =>
  given(readChoice(c, parameter, values), parameter)

/** From 1; undefined if absent. */
export const readWhole = (c: Call, parameter: string, most: number): number | undefined =>
  read(c, parameter, integer(1, most))

/** A required id. */
export const readId = (c: Call, parameter: string): string => given(read(c, parameter, id), parameter)

export const readGivenUuid = (c: Call, parameter: string): string => given(readUuid(c, parameter), parameter)
