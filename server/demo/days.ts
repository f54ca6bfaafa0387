import type { IsoDate } from '#contract/fields.ts'
import { addDays } from '#contract/withdrawal.ts'
import { localDay } from '#server/local-day.ts'

/** Dates relative to today where the practices are, wherever the server stands. */
export type Days = (fromToday: number) => IsoDate

export function createDays(now: Date): Days {
  const today = localDay(now)
  return (fromToday) => addDays(today, fromToday)
}
