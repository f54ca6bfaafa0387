import type { Reminder } from '#contract/schemas/reminder.ts'
import type { Practice } from '#contract/schemas/practice.ts'
import type { IsoDate } from '#contract/fields.ts'
import type { IntlShape } from 'react-intl'
import { calendarOf } from '#contract/calendar.ts'
import { fileName, saveFile } from '#src/lib/files/save.ts'
import { dayOf, isLate, nameOf } from './reminder.ts'

interface Saving {
  /** What the file is called by, beside the word for a reminder. */
  name: string
  practice: Pick<Practice, 'name' | 'phone'>
  today: IsoDate
  intl: IntlShape
}

/** As a file for the calendar; what has no day cannot be in it, and what is late stands on today. */
export function saveReminders(reminders: readonly Reminder[], { name, practice, today, intl }: Saving): void {
  const description = [practice.name, practice.phone].filter(Boolean).join('\n')
  const changedAt = new Date()
  // Revisions are not counted here: minutes increase, and fit.
  const sequence = Math.floor(changedAt.getTime() / 60_000)
  const events = reminders.flatMap((reminder) => {
    // What is late has to be done now, and a calendar opens on today.
    const date = isLate(reminder, today) ? today : dayOf(reminder)
    return date === undefined
      ? []
      : [{ uuid: reminder.uuid, date, summary: nameOf(reminder, intl), description, sequence, changedAt }]
  })
  const title = intl.formatMessage({ id: 'client.reminders.file' }, { count: reminders.length })
  const calendar = new Blob([calendarOf(events)], { type: 'text/calendar;charset=utf-8' })
  saveFile(`${fileName([title, name])}.ics`, calendar)
}
