import { Phone } from 'lucide-react'
import { useId } from 'react'
import { FormattedDate, FormattedMessage, useIntl } from 'react-intl'
import type { IsoDate } from '#contract/fields.ts'
import type { Reminder } from '#contract/reminder.ts'
import { asDate, daysBetween } from '#src/lib/dates.ts'
import { buttonClass } from '#src/ui/button.tsx'
import { Panel } from '#src/ui/panel.tsx'
import styles from './next-up.module.css'
import { type IconOf, ReminderTile } from './reminder-tile.tsx'

/** From here on days say less than months. */
const MONTHS_FROM_DAYS = 60
const DAYS_A_MONTH = 30.4

interface NextUpProps {
  reminder: Reminder
  today: IsoDate
  iconOf: IconOf
  /** Where to call for an appointment; left out where the practice gives no number. */
  callHref: string | null
}

/** The answer to what one came for: what is to be done first. */
export function NextUp({ reminder, today, iconOf, callHref }: NextUpProps) {
  const titleId = useId()
  const intl = useIntl()
  const days = daysBetween(today, reminder.date)
  const when =
    days < 0
      ? intl.formatMessage({ id: 'client.reminders.daysLate' }, { days: -days })
      : days < MONTHS_FROM_DAYS
        ? intl.formatMessage({ id: 'client.reminders.inDaysLower' }, { days })
        : intl.formatRelativeTime(Math.round(days / DAYS_A_MONTH), 'month')
  return (
    <Panel as="section" aria-labelledby={titleId} className={styles.next}>
      <ReminderTile reminder={reminder} iconOf={iconOf} size="large" late={days < 0} />
      <div>
        <p className="small muted">
          {days < 0 ? when : <FormattedMessage id="client.reminders.next" values={{ when }} />}
        </p>
        <h2 className={styles.title} id={titleId}>
          {reminder.patientName ? (
            <FormattedMessage
              id="client.reminders.nextTitle"
              values={{ animal: reminder.patientName, what: reminder.description }}
            />
          ) : (
            reminder.description
          )}
        </h2>
        <p className={styles.day}>
          <FormattedDate value={asDate(reminder.date)} weekday="long" day="numeric" month="long" year="numeric" />
        </p>
      </div>
      {callHref && (
        <a className={buttonClass({ variant: 'primary' })} href={callHref}>
          <Phone />
          <FormattedMessage id="client.reminders.call" />
        </a>
      )}
    </Panel>
  )
}
