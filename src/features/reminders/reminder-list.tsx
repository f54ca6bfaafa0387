import { Clock } from 'lucide-react'
import { FormattedDate, FormattedMessage, useIntl } from 'react-intl'
import type { IsoDate } from '#contract/fields.ts'
import type { Reminder } from '#contract/reminder.ts'
import { addMonths, asDate, daysBetween, monthOf } from '#src/lib/dates.ts'
import { Item, Items } from '#src/ui/items.tsx'
import { Status } from '#src/ui/status.tsx'
import { type ReminderGroup, byPeriod, byYear } from './groups.ts'
import styles from './reminder-list.module.css'
import { type IconOf, ReminderTile } from './reminder-tile.tsx'

interface ReminderListProps {
  reminders: readonly Reminder[]
  active: boolean
  today: IsoDate
  iconOf: IconOf
}

/** The reminders by when they are due, or were. */
export function ReminderList({ reminders, active, today, iconOf }: ReminderListProps) {
  const groups = active ? byPeriod(reminders, today) : byYear(reminders)
  return groups.map((group, index) => (
    <section key={`${group.period}-${index}`} className={styles.due}>
      <div className={styles.period}>
        <PeriodName group={group} today={today} />
      </div>
      <Items>
        {group.reminders.map((reminder) => (
          <Item
            key={reminder.uuid}
            tile={<ReminderTile reminder={reminder} iconOf={iconOf} late={active && reminder.date < today} />}
            title={reminder.description}
            sub={reminder.patientName}
            when={
              <>
                <time dateTime={reminder.date}>
                  <FormattedDate value={asDate(reminder.date)} day="numeric" month="short" year="numeric" />
                </time>
                {active ? <DueStatus reminder={reminder} today={today} /> : <PastStatus reminder={reminder} />}
              </>
            }
          />
        ))}
      </Items>
    </section>
  ))
}

function PeriodName({ group: { period, reminders }, today }: { group: ReminderGroup; today: IsoDate }) {
  const intl = useIntl()
  const month = (value: string) => intl.formatDate(asDate(`${value}-01`), { month: 'long' })
  const monthAndYear = (value: string) => intl.formatDate(asDate(`${value}-01`), { month: 'long', year: 'numeric' })
  const thisMonth = monthOf(today)
  switch (period) {
    case 'late':
      return (
        <>
          <h2>
            <FormattedMessage id="client.reminders.late" />
          </h2>
          <p>
            <FormattedMessage id="client.reminders.lateCount" values={{ count: reminders.length }} />
          </p>
        </>
      )
    case 'thisMonth':
      return (
        <>
          <h2>
            <FormattedMessage id="client.reminders.thisMonth" />
          </h2>
          <p>{month(thisMonth)}</p>
        </>
      )
    case 'nextMonths':
      return (
        <>
          <h2>
            <FormattedMessage id="client.reminders.nextMonths" />
          </h2>
          <p>
            <FormattedMessage
              id="client.reminders.monthRange"
              values={{ from: month(addMonths(thisMonth, 1)), to: month(addMonths(thisMonth, 3)) }}
            />
          </p>
        </>
      )
    case 'later':
      return (
        <>
          <h2>
            <FormattedMessage id="client.reminders.later" />
          </h2>
          <p>
            <FormattedMessage
              id="client.reminders.laterFrom"
              values={{ from: monthAndYear(addMonths(thisMonth, 4)) }}
            />
          </p>
        </>
      )
    default:
      return <h2>{period}</h2>
  }
}

/** Days are told while they are few; after that the date says enough. */
const SOON_DAYS = 14

function DueStatus({ reminder, today }: { reminder: Reminder; today: IsoDate }) {
  const days = daysBetween(today, reminder.date)
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

function PastStatus({ reminder: { status } }: { reminder: Reminder }) {
  if (!status) return null
  return (
    <Status tone={status === 'DONE' ? 'ok' : undefined}>
      <FormattedMessage id={`client.reminders.status.${status}`} />
    </Status>
  )
}
