import { FormattedMessage, useIntl } from 'react-intl'
import type { MessageId } from '#src/lib/intl.tsx'
import { Checkbox } from '#src/ui/forms/checkbox.tsx'
import { THREAD_KINDS, type ThreadKind } from './timeline.ts'
import styles from './timeline.module.css'

const NAMES: Record<ThreadKind, MessageId> = {
  reminders: 'client.nav.reminders',
  visits: 'client.nav.visitForms',
  attachments: 'client.nav.attachments',
  logbook: 'client.patients.view.logbook',
}

interface ThreadFilterProps {
  shown: readonly ThreadKind[]
  onChange: (shown: ThreadKind[]) => void
}

export function ThreadFilter({ shown, onChange }: ThreadFilterProps) {
  const intl = useIntl()
  return (
    <div className={styles.filter} role="group" aria-label={intl.formatMessage({ id: 'client.logbook.thread.filter' })}>
      {THREAD_KINDS.map((kind) => (
        <Checkbox
          key={kind}
          checked={shown.includes(kind)}
          onChange={(checked) =>
            onChange(THREAD_KINDS.filter((other) => (other === kind ? checked : shown.includes(other))))
          }
        >
          <FormattedMessage id={NAMES[kind]} />
        </Checkbox>
      ))}
    </div>
  )
}
