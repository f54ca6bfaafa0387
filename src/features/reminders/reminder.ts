import type { Reminder } from '#contract/schemas/reminder.ts'
import { type IsoDate, calendarDay } from '#contract/fields.ts'
import type { IntlShape } from 'react-intl'

/** The day of what has one; undefined where the API gives none. */
export const dayOf = ({ date }: { date?: unknown }): IsoDate | undefined => calendarDay(date)

/** Should have been done before today. */
export function isLate(reminder: { date?: unknown }, today: IsoDate): boolean {
  const day = dayOf(reminder)
  return day !== undefined && day < today
}

/** Should be done today, or should have been. */
export function isDue(reminder: { date?: unknown }, today: IsoDate): boolean {
  const day = dayOf(reminder)
  return day !== undefined && day <= today
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
