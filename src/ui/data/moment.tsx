import { FormattedDate } from 'react-intl'
import type { IsoDate } from '#contract/dates.ts'

interface MomentProps {
  /** With its offset. */
  at: string
  timeZone: string
  today: IsoDate
  look?: 'short' | 'long'
}

/** A day and a time, as the clocks of a time zone have them; the year only where it is another one. */
export function Moment({ at, timeZone, today, look = 'short' }: MomentProps) {
  return (
    <time dateTime={at}>
      <FormattedDate
        value={at}
        timeZone={timeZone}
        weekday={look}
        day="numeric"
        month={look}
        year={at.slice(0, 4) === today.slice(0, 4) ? undefined : 'numeric'}
        hour="2-digit"
        minute="2-digit"
      />
    </time>
  )
}
