import type { ComponentProps } from 'react'
import { FormattedDate } from 'react-intl'
import { asDate } from '#src/lib/dates.ts'

type Format = Omit<ComponentProps<typeof FormattedDate>, 'value'>

/** Calendar day in the language of the portal; an invalid day is shown unchanged. */
export function Day({ date, ...format }: Format & { date: string }) {
  const value = asDate(date)
  // Checked first, because `Date` also parses texts such as `spring 2026`.
  if (!/^\d{4}-\d\d-\d\d/.test(date) || Number.isNaN(value.getTime())) return date
  return (
    <time dateTime={date}>
      <FormattedDate value={value} {...format} />
    </time>
  )
}

/** Date and time of a timestamp with an offset. */
export const Moment = ({ at, ...format }: Format & { at: string }) => (
  <time dateTime={at}>
    <FormattedDate value={at} {...format} />
  </time>
)
