import { FormattedMessage, useIntl } from 'react-intl'
import type { MessageId } from '#src/lib/intl.tsx'
import { Checkbox } from '#src/ui/forms/checkbox.tsx'
import { TIMELINE_KINDS, type TimelineKind } from './timeline.ts'
import styles from './timeline.module.css'

const NAMES: Record<TimelineKind, MessageId> = {
  reminders: 'client.nav.reminders',
  visits: 'client.nav.visitForms',
  attachments: 'client.nav.attachments',
  logbook: 'client.patients.view.logbook',
}

interface TimelineFilterProps {
  shown: readonly TimelineKind[]
  onChange: (shown: TimelineKind[]) => void
}

export function TimelineFilter({ shown, onChange }: TimelineFilterProps) {
  const intl = useIntl()
  return (
    <div className={styles.filter} role="group" aria-label={intl.formatMessage({ id: 'client.logbook.thread.filter' })}>
      {TIMELINE_KINDS.map((kind) => (
        <Checkbox
          key={kind}
          checked={shown.includes(kind)}
          onChange={(checked) =>
            onChange(TIMELINE_KINDS.filter((other) => (other === kind ? checked : shown.includes(other))))
          }
        >
          <FormattedMessage id={NAMES[kind]} />
        </Checkbox>
      ))}
    </div>
  )
}
