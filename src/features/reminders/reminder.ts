import type { Reminder } from '#contract/schemas/reminder.ts'
import { type IsoDate, calendarDay } from '#contract/dates.ts'
import type { IntlShape } from 'react-intl'

/** The day of what has one; undefined where the API gives none. */
export const dayOf = ({ date }: { date?: unknown }): IsoDate | undefined => calendarDay(date)

interface Due {
  date?: unknown
  bookedFor?: string | undefined
}

/** An appointment is booked for it, so that there is nothing to do. */
export const isBooked = ({ bookedFor }: Due): boolean => bookedFor !== undefined

/** The day on which it stands: of what is booked that of its appointment, until it is told how that went. */
export function standsOn(reminder: Due, today: IsoDate): IsoDate | undefined {
  const booked = calendarDay(reminder.bookedFor)
  if (booked === undefined) return dayOf(reminder)
  return booked < today ? today : booked
}

/** Should have been done before today. */
export function isLate(reminder: Due, today: IsoDate): boolean {
  const day = standsOn(reminder, today)
  return day !== undefined && day < today
}

/** Should be done today, or should have been. */
export function isDue(reminder: Due, today: IsoDate): boolean {
  const day = dayOf(reminder)
  return day !== undefined && day <= today && !isBooked(reminder)
}

/** What has to be done; not every API says. */
export const whatOf = ({ description }: Reminder, { formatMessage }: IntlShape): string =>
  description || formatMessage({ id: 'client.reminders.unnamed' })

/** Patient, where known, and description. */
export function nameOf(reminder: Reminder, intl: IntlShape): string {
  const what = whatOf(reminder, intl)
  return reminder.patientName
    ? intl.formatMessage({ id: 'client.reminders.nextTitle' }, { animal: reminder.patientName, what })
    : what
}
