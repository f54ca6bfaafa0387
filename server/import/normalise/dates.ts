import { HOUR_MS, isIsoDate, isIsoDateTime, type IsoDate, isStorableDateTime } from '#contract/dates.ts'
import { ZONE } from '#contract/zone.ts'

/** Result for dates that systems store for `unknown`, `never` or `not yet`. */
export const SENTINEL = Symbol('sentinel')
type Read<T> = T | typeof SENTINEL | undefined

// Only unambiguous formats. Two-digit years and the American order are ambiguous.
const YEAR_FIRST = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/
const DAY_FIRST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/
const DIGITS = /^(\d{4})(\d{2})(\d{2})$/
const DIGITS_WITH_TIME = /^((?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))(\d{4}(?:\d{2})?)$/
const TIME = /^(\d{1,2})[:.uh]?(\d{2})(?:[:.]?(\d{2})(?:[.,]\d{1,9})?)?(?: ?(?:uur|u|h|([ap])\.?m\.?))?$/i
const OFFSET = /\s*(Z|UTC|GMT|CET|CEST|(?:GMT|UTC)?[+-]\d{2}(?::?\d{2})?)$/i
/** Zone name after an offset or time, as written by Java and JavaScript. */
const ZONE_NAME = /\s*(?:\[[\w/+-]+\]|\([^()]*\))$/
const WEEKDAY =
  /^(?:(?:ma|di|wo|do|vr|za|zo|mon|tue|wed|thu|fri|sat|sun)|(?:maan|dins|woens|donder|vrij|zater|zon)dag|(?:mon|tues|wednes|thurs|fri|satur|sun)day)[.,]* +(?=\S)/i
const BEFORE_TIME = / +(?:om|at|@) +(?=\d)/i
const MONTHS = /^(?:(jan)|(feb)|(mar|maa|mrt)|(apr)|(may|mei)|(jun)|(jul)|(aug)|(sep)|(o[ck]t)|(nov)|(dec))[a-z]{0,6}$/i
const DAY_MONTH_YEAR = /^(\d{1,2})[ -]([a-z]{3,9})\.?[ -](\d{4})(?=\D|$)/i
const MONTH_DAY_YEAR = /^([a-z]{3,9})\.? (\d{1,2}),? (\d{4})(?=\D|$)/i
/** Moment as .NET writes it in JSON: milliseconds since 1970. The offset is the writer's and changes nothing. */
const DOT_NET = /^\\?\/Date\((-?\d{1,15})(?:[+-]\d{4})?\)\\?\/$/
/**
 * Numbers from `MIN_MS` are milliseconds since 1970. Numbers from `MIN_SECONDS` to a tenth of `MIN_MS` are
 * seconds. A smaller number could be days since 1900.
 */
const MIN_MS = 1e11
const MIN_SECONDS = 1e8
const FIRST_MS = Date.UTC(1900, 0, 2)
const LAST_MS = Date.UTC(9999, 11, 30)

/** Zero dates of MySQL, .NET, SQL Server, OLE, Access and Unix, and far-future dates. */
const UNKNOWN_DAYS = /^(?:0000-|0001-01-01|1753-01-01|1899-12-3[01]|1900-01-0[01]|1970-01-01|(?:2999|9999)-12-31)/

const two = (value: string | number) => String(value).padStart(2, '0')
const local = new Intl.DateTimeFormat('sv-SE', {
  timeZone: ZONE,
  dateStyle: 'short',
  timeStyle: 'medium',
})

/**
 * Returns day and time in the practices' time zone. Before 1900 the result is in UTC; only the day of a zero date
 * matters there.
 */
const localOf = (moment: number) =>
  moment < FIRST_MS ? new Date(moment).toISOString().slice(0, 19) : local.format(moment).replace(' ', 'T')

interface Parts {
  day: string
  /** `HH:mm:ss`, if the text has a time. */
  time: string | undefined
  offset: string | undefined
}

function momentOf(value: unknown): number | undefined {
  const digits = typeof value === 'number' || (typeof value === 'string' && /^\d{9,13}$/.test(value))
  if (digits && !DIGITS_WITH_TIME.test(String(value))) {
    const number = Number(value)
    if (number >= MIN_SECONDS && number < MIN_MS / 10) return number * 1000
    return number >= MIN_MS && number < LAST_MS ? number : undefined
  }
  const ms = typeof value === 'string' ? DOT_NET.exec(value)?.[1] : undefined
  return ms !== undefined && Math.abs(Number(ms)) < LAST_MS ? Number(ms) : undefined
}

function partsOf(text: string): Parts | undefined {
  const [written = '', ...rest] = withoutWords(text)
    .replace(DIGITS_WITH_TIME, '$1 $2')
    .replace(/(?<=\d)T(?=\d)/i, ' ')
    .split(/,? +/)
  const day = dayOf(written)
  if (day === undefined) return undefined
  const after = rest.join(' ')
  if (after === '') return { day, time: undefined, offset: undefined }
  const offset = OFFSET.exec(after)?.[1]
  const time = timeOf(after.replace(OFFSET, ''))
  return time === undefined ? undefined : { day, time, offset: offset && offsetOf(offset) }
}

