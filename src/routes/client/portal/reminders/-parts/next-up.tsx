import { useId } from 'react'
import { FormattedMessage, type IntlShape, useIntl } from 'react-intl'
import type { IsoDate } from '#contract/fields.ts'
import type { Practice } from '#contract/practice.ts'
import type { Reminder } from '#contract/reminder.ts'
import { asDate, daysBetween } from '#src/lib/dates.ts'
import { Panel } from '#src/ui/layout/panel.tsx'
import { mailHref } from './appointment-mail.ts'
import { Contact, type Ways } from './contact.tsx'
import { dayOf, nameOf } from '#src/features/reminders/reminder.ts'
import styles from './next-up.module.css'
import { type IconOf, ReminderTile } from './reminder-tile.tsx'

/** From here on days say less than months. */
const MONTHS_FROM_DAYS = 60
const DAYS_A_MONTH = 30.4

interface NextUpProps {
  reminder: Reminder
  today: IsoDate
  iconOf: IconOf
  practice: Pick<Practice, 'name' | 'email'>
  /** Where to make an appointment; a mail is written here. */
  ways: Omit<Ways, 'mail'>
}

/** The answer to what one came for: what is to be done first. */
export function NextUp({ reminder, today, iconOf, practice, ways }: NextUpProps) {
  const titleId = useId()
  const intl = useIntl()
  const date = dayOf(reminder)
  const day = date && dayInWords(date, today, intl)
  const name = nameOf(reminder, intl)
  const mail = mailHref(practice.email, {
    subject: intl.formatMessage({ id: 'client.reminders.mailSubject' }, { name }),
    text: [
      intl.formatMessage({ id: 'client.reminders.mailGreeting' }, { practice: practice.name }),
      [intl.formatMessage({ id: 'client.reminders.mailWish' }), name, day].filter(Boolean).join('\n'),
      intl.formatMessage({ id: 'client.reminders.mailEnd' }),
    ].join('\n\n'),
  })
  return (
    <Panel as="section" aria-labelledby={titleId} className={styles.next}>
      <ReminderTile reminder={reminder} iconOf={iconOf} size="large" today={today} />
      <div>
        <p className="small muted">
          <When date={date} today={today} />
        </p>
        <h2 className={styles.title} id={titleId}>
          {name}
        </h2>
        {day && <p className={styles.day}>{day}</p>}
      </div>
      <Contact ways={{ ...ways, mail }} />
    </Panel>
  )
}

/** The year only where it is another one. */
function dayInWords(date: IsoDate, today: IsoDate, intl: IntlShape): string {
  const otherYear = date.slice(0, 4) !== today.slice(0, 4)
  return intl.formatDate(asDate(date), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(otherYear && { year: 'numeric' }),
  })
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
