import { ZONE } from '#contract/zone.ts'
import { today } from '#src/lib/dates.ts'
import { Moment } from '#src/ui/data/day.tsx'

const LOOKS = {
  day: { month: 'long' },
  short: { weekday: 'short', month: 'short', hour: '2-digit', minute: '2-digit' },
  long: { weekday: 'long', month: 'long', hour: '2-digit', minute: '2-digit' },
} as const

/** Start of a visit in the time zone of the practice; with the year if it is not the current one. */
export function VisitMoment({ at, look }: { at: string; look: keyof typeof LOOKS }) {
  const isThisYear = at.slice(0, 4) === today().slice(0, 4)
  return <Moment at={at} timeZone={ZONE} day="numeric" year={isThisYear ? undefined : 'numeric'} {...LOOKS[look]} />
}
