import { type IsoDate, addDays } from '#contract/dates.ts'
import { localDay } from '#contract/zone.ts'

/** When a week begins: on Monday at eight. */
const BEGINS_MS = 8 * 3_600_000

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
