import type { ComponentProps } from 'react'
import { FormattedDate } from 'react-intl'
import { asDate } from '#src/lib/dates.ts'

type Format = Omit<ComponentProps<typeof FormattedDate>, 'value'>

/** A calendar day in the language of the portal; what is no day is shown as it came. */
export function Day({ date, ...format }: Format & { date: string }) {
  const value = asDate(date)
  // A browser finds a day in `spring 2026` as well.
  if (!/^\d{4}-\d\d-\d\d/.test(date) || Number.isNaN(value.getTime())) return date
  return (
    <time dateTime={date}>
      <FormattedDate value={value} {...format} />
    </time>
  )
}

/** A moment, which has an offset. */
export const Moment = ({ at, ...format }: Format & { at: string }) => (
  <time dateTime={at}>
    <FormattedDate value={at} {...format} />
  </time>
)
