import type { IntlShape } from 'react-intl'
import type { Reminder } from '#contract/reminder.ts'

/** What has to be done; not every API says. */
export const whatOf = ({ description }: Reminder, { formatMessage }: IntlShape): string =>
  description || formatMessage({ id: 'client.reminders.unnamed' })

/** For which animal, where that is known, and what. */
export function nameOf(reminder: Reminder, intl: IntlShape): string {
  const what = whatOf(reminder, intl)
  return reminder.patientName
    ? intl.formatMessage({ id: 'client.reminders.nextTitle' }, { animal: reminder.patientName, what })
    : what
}
