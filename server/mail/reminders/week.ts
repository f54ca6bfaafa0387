import { type IsoDate } from '#contract/fields.ts'
import { ZONE } from '#contract/zone.ts'
import { addDays } from '#contract/withdrawal.ts'

/** When a week begins: on Monday at eight. */
const BEGINS_MS = 8 * 3_600_000

const parts = new Intl.DateTimeFormat('en-GB', { timeZone: ZONE, year: 'numeric', month: '2-digit', day: '2-digit' })

/** The day on the calendar of the practices. */
export function localDay(at: Date): IsoDate {
  const { year, month, day } = Object.fromEntries(parts.formatToParts(at).map(({ type, value }) => [type, value]))
  return `${year}-${month}-${day}`
}

export interface Week {
  /** Its name. */
  monday: IsoDate
  /** How many days of it have passed. */
  day: number
}

export function weekOf(at: Date): Week {
  const today = localDay(new Date(at.getTime() - BEGINS_MS))
  const day = (new Date(today).getUTCDay() + 6) % 7
  return { monday: addDays(today, -day), day }
}
