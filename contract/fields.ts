/** `YYYY-MM-DD`, a local calendar date without a time zone. */
export type IsoDate = string
/** ISO 8601 with an offset. */
export type IsoDateTime = string

const ISO_DATE = /^(\d{4})-(\d{2})-(\d{2})$/

/** A valid calendar date, in the years 1900 to 9999. */
export function isIsoDate(value: string): value is IsoDate {
  const [, year, month, day] = ISO_DATE.exec(value) ?? []
  if (!year || !month || !day || Number(year) < 1900) return false
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
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}
