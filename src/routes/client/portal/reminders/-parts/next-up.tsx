import type { Reminder } from '#contract/schemas/reminder.ts'
import { useId } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { IsoDate } from '#contract/fields.ts'
import { daysBetween } from '#src/lib/dates.ts'
import { Panel } from '#src/ui/layout/panel.tsx'
import { type AppointmentOf, dayInWords, waysToAppointment } from '#src/features/reminders/appointment.ts'
import { Contact } from './contact.tsx'
import { dayOf, nameOf } from '#src/features/reminders/reminder.ts'
import styles from './next-up.module.css'
import { type IconOf, ReminderTile } from './reminder-tile.tsx'

/** From here on days say less than months. */
const MONTHS_FROM_DAYS = 60
const DAYS_A_MONTH = 30.4

interface NextUpProps extends Omit<AppointmentOf, 'reminders'> {
  reminder: Reminder
  iconOf: IconOf
}

/** The answer to what one came for: what is to be done first. */
export function NextUp({ reminder, iconOf, ...of }: NextUpProps) {
  const titleId = useId()
  const intl = useIntl()
  const { today } = of
  const date = dayOf(reminder)
  const day = date && dayInWords(date, today, intl)
  return (
    <Panel as="section" aria-labelledby={titleId} className={styles.next}>
      <ReminderTile reminder={reminder} iconOf={iconOf} size="large" today={today} />
      <div>
        <p className="small muted">
          <When date={date} today={today} />
        </p>
        <h2 className={styles.title} id={titleId}>
          {nameOf(reminder, intl)}
        </h2>
        {day && <p className={styles.day}>{day}</p>}
      </div>
      <Contact ways={waysToAppointment({ ...of, reminders: [reminder] }, intl)} />
    </Panel>
  )
}

function When({ date, today }: { date: IsoDate | undefined; today: IsoDate }) {
  const intl = useIntl()
  if (date === undefined) return <FormattedMessage id="client.reminders.nextUndated" />
  const days = daysBetween(today, date)
  if (days < 0) return <FormattedMessage id="client.reminders.daysLate" values={{ days: -days }} />
  const when =
    days < MONTHS_FROM_DAYS
      ? intl.formatMessage({ id: 'client.reminders.inDaysLower' }, { days })
      : intl.formatRelativeTime(Math.round(days / DAYS_A_MONTH), 'month')
  return <FormattedMessage id="client.reminders.next" values={{ when }} />
}
