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
