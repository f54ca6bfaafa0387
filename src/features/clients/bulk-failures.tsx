import { RotateCcw } from 'lucide-react'
import { useId } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { failureText } from '#src/lib/problems.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { clientName } from './client-name.tsx'
import { isAddressTaken } from '#src/api/client-mutations.ts'
import { disambiguate } from '#src/api/disambiguate.ts'
import styles from './bulk-clients.module.css'
import type { BulkAction, BulkFailure, BulkState } from './bulk-run.ts'

interface BulkFailuresProps {
  state: BulkState
  /** Null: nothing of it can be mended by doing it again. */
  onRetry: (() => void) | null
  onClose: () => void
}

/** Failures with their reasons; stays until it is closed. */
export function BulkFailures({ state: { action, failures }, onRetry, onClose }: BulkFailuresProps) {
  const intl = useIntl()
  const id = useId()
  // Retryable ones first.
  const inOrder = [...failures].sort((a, b) => Number(a.error === null) - Number(b.error === null))
  const clients = disambiguate(inOrder.map(({ client }) => client))
  return (
    <section className={styles.run} aria-labelledby={id}>
      <h2 id={id} className={styles.heading}>
        <FormattedMessage id="admin.bulk.failed" values={{ count: failures.length }} />
      </h2>
      {/* It scrolls, and so it must be in reach of the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul className={styles.failures} tabIndex={0} aria-labelledby={id}>
        {inOrder.map((failure, index) => (
          <li key={failure.client.uuid}>
            <strong>{clientName(clients[index] ?? failure.client, intl)}</strong>
            <span className="muted">
              <Reason action={action} failure={failure} />
            </span>
          </li>
        ))}
      </ul>
      <div className={styles.buttons}>
        {onRetry && (
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- in the place of the buttons of the run
          <Button autoFocus variant="secondary" icon={RotateCcw} onClick={onRetry}>
            <FormattedMessage id="core.buttons.retry" />
          </Button>
        )}
        <Button variant="ghost" onClick={onClose}>
          <FormattedMessage id="core.buttons.close" />
        </Button>
      </div>
    </section>
  )
}

function Reason({ action, failure: { error } }: { action: BulkAction; failure: BulkFailure }) {
  const noEmail = <FormattedMessage id="admin.clients.noEmailHint" />
  if (error === null) return noEmail
  if (error.code === 'email-missing') return failureText(error, noEmail)
  const isTaken = action === 'register' && isAddressTaken(error)
  return failureText(error, isTaken ? <FormattedMessage id="admin.clients.conflict" /> : undefined)
}
