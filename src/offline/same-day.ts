import { type IsoDate, yearsBefore } from '#contract/dates.ts'

const YEARS = [0, 1, 2, 3, 4, 5]

/**
 * The key of a query as it is on another day: pages ask for what is until today, or of five years until today, and find what was
 * kept for the day on which it was.
 */
export function onDay(queryKey: readonly unknown[], keptOn: IsoDate, today: IsoDate): readonly unknown[] {
  const days = new Map(YEARS.map((years) => [yearsBefore(keptOn, years), yearsBefore(today, years)]))
  const move = (part: unknown): unknown => {
    if (typeof part === 'string') return days.get(part) ?? part
    if (Array.isArray(part)) return part.map(move)
    if (typeof part !== 'object' || part === null) return part
    return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, move(value)]))
  }
  return queryKey.map(move)
}
