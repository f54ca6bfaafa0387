import { Bell } from 'lucide-react'
import { FormattedMessage } from 'react-intl'
import { Empty } from '#src/ui/feedback/empty.tsx'
import { PageOutOfRange } from '#src/features/shell/page-out-of-range.tsx'

interface NoRemindersProps {
  active: boolean
  /** There are fewer pages. */
  isBeyond: boolean
  /** All there are were looked at. */
  isComplete: boolean
}

export function NoReminders({ active, isBeyond, isComplete }: NoRemindersProps) {
  if (isBeyond) return <PageOutOfRange icon={Bell} />
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
