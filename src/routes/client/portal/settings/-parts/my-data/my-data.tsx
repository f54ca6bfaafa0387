import { useQueryClient } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import Square from 'lucide-react/icons/square'
import { useId, useRef, useState } from 'react'
import { FormattedMessage, FormattedNumber, useIntl } from 'react-intl'
import { Button } from '#src/ui/forms/button.tsx'
import { Progress as ProgressMeter } from '#src/ui/feedback/progress.tsx'
import type { Progress } from './download.ts'
import styles from './my-data.module.css'
import { useCan } from '#src/api/capabilities.ts'
import { linkedController, sessionSignal } from '#src/lib/cancellation.ts'
import { useUnmount } from '#src/lib/use-unmount.ts'
import { showMessage } from '#src/lib/messages.ts'
import { reportUnforeseen } from '#src/lib/report-error.ts'

interface MyDataProps {
  clientId: string
  practiceId: string
}

/** Data export: everything of a client as one archive. Not offered to staff who view as a client. */
export function MyData({ clientId, practiceId }: MyDataProps) {
  const { progress, start, stop } = useDownload(clientId, practiceId)
  const [wasStarted, setWasStarted] = useState(false)
  return (
    <>
      <div className={styles.text}>
        <p>
          <FormattedMessage id="client.myData.text" />
        </p>
        <p className="muted">
          <FormattedMessage id="client.myData.private" />
        </p>
      </div>
      {progress ? (
        <Busy progress={progress} onStop={stop} />
      ) : (
        <Button
          variant="secondary"
          icon={Download}
          // Back in the place of the button that stopped it.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={wasStarted}
          onClick={() => {
            setWasStarted(true)
            start()
          }}
        >
          <FormattedMessage id="client.myData.download" />
        </Button>
      )}
    </>
  )
}

function Busy({ progress: { step, done, total }, onStop }: { progress: Progress; onStop: () => void }) {
  const id = useId()
  return (
    <div className={styles.busy}>
      <p id={id} role="status">
        <FormattedMessage id={step === 'lists' ? 'client.myData.lists' : 'client.myData.files'} />
      </p>
      <ProgressMeter aria-labelledby={id} max={Math.max(total, 1)} value={done} />
      <p className="small muted num">
        {total > 0 && (
          <FormattedMessage
            id="client.myData.progress"
            values={{ done: <FormattedNumber value={done} />, total: <FormattedNumber value={total} /> }}
          />
        )}
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- in the place of the button that started it */}
      <Button autoFocus variant="secondary" icon={Square} onClick={onStop}>
        <FormattedMessage id="client.myData.stop" />
      </Button>
    </div>
  )
}

/** One download at a time. `progress` is null where there is none. */
function useDownload(clientId: string, practiceId: string) {
  const intl = useIntl()
  const queryClient = useQueryClient()
  const withSessions = useCan('sessions')
  const withSharedCards = useCan('card-sharing')
  const withReminderMails = useCan('reminder-mails')
  const withAppointments = useCan('appointments')
  const withRequests = useCan('requests')
  const withSeen = useCan('seen')
  const [progress, setProgress] = useState<Progress | null>(null)
  const controller = useRef<AbortController>(null)
  useUnmount(() => controller.current?.abort())

  async function start() {
    const own = (controller.current = linkedController(sessionSignal()))
    const { signal } = own
    setProgress({ step: 'lists', done: 0, total: 0 })
    try {
      // The archiver is loaded on demand.
      const { downloadData } = await import('./download.ts')
      signal.throwIfAborted()
      const { missing, overviewName } = await downloadData({
        queryClient,
        clientId,
        practiceId,
        withSessions,
        withSharedCards,
        withReminderMails,
        withAppointments,
        withRequests,
        withSeen,
        intl,
        signal,
        onProgress: setProgress,
      })
      if (missing === 0) showMessage('success', 'client.myData.saved')
      else showMessage('warning', 'client.myData.savedPartly', { count: missing, file: overviewName })
    } catch (error) {
      if (!signal.aborted) reportUnforeseen(error)
    } finally {
      if (controller.current === own) setProgress(null)
    }
  }
  function stop() {
    controller.current?.abort()
    controller.current = null
    setProgress(null)
    showMessage('info', 'client.myData.stopped')
  }
  return { progress, start: () => void start(), stop }
}
