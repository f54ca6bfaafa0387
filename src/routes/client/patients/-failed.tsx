import { FormattedMessage } from 'react-intl'
import { Button } from '#src/ui/button.tsx'
import styles from './patients.module.css'

interface FailedProps {
  busy: boolean
  onRetry: () => void
}

/** In place of what could not be loaded, while the rest of the page stays. Why was told by the transport. */
export function Failed({ busy, onRetry }: FailedProps) {
  return (
    <div className={styles.failed}>
      <p>
        <FormattedMessage id="client.logbook.failed" />
      </p>
      <Button variant="secondary" busy={busy} onClick={onRetry}>
        <FormattedMessage id="core.buttons.retry" />
      </Button>
    </div>
  )
}

export function Loading() {
  return (
    <p className="muted" role="status">
      <FormattedMessage id="client.patients.loading" />
    </p>
  )
}
