import { Clock } from 'lucide-react'
import { FormattedMessage } from 'react-intl'
import type { IsoDate } from '#contract/fields.ts'
import type { Reminder } from '#contract/reminder.ts'
import { daysBetween } from '#src/lib/dates.ts'
import { Status } from '#src/ui/data/status.tsx'
import { dayOf } from './day.ts'

/** Days are told while they are few; after that the date says enough. */
const SOON_DAYS = 14

/** How late what is active is, or how soon; nothing where there is time, or no day. */
export function DueStatus({ reminder, today }: { reminder: Pick<Reminder, 'date'>; today: IsoDate }) {
  const date = dayOf(reminder)
  const days = date === undefined ? Infinity : daysBetween(today, date)
  if (days > SOON_DAYS) return null
  return days < 0 ? (
    <Status tone="bad" icon={Clock}>
      <FormattedMessage id="client.reminders.daysLate" values={{ days: -days }} />
    </Status>
  ) : (
    <Status tone="warn" icon={Clock}>
      <FormattedMessage id="client.reminders.inDays" values={{ days }} />
    </Status>
  )
}
