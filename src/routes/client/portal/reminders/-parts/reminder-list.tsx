import type { Reminder } from '#contract/schemas/reminder.ts'
import type { Practice } from '#contract/schemas/practice.ts'
import type { ReactNode } from 'react'
import { FormattedMessage, type IntlShape, useIntl } from 'react-intl'
import { type IsoDate, addMonths, monthOf } from '#contract/dates.ts'
import { asDate } from '#src/lib/dates.ts'
import { Fold } from '#src/ui/data/fold.tsx'
import { Item, Items } from '#src/ui/data/items.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import { Block } from '#src/ui/layout/block.tsx'
import { type PatientOf, ReminderTile } from './block.tsx'
import styles from './reminder-list.module.css'
import { byPeriod, byYear, type ReminderGroup } from './groups.ts'
import { descriptionOf } from '#src/features/reminders/reminder.ts'
import { When } from '#src/features/reminders/when.tsx'
import Bell from 'lucide-react/icons/bell'
import { Empty } from '#src/ui/feedback/empty.tsx'
import { PageOutOfRange } from '#src/features/shell/paged-list.tsx'

interface ReminderListProps {
  reminders: readonly Reminder[]
  active: boolean
  /** Whether these are all reminders, so that groups can show counts. */
  isComplete: boolean
  today: IsoDate
  patientOf: PatientOf
  practice: Practice
  /** Renders further actions of an active reminder. */
  actionOf: (reminder: Reminder) => ReactNode
}

/** Reminders, grouped by date. */
export function ReminderList(props: ReminderListProps) {
  const { reminders, active, isComplete, today } = props
  const intl = useIntl()
  const groups = active ? byPeriod(reminders, today) : byYear(reminders)
  return groups.map((group, index) => (
    <Block key={`${group.period}-${index}`} {...periodTexts({ group, today, isComplete }, intl)}>
      <Items>{group.reminders.map((reminder) => reminderItem(reminder, props, intl))}</Items>
    </Block>
  ))
}

/** Active reminders in one panel with a disclosure per period. */
export function FoldedReminders(props: ReminderListProps) {
  const { reminders, isComplete, today } = props
  const intl = useIntl()
  return (
    <Panel>
      {byPeriod(reminders, today).map((group) => {
        const { title, sub } = periodTexts({ group, today, isComplete }, intl)
        const count = intl.formatMessage({ id: 'client.reminders.count' }, { count: group.reminders.length })
        return (
          <Fold
            key={group.period}
            title={
              <span className={styles.period}>
                <h3>{title}</h3>
                <span>{sub !== count && sub}</span>
                <span>{count}</span>
              </span>
            }
          >
            <Items bare>{group.reminders.map((reminder) => reminderItem(reminder, props, intl))}</Items>
          </Fold>
        )
      })}
    </Panel>
  )
}

type ItemProps = Pick<ReminderListProps, 'active' | 'today' | 'patientOf' | 'practice' | 'actionOf'>

function reminderItem(
  reminder: Reminder,
  { active, today, patientOf, practice, actionOf }: ItemProps,
  intl: IntlShape,
) {
  return (
    <Item
      key={reminder.uuid}
      stacked={active}
      tile={<ReminderTile reminder={reminder} patientOf={patientOf} today={active ? today : undefined} />}
      title={descriptionOf(reminder, intl)}
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
  )
}

interface PeriodTexts {
  title: string
  sub?: string | undefined
}

interface Named {
  group: ReminderGroup
  today: IsoDate
  isComplete: boolean
}

/** Returns title and subtitle of a group. */
function periodTexts({ group: { period, reminders }, today, isComplete }: Named, intl: IntlShape): PeriodTexts {
  const text = intl.formatMessage
  const month = (value: string) => intl.formatDate(asDate(`${value}-01`), { month: 'long' })
  const monthAndYear = (value: string) => intl.formatDate(asDate(`${value}-01`), { month: 'long', year: 'numeric' })
  const thisMonth = monthOf(today)
  switch (period) {
    case 'late': {
      const count = reminders.length
      return {
        title: text({ id: 'client.reminders.late' }),
        sub: isComplete ? text({ id: 'client.reminders.count' }, { count }) : undefined,
      }
    }
    case 'thisMonth':
      return { title: text({ id: 'client.reminders.thisMonth' }), sub: month(thisMonth) }
    case 'nextMonths': {
      const range = { from: month(addMonths(thisMonth, 1)), to: month(addMonths(thisMonth, 3)) }
      return {
        title: text({ id: 'client.reminders.nextMonths' }),
        sub: text({ id: 'client.reminders.monthRange' }, range),
      }
    }
    case 'later': {
      const from = monthAndYear(addMonths(thisMonth, 4))
      return {
        title: text({ id: 'client.reminders.later' }),
        sub: text({ id: 'client.reminders.laterFrom' }, { from }),
      }
    }
    case 'undated':
      return { title: text({ id: 'client.reminders.undated' }) }
    default:
      return { title: period }
  }
}

interface NoRemindersProps {
  active: boolean
  /** Whether the URL requests a page beyond the last one. */
  isPageOutOfRange: boolean
  /** Whether all reminders are loaded. */
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
