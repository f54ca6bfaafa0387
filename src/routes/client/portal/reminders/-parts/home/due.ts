import type { Reminder } from '#contract/schemas/reminder.ts'
import type { IntlShape } from 'react-intl'
import { dayOf, isDue, whatOf } from '#src/features/reminders/reminder.ts'
import { type IsoDate, daysBetween } from '#contract/dates.ts'
import { groupBy } from '#contract/values.ts'
import { soonestFirst } from '../groups.ts'

/** What is late or due today, a list for each animal; the animal that has waited longest comes first. */
export function dueByAnimal(reminders: readonly Reminder[], today: IsoDate): Reminder[][] {
  const due = soonestFirst(
    reminders.filter((reminder) => isDue(reminder, today)),
    today,
  )
  return [...groupBy(due, ({ patientUuid, patientName, uuid }) => patientUuid ?? patientName ?? uuid).values()]
}

/** `Bella: vaccinatie rabiës is 12 dagen te laat` */
export function sentenceOf(reminder: Reminder, today: IsoDate, intl: IntlShape): string {
  const { patientName: animal } = reminder
  const what = whatOf(reminder, intl).replace(': ', ' ')
  const subject = animal
    ? intl.formatMessage({ id: 'client.reminders.nextTitle' }, { animal, what: inRunningText(what) })
    : what
  const date = dayOf(reminder)
  const days = date === undefined ? 0 : daysBetween(date, today)
  return intl.formatMessage({ id: 'client.home.due' }, { what: subject, days })
}

/** Without the capital of a beginning; that of an abbreviation stays. */
const inRunningText = (text: string) =>
  /^\p{Lu}\p{Ll}/u.test(text) ? text.charAt(0).toLocaleLowerCase() + text.slice(1) : text
