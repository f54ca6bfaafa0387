import { Bell } from 'lucide-react'
import { FormattedMessage } from 'react-intl'
import { Empty } from '#src/ui/empty.tsx'

interface NoRemindersProps {
  active: boolean
  /** All there are were looked at. */
  isComplete: boolean
}

export function NoReminders({ active, isComplete }: NoRemindersProps) {
  if (!isComplete) {
    return (
      <Empty icon={Bell} title={<FormattedMessage id="client.reminders.noneHereTitle" />}>
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
