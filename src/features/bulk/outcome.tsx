import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import Square from 'lucide-react/icons/square'
import { type RefObject, useId } from 'react'
import { FormattedMessage, type IntlShape, useIntl } from 'react-intl'
import { useUnmount } from '#src/lib/use-unmount.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { Progress } from '#src/ui/feedback/progress.tsx'
import { restoreFocus } from '#src/ui/layout/shell.tsx'
import { CsvButton } from '#src/features/csv-button.tsx'
import styles from './bulk.module.css'
import { type BulkAction, type BulkRun, type BulkState, outcomeOf, type BulkFailure } from './run.ts'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { type CsvColumns, csvRows, saveCsv } from '#src/lib/files/save.ts'
import { today } from '#src/lib/dates.ts'
import { failureText } from '#src/lib/problems.tsx'
import { clientName } from '#src/features/clients/client-name.tsx'
import { isEmailTaken } from '#src/api/registrations.ts'
import { disambiguate } from '#src/api/namesakes.ts'

export function BulkProgress({ state, run }: { state: BulkState; run: RefObject<BulkRun | null> }) {
  const id = useId()
  const { action, total, phase, stopped } = state
  const { count, failed } = outcomeOf(state)
  const tried = count + failed
  const isPaused = phase === 'paused' || phase === 'waiting'
  // One of the removed buttons may have the focus.
  useUnmount(restoreFocus)
  return (
    <div className={styles.run}>
      <p id={id} role="status">
        <FormattedMessage
          id={isPaused ? `admin.bulk.${phase}` : `admin.bulk.${action === 'inviteAgain' ? 'invite' : action}Busy`}
        />
      </p>
      <Progress aria-labelledby={id} max={Math.max(total, 1)} value={tried} />
      <p className="small muted">
        <FormattedMessage id="admin.bulk.progress" values={{ done: tried, total, failed }} />
      </p>
      <div className={styles.buttons}>
        <Button
          // Replaces the button that started the run.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          variant="secondary"
          icon={isPaused ? Play : Pause}
          disabled={stopped}
          onClick={() => (isPaused ? run.current?.resume() : run.current?.pause())}
        >
          <FormattedMessage id={isPaused ? 'admin.bulk.resume' : 'admin.bulk.pause'} />
        </Button>
        <Button variant="secondary" icon={Square} busy={stopped} onClick={() => run.current?.stop()}>
          <FormattedMessage id="admin.bulk.stop" />
        </Button>
      </div>
    </div>
  )
}

interface BulkOutcomeProps {
  state: BulkState
  /** Null if no failure is worth retrying. */
  onRetry: (() => void) | null
  onClose: () => void
}

/** Result of a run with failures: the numbers, and each failed client with the reason; stays until it is closed. */
export function BulkOutcome({ state, onRetry, onClose }: BulkOutcomeProps) {
  const intl = useIntl()
  const id = useId()
  const { action, failures } = state
  // Failed clients first, then skipped ones by reason.
  const inOrder = [...failures].sort((a, b) => placeOf(a) - placeOf(b))
  const clients = disambiguate(inOrder.map(({ client }) => client))
  const nameOf = ({ client }: BulkFailure, index: number) => clientName(clients[index] ?? client, intl)

  const columns: CsvColumns<BulkFailure> = [
    ['admin.csv.clientNumber', ({ client }) => client.clientNumber],
    ['admin.csv.displayName', (failure) => nameOf(failure, inOrder.indexOf(failure))],
    ['admin.csv.email', ({ client }) => client.email],
    ['admin.bulk.reason', (failure) => reasonText(failure, intl)],
  ]
  const save = async () =>
    saveCsv([intl.formatMessage({ id: 'admin.bulk.file' }), today()], csvRows(columns, inOrder, intl))

  return (
    <section className={styles.run} aria-labelledby={id}>
      <h2 id={id} className={styles.heading}>
        <FormattedMessage id="admin.bulk.outcome" values={outcomeOf(state)} />
      </h2>
      {/* The list scrolls, so the keyboard must reach it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul className={styles.failures} tabIndex={0} aria-labelledby={id}>
        {inOrder.map((failure, index) => (
          <li key={failure.client.uuid}>
            <strong>{nameOf(failure, index)}</strong>
            <span className="muted">
              <Reason action={action} failure={failure} />
            </span>
          </li>
        ))}
      </ul>
      <div className={styles.buttons}>
        {onRetry && (
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- replaces the buttons of the run
          <Button autoFocus variant="secondary" icon={RotateCcw} onClick={onRetry}>
            <FormattedMessage id="core.buttons.retry" />
          </Button>
        )}
        <CsvButton variant="ghost" label="admin.clients.csv" name="admin.bulk.csvName" save={save} />
        <Button variant="ghost" onClick={onClose}>
          <FormattedMessage id="core.buttons.close" />
        </Button>
      </div>
    </section>
  )
}

const PLACES = ['no-email', 'locked']

const placeOf = ({ reason }: BulkFailure) => (typeof reason === 'string' ? 1 + PLACES.indexOf(reason) : 0)

function Reason({ action, failure: { reason } }: { action: BulkAction; failure: BulkFailure }) {
  if (reason === 'no-email') return <FormattedMessage id="admin.clients.noEmailHint" />
  if (reason === 'locked') return <FormattedMessage id="admin.bulk.lockedHint" />
  const isEmailInUse = action === 'register' && isEmailTaken(reason)
  return failureText(reason, isEmailInUse ? <FormattedMessage id="admin.clients.conflict" /> : undefined)
}

/** Short text for a cell. */
function reasonText({ reason }: BulkFailure, { formatMessage }: IntlShape): string {
  if (reason === 'no-email') return formatMessage({ id: 'admin.clients.noEmail' })
  if (reason === 'locked') return formatMessage({ id: 'admin.clients.locked' })
  if (isEmailTaken(reason)) return formatMessage({ id: 'admin.clients.conflict' })
  const { status } = reason
  return status === null
    ? formatMessage({ id: 'core.errors.generalError' })
    : formatMessage({ id: 'core.errors.httpError' }, { status })
}
