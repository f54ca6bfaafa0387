import { calendarDay } from '#contract/dates.ts'
import { isRecord } from '#contract/values.ts'
import type { Page, PageInfo } from '#contract/paging.ts'

// Readers of responses. Every response of an API passes through the reader of its noun's module, which is composed of these. A field
// that is missing, null or of another type becomes absent if the contract permits that, else empty. An unknown value of an enum is
// kept and shown. Unknown fields are kept, because the portal sends a practice back whole. A new field of the contract does not
// compile until its noun's module reads it.

export type Read<T> = (value: unknown) => T
export type Maybe<T> = Read<T | undefined>
const text: Maybe<string> = (value) =>
  // A lone surrogate cannot be encoded in a URL.
  typeof value === 'string'
    ? value.replace(/\p{Surrogate}/gu, '\uFFFD')
    : Number.isFinite(value)
      ? String(value)
      : undefined

const number: Maybe<number> = (value) => {
  const parsed = typeof value === 'string' && value.trim() ? Number(value) : value
  return typeof parsed === 'number' && Number.isFinite(parsed) ? parsed : undefined
}

/** Reads an amount; some systems write money with a decimal comma. */
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

const enumValue =
  <T extends string>(values: readonly T[]): Maybe<T> =>
  (value) => {
    const came = text(value)?.trim().toLowerCase()
    return values.find((known) => known.toLowerCase() === came)
  }

/** Reads a value of an enum, in any case; an unknown value is kept. */
const word =
  <T extends string>(values: readonly T[]): Maybe<T> =>
  (value) =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an unknown value matches no comparison, and is shown
    enumValue(values)(value) ?? (text(value) as T | undefined)

const required =
  <T>(read: Maybe<T>, otherwise: T): Read<T> =>
  (value) =>
    read(value) ?? otherwise

/** Keeps null, which some fields allow and which means a missing resource (404). */
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

/** Reads a record that needs all its fields; undefined if any is missing. */
function complete<T extends object>(fields: { [Name in keyof T]-?: Maybe<T[Name]> }): Maybe<T> {
  const read = record(fields as Fields<Partial<T>>)
  const isComplete = (found: Partial<T>): found is T => Object.keys(fields).every((field) => field in found)
  return (value) => {
    const found = read(value)
    return found && isComplete(found) ? found : undefined
  }
}

/** Reads a whole response; a value that is not an object is read as an empty object. */
const one =
  <T>(read: RecordReader<T>): Read<T> =>
  (value) =>
    read(isRecord(value) ? value : {})

/** Replaces missing and repeated ids by the position in the list, because React keys must be unique. */
function withIds<T>(list: T[], from: number, field: string): T[] {
  const usedIds = new Set<string>()
  return list.map((item, index) => {
    const id = isRecord(item) ? item[field] : undefined
    if (typeof id !== 'string') return item
    if (id.trim() === '' || usedIds.has(id)) return { ...item, [field]: `#${from + index}` }
    usedIds.add(id)
    return item
  })
}

/** Reads a whole number from 0. */
const count: Maybe<number> = (value) => {
  const given = number(value)
  return given !== undefined && given >= 0 && Number.isSafeInteger(given) ? given : undefined
}

/** `isEstimated`: the response has no readable total, and more pages may follow. */
export interface ReadInfo extends PageInfo {
  isEstimated?: true
}

/**
 * Reads a page. Some APIs send a bare list, some send `page`, and some the numbers of the page beside `content`. `idField` is the field
 * that identifies the items on the screen.
 */
const page =
  <T>(read: Maybe<T>, idField = 'uuid'): Read<Page<T>> =>
  (value) => {
    const response = isRecord(value) ? value : { content: value }
    const content = items(read)(response['content']) ?? []
    const info = isRecord(response['page']) ? response['page'] : response
    const size = count(info['size']) || content.length
    const at = count(info['number']) ?? 0
    const total = count(info['totalElements'])
    const isEstimated = total === undefined && count(info['size']) === content.length && content.length > 0
    // Limits contradictory numbers: the total is at least the content, and pages do not exceed elements.
    const totalElements = Math.max(total ?? at * size + content.length + (isEstimated ? 1 : 0), content.length)
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

/** Reads a map, without the entries that cannot be read. */
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

/** Readers of values, from which the module of each noun composes its readers. */
export const read = {
  text,
  number,
  amount,
  flag,
  day,
  moment,
  word,
  enumValue,
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

/** Field of a response beside the content of its page. */
export const fieldOf = (response: unknown, field: string): unknown => (isRecord(response) ? response[field] : undefined)

/** Returns the `token` of a response unread: the caller decodes it before storing it. */
export const tokenOf: Read<unknown> = (response) => fieldOf(response, 'token')
