import type { Reminder } from '#contract/schemas/reminder.ts'
import type { Practice } from '#contract/schemas/practice.ts'
import type { ReactNode } from 'react'
import { FormattedMessage, type IntlShape, useIntl } from 'react-intl'
import type { IsoDate } from '#contract/fields.ts'
import { addMonths, asDate, monthOf } from '#src/lib/dates.ts'
import { Item, Items } from '#src/ui/data/items.tsx'
import { byPeriod, byYear, type ReminderGroup } from './groups.ts'
import { whatOf } from '#src/features/reminders/reminder.ts'
import styles from './reminder-list.module.css'
import { type IconOf, ReminderTile } from './reminder-tile.tsx'
import { When } from '#src/features/reminders/when.tsx'
import Bell from 'lucide-react/icons/bell'
import { Empty } from '#src/ui/feedback/empty.tsx'
import { PageOutOfRange } from '#src/features/shell/page-out-of-range.tsx'

interface ReminderListProps {
  reminders: readonly Reminder[]
  active: boolean
  /** All there are, and not a page of them: then they can be counted. */
  isComplete: boolean
  today: IsoDate
  iconOf: IconOf
  practice: Practice
  /** What else can be done with one that is active. */
  actionOf: (reminder: Reminder) => ReactNode
}

/** Where what is late begins, for links to it. */
export const LATE = 'late'

/** The reminders by when they are due, or were. */
export function ReminderList({ reminders, active, isComplete, today, iconOf, practice, actionOf }: ReminderListProps) {
  const intl = useIntl()
  const groups = active ? byPeriod(reminders, today) : byYear(reminders)
  return groups.map((group, index) => (
    <section key={`${group.period}-${index}`} id={group.period === LATE ? LATE : undefined} className={styles.due}>
      <div className={styles.period}>
        <PeriodName group={group} today={today} isComplete={isComplete} />
      </div>
      <Items>
        {group.reminders.map((reminder) => (
          <Item
            key={reminder.uuid}
            tile={<ReminderTile reminder={reminder} iconOf={iconOf} today={active ? today : undefined} />}
            title={whatOf(reminder, intl)}
            sub={reminder.patientName}
            when={
              <When
                reminder={reminder}
                active={active}
                today={today}
                practice={practice}
                action={active && actionOf(reminder)}
              />
            }
          />
        ))}
      </Items>
    </section>
  ))
}

interface PeriodNameProps {
  group: ReminderGroup
  today: IsoDate
  isComplete: boolean
}

function PeriodName(props: PeriodNameProps) {
  const [title, sub] = periodTexts(props, useIntl())
  return (
    <>
      <h2>{title}</h2>
      {sub && <p>{sub}</p>}
    </>
  )
}

/** What it is called, and what is said of it beside that. */
function periodTexts({ group: { period, reminders }, today, isComplete }: PeriodNameProps, intl: IntlShape) {
  const text = intl.formatMessage
  const month = (value: string) => intl.formatDate(asDate(`${value}-01`), { month: 'long' })
  const monthAndYear = (value: string) => intl.formatDate(asDate(`${value}-01`), { month: 'long', year: 'numeric' })
  const thisMonth = monthOf(today)
  switch (period) {
    case 'late': {
      const count = reminders.length
      return [
        text({ id: 'client.reminders.late' }),
        isComplete && text({ id: 'client.reminders.lateCount' }, { count }),
      ]
    }
    case 'thisMonth':
      return [text({ id: 'client.reminders.thisMonth' }), month(thisMonth)]
    case 'nextMonths': {
      const range = { from: month(addMonths(thisMonth, 1)), to: month(addMonths(thisMonth, 3)) }
      return [text({ id: 'client.reminders.nextMonths' }), text({ id: 'client.reminders.monthRange' }, range)]
    }
    case 'later': {
      const from = monthAndYear(addMonths(thisMonth, 4))
      return [text({ id: 'client.reminders.later' }), text({ id: 'client.reminders.laterFrom' }, { from })]
    }
    case 'undated':
      return [text({ id: 'client.reminders.undated' })]
    default:
      return [period]
  }
}

interface NoRemindersProps {
  active: boolean
  /** There are fewer pages. */
  isPageOutOfRange: boolean
  /** All there are were looked at. */
  isComplete: boolean
}

export function NoReminders({ active, isPageOutOfRange, isComplete }: NoRemindersProps) {
  if (isPageOutOfRange) return <PageOutOfRange icon={Bell} />
  if (!isComplete) {
    return (
      <Empty icon={Bell} title={<FormattedMessage id="client.filter.emptyPageTitle" />}>
        <FormattedMessage id="client.reminders.noneHere" />
      </Empty>
    )
  }
  return (
    <Empty
      icon={Bell}
      title={<FormattedMessage id={active ? 'client.reminders.emptyTitle' : 'client.reminders.emptyPastTitle'} />}
    >
      <FormattedMessage id={active ? 'client.reminders.empty' : 'client.reminders.emptyPast'} />
    </Empty>
  )
}
