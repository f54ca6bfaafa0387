import { type IsoDate, addDays } from '#contract/dates.ts'
import { localDay } from '#contract/zone.ts'

/** Dates relative to today where the practices are, wherever the server stands. */
export type Days = (fromToday: number) => IsoDate

export function createDays(now: Date): Days {
  const today = localDay(now)
  return (fromToday) => addDays(today, fromToday)
}
