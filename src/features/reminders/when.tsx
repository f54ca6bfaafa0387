import type { Reminder } from '#contract/schemas/reminder.ts'
import type { Practice } from '#contract/schemas/practice.ts'
import CalendarCheck from 'lucide-react/icons/calendar-check'
import CalendarPlus from 'lucide-react/icons/calendar-plus'
import Clock from 'lucide-react/icons/clock'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { type IsoDate, daysBetween } from '#contract/dates.ts'
import type { MessageId } from '#src/lib/intl.tsx'
import { IconButton } from '#src/ui/forms/button.tsx'
import { VisitMoment } from '#src/features/visit-moment.tsx'
import { Day } from '#src/ui/data/day.tsx'
import { Status } from '#src/ui/data/status.tsx'
import { nameOf, saveReminders } from './reminder.ts'
import { SOON_DAYS, dayOf, isBooked } from '#contract/reminder.ts'
import styles from './when.module.css'

interface WhenProps {
  reminder: Reminder
  active: boolean
  today: IsoDate
  practice: Practice
  /** Action beside the calendar button. */
  action?: ReactNode
}

/** Due date of a reminder, with a button that saves it to the user's calendar. */
export function When({ reminder, active, today, practice, action }: WhenProps) {
  const intl = useIntl()
  // A booked reminder is shown and saved by its appointment.
  const date = active && isBooked(reminder) ? undefined : dayOf(reminder)
  const name = nameOf(reminder, intl)
  return (
    <div className={styles.when}>
      <div className={styles.words}>
        {date && <Day date={date} day="numeric" month="short" year="numeric" />}
        {active ? <DueStatus reminder={reminder} today={today} /> : <PastStatus reminder={reminder} />}
      </div>
      {active && (date || action) && (
        <div className={styles.actions}>
          {action}
          {date && (
            <IconButton
              icon={CalendarPlus}
              label={intl.formatMessage({ id: 'client.reminders.save' }, { name })}
              onClick={() => saveReminders([reminder], { name, practice, today, intl })}
            />
          )}
        </div>
      )}
    </div>
  )
}

/** Status of a reminder; an unknown one is shown as received. */
export function PastStatus({ reminder: { status } }: { reminder: Reminder }) {
  const intl = useIntl()
  if (!status) return null
  const id: MessageId = `client.reminders.status.${status}`
  return (
    <Status tone={status === 'DONE' ? 'ok' : undefined}>
      {id in intl.messages ? intl.formatMessage({ id }) : status}
    </Status>
  )
}

/** Returns how late or how soon an active reminder is due, or its appointment; nothing if it is not due soon or has no date. */
export function DueStatus({ reminder, today }: { reminder: Pick<Reminder, 'date' | 'bookedFor'>; today: IsoDate }) {
  const { bookedFor } = reminder
  const date = dayOf(reminder)
  if (bookedFor !== undefined) {
    return (
      <Status tone="ok" icon={CalendarCheck}>
        <FormattedMessage
          id="client.reminders.bookedFor"
          values={{ date: <VisitMoment at={bookedFor} look="short" /> }}
        />
      </Status>
    )
  }
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
