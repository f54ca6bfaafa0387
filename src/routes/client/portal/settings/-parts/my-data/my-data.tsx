import { Download, Square } from 'lucide-react'
import { useId, useState } from 'react'
import { FormattedMessage, FormattedNumber } from 'react-intl'
import { Button } from '#src/ui/forms/button.tsx'
import { Progress as ProgressMeter } from '#src/ui/feedback/progress.tsx'
import type { Progress } from './download.ts'
import styles from './my-data.module.css'
import { useDownload } from './use-download.ts'

interface MyDataProps {
  clientId: string
  practiceId: string
}

/** All of one's own as one download. It is the client's: staff who look along do not take it home. */
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
