import { useMatches, useRouter } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useIntl, FormattedMessage } from 'react-intl'
import { PortalMessages } from '#src/features/shell/portal-messages.tsx'
import { useFeedback } from '#src/lib/messages.ts'
import { ProgressBar } from '#src/ui/feedback/progress-bar.tsx'
import { Shell, SkipLink, Main } from '#src/ui/layout/shell.tsx'
import { PortalHeader } from './header.tsx'
import PawPrint from 'lucide-react/icons/paw-print'
import { FRAME_DELAY_MS, SLOW_MS } from '#src/lib/constants.ts'
import { reportUnforeseen } from '#src/lib/report-error.ts'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { Spinner } from '#src/ui/feedback/spinner.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { useTimeout } from '#src/ui/use-timeout.ts'
import styles from './starting.module.css'

const WITH_SIDEBAR = ['/admin', '/client']
/** Route that shows errors and warnings in its form. */
const WITH_ALERTS = '/auth/login'

/** Layout of every screen: header, messages and progress bar around the page or its placeholder. */
export function Frame({ children }: { children: ReactNode }) {
  const { title, withSidebar, isStarting, hasAlerts } = useMatches({
    select: (matches) => ({
      title: matches.findLast((match) => match.staticData.title)?.staticData.title,
      withSidebar: matches.some(({ routeId, status }) => WITH_SIDEBAR.includes(routeId) && status !== 'error'),
      isStarting: matches.length === 0,
      hasAlerts: matches.some(({ routeId, status }) => routeId === WITH_ALERTS && status === 'success'),
    }),
    structuralSharing: true,
  })
  const intl = useIntl()
  const appName = intl.formatMessage({ id: 'core.appName' })
  return (
    <Shell withSidebar={withSidebar}>
      <title>{title ? `${intl.formatMessage({ id: title })} · ${appName}` : appName}</title>
      <SkipLink />
      <PortalHeader withSidebar={withSidebar} />
      {isStarting && <Starting />}
      {children}
      <PortalMessages isNewsOnly={hasAlerts} />
      <PortalProgress isStarting={isStarting} />
    </Shell>
  )
}

function PortalProgress({ isStarting }: { isStarting: boolean }) {
  const active = useFeedback(({ pending }) => pending > 0)
  return <ProgressBar active={active || isStarting} />
}

/** Placeholder of the first page while it loads; calls of the session have no time-out. */
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
