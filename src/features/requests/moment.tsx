import { FormattedDate } from 'react-intl'

/** The moment of something in a list. */
export function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at}>
      <FormattedDate value={at} weekday="short" day="numeric" month="short" hour="numeric" minute="2-digit" />
    </time>
  )
}
