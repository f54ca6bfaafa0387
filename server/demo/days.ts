import type { IsoDate } from '#contract/fields.ts'

const DAY = 86_400_000

/** Names days by their distance from today, the day that the clock shows where it stands. */
export type Days = (fromToday: number) => IsoDate

export function createDays(now: Date): Days {
  const today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())
  return (fromToday) => new Date(today + fromToday * DAY).toISOString().slice(0, 10)
}
