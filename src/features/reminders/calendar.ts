import { now } from '#src/lib/dates.ts'
import type { IsoDate } from '#contract/dates.ts'
import type { Reminder } from '#contract/schemas/reminder.ts'
import type { Practice } from '#contract/schemas/practice.ts'
import type { IntlShape } from 'react-intl'
import { type CalendarEvent, calendarOf } from '#contract/calendar.ts'
import { fileName, saveFile } from '#src/lib/files/save.ts'
import { dayOf, isBooked, isLate, nameOf } from './reminder.ts'

interface Saving {
  /** What the file is called by, beside the word for a reminder. */
  name: string
  practice: Pick<Practice, 'name' | 'phone'>
  today: IsoDate
  /** What else is in the file. */
  more?: readonly CalendarEvent[]
  intl: IntlShape
}

/**
 * As a file for the calendar; what has no day cannot be in it, what is late stands on today, and what is booked is there by its
 * appointment.
 */
export function saveReminders(
  reminders: readonly Reminder[],
  { name, practice, today, more = [], intl }: Saving,
): void {
  const description = [practice.name, practice.phone].filter(Boolean).join('\n')
  const changedAt = now()
  // Revisions are not counted here: minutes increase, and fit.
  const sequence = Math.floor(changedAt.getTime() / 60_000)
  const events = reminders.flatMap((reminder) => {
    // What is late has to be done now, and a calendar opens on today.
    const date = isLate(reminder, today) ? today : dayOf(reminder)
    return date === undefined || isBooked(reminder)
      ? []
      : [{ uuid: reminder.uuid, date, summary: nameOf(reminder, intl), description, sequence, changedAt }]
  })
  const title = intl.formatMessage({ id: 'client.reminders.file' }, { count: reminders.length })
  const calendar = new Blob([calendarOf([...events, ...more])], { type: 'text/calendar;charset=utf-8' })
  saveFile(`${fileName([title, name])}.ics`, calendar)
}
