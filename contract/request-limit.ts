const DAY_MS = 86_400_000
/** Unless the practice says otherwise. */
const SEEN_WITHIN_DAYS = 1

/** What was sent before it has been there for longer than so many working days; a weekend counts for nothing. */
export function unseenBefore(now: Date, days = SEEN_WITHIN_DAYS): string {
  let at = now.getTime()
  // Within a weekend, its beginning.
  while (!isWorkingDay(at)) at = Math.floor(at / DAY_MS) * DAY_MS - 1
  for (let left = days; left > 0;) {
    at -= DAY_MS
    if (isWorkingDay(at)) left -= 1
  }
  return new Date(at).toISOString()
}

function isWorkingDay(at: number): boolean {
  const day = new Date(at).getUTCDay()
  return day !== 0 && day !== 6
}
