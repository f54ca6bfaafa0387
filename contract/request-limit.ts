import { DAY_MS } from './dates.ts'
import { aheadOfUtc } from './zone.ts'

/** Unless the practice says otherwise. */
const SEEN_WITHIN_DAYS = 1

/**
 * A request that was sent before it and is unseen has been so for longer than so many working days: Monday to Friday, where the
 * practices are. A weekend does not count.
 */
export function unseenBefore(now: Date, days = SEEN_WITHIN_DAYS): string {
  const shown = now.getTime() + aheadOfUtc(now.getTime())
  let at = isWorkingDay(shown) ? shown : shown - (shown % DAY_MS)
  for (let left = days; left > 0;) {
    at -= DAY_MS
    if (isWorkingDay(at)) left -= 1
  }
  // Clocks change on Sundays, so that those of a working day are the same at this hour in UTC.
  return new Date(at - aheadOfUtc(at)).toISOString()
}

const isWorkingDay = (shown: number) => ![0, 6].includes(new Date(shown).getUTCDay())
