import { type IsoDate, daysBetween } from '#contract/dates.ts'
import type { MessageId } from '#src/lib/intl.tsx'

export interface Age {
  id: MessageId
  count: number
}

const WEEKS_UNTIL = 12
const MONTHS_UNTIL = 24

/** How old on a day: in weeks, then months, then years. Null before the birth. */
export function ageOn(birthDate: IsoDate, day: IsoDate): Age | null {
  const weeks = Math.floor(daysBetween(birthDate, day) / 7)
  if (!(weeks >= 0)) return null
  if (weeks < WEEKS_UNTIL) return { id: 'client.patients.age.week', count: weeks }
  const months = monthsBetween(birthDate, day)
  if (months < MONTHS_UNTIL) return { id: 'client.patients.age.month', count: months }
  return { id: 'client.patients.age.year', count: Math.floor(months / 12) }
}

/** Whole months. Who was born on the 29th, 30th or 31st has to wait for the 1st where a month has no such day. */
function monthsBetween(from: IsoDate, to: IsoDate): number {
  const [year = 0, month = 0, day = 0] = from.split('-').map(Number)
  const [toYear = 0, toMonth = 0, toDay = 0] = to.split('-').map(Number)
  return (toYear - year) * 12 + toMonth - month - (toDay < day ? 1 : 0)
}
