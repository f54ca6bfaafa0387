/** `YYYY-MM-DD`, a local calendar date without a time zone. */
export type IsoDate = string
/** ISO 8601 with an offset. */
export type IsoDateTime = string

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

const ISO_DATE = /^(\d{4})-(\d{2})-(\d{2})$/
export const ISO_DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/

/** The days that are stored, shown and searched. Later years have five digits, so their texts do not sort by time. */
export const FIRST_DAY: IsoDate = '1900-01-01'
export const LAST_DAY: IsoDate = '9999-12-31'
const FIRST_MS = Date.parse(`${FIRST_DAY}T00:00:00.000Z`)
const LAST_MS = Date.parse(`${LAST_DAY}T23:59:59.999Z`)

/** Whether a moment, in milliseconds since 1970, is within these days in UTC. */
export const isInRange = (at: number): boolean => at >= FIRST_MS && at <= LAST_MS

/** A moment as it is stored: in UTC, and at the nearest end of the days that are stored where it is outside. */
export const storedMoment = (at: number): IsoDateTime =>
  new Date(Math.min(Math.max(at, FIRST_MS), LAST_MS)).toISOString()

/** A valid calendar date within these days. */
export function isIsoDate(value: string): value is IsoDate {
  const [, year, month, day] = ISO_DATE.exec(value) ?? []
  if (!year || !month || !day || value < FIRST_DAY) return false
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
}

/** A moment with its offset, on a day that exists: `Date.parse` alone accepts 30 February. */
export const isIsoDateTime = (value: string): boolean =>
  ISO_DATE_TIME.test(value) && isIsoDate(value.slice(0, 10)) && !Number.isNaN(Date.parse(value))

/** A moment that can be stored: with its offset, it is within the days that are. */
export const isStorableDateTime = (value: string): boolean => isIsoDateTime(value) && isInRange(Date.parse(value))

/** The day, on the calendar here, of what may have a time; one that does not say in which zone is of this one. */
export function calendarDay(value: unknown): IsoDate | undefined {
  if (typeof value !== 'string') return undefined
  const [written = '', time] = value.split('T')
  // Asked first, for a 30th of February is parsed as well, as a day in March.
  if (!isIsoDate(written)) return undefined
  if (time === undefined) return written
  const at = new Date(value)
  if (Number.isNaN(at.getTime())) return undefined
  const two = (part: number) => String(part).padStart(2, '0')
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  // The last day may be in the year 10000 here.
  return isIsoDate(day) ? day : undefined
}

/** The moment so many milliseconds after another, or before it where negative, as it is stored. */
export const momentAfter = (from: Date, ms: number): IsoDateTime => new Date(from.getTime() + ms).toISOString()

/** The day so many days after another, within the days that are stored. */
export const addDays = (date: IsoDate, count: number): IsoDate =>
  storedMoment(Date.parse(date) + count * DAY_MS).slice(0, 10)

/** Days from one day to another; negative when `to` is earlier. */
export const daysBetween = (from: IsoDate, to: IsoDate): number => (Date.parse(to) - Date.parse(from)) / DAY_MS

/** The same day so many years before, or the last day of February where that year has no 29th. */
export function yearsBefore(date: IsoDate, count: number): IsoDate {
  const day = `${String(Number(date.slice(0, 4)) - count).padStart(4, '0')}${date.slice(4)}`
  return isIsoDate(day) ? day : lastDayOf(monthOf(day))
}

// Months are `YYYY-MM`, which compare as text.

export const monthOf = (date: IsoDate): string => date.slice(0, 7)

/** The month so many months after another. */
export function addMonths(month: string, count: number): string {
  const [year = Number.NaN, number = Number.NaN] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + count)).toISOString().slice(0, 7)
}

export function lastDayOf(month: string): IsoDate {
  const [year = Number.NaN, number = Number.NaN] = month.split('-').map(Number)
  return `${month}-${new Date(Date.UTC(year, number, 0)).getUTCDate()}`
}
