/** `YYYY-MM-DD`, a local calendar date without a time zone. */
export type IsoDate = string
/** ISO 8601 with an offset. */
export type IsoDateTime = string

const ISO_DATE = /^(\d{4})-(\d{2})-(\d{2})$/
export const ISO_DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/
export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** A valid calendar date, in the years 1900 to 9999. */
export function isIsoDate(value: string): value is IsoDate {
  const [, year, month, day] = ISO_DATE.exec(value) ?? []
  if (!year || !month || !day || Number(year) < 1900) return false
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
}

// Nothing can encode half a character (a lone surrogate), and PostgreSQL cannot store NUL.
const UNSTORABLE = /[\0\p{Surrogate}]/u
const LINE_BREAK = /[\n\v\f\r\u0085\u2028\u2029]/

export const isStorable = (text: string): boolean => !UNSTORABLE.test(text)

/** Storable, and without a line break. */
export const isOneLine = (text: string): boolean => isStorable(text) && !LINE_BREAK.test(text)

export function isUuid(value: string): boolean {
  return UUID.test(value)
}
