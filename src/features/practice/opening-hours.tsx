import Clock from 'lucide-react/icons/clock'
import { FormattedMessage, type IntlShape, useIntl } from 'react-intl'
import { type IsoDate, addDays } from '#contract/dates.ts'
import {
  type ClosedDays,
  type OpeningHours as Hours,
  WEEKDAYS,
  periodsOfWeekday,
  weekdayOf,
  writtenTime,
} from '#contract/opening-hours.ts'
import { localDay } from '#contract/zone.ts'
import { asDate, now } from '#src/lib/dates.ts'
import { Fold } from '#src/ui/data/fold.tsx'
import { type MaybeHoursProps, OpenNow, useNow } from './open-now.tsx'
import styles from './opening-hours.module.css'

/** Any Monday: weekdays have names only as a part of a date. */
const MONDAY: IsoDate = '2024-01-01'

interface HoursProps {
  hours: Hours
}

export const weekdayName = (weekday: number, intl: IntlShape): string =>
  intl.formatDate(asDate(addDays(MONDAY, weekday - 1)), { weekday: 'long' })

/** Returns days on which a practice is closed: `25 December to 26 December`. */
export function closedDaysText({ from, until }: ClosedDays, intl: IntlShape): string {
  const day = (date: IsoDate) =>
    intl.formatDate(asDate(date), {
      day: 'numeric',
      month: 'long',
      ...(date.slice(0, 4) !== localDay(now()).slice(0, 4) && { year: 'numeric' }),
    })
  if (from === until) return day(from)
  return intl.formatMessage({ id: 'core.hours.days' }, { from: day(from), until: day(until) })
}

/** Hours of each weekday, with the next days on which the practice is closed. */
export function OpeningHoursTable({ hours }: HoursProps) {
  const intl = useIntl()
  const today = localDay(useNow())
  const closedDays = (hours.closedDays ?? []).filter(({ until }) => until >= today)
  return (
    <div className={styles.hours}>
      <table>
        <caption className="hidden-text">
          <FormattedMessage id="core.hours.title" />
        </caption>
        <thead className="hidden-text">
          <tr>
            <th scope="col">
              <FormattedMessage id="core.hours.day" />
            </th>
            <th scope="col">
              <FormattedMessage id="core.hours.times" />
            </th>
          </tr>
        </thead>
        <tbody>
          {WEEKDAYS.map((weekday) => {
            const periods = periodsOfWeekday(hours, weekday)
            return (
              <tr key={weekday} aria-current={weekday === weekdayOf(today) ? 'date' : undefined}>
                <th scope="row">{weekdayName(weekday, intl)}</th>
                <td>
                  {periods.length === 0 ? (
                    <FormattedMessage id="core.hours.closed" />
                  ) : (
                    periods.map(({ opens, closes }) => (
                      <span key={opens}>{`${writtenTime(opens)} – ${writtenTime(closes)}`}</span>
                    ))
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {closedDays.length > 0 && (
        <p>
          <FormattedMessage
            id="core.hours.alsoClosed"
            values={{ dates: intl.formatList(closedDays.map((days) => closedDaysText(days, intl))) }}
          />
        </p>
      )}
    </div>
  )
}

/** Whether the practice is open, with its opening hours in a disclosure. */
export function OpeningHours({ hours }: MaybeHoursProps) {
  if (!hours) return null
  return (
    <div className={styles.fold}>
      <Fold
        title={
          <span className={styles.now}>
            <Clock />
            <OpenNow hours={hours} />
          </span>
        }
      >
        <OpeningHoursTable hours={hours} />
      </Fold>
    </div>
  )
}
