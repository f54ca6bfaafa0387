import type { Reminder } from '#contract/schemas/reminder.ts'
import { FormattedMessage, useIntl } from 'react-intl'
import { dayOf, isBooked, isLate } from '#src/features/reminders/reminder.ts'
import { type IsoDate, monthOf } from '#contract/dates.ts'

interface LeadProps {
  active: boolean
  /** All there are; null where only a part of them is here. */
  reminders: readonly Reminder[] | null
  /** Undefined where it is not known. */
  count: number | undefined
  today: IsoDate
  /** Filtered by this patient. */
  patientName: string | undefined
}

/** What stands under the title: how much there is to do, or has been done. Said when a filter changes it. */
export function Lead(props: LeadProps) {
  return (
    <span aria-live="polite">
      <Sentence {...props} />
    </span>
  )
}

function Sentence({ active, reminders, count, today, patientName }: LeadProps) {
  const intl = useIntl()
  if (!active && count !== undefined) return <FormattedMessage id="client.reminders.leadPast" values={{ count }} />
  const late = reminders?.filter((reminder) => isLate(reminder, today)).length ?? 0
  const thisMonth = reminders?.filter((reminder) => isLaterThisMonth(reminder, today)).length ?? 0
  const parts = active
    ? [
        late > 0 && intl.formatMessage({ id: 'client.reminders.leadLate' }, { count: late }),
        thisMonth > 0 && intl.formatMessage({ id: 'client.reminders.leadThisMonth' }, { count: thisMonth }),
      ].filter(Boolean)
    : []
  // In an element of its own, which is replaced as a whole also where a browser has translated the text.
  if (parts.length > 0) return <span>{parts.join(', ')}</span>
  return patientName && <FormattedMessage id="client.reminders.leadOnly" values={{ animal: patientName }} />
}

function isLaterThisMonth(reminder: Reminder, today: IsoDate): boolean {
  const day = dayOf(reminder)
  return day !== undefined && day >= today && monthOf(day) === monthOf(today) && !isBooked(reminder)
}
