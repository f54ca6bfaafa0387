import { type IsoDate, addDays } from '#contract/dates.ts'
import { localDay } from '#contract/zone.ts'

/** Returns a date relative to today in the practices' time zone, independently of the server's time zone. */
export type Days = (fromToday: number) => IsoDate

export function createDays(now: Date): Days {
  const today = localDay(now)
  return (fromToday) => addDays(today, fromToday)
}
