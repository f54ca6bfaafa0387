import type { IntlShape } from 'react-intl'
import type { Practice } from '#contract/practice.ts'
import type { Reminder } from '#contract/reminder.ts'
import { fileName, saveFile } from '#src/lib/files/save.ts'
import { calendarOf } from './calendar.ts'
import { dayOf } from './day.ts'
import { nameOf } from './names.ts'

interface Saving {
  /** What the file is called by, beside the word for a reminder. */
  name: string
  practice: Pick<Practice, 'name' | 'phone'>
  intl: IntlShape
}

/** As a file for the calendar; what has no day cannot be in it. */
export function saveReminders(reminders: readonly Reminder[], { name, practice, intl }: Saving): void {
  const description = [practice.name, practice.phone].filter(Boolean).join('\n')
  const days = reminders.flatMap((reminder) => {
    const date = dayOf(reminder)
    return date === undefined ? [] : [{ uuid: reminder.uuid, date, summary: nameOf(reminder, intl), description }]
  })
  const title = intl.formatMessage({ id: 'client.reminders.file' }, { count: reminders.length })
  const calendar = new Blob([calendarOf(days, new Date())], { type: 'text/calendar;charset=utf-8' })
  saveFile(`${fileName([title, name])}.ics`, calendar)
}