/** Removes the names of weekday and zone, and writes the month as a number. */
function withoutWords(text: string): string {
  if (!/[a-z[]/i.test(text)) return text
  const numbered = (day: string, name: string, year: string) => {
    const month = MONTHS.exec(name)?.slice(1).findIndex(Boolean)
    return month === undefined ? undefined : `${year}-${month + 1}-${day}`
  }
  return text
    .replace(ZONE_NAME, '')
    .replace(WEEKDAY, '')
    .replace(BEFORE_TIME, ' ')
    .replace(DAY_MONTH_YEAR, (all, day: string, name: string, year: string) => numbered(day, name, year) ?? all)
    .replace(MONTH_DAY_YEAR, (all, name: string, day: string, year: string) => numbered(day, name, year) ?? all)
}

function dayOf(text: string): string | undefined {
  const [year, month, day] =
    matched(YEAR_FIRST, text, [1, 3, 4]) ??
    matched(DAY_FIRST, text, [4, 3, 1]) ??
    matched(DIGITS, text, [1, 2, 3]) ??
    []
  return year && month && day ? `${year}-${two(month)}-${two(day)}` : undefined
}

function matched(pattern: RegExp, text: string, groups: readonly number[]): string[] | undefined {
  const match = pattern.exec(text)
  return match ? groups.map((group) => match[group] ?? '') : undefined
}

function timeOf(text: string): string | undefined {
  const [, written, minutes, seconds = '00', half] = TIME.exec(text.trim()) ?? []
  if (!written || !minutes || Number(written) > (half ? 12 : 23) || Number(minutes) > 59 || Number(seconds) > 59)
    return undefined
  const hours = half ? (Number(written) % 12) + (/p/i.test(half) ? 12 : 0) : written
  return `${two(hours)}:${minutes}:${seconds}`
}

function offsetOf(text: string): string {
  const named = { CET: '+01', CEST: '+02' }[text.toUpperCase()] ?? text.replace(/^(?:GMT|UTC)(?=.)/i, '')
  if (!/^[+-]/.test(named)) return 'Z'
  const digits = named.slice(1).replace(':', '').padEnd(4, '0')
  return `${named[0] ?? '+'}${digits.slice(0, 2)}:${digits.slice(2)}`
}

/**
 * Reads a time without an offset in the practices' time zone. The first of two possible hours counts when clocks go
 * back.
 */
function inZone(day: string, time: string): string {
  const wanted = Date.parse(`${day}T${time}Z`)
  for (const hours of [2, 1]) {
    const moment = wanted - hours * HOUR_MS
    if (localOf(moment) === `${day}T${time}`) return `${day}T${time}+0${hours}:00`
  }
  // This time is skipped when clocks go forward.
  return `${day}T${time}+01:00`
}

export function readDate(value: unknown): Read<IsoDate> {
  const moment = momentOf(value)
  if (moment !== undefined) return known(localOf(moment).slice(0, 10))
  const parts = partsOf(String(value).trim())
  if (!parts) return undefined
  const { day, time, offset } = parts
  if (UNKNOWN_DAYS.test(day)) return SENTINEL
  if (!isIsoDate(day)) return undefined
  if (time === undefined || offset === undefined) return day
  const at = Date.parse(`${day}T${time}${offset}`)
  return Number.isNaN(at) ? undefined : known(localOf(at).slice(0, 10))
}

/** Returns the time of day (`HH:MM`) that a text of an export means; `24:00` is the end of a day. */
export const readTime = (text: string): string | undefined =>
  /^24[:.]?00(?:[:.]?00)?$/.test(text) ? '24:00' : timeOf(text)?.slice(0, 5)

/** Returns the moment that a value of an export means. `needsTime` rejects a day without a time. */
export function readDateTime(value: unknown, { needsTime }: { needsTime: boolean }): Read<string> {
  const moment = momentOf(value)
  if (moment !== undefined)
    return UNKNOWN_DAYS.test(localOf(moment)) ? SENTINEL : storable(new Date(moment).toISOString())
  const text = String(value).trim()
  const parts = partsOf(text)
  if (!parts) return undefined
  const { day, time, offset } = parts
  if (UNKNOWN_DAYS.test(day)) return SENTINEL
  if (!isIsoDate(day) || (time === undefined && needsTime)) return undefined
  if (isIsoDateTime(text)) return storable(text)
  const written = time ?? '00:00:00'
  return storable(offset === undefined ? inZone(day, written) : `${day}T${written}${offset}`)
}

const storable = (moment: string | undefined): Read<string> =>
  moment !== undefined && isStorableDateTime(moment) ? moment : undefined

const known = (day: string): Read<IsoDate> => (UNKNOWN_DAYS.test(day) ? SENTINEL : isIsoDate(day) ? day : undefined)
