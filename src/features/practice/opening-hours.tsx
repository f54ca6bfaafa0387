import Clock from 'lucide-react/icons/clock'
import { useState } from 'react'
import { FormattedMessage, type IntlShape, useIntl } from 'react-intl'
import { type IsoDate, addDays, daysBetween } from '#contract/dates.ts'
import {
  type ClosedDays,
  type OpeningHours as Hours,
  WEEKDAYS,
  isOpen,
  nextChange,
  periodsOfWeekday,
  weekdayOf,
  writtenTime,
} from '#contract/opening-hours.ts'
import { localDay } from '#contract/zone.ts'
import { asDate, now } from '#src/lib/dates.ts'
import { Fold } from '#src/ui/data/fold.tsx'
import { useTimeout } from '#src/ui/use-timeout.ts'
import styles from './opening-hours.module.css'

const REFRESH_MS = 30_000
/** Any Monday: weekdays have names only as a part of a date. */
const MONDAY: IsoDate = '2024-01-01'
/** Days ahead that are named by their weekday. */
const WEEK = 6

interface HoursProps {
  hours: Hours
}

/** Opening hours that another API or the practice may lack. */
interface MaybeHoursProps {
  hours: Hours | undefined
}

/** Returns the current time; renders again while time passes. */
function useNow(): Date {
  const [at, setAt] = useState(now)
  useTimeout(() => setAt(now()), REFRESH_MS, at)
  return at
}

/** Whether the practice is open and until when, or when it opens: `Open until 18.00`. */
export function OpenNow({ hours }: MaybeHoursProps) {
  const at = useNow()
  const intl = useIntl()
  if (!hours) return null
  return <span className={isOpen(hours, at) ? styles.open : undefined}>{openText(hours, at, intl)}</span>
}

function openText(hours: Hours, at: Date, intl: IntlShape): string {
  const change = nextChange(hours, at)
  const text = intl.formatMessage
  if (!change) return text({ id: isOpen(hours, at) ? 'core.hours.openAlways' : 'core.hours.closed' })
  const today = localDay(at)
  const day = dayName(change.day, today, intl)
  if (change.opens) return text({ id: 'core.hours.opensAt' }, { day, time: writtenTime(change.time) })
  if (change.time === '00:00' && change.day === addDays(today, 1))
    return text({ id: 'core.hours.openUntil' }, { time: text({ id: 'core.hours.midnight' }) })
  const time = writtenTime(change.time)
  return change.day === today
    ? text({ id: 'core.hours.openUntil' }, { time })
    : text({ id: 'core.hours.openUntilDay' }, { day, time })
}

function dayName(day: IsoDate, today: IsoDate, intl: IntlShape): string {
  const ahead = daysBetween(today, day)
  if (ahead <= 1) return intl.formatMessage({ id: ahead === 1 ? 'core.hours.tomorrow' : 'core.hours.today' })
  return intl.formatDate(asDate(day), ahead <= WEEK ? { weekday: 'long' } : { day: 'numeric', month: 'long' })
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
