import { CalendarPlus } from 'lucide-react'
import { useIntl } from 'react-intl'
import type { IsoDate } from '#contract/fields.ts'
import type { Practice } from '#contract/practice.ts'
import type { Reminder } from '#contract/reminder.ts'
import type { MessageId } from '#src/lib/intl.tsx'
import { IconButton } from '#src/ui/forms/button.tsx'
import { Day } from '#src/ui/data/day.tsx'
import { Status } from '#src/ui/data/status.tsx'
import { dayOf } from './day.ts'
import { DueStatus } from './due-status.tsx'
import { nameOf } from './names.ts'
import { saveReminders } from './save-reminders.ts'
import styles from './when.module.css'

interface WhenProps {
  reminder: Reminder
  active: boolean
  today: IsoDate
  practice: Practice
}

/** When it is due, or was, and what is due in the own calendar. */
export function When({ reminder, active, today, practice }: WhenProps) {
  const intl = useIntl()
  const date = dayOf(reminder)
  const name = nameOf(reminder, intl)
  return (
    <div className={styles.when}>
      <div className={styles.words}>
        {date && <Day date={date} day="numeric" month="short" year="numeric" />}
        {active ? <DueStatus reminder={reminder} today={today} /> : <PastStatus reminder={reminder} />}
      </div>
      {active && date && (
        <IconButton
          icon={CalendarPlus}
          label={intl.formatMessage({ id: 'client.reminders.save' }, { name })}
          onClick={() => saveReminders([reminder], { name, practice, intl })}
        />
      )}
    </div>
  )
}

/** One that is not known is shown as it came. */
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
