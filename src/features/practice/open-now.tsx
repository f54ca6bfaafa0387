import { useState } from 'react'
import { type IntlShape, useIntl } from 'react-intl'
import { type IsoDate, addDays, daysBetween } from '#contract/dates.ts'
import { type OpeningHours as Hours, isOpen, nextChange, writtenTime } from '#contract/opening-hours.ts'
import { localDay } from '#contract/zone.ts'
import { asDate, now } from '#src/lib/dates.ts'
import { useTimeout } from '#src/ui/use-timeout.ts'
import styles from './opening-hours.module.css'

const REFRESH_MS = 30_000
/** Days ahead that are named by their weekday. */
const WEEK = 6

/** Opening hours that another API or the practice may lack. */
export interface MaybeHoursProps {
  hours: Hours | undefined
}

/** Returns the current time; renders again while time passes. */
export function useNow(): Date {
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
