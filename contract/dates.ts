/** `YYYY-MM-DD`, a local calendar date without a time zone. */
export type IsoDate = string
/** ISO 8601 with a UTC offset. */
export type IsoDateTime = string

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

const ISO_DATE = /^(\d{4})-(\d{2})-(\d{2})$/
export const ISO_DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/

/**
 * Range of days that are stored, shown and searched. Later years have five digits, so their texts would not sort by
 * time.
 */
export const FIRST_DAY: IsoDate = '1900-01-01'
export const LAST_DAY: IsoDate = '9999-12-31'
const FIRST_MS = Date.parse(`${FIRST_DAY}T00:00:00.000Z`)
const LAST_MS = Date.parse(`${LAST_DAY}T23:59:59.999Z`)

/** Whether a moment, in milliseconds since 1970, is within the range of days in UTC. */
export const isInRange = (at: number): boolean => at >= FIRST_MS && at <= LAST_MS

/** Returns a moment as it is stored: in UTC, limited to the range of days. */
export const storedMoment = (at: number): IsoDateTime =>
  new Date(Math.min(Math.max(at, FIRST_MS), LAST_MS)).toISOString()

/** Whether a text is a valid calendar date within the range of days. */
export function isIsoDate(value: string): value is IsoDate {
  const [, year, month, day] = ISO_DATE.exec(value) ?? []
  if (!year || !month || !day || value < FIRST_DAY) return false
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
}

/** Whether a text is a moment with an offset on an existing day. `Date.parse` alone accepts 30 February. */
export const isIsoDateTime = (value: string): boolean =>
  ISO_DATE_TIME.test(value) && isIsoDate(value.slice(0, 10)) && !Number.isNaN(Date.parse(value))

/** Whether a text is a moment with an offset, within the range of days. */
export const isStorableDateTime = (value: string): boolean => isIsoDateTime(value) && isInRange(Date.parse(value))

/** Returns the date of a text in the local time zone; undefined if invalid. A time without an offset is local. */
export function calendarDay(value: unknown): IsoDate | undefined {
  if (typeof value !== 'string') return undefined
  const [written = '', time] = value.split('T')
  // Checked first, because `Date.parse` reads 30 February as a day in March.
  if (!isIsoDate(written)) return undefined
  if (time === undefined) return written
  const at = new Date(value)
  if (Number.isNaN(at.getTime())) return undefined
  const two = (part: number) => String(part).padStart(2, '0')
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  // In the local time zone the last day may be in the year 10000.
  return isIsoDate(day) ? day : undefined
}

/** Returns the moment a number of milliseconds after another, or before for a negative number. */
export const momentAfter = (from: Date, ms: number): IsoDateTime => new Date(from.getTime() + ms).toISOString()

/** Returns the date a number of days after another, limited to the range of days. */
export const addDays = (date: IsoDate, count: number): IsoDate =>
  storedMoment(Date.parse(date) + count * DAY_MS).slice(0, 10)

/** Returns the number of days from one date to another; negative if `to` is earlier. */
export const daysBetween = (from: IsoDate, to: IsoDate): number => (Date.parse(to) - Date.parse(from)) / DAY_MS

/** Returns the same date a number of years earlier; 28 February if that year has no 29 February. */
export function yearsBefore(date: IsoDate, count: number): IsoDate {
  const day = `${String(Number(date.slice(0, 4)) - count).padStart(4, '0')}${date.slice(4)}`
  return isIsoDate(day) ? day : lastDayOf(monthOf(day))
}

// Months are `YYYY-MM`, which compare as text.

export const monthOf = (date: IsoDate): string => date.slice(0, 7)

export function addMonths(month: string, count: number): string {
  const [year = Number.NaN, number = Number.NaN] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + count)).toISOString().slice(0, 7)
}

export function lastDayOf(month: string): IsoDate {
  const [year = Number.NaN, number = Number.NaN] = month.split('-').map(Number)
  return `${month}-${new Date(Date.UTC(year, number, 0)).getUTCDate()}`
}
