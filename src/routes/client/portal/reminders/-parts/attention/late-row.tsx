import { Link } from '@tanstack/react-router'
import { Clock } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { Reminder } from '#contract/reminder.ts'
import { nameOf } from '#src/features/reminders/names.ts'
import { LATE } from '#src/routes/client/portal/reminders/-parts/reminder-list.tsx'
import styles from './attention.module.css'
import { Row } from './row.tsx'

interface LateRowProps {
  reminders: readonly Reminder[]
  /** They stand on this page; otherwise they are the first of the other order. */
  isOnPage: boolean
}

export function LateRow({ reminders, isOnPage }: LateRowProps) {
  const intl = useIntl()
  const [first] = reminders
  const text = <FormattedMessage id="client.home.late" values={{ count: reminders.length }} />
  return (
    <Row
      className={styles.figure}
      icon={Clock}
      tone="bad"
      title={
        isOnPage ? (
          <Link to="." search={(search) => search} hash={LATE}>
            {text}
          </Link>
        ) : (
          <Link to="/client/portal/reminders" search={{ active: true, sort: 'date,asc' }}>
            {text}
          </Link>
        )
      }
      sub={
        first && (
          <FormattedMessage
            id="client.home.lateFirst"
            values={{ name: nameOf(first, intl), others: reminders.length - 1 }}
          />
        )
      }
    />
  )
}
