import type { IsoDate, IsoDateTime } from '#contract/fields.ts'
import { ZONE } from '#contract/zone.ts'

const HOUR_MS = 3_600_000

const parts = new Intl.DateTimeFormat('en-GB', { timeZone: ZONE, year: 'numeric', month: '2-digit', day: '2-digit' })

/** The day on the calendar of the practices. */
export function localDay(at: Date): IsoDate {
  const { year, month, day } = Object.fromEntries(parts.formatToParts(at).map(({ type, value }) => [type, value]))
  return `${year}-${month}-${day}`
}

/** When a day of that calendar begins: in summer two hours before it does in UTC, in winter one. */
export function beginOfDay(day: IsoDate): IsoDateTime {
  const inSummer = new Date(Date.parse(day) - 2 * HOUR_MS)
  return localDay(inSummer) === day ? inSummer.toISOString() : new Date(inSummer.getTime() + HOUR_MS).toISOString()
}
