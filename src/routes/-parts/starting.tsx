import { useRouter } from '@tanstack/react-router'
import PawPrint from 'lucide-react/icons/paw-print'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { FRAME_DELAY_MS, SLOW_MS } from '#src/lib/constants.ts'
import { reportUnforeseen } from '#src/lib/report-error.ts'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { Spinner } from '#src/ui/feedback/spinner.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Main } from '#src/ui/layout/shell.tsx'
import { useTimeout } from '#src/ui/use-timeout.ts'
import styles from './starting.module.css'

/** In place of the first page, whatever it waits for; calls of the session have no time-out (spec §7). */
export function Starting() {
  const { session } = useRouter().options.context
  const [round, setRound] = useState(0)
  const [late, setLate] = useState(false)
  useTimeout(() => setLate(true), round === 0 ? SLOW_MS - FRAME_DELAY_MS : SLOW_MS, round)

  function retry() {
    setLate(false)
    setRound((before) => before + 1)
    void session.restart().catch(reportUnforeseen)
  }

  return (
    <Main>
      {late ? (
        <Notice
          title={<FormattedMessage id="core.headers.slow" />}
          icons={[PawPrint]}
          actions={
            <>
              <Button variant="secondary" onClick={retry}>
                <FormattedMessage id="core.buttons.retry" />
              </Button>
              <Button variant="secondary" onClick={() => void session.end('signedOut')}>
                <FormattedMessage id="core.header.logout" />
              </Button>
            </>
          }
        >
          <FormattedMessage id="core.text.slow" />
        </Notice>
      ) : (
        <div className={styles.wait}>
          <Spinner />
        </div>
      )}
    </Main>
  )
}
