import { calendarDay } from '#contract/dates.ts'
import { isRecord } from '#contract/values.ts'
import type { Page, PageInfo } from '#contract/paging.ts'

// The one border to what an API answers; each noun's module composes its own reader of these. A field that is missing, null or
// of another type becomes what the screens can show: absent where the contract lets it be, else empty. An unknown word of a set
// stays as it came, and is shown so. Fields that the contract does not have stay, for a practice is sent back whole. A new field
// of the contract does not compile until its noun's module reads it.

export type Read<T> = (value: unknown) => T
export type Maybe<T> = Read<T | undefined>
const text: Maybe<string> = (value) =>
  // Half a character would be refused by every address it comes into.
  typeof value === 'string'
    ? value.replace(/\p{Surrogate}/gu, '\uFFFD')
    : Number.isFinite(value)
      ? String(value)
      : undefined

const number: Maybe<number> = (value) => {
  const given = typeof value === 'string' && value.trim() ? Number(value) : value
  return typeof given === 'number' && Number.isFinite(given) ? given : undefined
}

/** Some systems write money with a decimal comma. */
const amount: Maybe<number> = (value) =>
  number(typeof value === 'string' ? value.replace(/^\s*(-?\d+),(\d{1,2})\s*$/, '$1.$2') : value)

const flag: Maybe<boolean> = (value) =>
  value === true || value === 'true' || value === 1
    ? true
    : value === false || value === 'false' || value === 0
      ? false
      : undefined

const day: Maybe<string> = (value) => calendarDay(text(value))

const moment: Maybe<string> = (value) => (Number.isNaN(Date.parse(text(value) ?? '')) ? undefined : text(value))

const knownWord =
  <T extends string>(values: readonly T[]): Maybe<T> =>
  (value) => {
    const came = text(value)?.trim().toLowerCase()
    return values.find((known) => known.toLowerCase() === came)
  }

/** One of a set, in whatever case; another word stays as it came. */
const word =
  <T extends string>(values: readonly T[]): Maybe<T> =>
  (value) =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- another word equals none that it is compared with, and is shown
    knownWord(values)(value) ?? (text(value) as T | undefined)

const required =
  <T>(read: Maybe<T>, otherwise: T): Read<T> =>
  (value) =>
    read(value) ?? otherwise

/** Where null says something, or nothing is there (404). */
const orNull =
  <T>(read: Read<T>): Read<T | null> =>
  (value) =>
    value === null ? null : read(value)

const items =
  <T>(read: Maybe<T>): Maybe<T[]> =>
  (value) =>
    Array.isArray(value) ? value.map(read).filter((item) => item !== undefined) : undefined

export type Fields<T> = { [Name in keyof T]-?: Read<T[Name]> }

interface RecordReader<T> {
  (value: Record<string, unknown>): T
  (value: unknown): T | undefined
}

function record<T extends object>(fields: Fields<T>): RecordReader<T> {
  const known = Object.entries<Read<unknown>>(fields as Fields<Record<string, unknown>>)
  function read(value: Record<string, unknown>): T
  function read(value: unknown): T | undefined
  function read(value: unknown): T | undefined {
    if (!isRecord(value)) return undefined
    const result: Record<string, unknown> = { ...value }
    for (const [field, read] of known) {
      const found = read(value[field])
      if (found !== undefined) result[field] = found
      else if (field in result) delete result[field]
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each field of T has been read
    return result as T
  }
  return read
}

/** One that lacks a field says nothing. */
function complete<T extends object>(fields: { [Name in keyof T]-?: Maybe<T[Name]> }): Maybe<T> {
  const read = record(fields as Fields<Partial<T>>)
  const isComplete = (found: Partial<T>): found is T => Object.keys(fields).every((field) => field in found)
  return (value) => {
    const found = read(value)
    return found && isComplete(found) ? found : undefined
  }
}

/** What is no record at all is one of which nothing is known. */
const one =
  <T>(read: RecordReader<T>): Read<T> =>
  (value) =>
    read(isRecord(value) ? value : {})

/** Replaces missing and repeated ids by the place in the list: React would show one item for all of them. */
function withIds<T>(list: T[], from: number, field: string): T[] {
  const taken = new Set<string>()
  return list.map((item, index) => {
    const id = isRecord(item) ? item[field] : undefined
    if (typeof id !== 'string') return item
    if (id.trim() === '' || taken.has(id)) return { ...item, [field]: `#${from + index}` }
    taken.add(id)
    return item
  })
}

/** How many there are of something. */
const count: Maybe<number> = (value) => {
  const given = number(value)
  return given !== undefined && given >= 0 && Number.isSafeInteger(given) ? given : undefined
}

/** `isEstimated`: the API says of how many it is a page in no way that can be read, and more may follow. */
export interface ReadInfo extends PageInfo {
  isEstimated?: true
}

/**
 * Some APIs send a bare list, some a page of it, some the figures of the page beside its content. `idField` is the field that tells
 * the items apart on the screen.
 */
const page =
  <T>(read: Maybe<T>, idField = 'uuid'): Read<Page<T>> =>
  (value) => {
    const answer = isRecord(value) ? value : { content: value }
    const content = items(read)(answer['content']) ?? []
    const info = isRecord(answer['page']) ? answer['page'] : answer
    const size = count(info['size']) || content.length
    const at = count(info['number']) ?? 0
    const told = count(info['totalElements'])
    const isEstimated = told === undefined && count(info['size']) === content.length && content.length > 0
    // No less than are here, and no more pages than things to be on them.
    const totalElements = Math.max(told ?? at * size + content.length + (isEstimated ? 1 : 0), content.length)
    const pages = Math.ceil(totalElements / Math.max(size, 1))
    const totalPages = isEstimated
      ? (count(info['totalPages']) ?? pages)
      : Math.min(count(info['totalPages']) || pages, totalElements)
    const found: ReadInfo = { number: at, size, totalPages, totalElements, ...(isEstimated && { isEstimated }) }
    return { content: withIds(content, at * size, idField), page: found }
  }

const list =
  <T>(read: Maybe<T>, idField?: string): Read<T[]> =>
  (value) =>
    page(read, idField)(value).content

/** A map without the entries that cannot be read. */
export const mapOf =
  <T>(read: Maybe<T>): Maybe<Record<string, T>> =>
  (value) =>
    isRecord(value)
      ? Object.fromEntries(
          Object.entries(value).flatMap(([name, entry]) => {
            const known = read(entry)
            return known === undefined ? [] : [[name, known]]
          }),
        )
      : undefined

/** Readers of values; each noun's module composes its own of them. */
export const read = {
  text,
  number,
  amount,
  flag,
  day,
  moment,
  word,
  knownWord,
  required,
  requiredText: required(text, ''),
  requiredNumber: required(number, 0),
  requiredFlag: required(flag, false),
  requiredDay: required(day, ''),
  requiredMoment: required(moment, new Date(0).toISOString()),
  orNull,
  items,
  requiredItems: <T>(read: Maybe<T>): Read<T[]> => required(items(read), []),
  record,
  complete,
  one,
  page,
  list,
}

/** The token in an answer, or whatever is in its place: who stores it decodes it first. */
export const tokenOf: Read<unknown> = (answer) => (isRecord(answer) ? answer['token'] : undefined)
