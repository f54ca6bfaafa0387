import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import Square from 'lucide-react/icons/square'
import { type RefObject, useId } from 'react'
import { FormattedMessage } from 'react-intl'
import type { MessageId } from '#src/lib/intl.tsx'
import { useUnmount } from '#src/lib/use-unmount.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { Progress } from '#src/ui/feedback/progress.tsx'
import { restoreFocus } from '#src/ui/layout/shell.tsx'
import styles from './bulk-clients.module.css'
import { type BulkAction, type BulkRun, type BulkState, outcomeOf } from './bulk-run.ts'

const WORDS = {
  register: 'admin.bulk.registerBusy',
  invite: 'admin.bulk.inviteBusy',
  inviteAgain: 'admin.bulk.inviteBusy',
  lock: 'admin.bulk.lockBusy',
  unlock: 'admin.bulk.unlockBusy',
  delete: 'admin.bulk.deleteBusy',
} as const satisfies Record<BulkAction, MessageId>

export function BulkProgress({ state, run }: { state: BulkState; run: RefObject<BulkRun | null> }) {
  const id = useId()
  const { action, total, phase, stopped } = state
  const { count, failed } = outcomeOf(state)
  const tried = count + failed
  const isHeld = phase === 'paused' || phase === 'waiting'
  // Its buttons leave with it, and with them perhaps the focus.
  useUnmount(restoreFocus)
  return (
    <div className={styles.run}>
      <p id={id} role="status">
        <FormattedMessage
          id={phase === 'waiting' ? 'admin.bulk.waiting' : phase === 'paused' ? 'admin.bulk.paused' : WORDS[action]}
        />
      </p>
      <Progress aria-labelledby={id} max={Math.max(total, 1)} value={tried} />
      <p className="small muted">
        <FormattedMessage id="admin.bulk.progress" values={{ done: tried, total, failed }} />
      </p>
      <div className={styles.buttons}>
        <Button
          // In the place of the button that started it.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          variant="secondary"
          icon={isHeld ? Play : Pause}
          disabled={stopped}
          onClick={() => (isHeld ? run.current?.resume() : run.current?.pause())}
        >
          <FormattedMessage id={isHeld ? 'admin.bulk.resume' : 'admin.bulk.pause'} />
        </Button>
        <Button variant="secondary" icon={Square} busy={stopped} onClick={() => run.current?.stop()}>
          <FormattedMessage id="admin.bulk.stop" />
        </Button>
      </div>
    </div>
  )
}
