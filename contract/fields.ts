/** `YYYY-MM-DD`, a local calendar date without a time zone. */
export type IsoDate = string
/** ISO 8601 with an offset. */
export type IsoDateTime = string

const ISO_DATE = /^(\d{4})-(\d{2})-(\d{2})$/

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
