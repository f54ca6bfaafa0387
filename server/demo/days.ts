import type { IsoDate } from '#contract/fields.ts'

const DAY = 86_400_000

/** Dates relative to today, in the local time zone. */
export type Days = (fromToday: number) => IsoDate

export function createDays(now: Date): Days {
  const today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())
  return (fromToday) => new Date(today + fromToday * DAY).toISOString().slice(0, 10)
}
