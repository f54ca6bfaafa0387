import type { IsoDate } from '#contract/fields.ts'
import type { IntlShape } from 'react-intl'
import type { Reminder } from '#contract/reminder.ts'

/** The day of what has one; undefined where the API gives none. */
export function dayOf({ date }: { date?: unknown }): IsoDate | undefined {
  const day = typeof date === 'string' ? date.slice(0, 10) : ''
  const time = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(day) : Number.NaN
  // A 30th of February is parsed as well, as a day in March.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day) ? day : undefined
}

/** Should have been done before today. */
export function isLate(reminder: { date?: unknown }, today: IsoDate): boolean {
  const day = dayOf(reminder)
  return day !== undefined && day < today
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
